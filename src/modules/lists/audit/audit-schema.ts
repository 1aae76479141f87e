import { pagePrice } from '../../../graphql/analysis/prices.ts';
import { builder, innerType } from '../../../graphql/builder.ts';
import { defineConnection } from '../../../graphql/connection.ts';
import { STANDARD_PAGE } from '../../../graphql/cursors.ts';
import { isSelected } from '../../../graphql/selections.ts';
import { ListRef, pageArguments, readPage, userField } from '../list-types.ts';
import { ACTIONS, type ListEvent } from './audit-log.ts';
import './list-change-schema.ts';

/** Nobody can read the log of a list that was deleted. */
const READABLE = Object.keys(ACTIONS).filter((action) => action !== 'list_deleted');

const EventRef = innerType<ListEvent>('ListEvent', {
  description: 'One change of a list, as the audit log records it.',
  fields: (t) => ({
    eventId: t.exposeInt('eventId', {
      description: 'Numeric id of the event. Later events have larger ids.',
    }),
    action: t.exposeString('action', {
      description: `What was done: ${READABLE.map((action) => `\`${action}\``).join(', ')}. More may be added.`,
    }),
    actor: t.field(userField('User who made the change.', ({ actor }: ListEvent) => actor)),
    at: t.expose('at', { type: 'DateTime', description: 'When the change was made.' }),
    details: t.expose('details', {
      type: 'JSON',
      description: 'Values of the change, such as the names of domains.',
    }),
  }),
});

builder.objectField(ListRef, 'auditLog', (t) =>
  t.field({
    type: defineConnection('ListEvent', 'a change', EventRef),
    description: 'All changes of the list, newest first.',
    complexity: pagePrice(STANDARD_PAGE),
    args: pageArguments,
    resolve: (list, args, { services }, info) => {
      const withDetails = isSelected(info, ['edges', 'node', 'details']);
      return readPage(args, (request) => services.lists.audit.page(list, request, withDetails));
    },
  }),
);
