import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import type { ApiKey, Organization, User } from '../../generated/prisma/client.ts';
import type { FieldPrice } from '../../graphql/analysis/prices.ts';
import { builder, inheritsAccess, innerType } from '../../graphql/builder.ts';
import type { Context } from '../../graphql/context.ts';
import { defineEnum } from '../../graphql/enums.ts';
import { definePrismaNodes } from '../../graphql/nodes.ts';
import { toRowId } from '../../lib/page.ts';
import { QuotaRef } from '../quotas/types.ts';
import type { AccessService } from './service.ts';
import { type DayOfUsage, MAX_DAYS } from './usage.ts';
import type { UserManagement } from './user-management.ts';

const DEFAULT_DAYS = 30;

const UsageDayRef = innerType<DayOfUsage>('UsageDay', {
  description: 'Usage of keys on one day. Requests are recorded every few seconds.',
  fields: (t) => ({
    day: t.exposeString('day', { description: 'Day in UTC, such as 2026-03-01.' }),
    requests: t.expose('requests', { type: 'SafeInt', description: 'Number of requests with a valid key.' }),
    errors: t.expose('errors', {
      type: 'SafeInt',
      description: 'Number of these requests with a status of 400 or above.',
    }),
    creditsCharged: t.expose('creditsCharged', {
      type: 'SafeInt',
      description: 'Credits that these requests cost, as in the ledger.',
    }),
  }),
});

/** Options of the argument `days`. */
const DAYS = {
  defaultValue: DEFAULT_DAYS,
  description: `Number of days, today included: 1 to ${MAX_DAYS}.`,
} as const;

/** Returns the price of a report: at most one row for each day. */
function usagePrice({ days }: { days?: number | null | undefined }): FieldPrice {
  const rows = Math.min(Math.max(typeof days === 'number' ? days : DEFAULT_DAYS, 1), MAX_DAYS);
  return { field: rows, multiplier: rows };
}

/** Loaders of a request, by number of days. */
const loadersOf = createContextCache((_: Context) => new Map<number, DataLoader<number, DayOfUsage[]>>());

/** Returns the loader of a request that reads the usage of all its keys in one statement. */
function usageLoader(context: Context, days: number): DataLoader<number, DayOfUsage[]> {
  const known = loadersOf(context);
  const loader =
    known.get(days) ??
    new DataLoader<number, DayOfUsage[]>((keyIds) => context.services.access.usageOfKeys(keyIds, days));
  known.set(days, loader);
  return loader;
}

declare module '../../graphql/context.ts' {
  interface Services {
    access: AccessService;
    users: UserManagement;
  }
}

const userRoles = defineEnum('UserRole', {
  description: 'Role of a user: it decides what they may do in the organization.',
  values: {
    member: 'Works with the data and manages their own keys.',
    admin: 'Also creates organization keys and manages all users and keys of the organization.',
  },
});
export const UserRole = userRoles.type;

const userKinds = defineEnum('UserKind', {
  description: 'Whether a user is a person or a program.',
  values: {
    person: 'A person, who signs in and has keys.',
    service: 'A service account: admins create its keys, and nobody can sign in as it.',
  },
});

const apiKeyKinds = defineEnum('ApiKeyKind', {
  description: 'Whether a key belongs to a user or to an organization.',
  values: {
    user: 'A personal key of one user (`cds_user_…`).',
    org: 'A key of the organization (`cds_org_…`). It can look up, flag and enrich; it cannot use lists or manage keys.',
  },
});
export const ApiKeyKind = apiKeyKinds.type;

const apiKeyStatuses = defineEnum('ApiKeyStatus', {
  description: 'Whether the key itself is valid. Keys of a disabled user are refused, whatever their status.',
  values: {
    active: 'The key is neither revoked, expired nor held.',
    held: 'The database was restored from a backup, and the key may have been revoked since. It is refused until the operator of the service confirms it.',
    expired: 'The expiry of the key has passed. It cannot be extended.',
    revoked: 'The key was revoked. It cannot be restored.',
  },
});

export const OrganizationRef = builder.prismaNode('Organization', {
  nullable: true,
  description: 'A customer. Its users and keys share one credit balance.',
  extensions: inheritsAccess,
  id: { field: 'id', description: 'Global id of the organization.' },
  findUnique: (id, { principal }) => ({ id: toRowId(id), AND: { id: principal.organizationId } }),
  fields: (t) => ({
    organizationId: t.exposeInt('id', { description: 'Numeric id that REST and the command line show.' }),
    name: t.exposeString('name', { description: 'Name of the organization, unique.' }),
    creditBalance: t.expose('creditBalance', {
      type: 'SafeInt',
      description: 'Current balance, in credits.',
    }),
    creditsLowThreshold: t.expose('creditsLowThreshold', {
      type: 'SafeInt',
      nullable: true,
      description:
        'Balance, in credits: a charge that takes the balance below it writes the event `credits.low`. Null: no event.',
    }),
    quotas: t.field({
      type: [QuotaRef],
      description: 'Quotas of the organization, and how much of each is used.',
      price: { field: 50, multiplier: 5 },
      resolve: (_organization, _args, { principal, services }) => services.quotas.read(principal),
    }),
    usage: t.withAuth({ userKey: true }).field({
      type: [UsageDayRef],
      description:
        'Usage of all keys of the organization by day, newest first. Needs an admin with a personal key; for others it is null, with an error.',
      price: usagePrice,
      args: { days: t.arg.int(DAYS) },
      resolve: (_organization, { days }, { user, services }) =>
        services.access.usageOfOrganization(user, days ?? DEFAULT_DAYS),
    }),
  }),
});

