import { beforeEach, describe, expect, it } from '@jest/globals';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { answer, invalid, problem } from '../../harness/errors.ts';
import { seedPlain } from '../../harness/seed.ts';
import { useService } from '../../harness/use-service.ts';
import { createList } from '../lists/operations.ts';
import { untilStatus } from './support.ts';
import { readJob, sendFile } from './upload-support.ts';

const { service, tenant, ids, rest } = useService<'acme' | 'globex' | 'initech'>('sources', {
  works: true,
  tenantPerTest: true,
  seed: async (pool) => {
    const seeded: Record<string, number> = {};
    for (const slug of ['acme', 'globex', 'initech']) seeded[slug] = await seedPlain(pool, slug);
    await rebuildIndex(pool);
    return seeded;
  },
});

let list: number;
beforeEach(async () => {
  list = await createList(service, tenant.userKey, 'accounts');
  await rest()
    .post(`/v1/lists/${list}/domains`, { domains: ['acme.example', 'initech.example'] })
    .expect(200);
});

/** Sends no body. */
const post = (query: string, { key = tenant.userKey, headers = {} } = {}) =>
  service.rest(key).post(`/v1/jobs?${query}`).set(headers);

describe('a job of the members of a list', () => {
  it('has a row for each member, and enriches them', async () => {
    const { status, body, headers } = await post(`kind=enrich&max_credits=5&source_list_id=${list}`);
    expect(status).toBe(202);
    expect(headers.location).toBe(`/v1/jobs/${body.job_id}`);
    await untilStatus(service, body.job_id, 'done');
    expect((await rest().get(`/v1/jobs/${body.job_id}`)).body).toMatchObject({
      columns: [
        { name: 'name', field: 'name' },
        { name: 'domain', field: 'domain' },
      ],
      counts: { rows: 2, matched: 2, unmatched: 0, invalid: 0, duplicates: 0 },
      credits_charged: 2,
    });
    expect((await readJob(service, body.job_id)).inputs).toEqual([
      ['ACME', 'acme.example'],
      ['INITECH', 'initech.example'],
    ]);
    const { body: page } = await rest().get(`/v1/jobs/${body.job_id}/rows`).expect(200);
    expect(
      page.rows.map((row: { company: { company_id: number }; credits: number }) => [
        row.company.company_id,
        row.credits,
      ]),
    ).toEqual([
      [ids.acme, 1],
      [ids.initech, 1],
    ]);
  });

  it('takes those of a tier, or that a search finds, and is made once for a key', async () => {
    const query = `kind=match&max_credits=0&source_list_id=${list}&search=INIT`;
    const headers = { 'Idempotency-Key': 'members-of-a-list' };
    const first = await post(query, { headers });
    const again = await post(query, { headers });
    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.body.job_id).toBe(first.body.job_id);
    expect((await readJob(service, first.body.job_id)).inputs).toEqual([['INITECH', 'initech.example']]);
    expect(answer(await post(`kind=match&source_list_id=${list}&search=nobody`))).toEqual(
      invalid('/source_list_id', 'has no members that tier and search select'),
    );
    const tiers = [];
    for (const tier of ['high', 'medium', 'exploratory'])
      tiers.push((await post(`kind=match&source_list_id=${list}&tier=${tier}`)).status);
    expect(tiers.toSorted()).toEqual([202, 422, 422]);
  });

  it('gives all members the same values of fields, or clears them', async () => {
    await rest().post('/v1/fields', { key: 'org.score', label: 'Score', type: 'number' }).expect(201);
    const tags = { key: 'org.tags', label: 'Tags', type: 'category', multiple: true };
    await rest().post('/v1/fields', tags).expect(201);
    const setAll = async (...values: string[]) => {
      const set = values.map((value) => `&set=${encodeURIComponent(value)}`).join('');
      const { body } = await post(`kind=set_fields&max_credits=0&source_list_id=${list}${set}`);
      await untilStatus(service, body.job_id, 'done');
      return (await rest().get(`/v1/jobs/${body.job_id}`)).body.report;
    };
    const stored = async () => {
      const slugs = ['acme', 'globex', 'initech'];
      const answers = slugs.map((slug) => rest().get(`/v1/companies/${slug}?include=fields`).expect(200));
      return (await Promise.all(answers)).map(({ body }) => body.fields);
    };
    const none = { cleared: 0, unchanged: 0, invalid: 0 };
    expect(await setAll('org.score=12.5', 'org.tags=["A=B","C"]')).toEqual({ ...none, set: 4 });
    const values = { 'org.score': 12.5, 'org.tags': ['A=B', 'C'] };
    expect(await stored()).toEqual([values, undefined, values]);
    expect(await setAll('org.score=\\N')).toEqual({ ...none, set: 0, cleared: 2 });
    expect(await stored()).toEqual([{ 'org.tags': ['A=B', 'C'] }, undefined, { 'org.tags': ['A=B', 'C'] }]);
  });

  it('takes values for members of a list alone, by keys of fields of the organization', async () => {
    const from = `source_list_id=${list}`;
    const alone = 'is only for the kind set_fields with source_list_id';
    for (const query of [`kind=match&${from}&set=org.score=1`, 'kind=set_fields&set=org.score=1'])
      expect(answer(await post(query))).toEqual(invalid('/set', alone));
    const key = 'must be a key such as org.score, "=" and the value, once for each field';
    for (const [place, set] of [
      [0, 'set=domain=other.example'],
      [0, 'set=org.score'],
      [1, 'set=org.score=1&set=org.score=2'],
    ] as const)
      expect(answer(await post(`kind=set_fields&${from}&${set}`))).toEqual(invalid(`/set/${place}`, key));
    const { status, body } = await post(`kind=set_fields&max_credits=0&${from}&set=org.unknown=1`);
    expect([status, body.detail.errors?.[0]?.pointer]).toEqual([422, '/columns']);
  });

  it('is refused without access to the list, with a body, and without a person', async () => {
    const stranger = await service.createTenant(`beside-${tenant.name}`);
    const notFound = problem(404, 'list_not_found', 'List not found, or it is not shared with you.');
    expect(answer(await post(`kind=match&source_list_id=${list}`, { key: stranger.userKey }))).toEqual(
      notFound,
    );
    expect(answer(await post(`kind=match&source_list_id=${list}`, { key: tenant.orgKey }))).toEqual(
      problem(403, 'user_credential_required', 'This requires a personal key; an organization key was sent.'),
    );
    const sent = await sendFile(service, 'Site\nacme.example\n', {
      key: tenant.userKey,
      query: `kind=match&source_list_id=${list}`,
    });
    expect([sent.status, sent.body]).toEqual(
      Object.values(invalid('/source_list_id', 'stands for a file: send a body or source_list_id, not both')),
    );
    expect(answer(await post('kind=match&tier=high'))).toEqual(
      invalid('/tier', 'is only for members of source_list_id'),
    );
    const { rows } = await service.database.pool.query('SELECT id FROM job WHERE organization_id = $1', [
      tenant.organizationId,
    ]);
    expect(rows).toEqual([]);
  });
});
