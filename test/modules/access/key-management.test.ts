import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { codes } from '../../harness/errors.ts';
import { type CapturedLog, captureLog } from '../../harness/log.ts';
import { type Colleague, startTestService, type Tenant } from '../../harness/service.ts';

const DAY = 86_400;

/** The quota of keys. */
const QUOTA = 50;

let tenant: Tenant;
let member: Colleague;
let tenants = 0;

const log: CapturedLog = captureLog();
const service = await startTestService({ logger: log.logger });
const elsewhere = await startTestService({ beside: service });
beforeEach(async () => {
  tenants += 1;
  tenant = await service.createTenant(`holders${tenants}`);
  member = await service.createColleague(tenant, 'Mia');
});
afterAll(async () => {
  await elsewhere.close();
  await service.close();
});

const FIELDS =
  'keyId kind label status expiresAt replaces { keyId } replacedBy { keyId } createdBy { name } user { name }';
const create = (key: string, input: object) =>
  service.graphql(
    key,
    `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { key apiKey { ${FIELDS} } } }`,
    { input },
  );
const update = (key: string, input: object) =>
  service.graphql(
    key,
    `mutation ($input: UpdateApiKeyInput!) { updateApiKey(input: $input) { apiKey { ${FIELDS} } } }`,
    { input },
  );
const rotate = (key: string, input: object, on = service) =>
  on.graphql(
    key,
    `mutation ($input: RotateApiKeyInput!) { rotateApiKey(input: $input) { key apiKey { ${FIELDS} } } }`,
    { input },
  );
const revoke = (key: string, keyId: number) =>
  service.graphql(key, 'mutation ($id: ID!) { revokeApiKey(input: { keyId: $id }) { apiKey { status } } }', {
    id: keyId,
  });
const works = async (key: string, on = service) => (await on.graphql(key, '{ __typename }')).status === 200;

async function make(owner = member.userKey, input: object = {}): Promise<{ key: string; keyId: number }> {
  const { key, apiKey } = (await create(owner, { kind: 'USER', label: 'job', ...input })).body.data
    .createApiKey;
  return { key, keyId: apiKey.keyId };
}

async function stored(keyId: number): Promise<Record<string, unknown>> {
  const { rows } = await service.database.pool.query(
    'SELECT label, expires_at, revoked_at, replaces_id FROM api_key WHERE id = $1',
    [keyId],
  );
  return rows[0];
}

const inDays = (days: number) => new Date(service.clock.now().getTime() + days * DAY * 1000);

describe('updateApiKey', () => {
  it('sets the given fields, clears those that are null, and leaves absent ones', async () => {
    const { keyId } = await make();
    const end = inDays(3);
    await update(member.userKey, { keyId, expiresAt: end.toISOString() });
    expect(await stored(keyId)).toMatchObject({ label: 'job', expires_at: end });
    await update(member.userKey, { keyId, label: ' other ' });
    expect(await stored(keyId)).toMatchObject({ label: 'other', expires_at: end });
    const { body } = await update(member.userKey, { keyId, label: null, expiresAt: null });
    expect(body.data.updateApiKey.apiKey).toMatchObject({ label: null, expiresAt: null, status: 'ACTIVE' });
    expect(await stored(keyId)).toMatchObject({ label: null, expires_at: null });
  });

  it('stops a key exactly at its new expiry, at once in this process', async () => {
    const { key, keyId } = await make();
    expect(await works(key)).toBe(true);
    await update(member.userKey, { keyId, expiresAt: inDays(1).toISOString() });
    service.clock.advance({ seconds: DAY - 1 });
    expect(await works(key)).toBe(true);
    service.clock.advance({ seconds: 1 });
    expect(await works(key)).toBe(false);
  });

  it('does not revive a key that has expired or was revoked', async () => {
    const expired = await make(member.userKey, { expiresAt: inDays(1).toISOString() });
    const revoked = await make();
    await revoke(member.userKey, revoked.keyId);
    service.clock.advance({ days: 1 });
    for (const { keyId } of [expired, revoked]) {
      const before = await stored(keyId);
      expect(codes(await update(member.userKey, { keyId, expiresAt: null }))).toEqual(['API_KEY_INACTIVE']);
      expect(codes(await rotate(member.userKey, { keyId }))).toEqual(['API_KEY_INACTIVE']);
      expect(await stored(keyId)).toEqual(before);
    }
  });

  it('refuses an expiry in the past and a long label, and names both', async () => {
    const { keyId } = await make();
    const { body } = await update(member.userKey, {
      keyId,
      label: 'x'.repeat(101),
      expiresAt: service.clock.now().toISOString(),
    });
    expect(body.errors[0].extensions.errors).toEqual([
      { pointer: '/label', message: 'must be at most 100 characters' },
      { pointer: '/expiresAt', message: 'must be in the future' },
    ]);
    expect(await stored(keyId)).toMatchObject({ label: 'job', expires_at: null });
  });
});

