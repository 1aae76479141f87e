import { queryFromInfo } from '@pothos/plugin-prisma';
import type { User } from '../../generated/prisma/client.ts';
import { edgesPrice, PLAIN_LIST_SIZE, pagePrice } from '../../graphql/analysis/prices.ts';
import { builder, innerType } from '../../graphql/builder.ts';
import { AFTER_AN_ID, defineConnection, pageArguments, readPageById } from '../../graphql/connection.ts';
import { toEnumValue } from '../../graphql/enums.ts';
import { idText, toRowIdOf } from '../../graphql/ids.ts';
import { mutation, payload, update } from '../../graphql/mutation.ts';
import { requireNode } from '../../graphql/nodes.ts';
import { MAX_ROW_ID, STANDARD_PAGE } from '../../lib/page.ts';
import type { Principal } from '../../lib/principal.ts';
import { ApiKeyRef, OrganizationRef, UserRef, UserRole } from './types.ts';
import { userNotFound } from './users.ts';

export const ViewerRef = innerType<Principal>('Viewer', {
  description: 'Caller: the user or the organization that owns the key of this request.',
  fields: (t) => ({
    user: t.prismaField({
      type: UserRef,
      nullable: true,
      description: 'User of a personal key; null for an organization key.',
      resolve: (query, { userId, organizationId }, _args, { services }) =>
        userId === null
          ? null
          : services.prisma.user.findUnique({ ...query, where: { id: userId, organizationId } }),
    }),
    organization: t.prismaField({
      type: OrganizationRef,
      description: 'Organization that the key belongs to.',
      resolve: (query, { organizationId }, _args, { services }) =>
        services.prisma.organization.findUniqueOrThrow({ ...query, where: { id: organizationId } }),
    }),
    apiKeys: t.field({
      type: defineConnection('ApiKey', 'an API key', ApiKeyRef, { forwardsOnly: AFTER_AN_ID }),
      price: edgesPrice(STANDARD_PAGE, PLAIN_LIST_SIZE),
      description:
        'Keys that the caller may manage, newest first. Users manage their own keys, admins manage all keys of the organization, organization keys manage none.',
      args: pageArguments,
      resolve: (principal, args, context, info) => {
        const { prisma, access } = context.services;
        const manageable = access.manageable(principal);
        return readPageById(args, {
          scope: ['apiKeys'],
          read: ({ limit, after = MAX_ROW_ID, offset }) =>
            prisma.apiKey.findMany({
              // Includes the selected relations, so that they are loaded with the keys and not one by one.
              ...(queryFromInfo({ context, info, typeName: 'ApiKey', path: ['edges', 'node'] }) as object),
              where: { AND: [manageable, { id: { lt: after } }] },
              orderBy: { id: 'desc' },
              skip: offset,
              take: limit,
            }),
          countAll: () => prisma.apiKey.count({ where: manageable }),
          idOf: ({ id }) => id,
        });
      },
    }),
  }),
});

builder.objectField(OrganizationRef, 'users', (t) =>
  t.withAuth({ userKey: true }).field({
    type: defineConnection('User', 'a user', UserRef, { forwardsOnly: AFTER_AN_ID }),
    price: pagePrice(STANDARD_PAGE),
    description:
      'Users of the organization, with whom lists can be shared, by id. Needs a personal key; for others it is null, with an error.',
    args: {
      ...pageArguments,
      includeDisabled: t.arg.boolean({
        defaultValue: false,
        description: 'Includes disabled users. Needs an admin.',
      }),
    },
    resolve: (_organization, args, { user, services: { prisma, users } }) => {
      const { includeDisabled } = args;
      if (includeDisabled) users.requireAdmin(user);
      const { organizationId } = user;
      const where = { organizationId, ...(includeDisabled ? {} : { disabledAt: null }) };
      return readPageById(args, {
        scope: ['users'],
        read: ({ limit, after = 0, offset }) =>
          prisma.user.findMany({
            where: { ...where, id: { gt: after } },
            orderBy: { id: 'asc' },
            skip: offset,
            take: limit,
          }),
        countAll: () => prisma.user.count({ where }),
        idOf: ({ id }) => id,
      });
    },
  }),
);

