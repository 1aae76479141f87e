import { POINTS, priced } from '../../../graphql/analysis/prices.ts';
import { builder, innerType } from '../../../graphql/builder.ts';
import { inputOf } from '../../../graphql/fields.ts';
import { toRowIdOf } from '../../../graphql/ids.ts';
import { LIST_ID, ListRef, toListId } from '../list-types.ts';
import { currentOf, MaterializationRef } from '../members/member-types.ts';
import type { ExportEstimate, ListExport } from './exports.ts';

const ExportListInput = builder.inputType('ExportListInput', {
  description: 'Input of exportList: a list to export, or an export to find again.',
  fields: (t) => ({
    listId: t.id(LIST_ID),
    materialization: t.id({
      description:
        'Id of a materialization that was exported before. Returns that export again, free until `validUntil`. After that, and for any other id, the error is EXPORT_EXPIRED.',
    }),
  }),
});

const ExportListPayload = innerType<ListExport>('ExportListPayload', {
  description: 'Result of exportList: its price, and where to download the file.',
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
  t.withAuth({ userKey: true }).field({
    type: ExportListPayload,
    complexity: priced(POINTS.export),
    description:
      'Exports all members and unlocks them. Charges one credit for each member that the organization has not paid for in the last 30 days. All or nothing. Needs access as viewer.',
    extensions: { costClass: 'export' },
    args: { input: t.arg(inputOf(ExportListInput, 'List, or one of its earlier exports.')) },
    resolve: (_root, { input }, context) => {
      const { exports } = context.services.lists;
      const listId = toListId(input.listId);
      if (input.materialization == null) return exports.charge(context.user, listId, context.requestId);
      const materializationId = toRowIdOf('Materialization', input.materialization);
      return exports.find(context.user, listId, materializationId);
    },
  }),
);

const ExportEstimateRef = innerType<ExportEstimate>('ExportEstimate', {
  description: 'Price of an export at this moment.',
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
  t.withAuth({ userKey: true }).field({
    type: ExportEstimateRef,
    complexity: priced(POINTS.materialization),
    description: 'Estimates what an export would charge now. Everybody who can see the list may ask. Free.',
    extensions: { costClass: 'evaluate' },
    resolve: async (list, _args, context) =>
      context.services.lists.exports.estimate(context.user, await currentOf(context).load(list)),
  }),
);
