import { builder, inheritsAccess } from '../../graphql/builder.ts';
import { requirePrincipal } from '../../graphql/principal.ts';
import { ApiKeyRef, OrganizationRef, UserRef } from './access-types.ts';
import type { Principal } from './principal.ts';

const ViewerRef = builder.objectRef<Principal>('Viewer').implement({
  description: 'Whoever holds the key of this request.',
  extensions: inheritsAccess,
  fields: (t) => ({
    user: t.prismaField({
      type: UserRef,
      nullable: true,
      description: 'The user; null for an organization key.',
      resolve: (query, { userId, organizationId }, _args, { services }) =>
        userId === null
          ? null
          : services.prisma.user.findUnique({ ...query, where: { id: userId, organizationId } }),
    }),
    organization: t.prismaField({
      type: OrganizationRef,
      description: 'The organization that the key belongs to.',
      resolve: (query, { organizationId }, _args, { services }) =>
        services.prisma.organization.findUniqueOrThrow({ ...query, where: { id: organizationId } }),
    }),
    apiKeys: t.prismaField({
      type: [ApiKeyRef],
      description: 'The keys that the viewer may manage, newest first; none for an organization key.',
      // With the query that is selected: what belongs to the keys comes with them, not for one after another.
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
    description: 'Whoever holds the key of this request.',
    authScopes: { anyKey: true },
    resolve: (_root, _args, { principal }) => requirePrincipal(principal),
  }),
);
