import { afterAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { codes, refusal } from '../../harness/errors.ts';
import { untilWaiting } from '../../harness/locks.ts';
import { type Colleague, startTestService } from '../../harness/service.ts';
import { recordStatements } from '../../harness/statements.ts';

/** The quota of keys. */
const QUOTA = 50;

let made = 0;

const service = await startTestService();
const tenant = await service.createTenant('tenant');
afterAll(() => service.close());

const mutation = (name: string, fields: string) => (key: string, input: object) => {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  return service.graphql(key, `mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} } }`, {
    input,
  });
};
const create = mutation('createApiKey', 'key apiKey { keyId }');
const update = mutation('updateApiKey', 'apiKey { label }');
const rotate = mutation('rotateApiKey', 'key apiKey { keyId }');

async function make(owner: string, input: object = {}): Promise<{ key: string; keyId: number }> {
  const { body } = await create(owner, { kind: 'USER', ...input });
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  return { key: body.data.createApiKey.key, keyId: body.data.createApiKey.apiKey.keyId };
}

const person = (): Promise<Colleague> => service.createColleague(tenant, `Person${++made}`);

async function keysOf(userId: number): Promise<number> {
  const sql = 'SELECT count(*)::int AS n FROM api_key WHERE user_id = $1';
  const { rows } = await service.database.pool.query(sql, [userId]);
  return rows[0].n;
}

/** Opens another transaction that has locked a key, and keeps it open until `end`. */
async function holding(sql: string, keyId: number): Promise<pg.PoolClient> {
  const client = await service.database.pool.connect();
  await client.query('BEGIN');
  await client.query(sql, [keyId]);
  return client;
}

async function end(client: pg.PoolClient, how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
  await client.query(how);
  client.release();
}

describe('the quota of working keys', () => {
  it('is not exceeded by repeated rotation, which remains possible without an overlap', async () => {
    const eve = await person();
    let { keyId } = await make(eve.userKey);
    for (let count = 2; count < QUOTA; count++) {
      const { body } = await rotate(eve.userKey, { keyId, overlapSeconds: 3600 });
      keyId = body.data.rotateApiKey.apiKey.keyId;
    }
    const full = await rotate(eve.userKey, { keyId, overlapSeconds: 3600 });
    expect(refusal(full)).toMatchObject({
      errors: [
        {
          message:
            'This owner already has 50 active keys; the limit is 50. Revoke keys that are no longer used, or rotate one with an overlap of 0 seconds.',
          extensions: { code: 'QUOTA_EXCEEDED', quota: 'keys', limit: QUOTA, used: QUOTA },
        },
      ],
    });
    expect(await keysOf(eve.userId)).toBe(QUOTA);
    const { body } = await rotate(eve.userKey, { keyId, overlapSeconds: 0 });
    expect((await service.graphql(body.data.rotateApiKey.key, '{ __typename }')).status).toBe(200);
    expect(codes(await create(eve.userKey, { kind: 'USER' }))).toEqual(['QUOTA_EXCEEDED']);
    // When the overlaps end, their keys no longer count.
    service.clock.advance({ seconds: 3600 });
    expect(codes(await create(eve.userKey, { kind: 'USER' }))).toEqual([]);
  });

  it('is not exceeded by parallel rotations of several keys', async () => {
    const eve = await person();
    const ids: number[] = [];
    while (ids.length < QUOTA - 3) ids.push((await make(eve.userKey)).keyId);
    const answers = await Promise.all(ids.slice(0, 8).map((keyId) => rotate(eve.userKey, { keyId })));
    expect(answers.filter(({ body }) => body.data.rotateApiKey)).toHaveLength(2);
    expect(await keysOf(eve.userId)).toBe(QUOTA);
  });

  it('is separate for each user and for the organization', async () => {
    const eve = await person();
    for (let count = 1; count < QUOTA; count++) await make(eve.userKey);
    expect(codes(await create(eve.userKey, { kind: 'USER' }))).toEqual(['QUOTA_EXCEEDED']);
    const shared = await make(tenant.userKey, { kind: 'ORG' });
    expect(codes(await rotate(tenant.userKey, { keyId: shared.keyId }))).toEqual([]);
    expect(codes(await create((await person()).userKey, { kind: 'USER' }))).toEqual([]);
  });
});

describe('a change of a key that meets a concurrent one', () => {
  it('is refused, and changes nothing, if the key is revoked first', async () => {
    const { userKey } = await person();
    const { keyId } = await make(userKey, { label: 'kept' });
    const revoking = await holding('UPDATE api_key SET revoked_at = now() WHERE id = $1', keyId);
    const running = Promise.resolve(update(userKey, { keyId, label: 'late', expiresAt: null }));
    await untilWaiting(service.database, 1);
    await end(revoking, 'COMMIT');
    expect(codes(await running)).toEqual(['API_KEY_INACTIVE']);
    const { rows } = await service.database.pool.query('SELECT label FROM api_key WHERE id = $1', [keyId]);
    expect(rows).toEqual([{ label: 'kept' }]);
  });

  it('never waits for a key of another organization, which would reveal that it exists', async () => {
    const other = await service.createTenant('other');
    const { keyId } = await make(other.userKey);
    const busy = await holding('SELECT FROM api_key WHERE id = $1 FOR UPDATE', keyId);
    const answers = [
      await rotate(tenant.userKey, { keyId }),
      await update(tenant.userKey, { keyId, label: 'x' }),
    ];
    await end(busy, 'ROLLBACK');
    expect(answers.map(codes)).toEqual([['API_KEY_NOT_FOUND'], ['API_KEY_NOT_FOUND']]);
  });
});

describe('the list of keys with all their fields', () => {
  it('takes as many statements for twenty keys as for two', async () => {
    const query = `{ viewer { apiKeys(first: 100) { edges { node { keyId status user { name }
      createdBy { name } replaces { keyId } replacedBy { keyId }
      usage { day requests errors creditsCharged } } } } } }`;
    const statementsFor = async ({ userKey }: Colleague): Promise<[number, number]> => {
      const counts: number[] = [];
      let keys = 0;
      // Work in the background adds statements to some of the requests.
      for (let request = 0; request < 3; request++) {
        await service.graphql(userKey, '{ __typename }');
        const { result, statements } = await recordStatements(async () => service.graphql(userKey, query));
        keys = result.body.data.viewer.apiKeys.edges.length;
        counts.push(statements.length);
      }
      return [keys, Math.min(...counts)];
    };
    const [few, many] = [await person(), await person()];
    await rotate(few.userKey, await only(few, 1));
    for (let i = 0; i < 10; i++) await rotate(many.userKey, await only(many, 1));
    const [[two, statements], [twenty, more]] = [await statementsFor(few), await statementsFor(many)];
    expect([two, twenty, more]).toEqual([3, 21, statements]);
    expect(statements).toBeLessThanOrEqual(10);
  });

  async function only({ userKey }: Colleague, overlapSeconds: number) {
    return { keyId: (await make(userKey)).keyId, overlapSeconds };
  }
});

describe('the usage of a key', () => {
  it('counts an error on the day of its request, even if the response is sent after midnight', async () => {
    const { userKey } = await person();
    const { key, keyId } = await make(userKey);
    service.clock.set('2026-03-09T23:59:59.999Z');
    const busy = await service.database.pool.connect();
    await busy.query('BEGIN');
    await busy.query('LOCK TABLE company, company_domain IN ACCESS EXCLUSIVE MODE');
    const running = Promise.resolve(service.rest(key).get('/v1/companies/nobody'));
    await untilWaiting(service.database, 1);
    service.clock.set('2026-03-10T00:00:00.000Z');
    await end(busy, 'ROLLBACK');
    expect((await running).status).toBe(404);
    const { pool } = service.database;
    const read = () =>
      pool.query('SELECT day::text, requests, errors FROM api_key_usage WHERE api_key_id = $1', [keyId]);
    // The service records the end of a response a moment after it has arrived.
    for (let errors = 0; errors === 0; ) {
      await service.service.flush();
      errors = (await read()).rows.reduce((sum, row) => sum + row.errors, 0);
    }
    expect((await read()).rows).toEqual([{ day: '2026-03-09', requests: 1, errors: 1 }]);
    const { rows } = await pool.query('SELECT last_used_at FROM api_key WHERE id = $1', [keyId]);
    expect(rows).toEqual([{ last_used_at: new Date('2026-03-09T23:59:59.999Z') }]);
  });

  it('has a cost that is computed from its number of days before it runs', async () => {
    const costOf = async (days: string) => {
      const query = `{ viewer { apiKeys { edges { node { usage${days} { day } } } } organization { usage${days} { day } } } }`;
      return (await service.graphql(tenant.userKey, query)).body.extensions.cost.requested;
    };
    // The viewer, the organization and the page, ten keys as expected, and a point for each day.
    expect(await costOf('')).toBe(3 + 10 + 10 * 30 + 30);
    expect(await costOf('(days: 1)')).toBe(3 + 10 + 10 * 1 + 1);
    expect(await costOf('(days: 400)')).toBe(3 + 10 + 10 * 400 + 400);
  });
});