describe('rotateApiKey', () => {
  it('creates a successor of the same kind, owner and label; both work until the overlap ends', async () => {
    const old = await make();
    const { body } = await rotate(member.userKey, { keyId: old.keyId, overlapSeconds: 600 });
    const { key, apiKey } = body.data.rotateApiKey;
    expect(apiKey).toEqual({
      keyId: expect.any(Number),
      kind: 'USER',
      label: 'job',
      status: 'ACTIVE',
      expiresAt: null,
      replaces: { keyId: old.keyId },
      replacedBy: null,
      createdBy: { name: 'Mia' },
      user: { name: 'Mia' },
    });
    expect([await works(old.key), await works(key)]).toEqual([true, true]);
    service.clock.advance({ seconds: 599 });
    expect([await works(old.key), await works(key)]).toEqual([true, true]);
    service.clock.advance({ seconds: 1 });
    expect([await works(old.key), await works(key)]).toEqual([false, true]);
  });

  it('has an overlap of one day by default, but never beyond the expiry of the old key', async () => {
    const [plain, short] = [
      await make(),
      await make(member.userKey, { expiresAt: inDays(0.5).toISOString() }),
    ];
    const [day, half] = [inDays(1), inDays(0.5)];
    for (const { keyId } of [plain, short]) await rotate(member.userKey, { keyId });
    expect((await stored(plain.keyId)).expires_at).toEqual(day);
    expect((await stored(short.keyId)).expires_at).toEqual(half);
  });

  it('accepts the key itself; without an overlap it stops at once, elsewhere when its cache entry ends', async () => {
    const old = await make();
    expect(await works(old.key, elsewhere)).toBe(true);
    const { body } = await rotate(old.key, { keyId: old.keyId, overlapSeconds: 0, label: null });
    expect(body.data.rotateApiKey.apiKey.label).toBeNull();
    expect(await works(old.key)).toBe(false);
    expect(await works(body.data.rotateApiKey.key, elsewhere)).toBe(true);
    const gaveUp = performance.now() + 5_000;
    while ((await works(old.key, elsewhere)) && performance.now() < gaveUp);
    expect(await works(old.key, elsewhere)).toBe(false);
  });

  it('gives a key one successor, however many processes and requests rotate it in parallel', async () => {
    const old = await make();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        rotate(member.userKey, { keyId: old.keyId }, i % 2 ? service : elsewhere),
      ),
    );
    const made = answers.filter(({ body }) => body.data?.rotateApiKey);
    expect(made).toHaveLength(1);
    const { keyId } = made[0]?.body.data.rotateApiKey.apiKey ?? {};
    for (const answer of answers.filter((each) => !made.includes(each))) {
      expect(answer.body.errors[0].extensions).toEqual({ code: 'API_KEY_ROTATED', replaced_by: keyId });
    }
    const { rows } = await service.database.pool.query('SELECT id FROM api_key WHERE replaces_id = $1', [
      old.keyId,
    ]);
    expect(rows).toEqual([{ id: keyId }]);
  });

  it.each([-1, 30 * DAY + 1])('refuses an overlap of %d seconds', async (overlapSeconds) => {
    const { keyId } = await make();
    const { body } = await rotate(member.userKey, { keyId, overlapSeconds });
    expect(body.errors[0].extensions.errors).toEqual([
      { pointer: '/overlapSeconds', message: 'must be from 0 to 2592000' },
    ]);
    expect(await stored(keyId)).toMatchObject({ expires_at: null });
  });
});

