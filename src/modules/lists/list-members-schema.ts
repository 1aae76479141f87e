import { builder, inheritsAccess } from '../../graphql/builder.ts';
import { POINTS, priced } from '../../graphql/prices.ts';
import { validationFault } from '../../lib/fault.ts';
import { toRowId } from '../../lib/row-id.ts';
import type { List } from './list.ts';
import { LIST_ID } from './list-payload-type.ts';
import { callerOf, ListRef } from './list-types.ts';
import { currentOf, MaterializationRef, MemberCountsRef } from './member-types.ts';
import type { ExportEstimate, ListExport } from './paid-export.ts';
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
  fields: (t) => ({
    listId: t.int(LIST_ID),
    materialization: t.id({
      description:
        'The id of a materialization that was exported before: its file again, free until `validUntil`. EXPORT_EXPIRED after that, and for any other.',
    }),
  }),
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
      description:
        'The path of the CSV of exactly these members, whatever becomes of the list. It takes a key with access to the list and never charges.',
      resolve: ({ materialization: { listId, materializationId } }) =>
        `/v1/lists/${listId}/export.csv?materialization=${materializationId}`,
    }),
    validUntil: t.expose('validUntil', {
      type: 'DateTime',
      description:
        'Until when `url` works: 30 days after a payment, or to the end of the windows that made the export free. Then, or once the list is deleted, EXPORT_EXPIRED.',
    }),
  }),
});

builder.mutationField('exportList', (t) =>
  t.field({
    type: ExportListPayload,
    complexity: priced(POINTS.export),
    description:
      'Pays for all members, one credit for each that was not paid for in the last 30 days, and unlocks them. All or nothing.',
    extensions: { costClass: 'export' },
    authScopes: { userKey: true },
    args: { input: t.arg({ type: ExportListInput, required: true, description: 'Which.' }) },
    resolve: (_root, { input: { listId, materialization } }, context) => {
      const { members } = context.services.lists;
      if (materialization == null) return members.export(callerOf(context), listId, context.requestId);
      return members.findExport(callerOf(context), listId, toMaterializationId(materialization));
    },
  }),
);

/** @throws Fault validation_error */
function toMaterializationId(text: string): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? toRowId(text) : 0;
  if (id > 0) return id;
  throw validationFault([{ pointer: '/materialization', message: 'must be the id of a materialization' }]);
}

const ExportEstimateRef = builder.objectRef<ExportEstimate>('ExportEstimate').implement({
  description: 'The price of an export at this moment.',
  extensions: inheritsAccess,
  fields: (t) => ({
    members: t.exposeInt('members', { description: 'Companies that the export would hold.' }),
    creditsRequired: t.exposeInt('creditsRequired', {
      description:
        'Credits that it would cost: one for each member that was not paid for in the last 30 days.',
    }),
    creditBalance: t.exposeInt('creditBalance', { description: 'Credits that the organization has.' }),
    sufficient: t.exposeBoolean('sufficient', { description: 'Whether the balance covers the cost.' }),
  }),
});

builder.objectField(ListRef, 'exportEstimate', (t) =>
  t.field({
    type: ExportEstimateRef,
    complexity: priced(POINTS.materialization),
    description: 'The price of an export now, for everybody who can see the list. Free.',
    extensions: { costClass: 'evaluate' },
    resolve: async (list, _args, context) =>
      context.services.lists.members.estimateExport(callerOf(context), await currentOf(context, list)),
  }),
);
