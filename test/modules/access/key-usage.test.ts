import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createKeyUsage } from '../../../src/modules/access/usage.ts';
import { codes } from '../../harness/errors.ts';
import { seedPlain } from '../../harness/seed.ts';
import { type Colleague, startTestService, type Tenant } from '../../harness/service.ts';
import { recordStatements } from '../../harness/statements.ts';

let tenant: Tenant;
let member: Colleague;
let tenants = 0;

const service = await startTestService();
const elsewhere = await startTestService({ beside: service });
for (const name of ['acme', 'beta']) await seedPlain(service.database.pool, name);
beforeEach(async () => {
  service.clock.set('2026-03-01T23:00:00.000Z');
  tenants += 1;
  tenant = await service.createTenant(`users${tenants}`);
  member = await service.createColleague(tenant, 'Mia');
});
afterAll(async () => {
  await elsewhere.close();
  await service.close();
});

const USAGE = 'usage(days: $days) { day requests errors creditsCharged }';
const ask = (key: string, fields: string, days = 30) =>
  service.graphql(key, `query ($days: Int) { viewer { ${fields} } }`, { days });
const usageOf = async (key: string, days = 30) => {
  const { body } = await ask(key, `apiKeys { edges { node { ${USAGE} } } }`, days);
  return body.data.viewer.apiKeys.edges[0].node.usage;
};
const flush = async () => {
  await service.service.flush();
  await elsewhere.service.flush();
};
const lookUp = (key: string, name: string, on = service) => on.rest(key).get(`/v1/companies/${name}`);

async function counted(userId: number): Promise<unknown[]> {
  const { rows } = await service.database.pool.query(
    `SELECT u.day::text, u.requests, u.errors, u.organization_id FROM api_key_usage u
     JOIN api_key k ON k.id = u.api_key_id WHERE k.user_id = $1 ORDER BY u.day`,
    [userId],
  );
  return rows;
}

describe('the usage of keys', () => {
  it('counts requests and errors by UTC day in every process, and credits from the ledger', async () => {
    await lookUp(member.userKey, 'acme');
    await lookUp(member.userKey, 'acme', elsewhere);
    await lookUp(member.userKey, 'nobody');
    await service
      .rest(member.userKey)
      .post('/v1/enrich/partnerships', { domains: ['acme.example', 'beta.example'] });
    await flush();
    service.clock.set('2026-03-02T00:00:00.000Z');
    await lookUp(member.userKey, 'nobody', elsewhere);
    await flush();
    const { organizationId } = tenant;
    expect(await counted(member.userId)).toEqual([
      { day: '2026-03-01', requests: 4, errors: 1, organization_id: organizationId },
      { day: '2026-03-02', requests: 1, errors: 1, organization_id: organizationId },
    ]);
    // This request is counted as well, after its response.
    expect(await usageOf(member.userKey)).toEqual([
      { day: '2026-03-02', requests: 1, errors: 1, creditsCharged: 0 },
      { day: '2026-03-01', requests: 4, errors: 1, creditsCharged: 2 },
    ]);
    expect(await usageOf(member.userKey, 1)).toEqual([
      { day: '2026-03-02', requests: 1, errors: 1, creditsCharged: 0 },
    ]);
  });

  it('is read by one statement for any number of keys', async () => {
    for (let i = 0; i < 5; i++) await service.admin.createKey({ user: member.email }, {});
    await ask(member.userKey, `apiKeys { edges { node { ${USAGE} } } }`);
    const { statements } = await recordStatements(async () =>
      ask(member.userKey, `apiKeys { edges { node { ${USAGE} } } }`),
    );
    expect(statements.filter((sql) => sql.includes('api_key_usage'))).toHaveLength(1);
  });

  it('of the organization is the sum of all its keys, for admins', async () => {
    await lookUp(member.userKey, 'acme');
    await lookUp(tenant.orgKey, 'nobody');
    await service.rest(tenant.orgKey).post('/v1/enrich/partnerships', { domains: ['acme.example'] });
    await flush();
    const { body } = await ask(tenant.userKey, `organization { ${USAGE} }`);
    expect(body.data.viewer.organization.usage).toEqual([
      { day: '2026-03-01', requests: 3, errors: 1, creditsCharged: 1 },
    ]);
    expect(codes(await ask(member.userKey, `organization { ${USAGE} }`))).toEqual(['INSUFFICIENT_ACCESS']);
    expect(codes(await ask(tenant.orgKey, `organization { ${USAGE} }`))).toEqual([
      'USER_CREDENTIAL_REQUIRED',
    ]);
    const stranger = await service.createTenant(`strange${tenants}`);
    const theirs = await ask(stranger.userKey, `organization { ${USAGE} }`);
    expect(theirs.body.data.viewer.organization.usage).toEqual([]);
  });

  it.each([0, -1, 401])('is not available for %d days', async (days) => {
    const { body } = await ask(member.userKey, `apiKeys { edges { node { ${USAGE} } } }`, days);
    expect(body.errors[0].extensions.errors).toEqual([
      { pointer: '/days', message: 'must be from 1 to 400' },
    ]);
  });

  it('does not count requests with an invalid key', async () => {
    expect((await lookUp(`${member.userKey}x`, 'acme')).status).toBe(401);
    await flush();
    expect(await counted(member.userId)).toEqual([]);
  });
});

describe('usage that could not be written', () => {
  it('is written the next time, together with later usage', async () => {
    const { pool } = service.database;
    const { rows } = await pool.query('SELECT id FROM api_key WHERE user_id = $1', [member.userId]);
    let broken = true;
    const query = (...args: unknown[]) =>
      broken ? Promise.reject(new Error('no connection')) : Reflect.apply(pool.query, pool, args);
    const usage = createKeyUsage({ query: query as typeof pool.query }, () => undefined);
    const at = service.clock.now();
    usage.record(rows[0].id, at);
    await expect(usage.flush()).rejects.toThrow('no connection');
    usage.record(rows[0].id, at);
    usage.recordError(rows[0].id, at);
    broken = false;
    await usage.flush();
    await usage.close();
    expect(await counted(member.userId)).toMatchObject([{ day: '2026-03-01', requests: 2, errors: 1 }]);
    const { rows: used } = await pool.query('SELECT last_used_at FROM api_key WHERE id = $1', [rows[0].id]);
    expect(used[0].last_used_at).toEqual(at);
  });

  it('of a deleted key does not block the usage of others', async () => {
    const { pool } = service.database;
    const { rows } = await pool.query('SELECT id FROM api_key WHERE user_id = $1', [member.userId]);
    const usage = createKeyUsage(pool, () => undefined);
    usage.record(2_000_000_000, service.clock.now());
    usage.record(rows[0].id, service.clock.now());
    await usage.close();
    expect(await counted(member.userId)).toMatchObject([{ requests: 1, errors: 0 }]);
  });
});
