import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { readConfig } from '../../../src/config.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { REGISTRY_VERSION } from '../../../src/modules/filters/registry.ts';
import { createMetricsExporter } from '../../../src/observability/metrics-exporter.ts';
import { createObservability } from '../../../src/observability/observability.ts';
import { answer, codes, problem } from '../../harness/errors.ts';
import { startTestService } from '../../harness/service.ts';
import { useService } from '../../harness/use-service.ts';

const LISTS = 5;
const BYTES = 1500;
const DOMAINS = 20;

const quotas = {
  lists: LISTS,
  definition_bytes: BYTES,
  list_domains: DOMAINS,
  list_views: 3,
  watched_lists: 2,
  export_bytes: 20_000,
  flags: 3,
  keys: 4,
  passkeys: 2,
  replay_log_bytes: 20_000,
  webhooks: 20,
  drafts: 3,
  catalogue_fields: 3,
  own_fields: 2,
  field_values: 4,
  job_bytes: 50_000,
  import_bytes: 60_000,
};
const { service, tenant, rest, graphql } = useService('quotas', { tenantPerTest: true, quotas });

const define = (founded: number[]) => ({
  registry_version: REGISTRY_VERSION,
  root: {
    or: founded.map((year) => ({ condition: { field: 'founded_year', operator: 'eq', values: [year] } })),
  },
});
const create = (body: object = {}, from = rest()) => from.post('/v1/lists', { name: 'a list', ...body });
const years = (count: number) => Array.from({ length: count }, (_, at) => 1900 + at);

async function counters() {
  const { rows } = await service.database.pool.query(
    `SELECT coalesce(u.lists, 0) AS lists, coalesce(u.definition_bytes, 0)::int AS bytes,
       (SELECT count(*)::int FROM list l WHERE l.organization_id = o.id) AS "realLists",
       (SELECT coalesce(sum(octet_length(d.registry_version) + coalesce(octet_length(d.root::text), 0)), 0)::int
        FROM list_definition d JOIN list l ON l.id = d.list_id WHERE l.organization_id = o.id) AS "realBytes"
     FROM organization o LEFT JOIN organization_usage u ON u.organization_id = o.id WHERE o.id = $1`,
    [tenant.organizationId],
  );
  return rows[0];
}

const refusal = (quota: string, limit: number, used: number) =>
  problem(403, 'quota_exceeded', expect.any(String), { quota, limit, used });

describe('lists of an organization', () => {
  it('are limited, even for parallel requests, and deleting one makes room', async () => {
    const answers = await Promise.all(Array.from({ length: LISTS + 3 }, () => create()));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(LISTS);
    for (const each of answers.filter(({ status }) => status !== 201))
      expect(answer(each)).toEqual(refusal('lists', LISTS, LISTS));
    expect(await counters()).toMatchObject({ lists: LISTS, realLists: LISTS });
    await rest().delete(`/v1/lists/${made[0]?.body.list_id}`);
    expect((await create()).status).toBe(201);
    const { body } = await graphql('mutation { createList(input: {name: "one more"}) { list { listId } } }');
    expect(body.errors[0].extensions).toEqual({
      code: 'QUOTA_EXCEEDED',
      quota: 'lists',
      limit: LISTS,
      used: LISTS,
    });
  });

  it('do not count for another organization', async () => {
    for (let count = 0; count < LISTS; count += 1) await create();
    const other = await service.createTenant(`beside-${tenant.name}`);
    expect((await create({}, service.rest(other.userKey))).status).toBe(201);
  });
});

describe('definitions of an organization', () => {
  it('are limited by the bytes of all versions; a refused version is not stored', async () => {
    const { body: list } = await create({ definition: define(years(10)) });
    const path = `/v1/lists/${list.list_id}/definition`;
    const { bytes } = await counters();
    const refused = await rest().put(path, define(years(14)));
    expect(answer(refused)).toEqual(refusal('definition_bytes', BYTES, bytes));
    expect((await rest().get(path)).headers.etag).toBe('"1"');
    const small = await rest().put(path, define(years(1)));
    expect(small.status).toBe(200);
    const restored = await rest().post(`${path}/versions/1/restore`);
    expect(restored.status).toBe(403);
    expect(await counters()).toMatchObject({ lists: 1, realLists: 1 });
  });

  it('stay within the limit for a first list and for parallel versions', async () => {
    expect((await create({ definition: define(years(30)) })).status).toBe(403);
    const lists = await Promise.all([1, 2, 3].map(() => create()));
    await Promise.all(
      lists.map(({ body }) => rest().put(`/v1/lists/${body.list_id}/definition`, define(years(9)))),
    );
    const { bytes, realBytes } = await counters();
    expect(realBytes).toBe(bytes);
    expect(bytes).toBeLessThanOrEqual(BYTES);
  });

  it('keep the counters equal to what is stored, after any sequence of changes', async () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * below);
    };
    const ids: number[] = [];
    for (let step = 0; step < 60; step += 1) {
      const id = ids[random(ids.length)];
      const kind = random(4);
      if (id === undefined || kind === 0) {
        const { body, status } = await create(random(2) ? { definition: define(years(1 + random(4))) } : {});
        if (status === 201) ids.push(body.list_id);
      } else if (kind === 1) await rest().put(`/v1/lists/${id}/definition`, define(years(1 + random(4))));
      else if (kind === 2) await rest().post(`/v1/lists/${id}/definition/versions/1/restore`);
      else ids.splice(ids.indexOf(id), (await rest().delete(`/v1/lists/${id}`)).status === 204 ? 1 : 0);
      const { lists, bytes, realLists, realBytes } = await counters();
      expect([lists, bytes]).toEqual([realLists, realBytes]);
    }
  });
});

