import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { codes } from '../../harness/errors.ts';
import { untilWaiting } from '../../harness/locks.ts';
import { type Colleague, startTestService, type Tenant } from '../../harness/service.ts';

interface Made {
  key: string;
  keyId: number;
}

let tenant: Tenant;
let member: Colleague;
let tenants = 0;

const service = await startTestService();
const elsewhere = await startTestService({ beside: service });
beforeEach(async () => {
  tenants += 1;
  tenant = await service.createTenant(`makers${tenants}`);
  member = await service.createColleague(tenant, 'Mia');
});
afterAll(async () => {
  await elsewhere.close();
  await service.close();
});

const mutation =
  (name: string, fields: string) =>
  (key: string, input: object, on = service) => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    const query = `mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} } }`;
    return on.graphql(key, query, { input });
  };
const create = mutation('createApiKey', 'key apiKey { keyId createdByKey { keyId } }');
const rotate = mutation('rotateApiKey', 'key apiKey { keyId createdByKey { keyId } }');
const update = mutation('updateApiKey', 'apiKey { expiresAt label }');
const revoke = mutation('revokeApiKey', 'apiKey { status } createdKeys { keyId status }');

async function make(key: string, kind: 'USER' | 'ORG' = 'USER'): Promise<Made> {
  const { body } = await create(key, { kind });
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  return { key: body.data.createApiKey.key, keyId: body.data.createApiKey.apiKey.keyId };
}

const works = async (key: string) => (await service.graphql(key, '{ __typename }')).status === 200;
const createdKeys = async (key: string, input: object) =>
  (await revoke(key, input)).body.data.revokeApiKey.createdKeys;

describe('keys that were created with another key', () => {
  it('name that key, even when a rotation created them', async () => {
    const stolen = await make(member.userKey);
    const own = await create(stolen.key, { kind: 'USER' });
    expect(own.body.data.createApiKey.apiKey.createdByKey).toEqual({ keyId: stolen.keyId });
    const rotated = await rotate(stolen.key, { keyId: own.body.data.createApiKey.apiKey.keyId });
    expect(rotated.body.data.rotateApiKey.apiKey.createdByKey).toEqual({ keyId: stolen.keyId });
    const { rows } = await service.database.pool.query(
      'SELECT created_by_key_id FROM api_key WHERE user_id = $1 ORDER BY id LIMIT 1',
      [member.userId],
    );
    expect(rows).toEqual([{ created_by_key_id: null }]);
  });

  it('are listed when it is revoked, with the keys that they created, if they still work', async () => {
    const stolen = await make(tenant.userKey);
    const [first, second, gone] = [
      await make(stolen.key),
      await make(stolen.key, 'ORG'),
      await make(stolen.key),
    ];
    const third = await make(gone.key);
    const unrelated = await make(tenant.userKey);
    await revoke(tenant.userKey, { keyId: gone.keyId });
    expect(await createdKeys(tenant.userKey, { keyId: stolen.keyId })).toEqual(
      [first, second, third].map(({ keyId }) => ({ keyId, status: 'ACTIVE' })),
    );
    expect(await Promise.all([stolen, first, second, third, unrelated].map(({ key }) => works(key)))).toEqual(
      [false, true, true, true, true],
    );
    // The key is already revoked; the keys that it created can still be revoked.
    expect(await createdKeys(tenant.userKey, { keyId: stolen.keyId, includeCreated: true })).toEqual(
      [first, second, third].map(({ keyId }) => ({ keyId, status: 'REVOKED' })),
    );
    expect(await Promise.all([first, second, third, unrelated].map(({ key }) => works(key)))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(await createdKeys(tenant.userKey, { keyId: stolen.keyId, includeCreated: true })).toEqual([]);
  });

  it('are shown only to callers who may manage them', async () => {
    const stolen = await make(tenant.userKey);
    const shared = await make(stolen.key, 'ORG');
    const own = await make(stolen.key);
    const sql = `UPDATE "user" SET role = 'member' WHERE id = $1`;
    await service.database.pool.query(sql, [tenant.userId]);
    expect(await createdKeys(own.key, { keyId: stolen.keyId, includeCreated: true })).toEqual([
      { keyId: own.keyId, status: 'REVOKED' },
    ]);
    expect(await works(shared.key)).toBe(true);
  });
});

describe('a revocation whose process dies before its response is stored', () => {
  it('lists the keys that it revoked when it is retried', async () => {
    const stolen = await make(member.userKey);
    const made = await make(stolen.key);
    const input = { keyId: stolen.keyId, includeCreated: true };
    const once = () => revoke(member.userKey, input).set('Idempotency-Key', 'revoke-2');
    expect(await works(member.userKey)).toBe(true);
    const { pool } = service.database;
    await pool.query(
      'ALTER TABLE idempotency_record ADD CONSTRAINT unanswered CHECK (status IS NULL) NOT VALID',
    );
    await once();
    await pool.query('ALTER TABLE idempotency_record DROP CONSTRAINT unanswered');
    service.clock.advance({ minutes: 1 });
    const again = await once();
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body.data.revokeApiKey.createdKeys).toEqual([{ keyId: made.keyId, status: 'REVOKED' }]);
  });
});

