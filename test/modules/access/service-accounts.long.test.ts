import { describe, expect, it } from '@jest/globals';
import { answer, codes } from '../../harness/errors.ts';
import { testConfig } from '../../harness/service.ts';
import { useService } from '../../harness/use-service.ts';
import { createAdmin, works } from './support.ts';

const { service, tenant, rest, beside } = useService('programs', { tenantPerTest: true });
const elsewhere = beside();
const few = beside({ quotas: { ...testConfig().quotas, keys: 2 } });
const CREATE_KEY = `mutation ($input: CreateApiKeyInput!) {
  createApiKey(input: $input) { key apiKey { keyId kind label user { userId name kind } createdBy { name } } }
}`;
const createKey = (key: string, input: object, on = service) => on.graphql(key, CREATE_KEY, { input });
const post = (key: string, body: object) => service.rest(key).post('/v1/account/service-accounts', body);

interface Account {
  userId: number;
  email: string;
  key: string;
  keyId: number;
}

/** Creates a service account with a key. */
async function makeAccount(name = 'Nightly import'): Promise<Account> {
  const { body } = await post(tenant.userKey, { name });
  const made = await rest().post('/v1/keys', { kind: 'user', user_id: body.user_id, label: 'job' });
  return { userId: body.user_id, email: body.email, key: made.body.key, keyId: made.body.key_id };
}

async function keysOf(userId: number) {
  const { rows } = await service.database.pool.query(
    'SELECT id, kind, created_by_id, replaces_id, revoked_at FROM api_key WHERE user_id = $1 ORDER BY id',
    [userId],
  );
  return rows;
}

async function usersOf() {
  const { rows } = await service.database.pool.query(
    'SELECT id, name, email, kind, role FROM "user" WHERE organization_id = $1 ORDER BY id',
    [tenant.organizationId],
  );
  return rows;
}

describe('a service account', () => {
  it('is created by an admin, as a member with an address where no mail arrives', async () => {
    const first = await post(tenant.userKey, { name: '  Zürich: nightly import! ' });
    const second = await post(tenant.userKey, { name: 'Zürich: nightly import!' });
    const [, one, two] = await usersOf();
    const address = expect.stringMatching(/^zurich-nightly-import-[0-9a-f]{12}@service\.invalid$/);
    const stored = { name: 'Zürich: nightly import!', email: address, kind: 'service', role: 'member' };
    expect([one, two]).toEqual([
      { ...stored, id: one.id },
      { ...stored, id: two.id },
    ]);
    expect(one.email).not.toBe(two.email);
    expect(first.status).toBe(201);
    const { name, role, kind } = stored;
    expect(answer(second)).toEqual({
      status: 201,
      body: { user_id: two.id, name, email: two.email, role, kind },
    });
    const { rows } = await service.database.pool.query(
      `SELECT action, actor_id, details FROM admin_event WHERE organization_id = $1 AND actor_id IS NOT NULL ORDER BY id`,
      [tenant.organizationId],
    );
    expect(rows).toEqual(
      [one, two].map(({ id, email }) => ({
        action: 'user_created',
        actor_id: tenant.userId,
        details: { user_id: id, email, role, kind },
      })),
    );
  });

  it('without a letter of the alphabet in its name has an address nevertheless', async () => {
    const { body } = await post(tenant.userKey, { name: '夜間' });
    expect([body.name, body.email]).toEqual([
      '夜間',
      expect.stringMatching(/^[0-9a-f]{12}@service\.invalid$/),
    ]);
    const long = await post(tenant.userKey, { name: `${'ab '.repeat(66)}ab` });
    expect(long.body.email).toMatch(/^(ab-){13}a-[0-9a-f]{12}@service\.invalid$/);
  });

  it('has keys of a user: it works with lists, and is seen by its colleagues', async () => {
    const member = await service.createColleague(tenant, 'Mia');
    const { userId, email, key } = await makeAccount();
    expect(key).toMatch(/^cds_user_/);
    expect((await service.rest(key).get('/v1/account')).body.user).toEqual({
      user_id: userId,
      name: 'Nightly import',
      email,
      role: 'member',
      kind: 'service',
    });
    const { body } = await service.rest(key).post('/v1/lists', { name: 'Of a program' });
    expect(body.owner).toEqual({ user_id: userId, name: 'Nightly import' });
    const shared = await service
      .rest(key)
      .post(`/v1/lists/${body.list_id}/permissions`, { user_id: member.userId, access_level: 'editor' });
    expect(shared.status).toBe(201);
    expect((await service.rest(member.userKey).get(`/v1/lists/${body.list_id}`)).body.access_level).toBe(
      'editor',
    );
    const { users } = (await service.rest(member.userKey).get('/v1/account/users')).body;
    expect(users.map((each: { user_id: number; kind: string }) => [each.user_id, each.kind])).toEqual([
      [tenant.userId, 'person'],
      [member.userId, 'person'],
      [userId, 'service'],
    ]);
    expect((await service.rest(key).get('/v1/account/usage')).body.detail.error).toBe('insufficient_access');
  });

  it('can be disabled, which ends its keys and gives its lists to admins, and enabled', async () => {
    const { userId, key } = await makeAccount();
    const { body } = await service.rest(key).post('/v1/lists', { name: 'Of a program' });
    expect((await rest().get(`/v1/lists/${body.list_id}`)).status).toBe(404);
    expect((await rest().patch(`/v1/account/users/${userId}`, { disabled: true })).status).toBe(200);
    expect(await works(service, key)).toBe(false);
    expect((await rest().get(`/v1/lists/${body.list_id}`)).body.access_level).toBe('owner');
    const refused = await createKey(tenant.userKey, { kind: 'USER', userId: String(userId) });
    expect(refused.body.errors[0].extensions.errors).toEqual([
      { pointer: '/userId', message: 'must not be that of a disabled user; enable it first' },
    ]);
    await rest().patch(`/v1/account/users/${userId}`, { disabled: false });
    expect(await works(service, key)).toBe(true);
  });

  it('remains a member', async () => {
    const { userId } = await makeAccount();
    const { status, body } = await rest().patch(`/v1/account/users/${userId}`, {
      name: 'New',
      role: 'admin',
    });
    expect([status, body.detail.errors]).toEqual([
      422,
      [{ pointer: '/role', message: 'cannot be changed: a service account is a member' }],
    ]);
    expect((await usersOf())[1]).toMatchObject({ name: 'Nightly import', role: 'member' });
    expect(
      (await rest().patch(`/v1/account/users/${userId}`, { name: 'New', role: 'member' })).body.name,
    ).toBe('New');
  });

  it('needs a name, and has no role', async () => {
    for (const body of [{}, { name: ' ' }, { name: 'a'.repeat(201) }, { name: 'a', role: 'admin' }]) {
      const refused = await post(tenant.userKey, body);
      expect([refused.status, refused.body.detail.error]).toEqual([422, 'validation_error']);
    }
    expect(await usersOf()).toHaveLength(1);
  });
});

