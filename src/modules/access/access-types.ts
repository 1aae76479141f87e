import type { ApiKey, Organization, User } from '../../generated/prisma/client.ts';
import { builder, inheritsAccess } from '../../graphql/builder.ts';
import type { Context } from '../../graphql/context.ts';
import { defineNodes } from '../../graphql/nodes.ts';
import { requirePrincipal } from '../../graphql/principal.ts';
import { toRowId } from '../../lib/row-id.ts';
import { QuotaRef } from '../quotas/quota-types.ts';
import { DAYS, DEFAULT_DAYS, UsageDayRef, usageLoader, usagePrice } from './usage-types.ts';

const UserRole = builder.enumType('UserRole', {
  description: 'What a user may do in the organization.',
  values: {
    MEMBER: { description: 'Works with the data and makes keys of their own.' },
    ADMIN: { description: 'Makes and revokes keys of the organization as well.' },
  } as const,
});

export const ApiKeyKind = builder.enumType('ApiKeyKind', {
  description: 'Whose key it is.',
  values: {
    USER: { description: 'A personal key.' },
    ORG: { description: 'A key of the organization; it cannot use lists.' },
  } as const,
});

const ApiKeyStatus = builder.enumType('ApiKeyStatus', {
  description: 'Whether a key works.',
  values: {
    ACTIVE: { description: 'It works.' },
    EXPIRED: { description: 'Its time is over.' },
    REVOKED: { description: 'It was revoked.' },
  } as const,
});

const STATUS = { active: 'ACTIVE', expired: 'EXPIRED', revoked: 'REVOKED' } as const;
const KIND = { user: 'USER', org: 'ORG' } as const;
const ROLE = { member: 'MEMBER', admin: 'ADMIN' } as const;

/** The tenant stands in the `where`: an id of another organization finds nothing. */
const ofTenant = (id: string, { principal }: Context) => ({
  id: toRowId(id),
  organizationId: requirePrincipal(principal).organizationId,
});

export const OrganizationRef = builder.prismaNode('Organization', {
  nullable: true,
  description: 'A customer: its users and keys share one credit balance.',
  extensions: inheritsAccess,
  id: { field: 'id', description: 'The global id of the organization.' },
  /** Only one's own exists. */
  findUnique: (id, { principal }) => ({
    id: toRowId(id),
    AND: { id: requirePrincipal(principal).organizationId },
  }),
  fields: (t) => ({
    organizationId: t.exposeInt('id', { description: 'The id that REST and the command line show.' }),
    name: t.exposeString('name', { description: 'The name of the organization.' }),
    creditBalance: t.exposeInt('creditBalance', { description: 'Credits left.' }),
    quotas: t.field({
      type: [QuotaRef],
      description: 'What the organization may have, and what of it is used.',
      complexity: { field: 50, multiplier: 5 },
      resolve: (_organization, _args, { principal, services }) =>
        services.quotas.read(requirePrincipal(principal)),
    }),
    usage: t.field({
      type: [UsageDayRef],
      nullable: true,
      description: 'What all its keys were used for, day by day, newest first. For admins: null for others.',
      complexity: usagePrice,
      args: { days: t.arg.int({ description: DAYS }) },
      resolve: (_organization, { days }, { principal, services }) =>
        services.access.usageOfOrganization(requirePrincipal(principal), days ?? DEFAULT_DAYS),
    }),
  }),
});

export const UserRef = builder.prismaNode('User', {
  nullable: true,
  description: 'A person in an organization.',
  extensions: inheritsAccess,
  id: { field: 'id', description: 'The global id of the user.' },
  findUnique: ofTenant,
  fields: (t) => ({
    userId: t.exposeInt('id', { description: 'The id that REST shows as user_id.' }),
    email: t.exposeString('email', { description: 'The e-mail address, in lower case.' }),
    name: t.exposeString('name', { description: 'The name of the user.' }),
    role: t.field({
      type: UserRole,
      description: 'What the user may do in the organization.',
      resolve: (user) => ROLE[user.role],
    }),
  }),
});

export const ApiKeyRef = builder.prismaNode('ApiKey', {
  nullable: true,
  description: 'What is stored of an API key; the key itself is not.',
  extensions: inheritsAccess,
  id: { field: 'id', description: 'The global id of the key.' },
  /** One's own keys and, for admins, all of the organization; nobody's with an organization key. */
  findUnique: (id, { principal, services }) => ({
    id: toRowId(id),
    AND: services.access.manageable(requirePrincipal(principal)),
  }),
  fields: (t) => ({
    keyId: t.exposeInt('id', { description: 'The id to revoke it by.' }),
    kind: t.field({
      type: ApiKeyKind,
      description: 'Whose key it is.',
      resolve: (apiKey) => KIND[apiKey.kind],
    }),
    prefix: t.exposeString('prefix', { description: 'The first characters, to tell keys apart.' }),
    label: t.exposeString('label', { nullable: true, description: 'What the key is for.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it stops working.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to within a few seconds.',
    }),
    user: t.relation('user', { nullable: true, description: 'The owner of a personal key.' }),
    status: t.field({
      type: ApiKeyStatus,
      description: 'Whether it works.',
      resolve: (apiKey, _args, { services }) => STATUS[services.access.statusOf(apiKey)],
    }),
    createdBy: t.relation('createdBy', {
      nullable: true,
      description: 'Who made it; null when that was done on the command line.',
    }),
    createdByKey: t.relation('createdByKey', {
      nullable: true,
      description: 'The key with which it was made; null when that was done on the command line.',
    }),
    replaces: t.relation('replaces', {
      nullable: true,
      description: 'The key whose place it takes, after a rotation.',
    }),
    replacedBy: t.relation('replacedBy', {
      nullable: true,
      description: 'The key that takes its place, after a rotation.',
    }),
    usage: t.field({
      type: [UsageDayRef],
      description: 'What it was used for, day by day, newest first; days without any use are left out.',
      complexity: usagePrice,
      args: { days: t.arg.int({ description: DAYS }) },
      resolve: (apiKey, { days }, context) => usageLoader(context, days ?? DEFAULT_DAYS).load(apiKey.id),
    }),
  }),
});

const PRISMA = { isPrisma: true };

defineNodes<Organization>(
  OrganizationRef,
  ({ id }) => id,
  (ids, { principal, services }, query) => {
    const { organizationId } = requirePrincipal(principal);
    const own = ids.filter((id) => id === organizationId);
    return services.prisma.organization.findMany({ ...query, where: { id: { in: own } } });
  },
  PRISMA,
);

defineNodes<User>(
  UserRef,
  ({ id }) => id,
  (ids, { principal, services }, query) => {
    const { organizationId } = requirePrincipal(principal);
    return services.prisma.user.findMany({ ...query, where: { id: { in: ids }, organizationId } });
  },
  PRISMA,
);

defineNodes<ApiKey>(
  ApiKeyRef,
  ({ id }) => id,
  (ids, { principal, services }, query) => {
    const manageable = services.access.manageable(requirePrincipal(principal));
    return services.prisma.apiKey.findMany({ ...query, where: { AND: [{ id: { in: ids } }, manageable] } });
  },
  PRISMA,
);
