import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { type CapturedGauges, captureGauges } from '../harness/gauges.ts';
import { captureLog } from '../harness/log.ts';
import { type Replication, startReplication } from '../harness/replication.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';

const MAX_LAG_SECONDS = 2;

let servers: Replication;
let stranger: TestDatabase;
let gauges: CapturedGauges;
let service: TestService;
let tenant: Tenant;
const log = captureLog();

beforeAll(async () => {
  [servers, stranger] = await Promise.all([startReplication(), createTestDatabase()]);
  gauges = captureGauges();
  service = await startTestService({
    on: servers.primary,
    observability: gauges.observability,
    logger: log.logger,
    // The second is a database of another server.
    replicaUrls: [servers.standby.url, stranger.url],
    replicaMaxLagSeconds: MAX_LAG_SECONDS,
  });
  await seedSmallCatalogue(servers.primary.pool);
  tenant = await service.createTenant('replicated', 10);
});
afterAll(async () => {
  await service.close();
  await Promise.all([servers.stop(), stranger.drop()]);
});

const reads = () => ({ ...gauges.replicas()?.reads });
const standby = () => gauges.replicas()?.replicas[0];
const isUsed = () => standby()?.leftOut === undefined;
const replay = (what: 'pause' | 'resume') => servers.standby.pool.query(`SELECT pg_wal_replay_${what}()`);
const setName = (name: string) =>
  servers.primary.pool.query(`UPDATE company SET name = $1 WHERE slug = 'acme'`, [name]);

/** Asks all servers for their state until `isDone`. */
async function untilKnown(isDone: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isDone())) {
    await service.service.warmUp();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function nameOfAcme(): Promise<unknown> {
  const { status, body } = await service.rest(tenant.userKey).get('/v1/companies/acme');
  return status === 200 ? body.name : status;
}

/** Reads the version of each server; undefined while the standby has not replayed the migrations. */
async function indexVersions(): Promise<unknown[]> {
  const read = ({ pool }: typeof servers.primary) => pool.query('SELECT version FROM facet_index');
  return [
    (await read(servers.primary)).rows[0]?.version,
    await read(servers.standby).then(
      ({ rows }) => rows[0]?.version,
      () => undefined,
    ),
  ];
}

describe('a service with replicas', () => {
  it('reads the catalogue from a replica, and all else from the primary', async () => {
    await untilKnown(async () => {
      const [primary, replica] = await indexVersions();
      return isUsed() && primary === replica && standby()?.indexVersion === primary;
    });
    await replay('pause');
    await setName('Acme on the primary');
    const before = reads();
    expect(await nameOfAcme()).toBe('Acme Cloud');
    expect(reads()).toEqual({ primary: before.primary, replica: (before.replica ?? 0) + 1 });

    // What is written can be read at once, although the replica stands still.
    const rest = service.rest(tenant.userKey);
    const { body: list } = await rest.post('/v1/lists', { name: 'at once' });
    expect((await rest.get(`/v1/lists/${list.list_id}`)).body.name).toBe('at once');
    const { body: enriched } = await rest.post('/v1/enrich/partnerships', { domains: ['acme.example'] });
    expect(enriched.results[0]?.company_name).toBe('Acme on the primary');
  });

  it('never goes back in the version of the index', async () => {
    await servers.primary.pool.query('UPDATE facet_index SET version = version + 1');
    await untilKnown(async () => (await nameOfAcme()) === 'Acme on the primary');
    expect(isUsed()).toBe(true);
    await replay('resume');
    await untilKnown(async () => standby()?.indexVersion === (await indexVersions())[0]);
    const before = reads();
    expect(await nameOfAcme()).toBe('Acme on the primary');
    expect(reads().replica).toBe((before.replica ?? 0) + 1);
  });

  it('leaves out a replica that is too far behind, and takes it back', async () => {
    await replay('pause');
    await setName('Acme, later');
    await untilKnown(() => !isUsed());
    expect(standby()?.leftOut).toMatch(/^it is \d+ seconds behind$/);
    expect(await nameOfAcme()).toBe('Acme, later');
    await replay('resume');
    await untilKnown(isUsed);
    const about = log.lines().filter(({ replica }) => replica === 1);
    expect(about.map(({ msg }) => msg).slice(-2)).toEqual([
      'a replica is left out; others serve its reads',
      'a replica serves reads',
    ]);
  });

  it('does not use a server with another database', () => {
    expect(gauges.replicas()?.replicas[1]?.leftOut).toBe('it is not a replica of DATABASE_URL');
  });

  it('answers from the primary when the replica dies', async () => {
    await servers.killStandby();
    expect(await nameOfAcme()).toBe('Acme, later');
    await untilKnown(() => !isUsed());
    expect(await nameOfAcme()).toBe('Acme, later');
  });
});
