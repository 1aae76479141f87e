import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import type { ApiKey, Organization, User } from '../../generated/prisma/client.ts';
import { pagePrice } from '../../graphql/analysis/prices.ts';
import { builder, inheritsAccess } from '../../graphql/builder.ts';
import {
  AFTER_AN_ID,
  cursorArguments,
  defineConnection,
  pageArguments,
  readPage,
  readPageById,
} from '../../graphql/connection.ts';
import type { Context } from '../../graphql/context.ts';
import { defineEnum } from '../../graphql/enums.ts';
import { idText, wideRowKey } from '../../graphql/ids.ts';
import { payload, update } from '../../graphql/mutation.ts';
import { defineKeyedNodes, inOrder, loadReference, requireNode } from '../../graphql/nodes.ts';
import { Fault } from '../../lib/fault.ts';
import { type KeyOrder, type Keyset, STANDARD_PAGE } from '../../lib/page.ts';
import type { Principal } from '../../lib/principal.ts';
import { ViewerRef } from '../access/schema.ts';
import { ApiKeyRef, OrganizationRef, UserRef } from '../access/types.ts';
import { CompanyRef } from '../catalogue/types.ts';
import type { CreditEntry, CreditEntryKind, Ledger } from './ledger.ts';
import type { LowCredits } from './low-credits.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    ledger: Ledger;
    lowCredits: LowCredits;
  }
}

const kinds = defineEnum<CreditEntryKind>('CreditEntryKind', {
  description: 'Reason why the balance changed.',
  values: {
    grant: 'The operator added credits.',
    enrichment: 'An enrichment unlocked companies.',
    export: 'An export unlocked the members of a list.',
  },
});

/** Loads a page of the companies of several entries: one statement for all entries of one page. */
const companiesOf = createContextCache(
  (_context: Context) => new Map<string, DataLoader<number, number[]>>(),
);

function companyIdsOf(
  context: Context,
  { limit, after }: Pick<Keyset, 'limit' | 'after'>,
): DataLoader<number, number[]> {
  const loaders = companiesOf(context);
  const name = `${limit}:${after ?? 0}`;
  const { ledger } = context.services;
  const load = (entryIds: readonly number[]) => ledger.companies(entryIds, { limit, after });
  const loader = loaders.get(name) ?? new DataLoader(load);
  loaders.set(name, loader);
  return loader;
}

/** Place of a company in an entry, from 1. It never changes, also when the company is merged or deleted. */
const PLACE: KeyOrder = { name: 'place', types: ['integer'] };

export const CreditEntryRef = builder.objectRef<CreditEntry>('CreditEntry');

defineKeyedNodes<CreditEntry, number>(
  CreditEntryRef,
  wideRowKey,
  async (ids, { principal, services: { ledger, installation } }) => {
    const found = await ledger.findMany(principal, ids);
    // An operator made grants to other organizations, and may read them again.
    const seesGrants = found.length < ids.length && (await installation.isOperator(principal));
    const grants = seesGrants ? await ledger.findGrants(ids) : [];
    return inOrder(ids, [...found, ...grants], ({ entryId }) => entryId);
  },
);

