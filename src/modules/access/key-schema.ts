import { toEnumValue } from '../../graphql/enums.ts';
import { idText, toRowIdOf } from '../../graphql/ids.ts';
import { mutation, payload, update } from '../../graphql/mutation.ts';
import { type NewKey, OVERLAP } from './api-keys.ts';
import type { Revoked } from './service.ts';
import { ApiKeyKind, ApiKeyRef } from './types.ts';

/** Returns the number of the key that an argument names; 0, which no key has, for anything else. */
const toKeyId = (id: string) => toRowIdOf('ApiKey', id);

const newKeyPayload = payload<NewKey>((t) => ({
  apiKey: t.expose('apiKey', { type: ApiKeyRef, description: 'New key, without its secret part.' }),
  key: t.exposeString('key', { description: 'Complete new key. It is shown only once: store it safely.' }),
}));

mutation('createApiKey', {
  description:
    'Creates an API key. Needs a personal key without a monthly credit limit; only admins create keys of the organization and of service accounts. At most 50 keys of an owner are active, unless configured otherwise.',
  takes: 'Kind, label and expiry of the new key.',
  input: (t) => ({
    kind: t.field({
      type: ApiKeyKind,
      required: true,
      description:
        'USER: a personal key of the caller, or of `userId`. ORG: a key of the organization, which only admins can create.',
    }),
    userId: t.id({
      description: `${idText('Service account that gets a key of kind USER')} Needs an admin. Default: the caller.`,
    }),
    label: t.string({ description: 'Purpose of the key: at most 100 characters. Default: no label.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'When the key expires, in the future. Default: never.',
    }),
  }),
  payload: newKeyPayload,
  resolve: ({ userId, kind, ...fields }, { user, services }) => {
    const accountId = userId === null || userId === undefined ? undefined : toRowIdOf('User', userId);
    return services.access.createKey(user, { ...fields, kind: toEnumValue(kind) }, accountId);
  },
});

update('updateApiKey', {
  description:
    'Changes the label, the expiry or the monthly credit limit of a key. Users change their own keys, admins any key of the organization. The expiry of a rotated key can only be brought forward. A key with a limit changes no limit.',
  takes: 'Key, and the fields to change.',
  clears: ['label', 'expiresAt', 'monthlyCreditLimit'],
  input: (t) => ({
    keyId: t.id({ required: true, description: idText('Key to change') }),
    label: t.string({ description: 'Purpose of the key: at most 100 characters.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'When the key expires, in the future; null: never.',
    }),
    monthlyCreditLimit: t.field({
      type: 'SafeInt',
      description:
        'The most credits of a calendar month (UTC), from 0; null: no limit. Keys that this one replaced, and those that replace it, share the limit and what was spent.',
    }),
  }),
  payload: payload<Pick<NewKey, 'apiKey'>>((t) => ({
    apiKey: t.expose('apiKey', { type: ApiKeyRef, description: 'Key after the change.' }),
  })),
  resolve: async ({ keyId, ...changes }, { user, services }) => ({
    apiKey: await services.access.updateKey(user, toKeyId(keyId), changes),
  }),
});

mutation('rotateApiKey', {
  description:
    'Replaces a key by a new one without a failing request: the old key keeps working for a while. Both share the monthly credit limit and what was spent. Each key can be rotated once. Only its owner can rotate a personal key; admins rotate keys of service accounts.',
  takes: 'Key to replace, and the overlap.',
  input: (t) => ({
    keyId: t.id({ required: true, description: idText('Key to replace') }),
    overlapSeconds: t.int({
      defaultValue: OVERLAP.default,
      description: `How long the old key keeps working beside the new one, in seconds: 0 to ${OVERLAP.max} (30 days).`,
    }),
    label: t.string({
      description: 'Purpose of the new key: at most 100 characters. Default: the purpose of the old key.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'When the new key expires, in the future. Default: never.',
    }),
  }),
  payload: newKeyPayload,
  resolve: ({ keyId, overlapSeconds, ...rest }, { user, services }) => {
    const rotation = { ...rest, overlapSeconds: overlapSeconds ?? OVERLAP.default };
    return services.access.rotateKey(user, toKeyId(keyId), rotation);
  },
});

mutation('revokeApiKey', {
  description:
    'Revokes a key, on every process within five seconds. Users revoke their own keys, admins any key of the organization.',
  takes: 'Key to revoke, and whether to revoke keys that were created with it.',
  input: (t) => ({
    keyId: t.id({ required: true, description: idText('Key to revoke') }),
    includeCreated: t.boolean({
      defaultValue: false,
      description: 'Also revokes the keys that were created with this key, directly or through other keys.',
    }),
  }),
  payload: payload<Revoked>((t) => ({
    apiKey: t.expose('apiKey', { type: ApiKeyRef, description: 'Revoked key.' }),
    createdKeys: t.expose('createdKeys', {
      type: [ApiKeyRef],
      description:
        'Active keys that were created with this key, directly or through other keys. They stay active unless `includeCreated` is true.',
    }),
  })),
  resolve: ({ keyId, includeCreated }, { user, services }) =>
    services.access.revokeKey(user, toKeyId(keyId), includeCreated === true),
});
