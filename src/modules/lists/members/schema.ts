import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import {
  edgesPrice,
  type FieldPrice,
  FREE,
  POINTS,
  pagePrice,
  priced,
} from '../../../graphql/analysis/prices.ts';
import { builder, innerType } from '../../../graphql/builder.ts';
import {
  AFTER_AN_ID,
  type Connection,
  defineConnection,
  pageArguments,
  readPageById,
  toConnection,
} from '../../../graphql/connection.ts';
import type { UserContext } from '../../../graphql/context.ts';
import { toEnumValue } from '../../../graphql/enums.ts';
import { mutation, payload } from '../../../graphql/mutation.ts';
import { loadReference } from '../../../graphql/nodes.ts';
import { directions } from '../../../graphql/order.ts';
import { textIn } from '../../../lib/json.ts';
import { STANDARD_PAGE, toLimit, toOffset } from '../../../lib/page.ts';
import { chargeMore } from '../../../lib/request-context.ts';
import { CompanyRef } from '../../catalogue/types.ts';
import { isVocabularyField } from '../../filters/registry.ts';
import { TierCountsRef } from '../../filters/schema.ts';
import { toFieldKey } from '../../filters/types.ts';
import type { List } from '../list.ts';
import { LIST_ID, ListRef, memberTiers, toListId } from '../types.ts';
import { type ListMembership, type ListMemberships, MAX_BYTES, MAX_LISTS } from './company-lists.ts';
import { type MemberPageRequest, memberCursor, readPageRequest, selectionOf } from './cursor.ts';
import { KEPT } from './materializations.ts';
import { MAX_SORTED_BY_TEXT } from './order.ts';
import type { Member, MemberPage } from './service.ts';
import type { MaterializationInfo, Snapshot } from './snapshot.ts';
import { BUILT_IN_SORTS } from './sort.ts';
import { currentOf, MaterializationRef, MemberRef } from './types.ts';

mutation('materializeList', {
  description: 'Computes the members again from the current catalogue. Needs access as viewer. Free.',
  price: priced(POINTS.materialization),
  extensions: { costClass: 'evaluate' },
  takes: 'List whose members to compute.',
  input: (t) => ({ listId: t.id(LIST_ID) }),
  payload: payload<{ list: List; snapshot: Snapshot }>((t) => ({
    list: t.expose('list', { type: ListRef, description: 'List whose members were computed.' }),
    counts: t.field({
      type: TierCountsRef,
      description: 'Number of members, in total and by tier.',
      resolve: ({ snapshot }) => snapshot.counts,
    }),
  })),
  resolve: ({ listId }, { user, services }) => services.lists.members.materialize(user, toListId(listId)),
});

builder.objectField(ListRef, 'materializations', (t) =>
  t.field({
    type: defineConnection('Materialization', 'a materialization', MaterializationRef, {
      forwardsOnly: AFTER_AN_ID,
    }),
    price: edgesPrice(STANDARD_PAGE, KEPT),
    description: `Stored materializations, newest first: the last ${KEPT}, and the materializations of exports that can still be downloaded.`,
    args: pageArguments,
    resolve: (list, args, { services: { lists } }) =>
      readPageById(args, {
        scope: ['materializations', list.listId],
        read: (page) => lists.members.materializations(list, page),
        countAll: () => lists.members.countMaterializations(list),
        idOf: ({ materializationId }) => materializationId,
      }),
  }),
);

interface MemberConnection extends Connection<Member> {
  materialization: MaterializationInfo;
}

const MembersRef = defineConnection('Member', 'a member', MemberRef, {
  forwardsOnly: 'Pages are read forwards only: to begin with the last members, sort in the other direction.',
});
builder.objectField(MembersRef, 'materialization', (t) =>
  t.field({
    type: MaterializationRef,
    price: FREE,
    description: 'Materialization from which this page is served.',
    resolve: (page) => (page as MemberConnection).materialization,
  }),
);

const MemberOrder = builder.inputType('MemberOrder', {
  description:
    'Field and direction by which members are sorted. Unknown values come last in either direction, and equal ones are ordered by company id.',
  fields: (t) => ({
    field: t.field({
      type: 'FilterFieldKey',
      required: true,
      description: `Key of the field: ${BUILT_IN_SORTS.join(', ')}, or an own field. Own fields are numbers, dates, booleans or categories without \`multiple\`. Names and categories are sorted by code point, ignoring case, of at most ${MAX_SORTED_BY_TEXT} members.`,
    }),
    direction: t.field({
      type: directions.type,
      description: 'Direction of the order. Default: DESC for numbers and dates; ASC for others.',
    }),
  }),
});

const membersPrice = pagePrice(STANDARD_PAGE, POINTS.members);

type PricedArguments = Parameters<typeof membersPrice>[0] & { orderBy?: unknown; after?: unknown };

/** A page after a cursor repeats the search and the order of the cursor. Arguments come as they were sent. */
function priceOf({ orderBy, after, ...args }: PricedArguments): FieldPrice {
  const pinned = typeof after === 'string' ? selectionOf(after) : undefined;
  const price = membersPrice({ ...args, search: pinned ? pinned.search : args.search });
  const key = pinned ? pinned.key : toFieldKey(textIn(orderBy, 'field') ?? 'tier');
  if (key === 'tier') return price;
  return { ...price, field: price.field + (key === 'name' ? POINTS.nameSort : POINTS.numberSort) };
}