export const UserRef = builder.prismaNode('User', {
  nullable: true,
  description:
    'A person or a service account. Each belongs to one organization. Organization keys cannot see users.',
  extensions: inheritsAccess,
  id: { field: 'id', description: 'Global id of the user.' },
  findUnique: (id, { principal: { organizationId } }) => ({ id: toRowId(id), organizationId }),
  fields: (t) => ({
    userId: t.exposeInt('id', { description: 'Numeric id that REST shows as user_id.' }),
    kind: t.field(
      userKinds.field('Whether the user is a person or a service account.', ({ kind }: User) => kind),
    ),
    email: t.exposeString('email', {
      description:
        'E-mail address, in lower case; unique. The address of a service account ends in `@service.invalid` and receives no mail.',
    }),
    name: t.exposeString('name', {
      description: 'Name of the user, as entered by an admin or the operator.',
    }),
    role: t.field(userRoles.field('Role of the user in the organization.', ({ role }: User) => role)),
    disabledAt: t.expose('disabledAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the user was disabled; null if active. The personal keys of a disabled user are refused.',
    }),
  }),
});

export const ApiKeyRef = builder.prismaNode('ApiKey', {
  nullable: true,
  description:
    'An API key. The service stores its SHA-256, never the key itself. Users see their own keys, admins all keys of the organization.',
  extensions: inheritsAccess,
  id: { field: 'id', description: 'Global id of the key.' },
  findUnique: (id, { principal, services }) => ({
    id: toRowId(id),
    AND: services.access.manageable(principal),
  }),
  fields: (t) => ({
    keyId: t.exposeInt('id', {
      description: 'Numeric id, for `updateApiKey`, `rotateApiKey` and `revokeApiKey`.',
    }),
    kind: t.field({
      type: ApiKeyKind,
      description: 'Whether the key belongs to a user or to the organization.',
      resolve: (apiKey) => apiKeyKinds.names[apiKey.kind],
    }),
    prefix: t.exposeString('prefix', { description: 'First characters of the key, to recognize it.' }),
    label: t.exposeString('label', {
      nullable: true,
      description: 'Purpose of the key, as named by its owner.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the key was created.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the key expires: from this instant on it is refused. Null: never.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the key was revoked; null if it was not.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the key was last used, to within a few seconds; null if never.',
    }),
    user: t.relation('user', {
      nullable: true,
      description: 'Owner of a personal key; null for an organization key.',
    }),
    status: t.field({
      type: apiKeyStatuses.type,
      description: 'Whether the key is active, held, expired or revoked.',
      resolve: (apiKey, _args, { services }) => apiKeyStatuses.names[services.access.statusOf(apiKey)],
    }),
    createdBy: t.relation('createdBy', {
      nullable: true,
      description: 'User who created the key; null if the command line created it.',
    }),
    createdByKey: t.relation('createdByKey', {
      nullable: true,
      description:
        'Key that created this one; null if the command line created it, or if this was not recorded.',
    }),
    replaces: t.relation('replaces', {
      nullable: true,
      description: 'Key this one replaced; null if there is none.',
    }),
    replacedBy: t.relation('replacedBy', {
      nullable: true,
      description: 'Key that replaced this one; null if none did.',
    }),
    usage: t.field({
      type: [UsageDayRef],
      description: 'Usage of the key by day, newest first. Days without usage are left out.',
      price: usagePrice,
      args: { days: t.arg.int(DAYS) },
      resolve: (apiKey, { days }, context) => usageLoader(context, days ?? DEFAULT_DAYS).load(apiKey.id),
    }),
  }),
});

definePrismaNodes<Organization>(OrganizationRef, (ids, { principal, services }, query) => {
  const own = ids.filter((id) => id === principal.organizationId);
  return services.prisma.organization.findMany({ ...query, where: { id: { in: own } } });
});

// An organization key sees no user on any path. Users see a disabled colleague only as the author of something on a list.
definePrismaNodes<User>(UserRef, async (ids, { user, services: { prisma, users, lists } }, query) => {
  if (!user) return [];
  const where = { id: { in: ids }, organizationId: user.organizationId };
  const found = await prisma.user.findMany({ ...query, where });
  const isListed = (each: User) => users.isListedFor(user, each);
  const others = found.filter((each) => !isListed(each)).map(({ id }) => id);
  const shown = others.length > 0 ? await lists.findShownUsers(user, others) : [];
  return found.filter((each) => isListed(each) || shown.includes(each.id));
});

definePrismaNodes<ApiKey>(ApiKeyRef, (ids, { principal, services }, query) => {
  const manageable = services.access.manageable(principal);
  return services.prisma.apiKey.findMany({ ...query, where: { AND: [{ id: { in: ids } }, manageable] } });
});
