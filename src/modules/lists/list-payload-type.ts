import { builder, inheritsAccess } from '../../graphql/builder.ts';
import type { List } from './list.ts';
import { ListRef } from './list-types.ts';

/** How every mutation of a list names it. */
export const LIST_ID = { required: true, description: 'The list.' } as const;

/** A payload that has the list alone. */
export function listPayload(name: string, of: string) {
  return builder.objectRef<{ list: List }>(name).implement({
    description: `The answer to ${of}.`,
    extensions: inheritsAccess,
    fields: (t) => ({ list: t.expose('list', { type: ListRef, description: 'The list as it is now.' }) }),
  });
}
