import DataLoader from 'dataloader';
import { builder, inheritsAccess } from '../../graphql/builder.ts';
import { type Connection, defineConnection } from '../../graphql/connection.ts';
import type { Context } from '../../graphql/context.ts';
import { STANDARD_PAGE, toPage } from '../../graphql/cursors.ts';
import { FREE, POINTS, pagePrice } from '../../graphql/prices.ts';
import { validationFault } from '../../lib/fault.ts';
import type { Company } from '../catalogue/company.ts';
import { CompanyRef } from '../catalogue/company-type.ts';
import type { EvidenceWindow } from '../facets/evidence-windows.ts';
import type { Verdict } from '../filters/explain.ts';
import type { List } from './list.ts';
import { callerOf, ListRef } from './list-types.ts';
import type { Member } from './members.ts';
import type { MaterializationInfo, MemberCounts, Snapshot, Tier } from './snapshot.ts';

const TIER_NAMES = { high: 'HIGH', medium: 'MEDIUM', exploratory: 'EXPLORATORY' } as const;
const SOURCES = { definition: 'DEFINITION', added: 'ADDED' } as const;

const MemberTier = builder.enumType('MemberTier', {
  description: 'How fresh the evidence for a member is.',
  values: {
    HIGH: { description: 'Within 90 days before the newest observation, or added by hand.' },
    MEDIUM: { description: 'Within 365 days.' },
    EXPLORATORY: { description: 'Longer ago.' },
  } as const,
});

const MemberSource = builder.enumType('MemberSource', {
  description: 'Why a company is a member.',
  values: {
    DEFINITION: { description: 'The definition matches it.' },
    ADDED: { description: 'One of its domains was added by hand.' },
  } as const,
});

const TIER_OF_WINDOW = { 90: 'HIGH', 365: 'MEDIUM', 0: 'EXPLORATORY' } as const satisfies Record<
  EvidenceWindow,
  string
>;

const VerdictRef = builder.objectRef<Verdict>('ConditionVerdict').implement({
  description: 'What one condition of a definition says of a company.',
  extensions: inheritsAccess,
  fields: (t) => ({
    pointer: t.exposeString('pointer', { description: 'JSON pointer of the node in the definition.' }),
    condition: t.expose('condition', { type: 'JSON', description: 'The condition, as REST spells it.' }),
    negated: t.exposeBoolean('negated', { description: 'Whether it is wanted not to hold.' }),
    met: t.exposeBoolean('met', { description: 'Whether the company is as wanted here.' }),
    lastSeen: t.expose('lastSeen', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last seen to hold; null where evidence has no date.',
    }),
    window: t.field({
      type: MemberTier,
      nullable: true,
      description: 'The freshest window in which a dated condition is met.',
      resolve: ({ window }) => (window === null ? null : TIER_OF_WINDOW[window]),
    }),
  }),
});

const MemberRef = builder.objectRef<Member>('Member').implement({
  description: 'A company in a list.',
  extensions: inheritsAccess,
  fields: (t) => ({
    companyId: t.exposeInt('companyId', { description: 'The id of the company.' }),
    company: t.field({
      type: CompanyRef,
      description: 'The company itself.',
      resolve: async ({ companyId }, _args, { loaders }): Promise<Company> => {
        const company = await loaders.company.load(companyId);
        if (company) return company;
        throw new Error(`company ${companyId} is a member and not in the catalogue`);
      },
    }),
    tier: t.field({ type: MemberTier, description: 'Its tier.', resolve: ({ tier }) => TIER_NAMES[tier] }),
    source: t.field({
      type: MemberSource,
      description: 'Why it is a member.',
      resolve: ({ source }) => SOURCES[source],
    }),
    reasons: t.field({
      type: [VerdictRef],
      description: 'The conditions of the definition that it meets, and how fresh they are.',
      resolve: async (member, _args, context) => (await reasonsOf(context, member)).filter(({ met }) => met),
    }),
  }),
});

export { MemberSource, MemberTier, SOURCES, TIER_NAMES, VerdictRef };

export const MemberCountsRef = builder.objectRef<MemberCounts>('MemberCounts').implement({
  description: 'How many members a list has.',
  extensions: inheritsAccess,
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'All of them.' }),
    high: t.exposeInt('high', { description: 'In the tier high.' }),
    medium: t.exposeInt('medium', { description: 'In the tier medium.' }),
    exploratory: t.exposeInt('exploratory', { description: 'In the tier exploratory.' }),
  }),
});