describe('access to a key', () => {
  it('is for the owner alone in a rotation, so that an admin gets no key of another user', async () => {
    const { key, keyId } = await make();
    const { body } = await rotate(tenant.userKey, { keyId });
    expect([body.data, body.errors[0].message, body.errors[0].extensions]).toEqual([
      { rotateApiKey: null },
      'Only its owner can rotate a personal key, because the new key is shown. Revoke the key, or ask its owner.',
      { code: 'INSUFFICIENT_ACCESS' },
    ]);
    const { rows } = await service.database.pool.query('SELECT id FROM api_key WHERE replaces_id = $1', [
      keyId,
    ]);
    expect([rows, await works(key)]).toEqual([[], true]);
  });

  it('is not for organization keys, not even to themselves; an admin rotates them', async () => {
    const { body } = await create(tenant.userKey, { kind: 'ORG', label: 'crm' });
    const { key, apiKey } = body.data.createApiKey;
    expect(codes(await rotate(key, { keyId: apiKey.keyId }))).toEqual(['USER_CREDENTIAL_REQUIRED']);
    expect(codes(await update(key, { keyId: apiKey.keyId }))).toEqual(['USER_CREDENTIAL_REQUIRED']);
    expect(codes(await rotate(member.userKey, { keyId: apiKey.keyId }))).toEqual(['API_KEY_NOT_FOUND']);
    const successor = (await rotate(tenant.userKey, { keyId: apiKey.keyId })).body.data.rotateApiKey;
    expect(successor.apiKey).toMatchObject({ kind: 'ORG', label: 'crm', user: null });
    expect(await works(successor.key)).toBe(true);
  });
});

describe('the quota and the secrecy of keys', () => {
  it(`allows an owner ${QUOTA} working keys, even for parallel requests`, async () => {
    const { rows: before } = await service.database.pool.query('SELECT id FROM api_key WHERE user_id = $1', [
      member.userId,
    ]);
    const wanted = QUOTA - before.length + 5;
    const answers = await Promise.all(
      Array.from({ length: wanted }, () => create(member.userKey, { kind: 'USER' })),
    );
    const refused = answers.filter(({ body }) => body.errors);
    expect(refused).toHaveLength(5);
    for (const answer of refused) expect(codes(answer)).toEqual(['QUOTA_EXCEEDED']);
    const one = answers.find(({ body }) => body.data?.createApiKey)?.body.data.createApiKey.apiKey.keyId;
    await revoke(member.userKey, one);
    expect(codes(await create(member.userKey, { kind: 'USER' }))).toEqual([]);
    expect(codes(await create(tenant.userKey, { kind: 'ORG' }))).toEqual([]);
  });

  it('keep keys out of the log and the database, while the log says who changed which key', async () => {
    const { key, keyId } = await make();
    const { body } = await rotate(member.userKey, { keyId });
    await update(member.userKey, { keyId, label: 'old' });
    await revoke(member.userKey, keyId);
    const said = log.lines().filter(({ apiKeyId }) => apiKeyId === keyId);
    expect(said.map(({ audit }) => audit)).toEqual(['key_created', 'key_changed', 'key_revoked']);
    for (const line of said) {
      expect(line).toMatchObject({ byUserId: member.userId, organizationId: tenant.organizationId });
    }
    const { rows } = await service.database.pool.query(
      `SELECT query_to_xml('SELECT * FROM ' || quote_ident(tablename), false, false, '')::text AS dump
       FROM pg_tables WHERE schemaname = 'public'`,
    );
    const everything = log.text() + rows.map(({ dump }) => dump).join('');
    for (const secret of [key, body.data.rotateApiKey.key])
      expect(everything).not.toContain(secret.slice(13));
  });
});
