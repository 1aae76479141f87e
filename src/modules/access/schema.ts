import { builder, innerType } from '../../graphql/builder.ts';
import type { Principal } from '../../lib/principal.ts';
import { ApiKeyRef, OrganizationRef, UserRef } from './access-types.ts';

const ViewerRef = innerType<Principal>('Viewer', {
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
    apiKeys: t.prismaField({
      type: [ApiKeyRef],
      description:
        'Keys that the caller may manage, newest first. Users manage their own keys, admins all of the organization, organization keys none.',
      // `query` includes the selected relations, so that they are loaded with the keys and not one by one.
      resolve: (query, principal, _args, { services }) =>
        services.prisma.apiKey.findMany({
          ...query,
          where: services.access.manageable(principal),
          orderBy: { id: 'desc' },
        }),
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: ViewerRef,
    description: 'Caller: the user or the organization that owns the key of this request.',
    authScopes: { anyKey: true },
    resolve: (_root, _args, { principal }) => principal,
  }),
);
