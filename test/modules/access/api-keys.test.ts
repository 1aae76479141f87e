import { afterAll, describe, expect, it } from '@jest/globals';
import { credentialKind, generateApiKey } from '../../../src/modules/access/key-format.ts';
import { codes } from '../../harness/errors.ts';
import { startTestService } from '../../harness/service.ts';

const service = await startTestService();
const tenant = await service.createTenant('tenant', 42);
await service.createTenant('other');
const member = { organization: 'tenant', email: 'Bob@Tenant.example ', name: 'Bob', admin: false };
await service.admin.createUser(member);
const memberKey: string = (await service.admin.createKey({ user: 'bob@tenant.example' }, {})).key;
afterAll(() => service.close());

const CREATE = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) {
  key apiKey { keyId kind prefix label createdAt expiresAt revokedAt lastUsedAt user { email } } } }`;
const REVOKE =
  'mutation ($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { apiKey { keyId revokedAt } } }';
const VIEWER = `{ viewer { user { userId email name role } organization { organizationId name creditBalance }
  apiKeys { totalCount edges { node { keyId kind label } } } } }`;

const create = (key: string, input: object) => service.graphql(key, CREATE, { input });
const revoke = (key: string, keyId: number) => service.graphql(key, REVOKE, { input: { keyId } });
const works = async (key: string) => (await service.graphql(key, '{ __typename }')).status === 200;

describe('the format of a key', () => {
  it('is a fixed prefix, 30 random characters and a checksum over both', () => {
    for (const kind of ['user', 'org'] as const) {
      const { key, prefix } = generateApiKey(kind);
      expect(key).toMatch(new RegExp(`^cds_${kind}_[0-9A-Za-z]{36}$`));
      expect(prefix).toBe(key.slice(0, `cds_${kind}_`.length + 4));
      expect(credentialKind(key)).toBe('key');
    }
  });

  it('reveals any single mistyped character', () => {
    const { key } = generateApiKey('user');
    for (let i = 0; i < key.length; i++) {
      const wrong = `${key.slice(0, i)}${key[i] === 'a' ? 'b' : 'a'}${key.slice(i + 1)}`;
      expect(credentialKind(wrong)).toBe(undefined);
    }
  });
});

describe('viewer for a personal key', () => {
  it('has the user, the organization and the keys that the user manages', async () => {
    const { body } = await service.graphql(memberKey, VIEWER);
    expect(body.data.viewer).toEqual({
      user: { userId: expect.any(Number), email: 'bob@tenant.example', name: 'Bob', role: 'MEMBER' },
      organization: { organizationId: tenant.organizationId, name: 'tenant', creditBalance: 42 },
      apiKeys: {
        totalCount: 1,
        edges: [{ node: { keyId: expect.any(Number), kind: 'USER', label: null } }],
      },
    });
  });

  it('has no user and no keys if the key is an organization key', async () => {
    const { body } = await service.graphql(tenant.orgKey, VIEWER);
    expect(body.data.viewer).toMatchObject({
      user: null,
      organization: { name: 'tenant' },
      apiKeys: { totalCount: 0, edges: [] },
    });
  });

  it('shows an admin all keys of the organization, and of no other', async () => {
    const { body } = await service.graphql(tenant.userKey, VIEWER);
    const { rows } = await service.database.pool.query(
      'SELECT id FROM api_key WHERE organization_id = $1 ORDER BY id DESC',
      [tenant.organizationId],
    );
    const shown = body.data.viewer.apiKeys.edges.map(({ node }: { node: { keyId: number } }) => node.keyId);
    expect(shown).toEqual(rows.map(({ id }) => id));
  });
});

describe('createApiKey', () => {
  it('creates a key of the caller that works, and shows it once', async () => {
    const expiresAt = '2026-12-31T00:00:00.000Z';
    const { body } = await create(memberKey, { kind: 'USER', label: ' laptop ', expiresAt });
    const { key, apiKey } = body.data.createApiKey;
    expect(apiKey).toEqual({
      keyId: expect.any(Number),
      kind: 'USER',
      prefix: key.slice(0, 13),
      label: 'laptop',
      createdAt: service.clock.now().toISOString(),
      expiresAt,
      revokedAt: null,
      lastUsedAt: null,
      user: { email: 'bob@tenant.example' },
    });
    expect(await works(key)).toBe(true);
  });

  it('lets only admins create organization keys', async () => {
    const byAdmin = await create(tenant.userKey, { kind: 'ORG' });
    expect(byAdmin.body.data.createApiKey.apiKey).toMatchObject({ kind: 'ORG', user: null });
    expect(codes(await create(memberKey, { kind: 'ORG' }))).toEqual(['INSUFFICIENT_ACCESS']);
  });

  it('refuses an expiry in the past and a label over 100 characters', async () => {
    const past = await create(memberKey, { kind: 'USER', expiresAt: '2026-03-01T12:00:00Z' });
    expect(past.body.errors[0].extensions).toEqual({
      code: 'VALIDATION_ERROR',
      errors: [{ pointer: '/expiresAt', message: 'must be in the future' }],
    });
    const long = await create(memberKey, { kind: 'USER', label: 'x'.repeat(101) });
    expect(long.body.errors[0].extensions.errors).toEqual([
      { pointer: '/label', message: 'must be at most 100 characters' },
    ]);
    const nul = await create(memberKey, { kind: 'USER', label: 'a\u0000b' });
    expect(nul.body.errors[0].extensions.errors).toEqual([
      { pointer: '/label', message: 'must not contain U+0000 or half of a surrogate pair' },
    ]);
  });
});

describe('revokeApiKey', () => {
  it('stops a key of the caller at once and permanently, even one that was just used', async () => {
    const { body } = await create(memberKey, { kind: 'USER' });
    const { key, apiKey } = body.data.createApiKey;
    expect(await works(key)).toBe(true);
    const revokedAt = service.clock.now().toISOString();
    expect((await revoke(memberKey, apiKey.keyId)).body.data.revokeApiKey.apiKey).toEqual({
      keyId: apiKey.keyId,
      revokedAt,
    });
    expect(await works(key)).toBe(false);
    service.clock.advance({ minutes: 1 });
    expect((await revoke(memberKey, apiKey.keyId)).body.data.revokeApiKey.apiKey.revokedAt).toBe(revokedAt);
  });
});