builder.objectField(OrganizationRef, 'user', (t) =>
  t.withAuth({ userKey: true }).field({
    type: UserRef,
    description:
      'One of the users of the organization. A disabled user needs an admin. Any other user is the error USER_NOT_FOUND. Needs a personal key.',
    args: { userId: t.arg.id({ required: true, description: idText('User') }) },
    resolve: async (_organization, { userId }, context, info) => {
      const found = await requireNode<User>('User', userId, context, info, userNotFound);
      // Authors of shared lists are nodes as well, after they were disabled.
      if (!context.services.users.isListedFor(context.user, found)) throw userNotFound();
      return found;
    },
  }),
);

builder.objectField(ViewerRef, 'apiKey', (t) =>
  t.prismaField({
    type: ApiKeyRef,
    description:
      'One of the keys that the caller may manage. Any other key is the error API_KEY_NOT_FOUND. Needs a personal key.',
    authScopes: { userKey: true },
    args: { keyId: t.arg.id({ required: true, description: idText('Key') }) },
    resolve: async (query, principal, { keyId }, { services: { access, prisma } }) => {
      const where = { id: toRowIdOf('ApiKey', keyId), ...access.manageable(principal) };
      return access.orNotFound(await prisma.apiKey.findFirst({ ...query, where }));
    },
  }),
);

builder.queryField('viewer', (t) =>
  t.field({
    type: ViewerRef,
    description: 'Caller: the user or the organization that owns the key of this request.',
    authScopes: { anyKey: true },
    resolve: (_root, _args, { principal }) => principal,
  }),
);

/** Returns the number of the user that an argument names; 0, which no user has, for anything else. */
const toUserId = (id: string) => toRowIdOf('User', id);

update('updateUser', {
  description:
    'Changes role, name or state of a user of the organization. Rights follow on every process within five seconds. The personal keys of a disabled user are refused, and admins get owner access to their lists. Keys that were neither revoked nor expired work again once the user is enabled. Needs an admin. The last active admin can be neither disabled nor demoted, and admins cannot disable themselves.',
  takes: 'User, and the fields to change.',
  clears: [],
  input: (t) => ({
    userId: t.id({ required: true, description: idText('User to change') }),
    role: t.field({ type: UserRole, description: 'New role. A service account remains a member.' }),
    name: t.string({ description: 'New name: 1 to 200 characters.' }),
    disabled: t.boolean({ description: 'Whether the user is disabled.' }),
  }),
  payload: payload<{ user: User }>((t) => ({
    user: t.expose('user', { type: UserRef, description: 'User after the change.' }),
    createdKeys: t.field({
      type: [ApiKeyRef],
      description:
        'Active organization keys that the user created. They stay active when the user is disabled, and the user may still know them: rotate or revoke them.',
      resolve: ({ user }, _args, { services }) => services.users.findCreatedKeys(user.id),
    }),
  })),
  resolve: async ({ userId, role, name, disabled }, { user, services }) => ({
    user: await services.users.update(user, toUserId(userId), {
      role: role ? toEnumValue(role) : undefined,
      name,
      disabled,
    }),
  }),
});

mutation('createServiceAccount', {
  description:
    'Creates a service account: an account for a program, as which nobody signs in. `createApiKey` with its `userId` creates its keys. Needs an admin.',
  takes: 'Name of the account.',
  input: (t) => ({
    name: t.string({ required: true, description: 'Name of the program: 1 to 200 characters.' }),
  }),
  payload: payload<{ user: User }>((t) => ({
    user: t.expose('user', { type: UserRef, description: 'Service account, which has no key yet.' }),
  })),
  resolve: async ({ name }, { user, services }) => ({
    user: await services.users.createServiceAccount(user, name),
  }),
});
