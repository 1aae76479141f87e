import { builder, inheritsAccess } from '../../graphql/builder.ts';
import { requirePrincipal } from '../../graphql/principal.ts';
import { toRowId } from '../../lib/row-id.ts';
import type { Revoked } from './access-service.ts';
import { ApiKeyKind, ApiKeyRef } from './access-types.ts';
import { type NewKey, OVERLAP } from './api-keys.ts';

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

const UpdateApiKeyInput = builder.inputType('UpdateApiKeyInput', {
  description: 'The input of updateApiKey. What is left out stays; null clears.',
  fields: (t) => ({
    keyId: t.int({ required: true, description: 'The keyId of the key.' }),
    label: t.string({ description: 'What the key is for: at most 100 characters.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it stops working; null: never.' }),
  }),
});

const RotateApiKeyInput = builder.inputType('RotateApiKeyInput', {
  description: 'The input of rotateApiKey.',
  fields: (t) => ({
    keyId: t.int({ required: true, description: 'The keyId of the key to be replaced.' }),
    overlapSeconds: t.int({
      description: `How long the old key goes on beside the new one, in seconds: 0 to ${OVERLAP.max} (30 days), ${OVERLAP.default} (a day) unless given.`,
    }),
    label: t.string({ description: 'What the new key is for; as the old one unless given.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'When the new key stops working; never unless given.',
    }),
  }),
});

const RotateApiKeyPayload = builder.objectRef<NewKey>('RotateApiKeyPayload').implement({
  description: 'The answer to rotateApiKey.',
  extensions: inheritsAccess,
  fields: (t) => ({
    apiKey: t.expose('apiKey', { type: ApiKeyRef, description: 'What is stored of the new key.' }),
    key: t.exposeString('key', { description: 'The whole new key. Shown this once; keep it safe.' }),
  }),
});

const RevokeApiKeyInput = builder.inputType('RevokeApiKeyInput', {
  description: 'The input of revokeApiKey.',
  fields: (t) => ({
    keyId: t.int({ required: true, description: 'The keyId of the key.' }),
    includeCreated: t.boolean({
      defaultValue: false,
      description: 'Whether to revoke, too, the keys that were made with it, directly or through others.',
    }),
  }),
});

const RevokeApiKeyPayload = builder.objectRef<Revoked>('RevokeApiKeyPayload').implement({
  description: 'The answer to revokeApiKey.',
  extensions: inheritsAccess,
  fields: (t) => ({
    apiKey: t.expose('apiKey', { type: ApiKeyRef, description: 'The key, revoked.' }),
    createdKeys: t.expose('createdKeys', {
      type: [ApiKeyRef],
      description:
        'Keys that were made with it, directly or through others, and worked until now: they still do, unless `includeCreated` was true.',
    }),
  }),
});

const UpdateApiKeyPayload = builder.objectRef<Pick<NewKey, 'apiKey'>>('UpdateApiKeyPayload').implement({
  description: 'The answer to updateApiKey.',
  extensions: inheritsAccess,
  fields: (t) => ({
    apiKey: t.expose('apiKey', { type: ApiKeyRef, description: 'The key as it is now.' }),
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
  updateApiKey: t.field({
    type: UpdateApiKeyPayload,
    description:
      'Changes the label or the end of a key of your own; an admin may change any of the organization. The end of a rotated key can only be brought forward.',
    authScopes: { userKey: true },
    args: {
      input: t.arg({ type: UpdateApiKeyInput, required: true, description: 'The key, and what changes.' }),
    },
    resolve: async (_root, { input: { keyId, ...changes } }, { principal, services }) => ({
      apiKey: await services.access.updateKey(requirePrincipal(principal), toRowId(keyId), changes),
    }),
  }),
  rotateApiKey: t.field({
    type: RotateApiKeyPayload,
    description:
      'Makes a key that takes the place of another, which goes on for a while: no request fails in between. Each key is rotated once, a personal one by its owner.',
    authScopes: { userKey: true },
    args: {
      input: t.arg({ type: RotateApiKeyInput, required: true, description: 'The key to be replaced.' }),
    },
    resolve: (_root, { input: { keyId, overlapSeconds, ...rest } }, { principal, services }) =>
      services.access.rotateKey(requirePrincipal(principal), toRowId(keyId), {
        ...rest,
        overlapSeconds: overlapSeconds ?? OVERLAP.default,
      }),
  }),
  revokeApiKey: t.field({
    type: RevokeApiKeyPayload,
    description: 'Stops a key of your own from working; an admin may revoke any key of the organization.',
    authScopes: { userKey: true },
    args: { input: t.arg({ type: RevokeApiKeyInput, required: true, description: 'The key to revoke.' }) },
    resolve: (_root, { input: { keyId, includeCreated } }, { principal, services }) =>
      services.access.revokeKey(requirePrincipal(principal), toRowId(keyId), includeCreated === true),
  }),
}));
