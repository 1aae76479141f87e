import { builder, inheritsAccess } from '../../graphql/builder.ts';
import { POINTS, priced } from '../../graphql/prices.ts';
import type { ListExport } from './export.ts';
import type { List } from './list.ts';
import { LIST_ID } from './list-payload-type.ts';
import { callerOf, ListRef } from './list-types.ts';
import { MaterializationRef, MemberCountsRef } from './member-types.ts';
import type { Snapshot } from './snapshot.ts';

const MaterializeListInput = builder.inputType('MaterializeListInput', {
  description: 'The input of materializeList.',
  fields: (t) => ({ listId: t.int(LIST_ID) }),
});

const MaterializeListPayload = builder
  .objectRef<{ list: List; snapshot: Snapshot }>('MaterializeListPayload')
  .implement({
    description: 'The answer to materializeList.',
    extensions: inheritsAccess,
    fields: (t) => ({
      list: t.expose('list', { type: ListRef, description: 'The list.' }),
      counts: t.field({
        type: MemberCountsRef,
        description: 'How many members it has.',
        resolve: ({ snapshot }) => snapshot.counts,
      }),
    }),
  });

builder.mutationField('materializeList', (t) =>
  t.field({
    type: MaterializeListPayload,
    complexity: priced(POINTS.materialization),
    description: 'Computes the members anew.',
    extensions: { costClass: 'evaluate' },
    authScopes: { userKey: true },
    args: { input: t.arg({ type: MaterializeListInput, required: true, description: 'Which.' }) },
    resolve: async (_root, { input: { listId } }, context) => {
      const caller = callerOf(context);
      const list = await context.services.lists.find(caller, listId);
      return { list, snapshot: await context.services.lists.members.refresh(caller, list) };
    },
  }),
);

const ExportListInput = builder.inputType('ExportListInput', {
  description: 'The input of exportList.',
  fields: (t) => ({ listId: t.int(LIST_ID) }),
});

const ExportListPayload = builder.objectRef<ListExport>('ExportListPayload').implement({
  description: 'The answer to exportList.',
  extensions: inheritsAccess,
  fields: (t) => ({
    materialization: t.expose('materialization', {
      type: MaterializationRef,
      description: 'The members that were paid for.',
    }),
    creditsCharged: t.exposeInt('creditsCharged', { description: 'Credits that this export cost.' }),
    creditsRemaining: t.exposeInt('creditsRemaining', { description: 'The balance afterwards, in credits.' }),
    url: t.string({
      description: 'Where the CSV is, for the same key; free for 30 days.',
      resolve: ({ materialization }) => `/v1/lists/${materialization.listId}/export.csv`,
    }),
  }),
});

builder.mutationField('exportList', (t) =>
  t.field({
    type: ExportListPayload,
    complexity: priced(POINTS.export),
    description: 'Pays for all members, one credit for each that was not paid for in the last 30 days.',
    extensions: { costClass: 'export' },
    authScopes: { userKey: true },
    args: { input: t.arg({ type: ExportListInput, required: true, description: 'Which.' }) },
    resolve: (_root, { input: { listId } }, context) =>
      context.services.lists.members.export(callerOf(context), listId, context.requestId),
  }),
);