builder.objectField(ListRef, 'members', (t) =>
  t.withAuth({ userKey: true }).field({
    type: MembersRef,
    price: priceOf,
    description:
      'Members, by default by tier (HIGH first), then by company id. Computed at the first read and kept until the revision changes. A page after a cursor is served from the materialization of the cursor.',
    extensions: { costClass: 'evaluate', costWhen: 'forceRefresh' },
    args: {
      ...pageArguments,
      tier: t.arg({
        type: memberTiers.type,
        description: 'Returns only members of this tier. Default: all tiers, or that of the cursor.',
      }),
      search: t.arg.string({
        description:
          'Returns only members whose name or domain contains this text; case is ignored. Default: all members, or the search of the cursor.',
      }),
      orderBy: t.arg({
        type: MemberOrder,
        description: 'Order of the members. Default: by tier, or the order of the cursor.',
      }),
      forceRefresh: t.arg.boolean({
        defaultValue: false,
        description: 'Computes the members again from the current catalogue. Not together with `after`.',
      }),
    },
    resolve: async (list, { first, after, offset, tier, search, orderBy, forceRefresh }, context) => {
      const { lists, filters } = context.services;
      const { members } = lists;
      const limit = toLimit(first, STANDARD_PAGE);
      const direction = orderBy?.direction;
      const request = await readPageRequest(
        list,
        {
          offset: offset == null ? undefined : toOffset(offset),
          after: after ?? undefined,
          tier: tier ? toEnumValue(tier) : undefined,
          search: search ?? undefined,
          sort: orderBy
            ? { key: orderBy.field, descending: direction ? direction === 'DESC' : undefined }
            : undefined,
          forceRefresh: forceRefresh === true,
        },
        () => filters.fields(context.user.organizationId),
      );
      // The price does not know the types of own fields.
      const { by } = request.selection.sort;
      if (typeof by === 'object' && isVocabularyField(by))
        await chargeMore(POINTS.nameSort - POINTS.numberSort);
      const { materializationId } = request;
      const snapshot =
        materializationId !== undefined
          ? await members.atCursor(list, materializationId)
          : forceRefresh === true
            ? await members.refresh(context.user, list)
            : await currentOf(context).load(list);
      return toMemberConnection(snapshot, request, await members.page(list, snapshot, request, limit));
    },
  }),
);

function toMemberConnection(
  snapshot: Snapshot,
  { selection, start }: MemberPageRequest,
  { items, total, hasNext }: MemberPage,
): MemberConnection {
  // After a cursor, there is at least the row that it belongs to.
  const hasPreviousPage = total > 0 && ('after' in start || start.offset > 0);
  const connection = toConnection(
    items,
    items,
    (member) => memberCursor(snapshot, selection, member),
    { hasNextPage: hasNext, hasPreviousPage },
    () => total,
  );
  return Object.assign(connection, { materialization: snapshot });
}

const ListMembershipRef = innerType<ListMembership>('ListMembership', {
  description: 'A list that contains a company.',
  fields: (t) => ({
    listId: t.exposeInt('listId', { description: 'Numeric id of the list.' }),
    name: t.exposeString('name', { description: 'Name of the list: 1 to 200 characters.' }),
    list: t.field({
      type: ListRef,
      nullable: true,
      description: 'The list; null if it was deleted meanwhile, or if the caller can no longer see it.',
      resolve: ({ listId }, _args, context, info) =>
        loadReference('List', listId, context, info) as Promise<List | null>,
    }),
    tier: t.field(memberTiers.field('Freshness of its evidence.', ({ tier }: ListMembership) => tier)),
    materializedAt: t.expose('materializedAt', {
      type: 'DateTime',
      description: 'When the members of the list were last computed. Later changes are not included.',
    }),
  }),
});

const ListMembershipsRef = innerType<ListMemberships>('ListMemberships', {
  description: 'Lists that contain a company.',
  fields: (t) => ({
    complete: t.exposeBoolean('complete', {
      description:
        'Whether the answer covers all lists that the caller can see and whose members were computed.',
    }),
    memberships: t.expose('memberships', {
      type: [ListMembershipRef],
      price: { field: MAX_LISTS, multiplier: MAX_LISTS },
      description: 'Lists that contain the company, most recently updated first.',
    }),
  }),
});

builder.objectField(CompanyRef, 'lists', (t) =>
  t.withAuth({ userKey: true }).field({
    type: ListMembershipsRef,
    price: priced(POINTS.companyLists),
    description: `Lists that the caller can see and that contain the company, according to their last computed members. Lists whose members were never computed are skipped. Looks at the ${MAX_LISTS} most recently updated lists, up to ${MAX_BYTES / 1024 / 1024} MiB of members. Free.`,
    extensions: { costClass: 'evaluate' },
    resolve: ({ companyId }, _args, context) => membershipsOf(context).load(companyId),
  }),
);

/** Looks for all companies that one query selects at once. */
const membershipsOf = createContextCache(
  ({ user, services: { lists } }: UserContext) =>
    new DataLoader((companyIds: readonly number[]) => lists.members.listsOf(user, companyIds)),
);