describe('domains of a list', () => {
  const domains = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => `company${from + at}.example`);

  it('are limited, added and excluded ones together; a move between them needs no room', async () => {
    const { body: list } = await create();
    const path = `/v1/lists/${list.list_id}`;
    expect((await rest().post(`${path}/domains`, { domains: domains(0, 15) })).status).toBe(200);
    expect((await rest().post(`${path}/excluded-domains`, { domains: domains(15, 5) })).status).toBe(200);
    const refused = await rest().post(`${path}/domains`, { domains: domains(15, 6) });
    expect(answer(refused)).toEqual(refusal('list_domains', DOMAINS, DOMAINS));
    expect((await rest().get(`${path}/excluded-domains`)).body.total).toBe(5);
    expect((await rest().post(`${path}/domains`, { domains: domains(15, 5) })).status).toBe(200);
    await rest().delete(`${path}/domains/company0.example`);
    expect((await rest().post(`${path}/domains`, { domains: domains(50, 1) })).status).toBe(200);
  });

  it('stay within the limit for parallel requests', async () => {
    const { body: list } = await create();
    const path = `/v1/lists/${list.list_id}/domains`;
    const answers = await Promise.all(
      [0, 1, 2, 3].map((each) => rest().post(path, { domains: domains(each * 8, 8) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 403, 403]);
    expect((await rest().get(path)).body.total).toBe(16);
  });
});

describe('quotas', () => {
  const QUOTAS = '{ viewer { organization { quotas { quota limit used } } } }';
  const shown = async (key: string) =>
    (await service.graphql(key, QUOTAS)).body.data.viewer.organization.quotas;

  it('are shown with their use', async () => {
    await create();
    const { bytes } = await counters();
    expect(await shown(tenant.userKey)).toEqual([
      { quota: 'LISTS', limit: LISTS, used: 1 },
      { quota: 'DEFINITION_BYTES', limit: BYTES, used: bytes },
      { quota: 'LIST_DOMAINS', limit: DOMAINS, used: null },
      { quota: 'LIST_VIEWS', limit: 3, used: null },
      { quota: 'WATCHED_LISTS', limit: 2, used: 0 },
      { quota: 'EXPORT_BYTES', limit: 20_000, used: 0 },
      { quota: 'FLAGS', limit: 3, used: 0 },
      { quota: 'KEYS', limit: 4, used: 1 },
      { quota: 'PASSKEYS', limit: 2, used: 0 },
      { quota: 'REPLAY_LOG_BYTES', limit: 20_000, used: 0 },
      { quota: 'WEBHOOKS', limit: 20, used: 0 },
      { quota: 'DRAFTS', limit: 3, used: 0 },
      { quota: 'CATALOGUE_FIELDS', limit: 3, used: 0 },
      { quota: 'OWN_FIELDS', limit: 2, used: 0 },
      { quota: 'FIELD_VALUES', limit: 4, used: 0 },
      { quota: 'JOB_BYTES', limit: 50_000, used: 0 },
      { quota: 'IMPORT_BYTES', limit: 60_000, used: null },
    ]);
    expect((await shown(tenant.orgKey))[7]).toEqual({ quota: 'KEYS', limit: 4, used: 1 });
  });

  it('are off at 0', async () => {
    const { quotas } = readConfig({ QUOTA_LISTS: '0' });
    expect(quotas).toMatchObject({ lists: undefined, export_bytes: 1024 ** 3, keys: 50 });
    const unbounded = await startTestService({
      beside: service,
      quotas: { ...quotas, definition_bytes: undefined, list_domains: undefined, keys: undefined },
    });
    const rest = unbounded.rest(tenant.userKey);
    for (let count = 0; count < LISTS + 2; count += 1)
      expect((await rest.post('/v1/lists', { name: 'x', definition: define(years(12)) })).status).toBe(201);
    await unbounded.close();
  });

  it('have their refusals counted in the metrics', async () => {
    const metrics = createMetricsExporter();
    const watched = await startTestService({
      beside: service,
      quotas: { ...readConfig({}).quotas, lists: 1 },
      observability: createObservability({ logger: createLogger('silent'), metrics }),
    });
    const rest = watched.rest(tenant.userKey);
    expect((await rest.post('/v1/lists', { name: 'x' })).status).toBe(201);
    expect((await rest.post('/v1/lists', { name: 'x' })).status).toBe(403);
    const { text } = await supertest(metrics.listener).get('/metrics');
    expect(text).toContain('company_data_quota_refusals_total{quota="lists"} 1\n');
    expect(text).toContain('company_data_quota_refusals_total{quota="keys"} 0\n');
    await watched.close();
  });

  it('of keys are separate for each owner', async () => {
    const make = 'mutation { createApiKey(input: {kind: USER}) { key } }';
    const made = await Promise.all(Array.from({ length: 6 }, () => graphql(make)));
    expect(made.flatMap(codes)).toEqual(['QUOTA_EXCEEDED', 'QUOTA_EXCEEDED', 'QUOTA_EXCEEDED']);
  });
});
