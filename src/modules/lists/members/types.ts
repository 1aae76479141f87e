import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import { FREE } from '../../../graphql/analysis/prices.ts';
import { builder, inheritsAccess, innerType } from '../../../graphql/builder.ts';
import type { Context, UserContext } from '../../../graphql/context.ts';
import { defineEnum } from '../../../graphql/enums.ts';
import { defineNodes, inOrder } from '../../../graphql/nodes.ts';
import { CompanyRef, loadCompany } from '../../catalogue/types.ts';
import type { Verdict } from '../../filters/explain.ts';
import { TierCountsRef } from '../../filters/schema.ts';
import type { List } from '../list.ts';
import { memberTiers } from '../types.ts';
import type { Member } from './service.ts';
import type { MaterializationInfo, Snapshot } from './snapshot.ts';

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
    deletedFields: t.stringList({
      nullable: true,
      description:
        'Own fields that the condition compares and that were deleted: they match nothing. Null if there are none.',
      resolve: ({ isDeletedField, condition }) => (isDeletedField ? [condition.field] : null),
    }),
    value: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What the company has in an own field; null without a value, and for other fields.',
      resolve: ({ value }) => value,
    }),
    deletedLists: t.intList({
      nullable: true,
      description: 'Deleted lists that the condition names: they match nothing. Null if there are none.',
      resolve: ({ deletedLists }) => (deletedLists.length > 0 ? [...deletedLists] : null),
    }),
    negated: t.exposeBoolean('negated', {
      description: 'Whether the condition is negated, by its operator or by `not`.',
    }),
    met: t.exposeBoolean('met', {
      description:
        'Whether the company meets the condition. A negated condition is met when the value is absent.',
    }),
    firstSeen: t.expose('firstSeen', {
      type: 'DateTime',
      nullable: true,
      description: 'When the deciding value was first seen; null if its evidence has no date.',
    }),
    lastSeen: t.expose('lastSeen', {
      type: 'DateTime',
      nullable: true,
      description: 'When the same value was last seen; null if its evidence has no date.',
    }),
    window: t.field({
      type: memberTiers.type,
      nullable: true,
      description:
        'Narrowest evidence window in which a positive dated condition is met; null for other conditions and with `when`.',
      resolve: ({ window }) => (window === null ? null : TIER_OF_WINDOW[window]),
    }),
  }),
});

export const MemberRef = innerType<Member>('Member', {
  description: 'A company that belongs to a list.',
  fields: (t) => ({
    companyId: t.exposeInt('companyId', { description: 'Numeric id of the company.' }),
    company: t.field({
      type: CompanyRef,
      description: 'Company that is the member.',
      resolve: ({ companyId }, _args, context) => loadCompany(context, companyId),
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

/** Tells whether materializations are stale, in one statement for all of a page. */
const staleness = createContextCache(
  ({ services: { lists } }: Context) =>
    new DataLoader((infos: readonly MaterializationInfo[]) => lists.members.areStale(infos), {
      cache: false,
    }),
);

/** Counts members of materializations from whose time companies have been retired, together for all of a page. */
const countsOf = createContextCache(
  ({ services: { lists } }: Context) =>
    new DataLoader((infos: readonly MaterializationInfo[]) => lists.members.countAll(infos), {
      cache: false,
    }),
);

export const MaterializationRef = builder.objectRef<MaterializationInfo>('Materialization');

defineNodes<MaterializationInfo>(MaterializationRef, async (ids, { user, services: { lists } }) => {
  const found = user ? await lists.members.findMaterializations(user, ids) : [];
  return inOrder(ids, found, ({ materializationId }) => materializationId);
});

builder.node(MaterializationRef, {
  description:
    'Members of a list as they were computed at one time. It never changes, but reads leave out companies that were deleted or merged since.',
  extensions: inheritsAccess,
  id: {
    resolve: ({ materializationId }) => materializationId,
    description: 'Global id of the materialization. `node` finds it while it is kept.',
  },
  isTypeOf: (value): value is MaterializationInfo =>
    typeof value === 'object' && value !== null && 'materializationId' in value,
  fields: (t) => ({
    materializationId: t.exposeInt('materializationId', {
      description: 'Numeric id that REST shows as materialization_id.',
    }),
    materializedAt: t.expose('materializedAt', {
      type: 'DateTime',
      description: 'When the members were computed.',
    }),
    definitionVersion: t.exposeInt('definitionVersion', {
      description: 'Version of the definition that was used.',
    }),
    revision: t.exposeInt('revision', {
      description: 'Revision of the list whose members they are.',
    }),
    stale: t.boolean({
      description: 'Whether the catalogue has changed since then. `forceRefresh` computes the members again.',
      resolve: (info, _args, context) => staleness(context).load(info),
    }),
    counts: t.field({
      type: TierCountsRef,
      price: FREE,
      description: 'Number of members still in the catalogue, in total and by tier.',
      resolve: (info, _args, context) => (info.retiredVersion ? countsOf(context).load(info) : info.counts),
    }),
  }),
});

/** Loads the reasons of members: two statements for all members of a list that one query selects. */
const reasonsOf = createContextCache(
  ({ principal, services: { lists } }: Context) =>
    new DataLoader<Member, Verdict[]>(
      async (members) => {
        const byList = new Map<List, number[]>();
        for (const { list, companyId } of members)
          byList.set(list, (byList.get(list) ?? []).concat(companyId));
        const found = new Map<List, Map<number, Verdict[]>>();
        for (const [list, ids] of byList) found.set(list, await lists.members.reasons(principal, list, ids));
        return members.map(({ list, companyId }) => found.get(list)?.get(companyId) ?? []);
      },
      { cache: false },
    ),
);

/** Loads the members of lists: one statement finds what is stored for all lists of a query, one reads it. */
export const currentOf = createContextCache(
  ({ user, services }: UserContext) =>
    new DataLoader<List, Snapshot>((lists) => services.lists.members.currentOfMany(user, lists), {
      cache: false,
    }),
);
