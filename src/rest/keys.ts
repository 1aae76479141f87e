import { z } from 'zod';
import { MAX_BALANCE } from '../lib/request-limits.ts';
import { EXAMPLES } from './examples.ts';
import { flag, includeOf, PARAMETERS, PURPOSE, word } from './parameters.ts';
import { route } from './route.ts';

export const keys = [
  route('GetApiKeys', 'GET /keys', {
    summary: 'Get the API keys that the caller may manage',
    needsUser: true,
    description: 'Newest first. Users manage their own keys, admins all keys of the organization.',
  }),

  route('CreateApiKey', 'POST /keys', {
    summary: 'Create an API key',
    needsUser: true,
    description:
      'Creates a personal key of the caller, or, for admins, a key of a service account or of the organization. The complete key is shown only here: store it safely. A retry with the same `Idempotency-Key` creates no second key and cannot show the first again: it gets 409 `idempotency_response_lost`.',
    parameters: {
      kind: word(['user', 'org'], 'must be user or org').meta({
        description: '`user`: a personal key, or one of a service account. `org`: a key of the organization.',
        example: 'user',
      }),
      user_id: PARAMETERS.user_id.meta({
        description:
          'The service account that gets a key of kind `user`. Needs an admin. Without it, the caller gets the key.',
        minimum: 1,
      }),
      label: PARAMETERS.label,
      expires_at: PARAMETERS.expires_at.meta({
        description: 'When the key expires, in the future. Without it, never.',
      }),
    },
    status: 201,
    headers: { Location: ({ createApiKey }) => `/v1/keys/${createApiKey.api_key.key_id}` },
    example: EXAMPLES.NewKey,
    errors: ['insufficient_access'],
  }),

  route('GetApiKey', 'GET /keys/:key_id', {
    summary: 'Get an API key',
    needsUser: true,
    description: 'One of the keys that the caller may manage, without its secret part.',
    errors: ['api_key_not_found'],
  }),

  route('UpdateApiKey', 'PATCH /keys/:key_id', {
    summary: 'Change an API key',
    needsUser: true,
    description:
      'A field that is left out stays as it is; null clears it. Users change their own keys, admins any key of the organization. The expiry of a rotated key can only be brought forward. A key with a monthly credit limit changes no limit: 403 `insufficient_access`.',
    parameters: {
      monthly_credit_limit: z.int().min(0).max(MAX_BALANCE).nullable().optional().meta({
        description:
          'The most credits of a calendar month (UTC). Keys that this one replaced, and those that replace it, share the limit and what was spent. Null: no limit.',
        example: 500,
      }),
    },
    errors: ['api_key_inactive', 'api_key_not_found', 'insufficient_access'],
  }),

  route('RotateApiKey', 'POST /keys/:key_id/rotate', {
    summary: 'Replace an API key',
    needsUser: true,
    description:
      'Creates a successor of the same kind and owner; the old key keeps working for a while. Each key is rotated once, a personal key by its owner alone, unless it is of a service account: then by admins, too. The complete key is shown only here: store it safely. A retry with the same `Idempotency-Key` gets 409 `idempotency_response_lost`.',
    parameters: {
      overlap_seconds: z.int().min(0).max(2_592_000).optional().meta({
        description: 'How long the old key keeps working, in seconds: at most 30 days. Without it, a day.',
        example: 3600,
      }),
      label: PARAMETERS.label.meta({
        description: `${PURPOSE}. Without it, that of the old key.`,
      }),
      expires_at: PARAMETERS.expires_at.meta({
        description: 'When the new key expires, in the future. Without it, never.',
      }),
    },
    isBodyOptional: true,
    status: 201,
    headers: { Location: ({ rotateApiKey }) => `/v1/keys/${rotateApiKey.api_key.key_id}` },
    example: { ...EXAMPLES.NewKey, key_id: 8, replaces_key_id: 7 },
    errors: ['api_key_inactive', 'api_key_not_found', 'api_key_rotated', 'insufficient_access'],
  }),

  route('RevokeApiKey', 'DELETE /keys/:key_id', {
    summary: 'Revoke an API key',
    needsUser: true,
    description:
      'Every process refuses the key within five seconds. Users revoke their own keys, admins any key of the organization. Revoking it again changes nothing. `created_by_key_id` in `GET /v1/keys` shows which keys were created with it.',
    parameters: {
      include_created: flag(
        'Also revoke the keys that were created with this key, directly or through other keys.',
      ),
      include: includeOf(
        ['created_keys'],
        'With `created_keys`, the answer has the keys that were created with this key and were active until now. Its status is then 200.',
        ['created_keys'],
      ),
    },
    variables: ({ include, ...given }) => ({ ...given, created_keys: include.length > 0 }),
    status: ({ revokeApiKey }) => (revokeApiKey.created_keys ? 200 : 204),
    answer: ['revokeApiKey'],
    example: { created_keys: [{ ...EXAMPLES.ApiKey, key_id: 8, created_by_key_id: 7 }] },
    errors: ['api_key_not_found'],
  }),

  route('GetApiKeyUsage', 'GET /keys/:key_id/usage', {
    summary: 'Get the usage of an API key',
    needsUser: true,
    description:
      'By day, newest first; days without usage are left out. Requests are recorded every few seconds.',
    errors: ['api_key_not_found'],
  }),
];
