import { builder, inheritsAccess } from '../../graphql/builder.ts';
import { requirePrincipal } from '../../graphql/principal.ts';
import { toRowId } from '../../lib/row-id.ts';
import type { NewKey } from './access-service.ts';
import { ApiKeyKind, ApiKeyRef, OrganizationRef, UserRef } from './access-types.ts';
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
    apiKeys: t.field({
      type: [ApiKeyRef],
      description: 'The keys that the viewer may manage, newest first; none for an organization key.',
      resolve: (principal, _args, { services }) => services.access.listKeys(principal),
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

const CreateApiKeyInput = builder.inputType('CreateApiKeyInput', {
  description: 'The input of createApiKey.',
  fields: (t) => ({
    kind: t.field({
      type: ApiKeyKind,
      required: true,
      description: 'USER: a key of your own. ORG: a key of the organization, for admins to make.',
    }),
    label: t.string({ description: 'What the key is for: at most 100 characters.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it stops working; never unless given.' }),
  }),
});

const CreateApiKeyPayload = builder.objectRef<NewKey>('CreateApiKeyPayload').implement({
  description: 'The answer to createApiKey.',
  extensions: inheritsAccess,
  fields: (t) => ({
    apiKey: t.expose('apiKey', { type: ApiKeyRef, description: 'What is stored of the key.' }),
    key: t.exposeString('key', { description: 'The whole key. Shown this once; keep it safe.' }),
  }),
});

const RevokeApiKeyInput = builder.inputType('RevokeApiKeyInput', {
  description: 'The input of revokeApiKey.',
  fields: (t) => ({ keyId: t.int({ required: true, description: 'The keyId of the key.' }) }),
});

const RevokeApiKeyPayload = builder.objectRef<Pick<NewKey, 'apiKey'>>('RevokeApiKeyPayload').implement({
  description: 'The answer to revokeApiKey.',
  extensions: inheritsAccess,
  fields: (t) => ({
    apiKey: t.expose('apiKey', { type: ApiKeyRef, description: 'The key, revoked.' }),
  }),
});

builder.mutationFields((t) => ({
  createApiKey: t.field({
    type: CreateApiKeyPayload,
    description: 'Makes an API key. Needs a user key; organization keys need an admin.',
    authScopes: { userKey: true },
    args: { input: t.arg({ type: CreateApiKeyInput, required: true, description: 'The key to make.' }) },
    resolve: (_root, { input }, { principal, services }) =>
      services.access.createKey(requirePrincipal(principal), {
        ...input,
        kind: input.kind === 'ORG' ? 'org' : 'user',
      }),
  }),
  revokeApiKey: t.field({
    type: RevokeApiKeyPayload,
    description: 'Stops a key of your own from working; an admin may revoke any key of the organization.',
    authScopes: { userKey: true },
    args: { input: t.arg({ type: RevokeApiKeyInput, required: true, description: 'The key to revoke.' }) },
    resolve: async (_root, { input }, { principal, services }) => ({
      apiKey: await services.access.revokeKey(requirePrincipal(principal), toRowId(input.keyId)),
    }),
  }),
}));
