import { type FieldPrice, FREE, POINTS, pagePrice } from '../../../graphql/analysis/prices.ts';
import { builder } from '../../../graphql/builder.ts';
import {
  type Connection,
  defineConnection,
  pageArguments,
  toConnection,
} from '../../../graphql/connection.ts';
import { defineEnum, toEnumValue } from '../../../graphql/enums.ts';
import { STANDARD_PAGE, toPage } from '../../../lib/page.ts';
import { ListRef, orderDirections } from '../list-types.ts';
import { type MemberPageRequest, memberCursor, readPageRequest, selectionOf } from './cursor.ts';
import { currentOf, MaterializationRef, MemberRef, memberTiers } from './member-types.ts';
import type { Member, MemberPage } from './members.ts';
import { SORT_FIELDS, type SortField } from './order.ts';
import type { MaterializationInfo, Snapshot } from './snapshot.ts';

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

const sortFields = defineEnum<SortField>('MemberSortField', {
  description: 'Fields by which members can be sorted.',
  values: {
    tier: 'Tier, HIGH first when ascending.',
    name: 'Name of the company, ignoring case, by code point. At most 100000 members can be sorted by it.',
    partnership_count: 'Number of distinct partners.',
    technology_count: 'Number of distinct technologies.',
    founded_year: 'Year in which the company was founded.',
  },
});

const MemberSortInput = builder.inputType('MemberSort', {
  description:
    'Order of members. Unknown values come last in either direction, and equal ones are ordered by company id.',
  fields: (t) => ({
    field: t.field({
      type: sortFields.type,
      required: true,
      description: 'Field by which members are sorted.',
    }),
    direction: t.field({
      type: orderDirections.type,
      defaultValue: 'ASC',
      description: 'Direction of the sort.',
    }),
  }),
});

const membersPrice = pagePrice(STANDARD_PAGE, POINTS.members);

type PricedArguments = Parameters<typeof membersPrice>[0] & { sort?: unknown; after?: unknown };

/** A page after a cursor repeats the search and the sort of the cursor. Arguments come as they were sent. */
function priceOf({ sort, after, ...args }: PricedArguments): FieldPrice {
  const pinned = typeof after === 'string' ? selectionOf(after) : undefined;
  const price = membersPrice({ ...args, search: pinned ? pinned.search : args.search });
  const field = pinned ? pinned.sort.field : fieldOf(sort);
  if (field === undefined || field === 'tier') return price;
  return { ...price, field: price.field + (field === 'name' ? POINTS.nameSort : POINTS.numberSort) };
}

function fieldOf(sort: unknown): SortField | undefined {
  const name = typeof sort === 'object' && sort !== null && 'field' in sort ? sort.field : undefined;
  return SORT_FIELDS.find((field) => sortFields.names[field] === name);
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
      // Without a default in the schema, which could not be told from an offset beside a cursor.
      offset: t.arg.int({
        description: 'Number of members to skip; 0 unless given. Not together with `after`.',
      }),
      tier: t.arg({
        type: memberTiers.type,
        description: 'Returns only members of this tier. Default: all tiers, or that of the cursor.',
      }),
      search: t.arg.string({
        description:
          'Returns only members whose name or domain contains this text; case is ignored. Default: all members, or the search of the cursor.',
      }),
      sort: t.arg({
        type: MemberSortInput,
        description: 'Order of the members. Default: by tier, or that of the cursor.',
      }),
      forceRefresh: t.arg.boolean({
        defaultValue: false,
        description: 'Computes the members again from the current catalogue. Not together with `after`.',
      }),
    },
    resolve: async (list, { first, after, offset, tier, search, sort, forceRefresh }, context) => {
      const { members } = context.services.lists;
      const { limit } = toPage({ first, offset }, STANDARD_PAGE);
      const request = readPageRequest(list, {
        offset: offset ?? undefined,
        after: after ?? undefined,
        tier: tier ? toEnumValue(tier) : undefined,
        search: search ?? undefined,
        sort: sort ? { field: toEnumValue(sort.field), descending: sort.direction === 'DESC' } : undefined,
        forceRefresh: forceRefresh === true,
      });
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
  const before = 'after' in start ? 1 : start.offset;
  const connection = toConnection(
    items,
    { offset: total > 0 ? before : 0 },
    hasNext,
    () => total,
    (_position, member) => memberCursor(snapshot, selection, member),
  );
  return Object.assign(connection, { materialization: snapshot });
}