builder.node(CreditEntryRef, {
  description:
    'A change of the credit balance. Entries are appended, never changed; they sum to the balance.',
  extensions: inheritsAccess,
  id: { resolve: ({ entryId }) => entryId, description: 'Global id of the entry.' },
  isTypeOf: (value): value is CreditEntry =>
    typeof value === 'object' && value !== null && 'entryId' in value,
  fields: (t) => ({
    entryId: t.expose('entryId', {
      type: 'SafeInt',
      description: 'Numeric id of the entry. Later entries have larger ids.',
    }),
    kind: t.field(kinds.field('Reason for the change.', ({ kind }: CreditEntry) => kind)),
    amount: t.expose('amount', {
      type: 'SafeInt',
      description: 'Credits: positive for a grant, negative for a charge.',
    }),
    balanceAfter: t.expose('balanceAfter', {
      type: 'SafeInt',
      description: 'Balance of the organization after the entry, in credits.',
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When the balance changed.' }),
    apiKey: t.field({
      type: ApiKeyRef,
      nullable: true,
      description:
        'Key of the request that was charged; null for a grant and for a session, and for organization keys, which cannot read keys.',
      resolve: ({ apiKeyId }, _args, context, info) =>
        apiKeyId === null
          ? null
          : (loadReference('ApiKey', apiKeyId, context, info) as Promise<ApiKey | null>),
    }),
    user: t.field({
      type: UserRef,
      nullable: true,
      description:
        'Person or service account who was charged, by a key or signed in to the console; null for a grant and for an organization key.',
      resolve: ({ userId }, _args, context, info) =>
        userId === null ? null : (loadReference('User', userId, context, info) as Promise<User | null>),
    }),
    requestId: t.exposeString('requestId', {
      nullable: true,
      description: 'X-Request-Id of the request that was charged; null for a grant and for a job.',
    }),
    jobId: t.exposeInt('jobId', {
      nullable: true,
      description:
        'Job whose rows were paid for; null if it was none. Jobs are deleted 30 days after their end.',
    }),
    via: t.exposeString('via', {
      nullable: true,
      description:
        '`mcp` for what an agent spent by a tool of `/mcp`. Null for charges over both APIs, of the console and of jobs, and for a grant.',
    }),
    companies: t.field({
      type: defineConnection('CreditEntryCompany', 'a company that was paid for', CompanyRef, {
        forwardsOnly: 'Pages are read forwards only, so that those of several entries share a statement.',
      }),
      price: pagePrice(STANDARD_PAGE),
      description:
        'Companies paid for, one credit each, by company id. Companies deleted from the catalogue are counted but not shown. A merged company is shown as its survivor.',
      args: cursorArguments(STANDARD_PAGE),
      resolve: ({ entryId, kind, amount }, args, context) => {
        // Each company costs one credit, so that a charge counts its companies.
        const total = kind === 'grant' ? 0 : -amount;
        return readPage(args, {
          scope: ['creditEntry.companies', entryId],
          order: PLACE,
          read: async ({ limit, after: key }) => {
            const after = key === undefined ? 0 : Number(key[0]);
            const ids = after < total ? await companyIdsOf(context, { limit, after }).load(entryId) : [];
            return ids.map((companyId, index) => ({ companyId, place: after + index + 1 }));
          },
          keyOf: ({ place }) => [place],
          load: (rows) => Promise.all(rows.map(({ companyId }) => context.loaders.company.load(companyId))),
          countAll: () => total,
        });
      },
    }),
  }),
});

builder.objectField(OrganizationRef, 'creditEntries', (t) =>
  t.field({
    type: defineConnection('CreditEntry', 'an entry of the ledger', CreditEntryRef, {
      forwardsOnly: AFTER_AN_ID,
    }),
    price: pagePrice(STANDARD_PAGE),
    description:
      'Changes of the credit balance, newest first. Admins see all of them, users see the charges of their own keys, and an organization key sees its own.',
    args: pageArguments,
    resolve: (_organization, args, { principal, services: { ledger } }) =>
      readPageById(args, {
        scope: ['creditEntries'],
        hasBigIds: true,
        read: (page) => ledger.page(principal, page),
        countAll: () => ledger.count(principal),
        idOf: ({ entryId }) => entryId,
      }),
  }),
);

builder.queryField('creditEntry', (t) =>
  t.field({
    type: CreditEntryRef,
    authScopes: { anyKey: true },
    description:
      'One of the changes of the balance that the caller can see; for an operator of the installation, also a grant to any organization. Any other entry is the error CREDIT_ENTRY_NOT_FOUND.',
    args: { entryId: t.arg.id({ required: true, description: idText('Entry') }) },
    resolve: (_root, { entryId }, context, info) =>
      requireNode<CreditEntry>('CreditEntry', entryId, context, info, entryNotFound),
  }),
);

function entryNotFound(): Fault {
  return new Fault('credit_entry_not_found', 'Entry not found in the ledger.');
}

update('updateOrganization', {
  description: 'Changes settings of the organization of the caller. Needs an admin.',
  takes: 'Settings to change.',
  clears: ['creditsLowThreshold'],
  input: (t) => ({
    creditsLowThreshold: t.field({
      type: 'SafeInt',
      description:
        'Balance, in credits, at least 1: a charge that takes the balance below it writes the event `credits.low`. Null: no event.',
    }),
  }),
  payload: payload<{ organization: Organization; viewer: Principal }>((t) => ({
    viewer: t.expose('viewer', { type: ViewerRef, description: 'Caller after the change.' }),
    organization: t.expose('organization', {
      type: OrganizationRef,
      description: 'Organization after the change.',
    }),
  })),
  resolve: async ({ creditsLowThreshold }, { user, services }) => ({
    organization: await services.lowCredits.setThreshold(user, creditsLowThreshold),
    viewer: user,
  }),
});
