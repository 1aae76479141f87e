import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config.ts';
import { type DatabaseProxy, startProxy } from '../harness/proxy.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';

let service: TestService;
let proxy: DatabaseProxy;
let tenant: Tenant;

beforeAll(async () => {
  service = await startTestService({
    through: async (url) => {
      proxy = await startProxy(url);
      return proxy.url;
    },
  });
  tenant = await service.createTenant('failover');
});
afterAll(async () => {
  await service.close();
  await proxy.stop();
});

/** Makes the server a read-only one for the service, as a standby is, or takes that back. */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  const { pool } = service.database;
  const { rows } = await pool.query<{ name: string }>('SELECT quote_ident(current_database()) AS name');
  const change = isReadOnly
    ? 'SET default_transaction_read_only = on'
    : 'RESET default_transaction_read_only';
  await pool.query(`ALTER DATABASE ${rows[0]?.name} ${change}`);
}

const ready = () => service.rest().get('/readyz');
const createList = (name: string) => service.rest(tenant.userKey).post('/v1/lists', { name });

async function names(): Promise<unknown[]> {
  const { rows } = await service.database.pool.query('SELECT name FROM list ORDER BY id');
  return rows.map(({ name }) => name);
}

describe('a service whose connections lead to a read-only server', () => {
  it('refuses changes with 503, serves reads, and is not ready', async () => {
    expect((await createList('before')).status).toBe(201);
    await setReadOnly(true);
    await proxy.restart();

    const refused = await createList('during');
    expect([refused.status, refused.body.detail.error, refused.headers['retry-after']]).toEqual([
      503,
      'unavailable',
      '5',
    ]);
    expect((await service.rest(tenant.userKey).get('/v1/lists')).status).toBe(200);
    expect([(await ready()).status, (await ready()).body]).toEqual([
      503,
      { status: 'unavailable', database: 'read-only' },
    ]);
    expect(await names()).toEqual(['before']);
  });

  it('serves changes as soon as new connections lead to the primary, without a restart', async () => {
    await setReadOnly(false);
    expect([(await ready()).status, (await ready()).body]).toEqual([
      200,
      { status: 'ready', database: 'ok' },
    ]);
    expect((await createList('after')).status).toBe(201);
    expect(await names()).toEqual(['before', 'after']);
  });
});

describe('DATABASE_URL', () => {
  it('refuses several hosts, which node-postgres cannot try in turn', () => {
    const DATABASE_URL = 'postgresql://app:a,b@one.example,two.example:5433/db?application_name=a,b';
    expect(() => readConfig({ DATABASE_URL })).toThrow('DATABASE_URL must name one server');
    const single = 'postgresql://app:a,b@one.example/db?application_name=a,b';
    expect(readConfig({ DATABASE_URL: single }).databaseUrl).toBe(single);
  });
});
