import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readIndexStatus } from '../../../src/modules/filters/facet-index.ts';
import { importPaths } from '../../../src/modules/import/import.ts';
import { seedPlain } from '../../harness/seed.ts';
import type { Colleague } from '../../harness/service.ts';
import { recordStatements } from '../../harness/statements.ts';
import { useService, useTenant } from '../../harness/use-service.ts';
import { raiseFlag } from '../flags/support.ts';
import { endOf, readAll } from './support.ts';

const COMPANIES = 12;
const domains = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => `company-${from + n}.example`);

const { service, tenant, ids, rest, graphql } = useService('told', {
  credits: 10,
  seed: async (pool) => {
    for (let n = 0; n < COMPANIES; n += 1) await seedPlain(pool, `company-${n}`);
    return { acme: await seedPlain(pool, 'acme') };
  },
});
const office = useTenant(service, 'office');
const vera = {} as Colleague;
let folder: string;

beforeAll(async () => {
  Object.assign(vera, await service.createColleague(tenant, 'Vera'));
  await service.admin.setOperator(office.email, true);
  folder = await mkdtemp(join(tmpdir(), 'company-data-events-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** What happened since a cursor, without ids and times. */
async function since(cursor: string, key: string) {
  return (await readAll(service, key, cursor)).map(({ type, data }) => ({ type, data }));
}

describe('catalogue.imported', () => {
  const run = async (names: readonly string[], options: object = {}) => {
    const paths: string[] = [];
    for (const [name, kind] of names.map((each) => [each, 'companies'] as const)) {
      const path = join(folder, `${name}.${kind}.ndjson`);
      const row = { name, primary_domain: `${name}.example` };
      await writeFile(path, `${JSON.stringify(row)}\n{"primary_domain": 7}\n`);
      paths.push(path);
    }
    const { pool } = service.database;
    await importPaths(pool, paths, { rejectsDir: folder, kind: 'companies', ...options });
  };

  it('is told to every key of every organization, once for each commit of an import', async () => {
    const [mine, theirs] = [await endOf(service, tenant.userKey), await endOf(service, office.orgKey)];
    await run(['one']);
    const { version } = await readIndexStatus(service.database.pool);
    const event = {
      type: 'catalogue.imported',
      data: { index_version: version, as_of: null, rows: { companies: 1 } },
    };
    expect(await since(mine, tenant.userKey)).toEqual([event]);
    expect(await since(theirs, office.orgKey)).toEqual([event]);

    await run(['two', 'three']);
    const data = (index_version: number) => ({ ...event.data, index_version });
    expect(await since(mine, tenant.userKey)).toEqual([
      event,
      { ...event, data: data(version + 1) },
      { ...event, data: data(version + 2) },
    ]);
    const cursor = await endOf(service, tenant.userKey);
    await run(['four', 'five'], { maxRejects: 5 });
    expect(await since(cursor, tenant.userKey)).toEqual([
      { ...event, data: { ...data(version + 4), rows: { companies: 2 } } },
    ]);
  });

  it('is not told of an import that stores nothing', async () => {
    const cursor = await endOf(service, tenant.userKey);
    await run(['six'], { dryRun: true });
    await expect(run(['seven'], { maxRejects: 0 })).rejects.toThrow();
    expect(await since(cursor, tenant.userKey)).toEqual([]);
  });
});

describe('flag.resolved', () => {
  it('is told to the user who flagged, and that of an organization key to the organization', async () => {
    const keys = { owner: tenant.userKey, vera: vera.userKey, organization: tenant.orgKey };
    const cursor = await endOf(service, tenant.userKey);
    const hers = await raiseFlag(service, vera.userKey, 'Moved away');
    const its = await raiseFlag(service, tenant.orgKey, 'Gone');
    const operator = service.rest(office.userKey);
    await operator.patch(`/v1/flags/${hers}`, { resolution: 'corrected', note: 'Thanks' }).expect(200);
    // A repetition resolves nothing.
    await operator.patch(`/v1/flags/${hers}`, { resolution: 'corrected', note: 'Thanks' }).expect(200);
    await operator.patch(`/v1/flags/${its}`, { resolution: 'wont_fix' }).expect(200);
    const event = (flag_id: number, resolution: string) => ({
      type: 'flag.resolved',
      data: { flag_id, company_id: ids.acme, resolution },
    });
    const [one, two] = [event(hers, 'corrected'), event(its, 'wont_fix')];
    expect(await since(cursor, keys.vera)).toEqual([one, two]);
    expect(await since(cursor, keys.owner)).toEqual([two]);
    expect(await since(cursor, keys.organization)).toEqual([two]);
    expect(await since(cursor, office.userKey)).toEqual([]);
  });
});

describe('credits.low', () => {
  const enrich = (from: number, to: number, key = tenant.userKey) =>
    service.rest(key).post('/v1/enrich/partnerships', { domains: domains(from, to) });
  const low = (balance: number, threshold: number) => ({ type: 'credits.low', data: { balance, threshold } });

  it('is told to the organization once each time a charge takes the balance below the threshold', async () => {
    const cursor = await endOf(service, tenant.orgKey);
    await enrich(0, 1).expect(200);
    const { body: changed } = await rest().patch('/v1/account', { credits_low_threshold: 7 }).expect(200);
    expect(changed.organization).toEqual({
      organization_id: tenant.organizationId,
      name: 'told',
      credit_balance: 9,
      credits_low_threshold: 7,
    });
    expect((await rest().get('/v1/account')).body).toEqual(changed);
    await enrich(1, 3).expect(200);
    expect(await since(cursor, tenant.orgKey)).toEqual([]);
    await enrich(3, 5).expect(200);
    await enrich(5, 6).expect(200);
    await enrich(5, 12).expect(402);
    expect(await since(cursor, tenant.orgKey)).toEqual([low(5, 7)]);
    await service.admin.grantCredits(tenant.name, 4);
    await enrich(6, 8, vera.userKey).expect(200);
    expect(await since(cursor, vera.userKey)).toEqual([low(5, 7), low(6, 7)]);
  });

  it('is one event however many charges run at the same time, and no statement more than a charge', async () => {
    const { userKey } = await service.createTenant('parallel', 12);
    await service.rest(userKey).patch('/v1/account', { credits_low_threshold: 6 });
    const cursor = await endOf(service, userKey);
    const { statements } = await recordStatements(async () => {
      await Promise.all(Array.from({ length: 12 }, (_, n) => enrich(n, n + 1, userKey).expect(200)));
    });
    expect(statements.filter((sql) => /UPDATE organization/.test(sql))).toHaveLength(12);
    expect(statements.filter((sql) => /^\s*INSERT INTO event/.test(sql))).toEqual([]);
    expect(await since(cursor, userKey)).toEqual([low(5, 6)]);
  });
});

describe('the threshold of credits.low', () => {
  const set =
    'mutation ($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { organization { name creditsLowThreshold } } }';

  it('is set, shown and removed by admins over both APIs, each change with an entry of the audit log', async () => {
    const shown = async () => (await rest().get('/v1/account')).body.organization.credits_low_threshold;
    const { body } = await graphql(set, { input: { creditsLowThreshold: 3 } });
    expect(body.data.updateOrganization.organization).toEqual({ name: 'told', creditsLowThreshold: 3 });
    expect(await shown()).toBe(3);
    await graphql(set, { input: { creditsLowThreshold: 3 } });
    await rest().patch('/v1/account', { credits_low_threshold: null }).expect(200);
    expect(await shown()).toBeUndefined();
    const entries = await service.prisma.adminEvent.findMany({
      where: { action: 'organization_changed', organizationId: tenant.organizationId },
      orderBy: { id: 'desc' },
      take: 2,
    });
    expect(entries.map(({ actorId, details }) => [actorId, details])).toEqual([
      [tenant.userId, { credits_low_threshold: { from: 3, to: null } }],
      [tenant.userId, { credits_low_threshold: { from: 7, to: 3 } }],
    ]);
  });

  it('is refused where it is none', async () => {
    for (const threshold of [0, -1, 2 ** 31, 1.5, '7'])
      expect((await rest().patch('/v1/account', { credits_low_threshold: threshold })).status).toBe(422);
    const { body } = await graphql(set, { input: { creditsLowThreshold: 0 } });
    expect(body.errors[0].extensions).toEqual({
      code: 'VALIDATION_ERROR',
      errors: [{ pointer: '/creditsLowThreshold', message: 'must be 1 to 2147483647, or null' }],
    });
  });
});
