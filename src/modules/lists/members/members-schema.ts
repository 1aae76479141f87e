import { builder, inheritsAccess } from '../../../graphql/builder.ts';
import { POINTS, priced } from '../../../graphql/prices.ts';
import { validationFault } from '../../../lib/fault.ts';
import { toRowId } from '../../../lib/row-id.ts';
import type { ExportEstimate, ListExport } from '../export/paid-export.ts';
import type { List } from '../list.ts';
import { LIST_ID } from '../list-payload-type.ts';
import { callerOf, ListRef } from '../list-types.ts';
import { currentOf, MaterializationRef, MemberCountsRef } from './member-types.ts';
import type { Snapshot } from './snapshot.ts';

const MaterializeListInput = builder.inputType('MaterializeListInput', {
  description: 'Input of materializeList.',
  fields: (t) => ({ listId: t.int(LIST_ID) }),
});

const MaterializeListPayload = builder
  .objectRef<{ list: List; snapshot: Snapshot }>('MaterializeListPayload')
  .implement({
    description: 'Result of materializeList.',
    extensions: inheritsAccess,
    fields: (t) => ({
      list: t.expose('list', { type: ListRef, description: 'List whose members were computed.' }),
      counts: t.field({
        type: MemberCountsRef,
        description: 'Number of members, in all and by tier.',
        resolve: ({ snapshot }) => snapshot.counts,
      }),
    }),
  });

builder.mutationField('materializeList', (t) =>
  t.field({
    type: MaterializeListPayload,
    complexity: priced(POINTS.materialization),
    description: 'Computes the members again from the current catalogue. Needs access as viewer. Free.',
    extensions: { costClass: 'evaluate' },
    authScopes: { userKey: true },
    args: { input: t.arg({ type: MaterializeListInput, required: true, description: 'List to compute.' }) },
    resolve: async (_root, { input: { listId } }, context) => {
      const caller = callerOf(context);
      const list = await context.services.lists.find(caller, listId);
      return { list, snapshot: await context.services.lists.members.refresh(caller, list) };
    },
  }),
);

const ExportListInput = builder.inputType('ExportListInput', {
  description: 'Input of exportList.',
  fields: (t) => ({
    listId: t.int(LIST_ID),
    materialization: t.id({
      description:
        'Id of a materialization that was exported before. Returns that export again, free until `validUntil`. After that, and for any other id, the error is EXPORT_EXPIRED.',
    }),
  }),
});

const ExportListPayload = builder.objectRef<ListExport>('ExportListPayload').implement({
  description: 'Result of exportList.',
  extensions: inheritsAccess,
  fields: (t) => ({
    materialization: t.expose('materialization', {
      type: MaterializationRef,
      description: 'Members that were exported.',
    }),
    creditsCharged: t.exposeInt('creditsCharged', { description: 'Credits that this call charged.' }),
    creditsRemaining: t.exposeInt('creditsRemaining', { description: 'Balance after the call, in credits.' }),
    url: t.string({
      description:
        'Path of the CSV file of exactly these members, even if the list changes. It requires a key with access to the list, and never charges.',
      resolve: ({ materialization: { listId, materializationId } }) =>
        `/v1/lists/${listId}/export.csv?materialization=${materializationId}`,
    }),
    validUntil: t.expose('validUntil', {
      type: 'DateTime',
      description:
        'Until when `url` works: 30 days after a charge, or until the unlocks end that made the export free. After that, or once the list is deleted, the error is EXPORT_EXPIRED.',
    }),
  }),
});

builder.mutationField('exportList', (t) =>
  t.field({
    type: ExportListPayload,
    complexity: priced(POINTS.export),
    description:
      'Exports all members and unlocks them. Charges one credit for each member that the organization has not paid for in the last 30 days. All or nothing. Needs access as viewer.',
    extensions: { costClass: 'export' },
    authScopes: { userKey: true },
    args: {
      input: t.arg({
        type: ExportListInput,
        required: true,
        description: 'List, or one of its earlier exports.',
      }),
    },
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
  description: 'Price of an export at this moment.',
  extensions: inheritsAccess,
  fields: (t) => ({
    members: t.exposeInt('members', { description: 'Number of companies that the export would contain.' }),
    creditsRequired: t.exposeInt('creditsRequired', {
      description:
        'Credits that the export would charge: one for each member that the organization has not paid for in the last 30 days.',
    }),
    creditBalance: t.exposeInt('creditBalance', {
      description: 'Current balance of the organization, in credits.',
    }),
    sufficient: t.exposeBoolean('sufficient', { description: 'Whether the balance covers the price.' }),
  }),
});

builder.objectField(ListRef, 'exportEstimate', (t) =>
  t.field({
    type: ExportEstimateRef,
    complexity: priced(POINTS.materialization),
    description: 'Estimates what an export would charge now. Everybody who can see the list may ask. Free.',
    extensions: { costClass: 'evaluate' },
    resolve: async (list, _args, context) =>
      context.services.lists.members.estimateExport(callerOf(context), await currentOf(context, list)),
  }),
);