describe('a key of a service account', () => {
  it('is created by any admin of the organization, over both APIs', async () => {
    const otto = await createAdmin(service, tenant, 'Otto');
    const { userId } = await makeAccount();
    const { body } = await createKey(otto.userKey, { kind: 'USER', userId: String(userId), label: 'second' });
    const { key, apiKey } = body.data.createApiKey;
    expect(apiKey).toEqual({
      keyId: apiKey.keyId,
      kind: 'USER',
      label: 'second',
      user: { userId, name: 'Nightly import', kind: 'SERVICE' },
      createdBy: { name: 'Otto' },
    });
    expect(await works(service, key)).toBe(true);
    expect((await keysOf(userId)).map((each) => [each.kind, each.created_by_id])).toEqual([
      ['user', tenant.userId],
      ['user', otto.userId],
    ]);
    const { rows } = await service.database.pool.query(
      `SELECT details FROM admin_event WHERE organization_id = $1 AND action = 'key_created' AND actor_id = $2`,
      [tenant.organizationId, otto.userId],
    );
    expect(rows).toEqual([
      {
        details: {
          key_id: apiKey.keyId,
          kind: 'user',
          user_id: userId,
          label: 'second',
          expires_at: null,
          replaces: null,
        },
      },
    ]);
  });

  it('is rotated and revoked by admins', async () => {
    const { userId, key, keyId } = await makeAccount();
    const rotated = await rest().post(`/v1/keys/${keyId}/rotate`, { overlap_seconds: 0 });
    expect([rotated.status, rotated.body.user, rotated.body.replaces_key_id]).toEqual([
      201,
      { user_id: userId, name: 'Nightly import' },
      keyId,
    ]);
    expect([await works(service, key), await works(service, rotated.body.key)]).toEqual([false, true]);
    expect((await rest().delete(`/v1/keys/${rotated.body.key_id}`)).status).toBe(204);
    expect(await works(service, rotated.body.key)).toBe(false);
  });

  it('may make, rotate and revoke keys of its account, as a user does', async () => {
    const { userId, key, keyId } = await makeAccount();
    const own = await createKey(key, { kind: 'USER' });
    expect(own.body.data.createApiKey.apiKey.user.userId).toBe(userId);
    // Its own id changes nothing.
    expect(codes(await createKey(key, { kind: 'USER', userId: String(userId) }))).toEqual([]);
    expect((await service.rest(key).post(`/v1/keys/${keyId}/rotate`, {})).status).toBe(201);
    expect((await service.rest(key).get('/v1/keys')).body.total).toBe(4);
    expect(codes(await createKey(key, { kind: 'ORG' }))).toEqual(['INSUFFICIENT_ACCESS']);
  });

  it('counts towards the quota of its account, not of the admin', async () => {
    const { userId } = await makeAccount();
    const input = { kind: 'USER', userId: String(userId) };
    expect(codes(await createKey(tenant.userKey, input, few))).toEqual([]);
    const refused = await createKey(tenant.userKey, input, few);
    expect(refused.body.errors[0].extensions).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      quota: 'keys',
      limit: 2,
      used: 2,
    });
    expect(codes(await createKey(tenant.userKey, { kind: 'USER' }, few))).toEqual([]);
  });
});

