import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import { POINTS, priced } from '../../../graphql/analysis/prices.ts';
import { builder, innerType } from '../../../graphql/builder.ts';
import type { UserContext } from '../../../graphql/context.ts';
import { CompanyRef } from '../../catalogue/company-type.ts';
import { type ListMembership, type ListMemberships, MAX_BYTES, MAX_LISTS } from './company-lists.ts';
import { memberTiers } from './member-types.ts';

const ListMembershipRef = innerType<ListMembership>('ListMembership', {
  description: 'A list that has a company as a member.',
  fields: (t) => ({
    listId: t.exposeInt('listId', { description: 'Numeric id of the list.' }),
    name: t.exposeString('name', { description: 'Name of the list: 1 to 200 characters.' }),
    tier: t.field(memberTiers.field('Freshness of its evidence.', ({ tier }: ListMembership) => tier)),
    materializedAt: t.expose('materializedAt', {
      type: 'DateTime',
      description: 'When the members of the list were last computed. Changes since then do not count.',
    }),
  }),
});

const ListMembershipsRef = innerType<ListMemberships>('ListMemberships', {
  description: 'Lists that have a company as a member.',
  fields: (t) => ({
    complete: t.exposeBoolean('complete', {
      description:
        'Whether all lists that the caller can see and whose members were computed were looked at.',
    }),
    memberships: t.expose('memberships', {
      type: [ListMembershipRef],
      price: { field: MAX_LISTS, multiplier: MAX_LISTS },
      description: 'Lists that have the company, the most recently updated first.',
    }),
  }),
});

builder.objectField(CompanyRef, 'lists', (t) =>
  t.withAuth({ userKey: true }).field({
    type: ListMembershipsRef,
    price: priced(POINTS.companyLists),
    description: `Lists that the caller can see and that have the company as a member, as their members were last computed. Lists whose members were never computed do not count. The ${MAX_LISTS} lists that were updated last are looked at, as far as their members take at most ${MAX_BYTES / 1024 / 1024} MiB. Free.`,
    extensions: { costClass: 'evaluate' },
    resolve: ({ companyId }, _args, context) => membershipsOf(context).load(companyId),
  }),
);

/** Looks for all companies that one query selects at once. */
const membershipsOf = createContextCache(
  ({ user, services: { lists } }: UserContext) =>
    new DataLoader((companyIds: readonly number[]) => lists.members.listsOf(user, companyIds)),
);
