import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import { FREE, POINTS, pagePrice } from '../../../graphql/analysis/prices.ts';
import { builder, innerType } from '../../../graphql/builder.ts';
import { type Connection, defineConnection, toConnection } from '../../../graphql/connection.ts';
import type { Context, UserContext } from '../../../graphql/context.ts';
import { STANDARD_PAGE, toPage } from '../../../graphql/cursors.ts';
import { defineEnum, toEnumValue } from '../../../graphql/enums.ts';
import { invalidValue } from '../../../lib/fault.ts';
import type { Company } from '../../catalogue/company.ts';
import { CompanyRef } from '../../catalogue/company-type.ts';
import type { Verdict } from '../../filters/explain.ts';
import type { List, PageOf } from '../list.ts';
import { ListRef, pageArguments } from '../list-types.ts';
import type { Member } from './members.ts';
import type { MaterializationInfo, MemberCounts, Snapshot, Tier } from './snapshot.ts';

export const memberTiers = defineEnum<Tier>('MemberTier', {
  description:
    'Freshness of the evidence for a member, counted back from the newest observation in the catalogue.',
  values: {
    high: 'Every dated condition that the member needs was met within 90 days, or the company was added manually.',
    medium: 'Every dated condition that the member needs was met within 365 days.',
    exploratory: 'A dated condition that the member needs was last met more than 365 days ago.',
  },
});

export const memberSources = defineEnum('MemberSource', {
  description: 'Reason why a company is a member.',
  values: {
    definition: 'The definition matches the company.',
    added: 'One of its domains was added manually.',
  },
});

const TIER_OF_WINDOW = { 90: 'HIGH', 365: 'MEDIUM', 0: 'EXPLORATORY' } as const;

export const VerdictRef = innerType<Verdict>('ConditionVerdict', {
  description: 'Result of one condition of a definition for one company.',
  fields: (t) => ({
    pointer: t.exposeString('pointer', { description: 'JSON pointer of the condition in the definition.' }),
    condition: t.expose('condition', {
      type: 'JSON',
      description: 'Condition as JSON, in the form of REST.',
    }),
    negated: t.exposeBoolean('negated', {
      description: 'Whether the condition is negated, by its operator or by `not`.',
    }),
    met: t.exposeBoolean('met', {
      description: 'Whether the company meets the condition; a negated one is met if it does not hold.',
    }),
    lastSeen: t.expose('lastSeen', {
      type: 'DateTime',
      nullable: true,
      description: 'When the evidence was last seen; null where evidence has no date.',
    }),
    window: t.field({
      type: memberTiers.type,
      nullable: true,
      description:
        'Narrowest evidence window in which a positive dated condition is met; null for other conditions.',
      resolve: ({ window }) => (window === null ? null : TIER_OF_WINDOW[window]),
    }),
  }),
});

const MemberRef = innerType<Member>('Member', {
  description: 'A company that belongs to a list.',
  fields: (t) => ({
    companyId: t.exposeInt('companyId', { description: 'Numeric id of the company.' }),
    company: t.field({
      type: CompanyRef,
      description: 'Company that is the member.',
      resolve: async ({ companyId }, _args, { loaders }): Promise<Company> => {
        const company = await loaders.company.load(companyId);
        if (company) return company;
        throw new Error(`company ${companyId} is a member and not in the catalogue`);
      },
    }),
    tier: t.field(memberTiers.field('Freshness of its evidence.', ({ tier }: Member) => tier)),
    source: t.field(memberSources.field('Why the company is a member.', ({ source }: Member) => source)),
    reasons: t.field({
      type: [VerdictRef],
      description:
        'Conditions of the definition that the company meets, and how fresh the evidence is. Free.',
      resolve: async (member, _args, context) =>
        (await reasonsOf(context).load(member)).filter(({ met }) => met),
    }),
  }),
});

export const MemberCountsRef = innerType<MemberCounts>('MemberCounts', {
  description: 'Number of members of a list, in all and by tier.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'Number of members in all tiers.' }),
    high: t.exposeInt('high', { description: 'Number of members in the tier HIGH.' }),
    medium: t.exposeInt('medium', { description: 'Number of members in the tier MEDIUM.' }),
    exploratory: t.exposeInt('exploratory', { description: 'Number of members in the tier EXPLORATORY.' }),
  }),
});