export const MaterializationRef = builder.objectRef<MaterializationInfo>('Materialization').implement({
  description: 'The members of a list as they were computed at one time.',
  extensions: inheritsAccess,
  fields: (t) => ({
    // A compiled document does not serialize leaves: an id must be a string already.
    id: t.id({ description: 'Its number.', resolve: ({ materializationId }) => String(materializationId) }),
    materializedAt: t.expose('materializedAt', { type: 'DateTime', description: 'When it was computed.' }),
    definitionVersion: t.exposeInt('definitionVersion', { description: 'The version of the definition.' }),
    stale: t.boolean({
      description: 'Whether the catalogue has moved on since then; forceRefresh takes it up.',
      resolve: (info, _args, { services }) => services.lists.members.isStale(info),
    }),
    counts: t.expose('counts', { type: MemberCountsRef, complexity: FREE, description: 'How many members.' }),
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
    description: 'What these pages are of.',
    resolve: (page) => (page as MemberConnection).materialization,
  }),
);

const PREFIX = 'members:';

/** A cursor belongs to its materialization: the page after it is served from that one. */
function writeCursor(materializationId: number, position: number): string {
  return Buffer.from(`${PREFIX}${materializationId}:${position}`).toString('base64url');
}

function readCursor(cursor: string): { materializationId: number; position: number } {
  const [, id = '', position = ''] =
    /^members:(\d{1,10}):(\d{1,10})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (id !== '' && Number(id) < 2 ** 31) return { materializationId: Number(id), position: Number(position) };
  throw validationFault([{ pointer: '/after', message: 'must be a cursor that an earlier page gave' }]);
}

const reasonLoaders = new WeakMap<Context, DataLoader<Member, Verdict[]>>();

/** Two statements for all members of a list that one query asks about. */
function reasonsOf(context: Context, member: Member): Promise<Verdict[]> {
  const { members } = context.services.lists;
  const loader =
    reasonLoaders.get(context) ??
    new DataLoader<Member, Verdict[]>(
      async (asked) => {
        const byList = new Map<List, number[]>();
        for (const { list, companyId } of asked) byList.set(list, (byList.get(list) ?? []).concat(companyId));
        const found = new Map<List, Map<number, Verdict[]>>();
        for (const [list, ids] of byList) found.set(list, await members.reasons(list, ids));
        return asked.map(({ list, companyId }) => found.get(list)?.get(companyId) ?? []);
      },
      { cache: false },
    );
  reasonLoaders.set(context, loader);
  return loader.load(member);
}

const currentLoaders = new WeakMap<Context, DataLoader<List, Snapshot, number>>();

/** The members of all lists of one query: one statement finds what is computed, one reads it. */
export function currentOf(context: Context, list: List): Promise<Snapshot> {
  let loader = currentLoaders.get(context);
  if (loader === undefined) {
    loader = new DataLoader<List, Snapshot, number>(
      (lists) => context.services.lists.members.currentOfMany(callerOf(context), lists),
      { cacheKeyFn: ({ listId }) => listId, cache: false },
    );
    currentLoaders.set(context, loader);
  }
  return loader.load(list);
}

const TIER_KEYS = { HIGH: 'high', MEDIUM: 'medium', EXPLORATORY: 'exploratory' } as const satisfies Record<
  string,
  Tier
>;

builder.objectField(ListRef, 'members', (t) =>
  t.field({
    type: MembersRef,
    complexity: pagePrice(STANDARD_PAGE, POINTS.members),
    description: 'The members: by tier, the freshest first, then by company id.',
    extensions: { costClass: 'evaluate', costWhen: 'forceRefresh' },
    args: {
      first: t.arg.int({ description: 'How many: 1 to 1000, 100 unless given.' }),
      after: t.arg.string({ description: 'The cursor after which to go on.' }),
      offset: t.arg.int({ description: 'How many to pass over, instead of a cursor.' }),
      tier: t.arg({ type: MemberTier, description: 'Members of this tier alone.' }),
      search: t.arg.string({ description: 'Part of a name or domain; case is ignored.' }),
      forceRefresh: t.arg.boolean({ description: 'Computes the members anew.' }),
    },
    resolve: async (list, { first, after, offset, tier, search, forceRefresh }, context) => {
      const { members } = context.services.lists;
      const request = toPage({ first, offset }, STANDARD_PAGE);
      const cursor = after ? readCursor(after) : undefined;
      const snapshot = cursor
        ? await members.at(list, cursor.materializationId)
        : forceRefresh === true
          ? await members.refresh(callerOf(context), list)
          : await currentOf(context, list);
      const start = cursor ? cursor.position + 1 : request.offset;
      const selection = { tier: tier ? TIER_KEYS[tier] : undefined, search: search ?? undefined };
      const page = await members.page(list, snapshot, selection, { limit: request.limit, offset: start });
      return toMemberConnection(snapshot, page.members, start, page.total);
    },
  }),
);

function toMemberConnection(
  snapshot: Snapshot,
  members: readonly Member[],
  start: number,
  total: number,
): MemberConnection {
  const cursorAt = (index: number) => writeCursor(snapshot.materializationId, start + index);
  return {
    materialization: snapshot,
    edges: members.map((node, index) => ({ node, cursor: cursorAt(index) })),
    pageInfo: {
      hasNextPage: start + members.length < total,
      hasPreviousPage: start > 0 && total > 0,
      startCursor: members.length > 0 ? cursorAt(0) : null,
      endCursor: members.length > 0 ? cursorAt(members.length - 1) : null,
    },
    countAll: () => total,
  };
}
