import { POINTS, priced } from '../../../graphql/analysis/prices.ts';
import { builder, innerType } from '../../../graphql/builder.ts';
import { toEnumValue } from '../../../graphql/enums.ts';
import { toRowIdOf } from '../../../graphql/ids.ts';
import { mutation, payload } from '../../../graphql/mutation.ts';
import { MAX_CREDITS, toMaxCredits } from '../../credits/billing.ts';
import type { Tier } from '../members/snapshot.ts';
import { currentOf, MaterializationRef } from '../members/types.ts';
import { LIST_ID, ListRef, memberTiers, toListId } from '../types.ts';
import type { ExportEstimate, ListExport } from './service.ts';

mutation('exportList', {
  description:
    'Exports all members, or those of one tier, and unlocks them. Charges one credit for each member that the organization has not paid for in the last 30 days. All or nothing. Needs access as viewer.',
  price: priced(POINTS.export),
  extensions: { costClass: 'export' },
  takes: 'List, or one of its earlier exports.',
  inputNote: ': a list to export, or an export to find again.',
  input: (t) => ({
    listId: t.id(LIST_ID),
    materializationId: t.id({
      description:
        'Id of an exported materialization. Returns that export again, free until `validUntil`. After that, and for any other id, the error is EXPORT_EXPIRED.',
    }),
    tier: t.field({
      type: memberTiers.type,
      description: 'Exports and charges only the members of this tier. Default: all members.',
    }),
    bom: t.boolean({
      defaultValue: false,
      description: 'Whether the file starts with a byte order mark, by which Excel recognizes UTF-8.',
    }),
    fields: t.field({
      type: ['FilterFieldKey'],
      description: 'Keys of own fields whose values are columns after the built-in ones.',
    }),
    maxCredits: t.int({ description: MAX_CREDITS }),
  }),
  payload: payload<ListExport & { bom: boolean; fields: readonly string[] }>(
    (t) => ({
      materialization: t.expose('materialization', {
        type: MaterializationRef,
        description:
          'Members that were exported: the current materialization, or an earlier one of the list with the same members.',
      }),
      creditsCharged: t.expose('creditsCharged', {
        type: 'SafeInt',
        description: 'Credits that this call charged.',
      }),
      creditsRemaining: t.expose('creditsRemaining', {
        type: 'SafeInt',
        description: 'Balance after the call, in credits.',
      }),
      tier: t.field(
        memberTiers.nullableField(
          'Tier that was exported; null if all members were.',
          ({ tier }: ListExport) => tier,
        ),
      ),
      fileName: t.string({
        description: 'Suggested name of the CSV file, made of the names of the list and the tier.',
        resolve: ({ materialization: { listId }, listName, tier }) => fileNameOf(listName, listId, tier),
      }),
      url: t.string({
        description:
          'Path of the CSV file of exactly these members, even if the list changes. It requires a key with access to the list, and never charges.',
        resolve: ({ materialization: { listId, materializationId }, tier, bom, fields }) => {
          const query = `materialization=${materializationId}${tier ? `&tier=${tier}` : ''}${bom ? '&bom=true' : ''}${fields.length > 0 ? `&fields=${fields.join(',')}` : ''}`;
          return `/v1/lists/${listId}/export.csv?${query}`;
        },
      }),
      validUntil: t.expose('validUntil', {
        type: 'DateTime',
        description:
          'How long `url` works: for 30 days after a charge, or until the unlocks that made the export free end. After that, or once the list is deleted, the error is EXPORT_EXPIRED.',
      }),
    }),
    'Result of exportList: its price, and where to download the file.',
  ),
  resolve: async (
    { listId, materializationId, tier, bom, fields, maxCredits },
    { user, requestId, services },
  ) => {
    const { exports } = services.lists;
    const id = toListId(listId);
    const scope = tier ? toEnumValue(tier) : undefined;
    const columns = await exports.files.ownColumns(user, fields);
    const exported =
      materializationId == null
        ? await exports.charge(user, id, scope, { requestId, maxCredits: toMaxCredits(maxCredits) })
        : await exports.find(user, id, toRowIdOf('Materialization', materializationId), scope);
    return { ...exported, bom: bom === true, fields: columns.map(({ key }) => key) };
  },
});

const ExportEstimateRef = innerType<ExportEstimate>('ExportEstimate', {
  description: 'Price of an export at this moment.',
  fields: (t) => ({
    members: t.expose('members', {
      type: 'SafeInt',
      description: 'Number of companies that the export would contain.',
    }),
    creditsRequired: t.expose('creditsRequired', {
      type: 'SafeInt',
      description:
        'Credits that the export would charge: one for each member that the organization has not paid for in the last 30 days.',
    }),
    creditBalance: t.expose('creditBalance', {
      type: 'SafeInt',
      description: 'Current balance of the organization, in credits.',
    }),
    sufficient: t.exposeBoolean('sufficient', { description: 'Whether the balance covers the price.' }),
  }),
});

builder.objectField(ListRef, 'exportEstimate', (t) =>
  t.withAuth({ userKey: true }).field({
    type: ExportEstimateRef,
    price: priced(POINTS.materialization),
    description: 'Estimates what an export would charge now. Anyone who can see the list may ask. Free.',
    extensions: { costClass: 'evaluate' },
    args: {
      tier: t.arg({
        type: memberTiers.type,
        description: 'Estimates an export of this tier. Default: of all members.',
      }),
    },
    resolve: async (list, { tier }, context) => {
      const snapshot = await currentOf(context).load(list);
      const scope = tier ? toEnumValue(tier) : undefined;
      return context.services.lists.exports.estimate(context.user, snapshot, scope);
    },
  }),
);

/** Most characters of a list's name in a file name. Four bytes each and the suffix stay within 255 bytes, a common limit. */
const MAX_CHARACTERS = 55;

/** Characters that some file system or shell refuses, and control and format characters, which could hide a suffix. */
const REFUSED = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"'`*/:<>?\\|]+/gu;

/** Returns the file name of an export: the name of the list, without what a file name cannot hold, and the tier. */
function fileNameOf(listName: string, listId: number, tier: Tier | null): string {
  const allowed = listName
    .replace(REFUSED, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '');
  const name = [...allowed].slice(0, MAX_CHARACTERS).join('').trimEnd();
  return `${name || `list-${listId}`}${tier ? `-${tier}` : ''}.csv`;
}