export const MaterializationRef = innerType<MaterializationInfo>('Materialization', {
  description: 'Members of a list as they were computed at one time. It never changes.',
  fields: (t) => ({
    // A compiled document does not serialize leaves: an id must be a string already.
    id: t.id({
      description: 'Id of the materialization.',
      resolve: ({ materializationId }) => String(materializationId),
    }),
    materializedAt: t.expose('materializedAt', {
      type: 'DateTime',
      description: 'When the members were computed.',
    }),
    definitionVersion: t.exposeInt('definitionVersion', {
      description: 'Version of the definition that was used.',
    }),
    stale: t.boolean({
      description: 'Whether the catalogue has changed since then. `forceRefresh` computes the members again.',
      resolve: (info, _args, { services }) => services.lists.members.isStale(info),
    }),
    counts: t.expose('counts', {
      type: MemberCountsRef,
      complexity: FREE,
      description: 'Number of members, in all and by tier.',
    }),
  }),
});

interface MemberConnection extends Connection<Member> {
  materialization: MaterializationInfo;
}

const MembersRef = defineConnection('Member', 'a member', MemberRef);
builder.objectField(MembersRef, 'materialization', (t) =>
  t.field({
    type: MaterializationRef,
    complexity: FREE,
    description: 'Materialization from which this page is served.',
    resolve: (page) => (page as MemberConnection).materialization,
  }),
);

/** A cursor belongs to its materialization: the page after it is served from that one. */
function writeCursor(materializationId: number, position: number): string {
  return Buffer.from(`members:${materializationId}:${position}`).toString('base64url');
}

function readCursor(cursor: string): { materializationId: number; position: number } {
  const [, id = '', position = ''] =
    /^members:(\d{1,10}):(\d{1,10})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (id !== '' && Number(id) < 2 ** 31) return { materializationId: Number(id), position: Number(position) };
  throw invalidValue('/after', 'must be a cursor of an earlier page');
}

/** Loads the reasons of members: two statements for all members of a list that one query selects. */
const reasonsOf = createContextCache(
  ({ services: { lists } }: Context) =>
    new DataLoader<Member, Verdict[]>(
      async (members) => {
        const byList = new Map<List, number[]>();
        for (const { list, companyId } of members)
          byList.set(list, (byList.get(list) ?? []).concat(companyId));
        const found = new Map<List, Map<number, Verdict[]>>();
        for (const [list, ids] of byList) found.set(list, await lists.members.reasons(list, ids));
        return members.map(({ list, companyId }) => found.get(list)?.get(companyId) ?? []);
      },
      { cache: false },
    ),
);

/** Loads the members of lists: one statement finds what is stored for all lists of a query, one reads it. */
export const currentOf = createContextCache(
  ({ user, services }: UserContext) =>
    new DataLoader<List, Snapshot, number>((lists) => services.lists.members.currentOfMany(user, lists), {
      cacheKeyFn: ({ listId }) => listId,
      cache: false,
    }),
);

builder.objectField(ListRef, 'members', (t) =>
  t.withAuth({ userKey: true }).field({
    type: MembersRef,
    complexity: pagePrice(STANDARD_PAGE, POINTS.members),
    description:
      'Members, ordered by tier (HIGH first), then by company id. Computed at the first read and kept until the revision changes.',
    extensions: { costClass: 'evaluate', costWhen: 'forceRefresh' },
    args: {
      ...pageArguments,
      tier: t.arg({
        type: memberTiers.type,
        description: 'Returns only members of this tier. Default: all tiers.',
      }),
      search: t.arg.string({
        description: 'Returns only members whose name or domain contains this text; case is ignored.',
      }),
      forceRefresh: t.arg.boolean({
        defaultValue: false,
        description: 'Computes the members again from the current catalogue.',
      }),
    },
    resolve: async (list, { first, after, offset, tier, search, forceRefresh }, context) => {
      const { members } = context.services.lists;
      const request = toPage({ first, offset }, STANDARD_PAGE);
      const cursor = after ? readCursor(after) : undefined;
      const snapshot = cursor
        ? await members.at(list, cursor.materializationId)
        : forceRefresh === true
          ? await members.refresh(context.user, list)
          : await currentOf(context).load(list);
      const start = cursor ? cursor.position + 1 : request.offset;
      const selection = { tier: tier ? toEnumValue(tier) : undefined, search: search ?? undefined };
      const page = await members.page(list, snapshot, selection, { limit: request.limit, offset: start });
      return toMemberConnection(snapshot, page, start);
    },
  }),
);

function toMemberConnection(
  snapshot: Snapshot,
  { items, total }: PageOf<Member>,
  start: number,
): MemberConnection {
  const connection = toConnection(
    items,
    { offset: total > 0 ? start : 0 },
    start + items.length < total,
    () => total,
    (position) => writeCursor(snapshot.materializationId, position),
  );
  return Object.assign(connection, { materialization: snapshot });
}