describe('a key that is revoked while it creates another', () => {
  it('creates none if the revocation comes first', async () => {
    const stolen = await make(member.userKey);
    expect(await works(stolen.key)).toBe(true);
    const client = await service.database.pool.connect();
    await client.query('BEGIN');
    await client.query('UPDATE api_key SET revoked_at = now() WHERE id = $1', [stolen.keyId]);
    const making = Promise.resolve(create(stolen.key, { kind: 'USER' }));
    await untilWaiting(service.database, 1);
    await client.query('COMMIT');
    client.release();
    expect(codes(await making)).toEqual(['INVALID_API_KEY']);
  });

  it('has the new key listed if the creation comes first', async () => {
    const stolen = await make(member.userKey);
    const client = await service.database.pool.connect();
    await client.query('BEGIN');
    // Both wait for the row of the user, in this order.
    await client.query('SELECT FROM "user" WHERE id = $1 FOR UPDATE', [member.userId]);
    const making = Promise.resolve(create(stolen.key, { kind: 'USER' }));
    await untilWaiting(service.database, 1);
    const input = { keyId: stolen.keyId, includeCreated: true };
    const revoking = Promise.resolve(revoke(member.userKey, input, elsewhere));
    await untilWaiting(service.database, 2);
    await client.query('COMMIT');
    client.release();
    const { key, apiKey } = (await making).body.data.createApiKey;
    expect((await revoking).body.data.revokeApiKey.createdKeys).toEqual([
      { keyId: apiKey.keyId, status: 'REVOKED' },
    ]);
    expect(await works(key)).toBe(false);
  });
});

describe('the expiry of a rotated key', () => {
  it('can be brought forward, but not postponed or removed', async () => {
    service.clock.set('2026-03-01T12:00:00.000Z');
    const old = await make(member.userKey);
    const { body } = await rotate(old.key, { keyId: old.keyId, overlapSeconds: 3600 });
    const successor: number = body.data.rotateApiKey.apiKey.keyId;
    for (const expiresAt of [null, '2026-03-01T13:00:00.001Z']) {
      const refused = await update(old.key, { keyId: old.keyId, expiresAt });
      expect(refused.body.errors[0].extensions).toEqual({
        code: 'VALIDATION_ERROR',
        errors: [
          {
            pointer: '/expiresAt',
            message: `must not be later than 2026-03-01T13:00:00.000Z: key ${successor} replaces this key, so its expiry can only be brought forward`,
          },
        ],
      });
    }
    expect(codes(await update(tenant.userKey, { keyId: old.keyId, expiresAt: null }))).toEqual([
      'VALIDATION_ERROR',
    ]);
    expect((await update(old.key, { keyId: old.keyId, label: 'old' })).body.data.updateApiKey.apiKey).toEqual(
      {
        label: 'old',
        expiresAt: '2026-03-01T13:00:00.000Z',
      },
    );
    const sooner = '2026-03-01T12:30:00.000Z';
    const moved = await update(old.key, { keyId: old.keyId, expiresAt: sooner });
    expect(moved.body.data.updateApiKey.apiKey.expiresAt).toBe(sooner);
    // Its successor is not rotated, so its expiry can be set freely.
    expect(codes(await update(member.userKey, { keyId: successor, expiresAt: sooner }))).toEqual([]);
    expect(codes(await update(member.userKey, { keyId: successor, expiresAt: null }))).toEqual([]);
  });
});
