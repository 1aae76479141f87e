import { builder, inheritsAccess } from '../../graphql/builder.ts';
import type { List } from './list.ts';
import { ListRef } from './list-types.ts';

/** How every mutation of a list names it. */
export const LIST_ID = { required: true, description: 'Numeric id of the list.' } as const;

/** A payload that has the list alone. */
export function listPayload(name: string, of: string) {
  return builder.objectRef<{ list: List }>(name).implement({
    description: `Result of ${of}.`,
    extensions: inheritsAccess,
    fields: (t) => ({ list: t.expose('list', { type: ListRef, description: 'List after the change.' }) }),
  });
}