describe('a key for somebody else is refused', () => {
  const refused = async (key: string, body: object) => {
    const { status, body: answered } = await service.rest(key).post('/v1/keys', body);
    const { error, message, errors } = answered.detail;
    return [status, error, errors ?? message];
  };

  it('for a person: with it, the admin could act as that person', async () => {
    const member = await service.createColleague(tenant, 'Mia');
    const body = { kind: 'user', user_id: member.userId };
    const message =
      'Keys of a person are created by that person alone. Admins create keys of the organization and of its service accounts.';
    expect(await refused(tenant.userKey, body)).toEqual([403, 'insufficient_access', message]);
    const over = await createKey(tenant.userKey, { kind: 'USER', userId: String(member.userId) });
    expect(codes(over)).toEqual(['INSUFFICIENT_ACCESS']);
    expect(await keysOf(member.userId)).toHaveLength(1);
    // Nor are the keys of a person rotated by an admin.
    const [{ id }] = await keysOf(member.userId);
    expect((await rest().post(`/v1/keys/${id}/rotate`, {})).body.detail.error).toBe('insufficient_access');
  });

  it('by a member, for a service account and for a person alike', async () => {
    const member = await service.createColleague(tenant, 'Mia');
    const { userId, keyId } = await makeAccount();
    const message = 'Only an admin of the organization can create keys of its service accounts.';
    for (const user_id of [userId, tenant.userId, 2 ** 31 - 1])
      expect(await refused(member.userKey, { kind: 'user', user_id })).toEqual([
        403,
        'insufficient_access',
        message,
      ]);
    expect((await service.rest(member.userKey).post(`/v1/keys/${keyId}/rotate`, {})).status).toBe(404);
    expect(await keysOf(userId)).toHaveLength(1);
  });

  it('of the organization, which belongs to no user', async () => {
    const { userId } = await makeAccount();
    expect(await refused(tenant.userKey, { kind: 'org', user_id: userId })).toEqual([
      422,
      'validation_error',
      [{ pointer: '/user_id', message: 'must be left out for a key of the organization' }],
    ]);
  });
});

describe('admins who manage a service account at once', () => {
  it('never end in a deadlock', async () => {
    const statuses: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      // The account is older than Otto, whose request would hold him while it waits for the account.
      const { userId, keyId } = await makeAccount(`Import ${round}`);
      const otto = await createAdmin(service, tenant, `Otto${round}`);
      const byOtto = service.rest(otto.userKey);
      const byAda = elsewhere.rest(tenant.userKey);
      const answers = await Promise.all([
        byOtto.post(`/v1/keys/${keyId}/rotate`, {}),
        byAda.patch(`/v1/account/users/${userId}`, { disabled: true }),
        byOtto.post('/v1/keys', { kind: 'user', user_id: userId }),
        byAda.patch(`/v1/keys/${keyId}`, { label: 'changed' }),
        byAda.patch(`/v1/account/users/${otto.userId}`, { role: 'member' }),
      ]);
      statuses.push(...answers.map(({ status }) => status));
    }
    // Otto may already be a member, to whom keys of others are unknown.
    expect(statuses.filter((status) => ![200, 201, 403, 404, 409, 422].includes(status))).toEqual([]);
  });
});
