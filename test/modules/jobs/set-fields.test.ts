import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../../src/config.ts';
import { seedPlain } from '../../harness/seed.ts';
import { useService } from '../../harness/use-service.ts';
import { untilStatus } from './support.ts';
import { jobsOf, readJob, sendFile } from './upload-support.ts';

const COMPANIES = ['acme', 'globex', 'initech'] as const;
const { service, tenant, ids, rest, graphql } = useService<(typeof COMPANIES)[number]>('set-fields', {
  works: true,
  tenantPerTest: true,
  quotas: { ...readConfig({}).quotas, field_values: 6 },
  seed: async (pool) => {
    const seeded: Record<string, number> = {};
    for (const slug of COMPANIES) seeded[slug] = await seedPlain(pool, slug);
    return seeded;
  },
});

const NDJSON = 'application/x-ndjson';

const declare = (key: string, type: string, more: object = {}) =>
  rest()
    .post('/v1/fields', { key, label: key, type, ...more })
    .expect(201);
const upload = (file: string, options: { query?: string; type?: string; key?: string } = {}) =>
  sendFile(service, file, { key: tenant.userKey, query: 'kind=set_fields&max_credits=0', ...options });
const fieldsOf = async (slug: string) =>
  (await rest().get(`/v1/companies/${slug}?include=fields`).expect(200)).body.fields ?? {};

/** Uploads a file, and waits until its job is done. */
async function run(file: string, options: { type?: string; key?: string } = {}) {
  const { status, body } = await upload(file, options);
  expect([status, body.detail]).toEqual([202, undefined]);
  await untilStatus(service, body.job_id, 'done');
  return rest().get(`/v1/jobs/${body.job_id}`).expect(200);
}

describe('a job that sets fields', () => {
  it('writes the values of each row, keeps blank ones, clears by \\N, and reports both', async () => {
    await declare('org.score', 'number', { label: 'Lead score', columns: ['Punkte'] });
    await declare('org.owner', 'category');
    await declare('org.since', 'date', { label: 'Customer since' });
    await rest()
      .post('/v1/fields/values', {
        values: [{ identifier: 'globex', fields: { 'org.owner': 'Bob', 'org.score': 3 } }],
      })
      .expect(200);
    const file = [
      'Website,Punkte,owner,Customer Since,Note',
      "acme.example,12.5,'=Ada,2026-01-31,x",
      'globex.example,,\\N,n/a,x',
      'nobody.example,1,Eve,,x',
      'globex.example,3,,,',
      'acme.example,13,,,',
      ',,,,x',
      '"broken',
    ].join('\n');
    const { body } = await run(file);
    expect(body).toMatchObject({
      kind: 'set_fields',
      status: 'done',
      columns: [
        { name: 'Website', field: 'domain' },
        { name: 'Punkte', field: 'org.score', confidence: 0.95 },
        { name: 'owner', field: 'org.owner', confidence: 0.95 },
        { name: 'Customer Since', field: 'org.since', confidence: 0.48 },
        { name: 'Note', confidence: 0 },
      ],
      counts: { rows: 7, matched: 4, unmatched: 1, invalid: 2, duplicates: 2 },
      report: { set: 4, cleared: 1, unchanged: 1, invalid: 1 },
      credits_charged: 0,
    });
    expect(body).not.toHaveProperty('list_id');
    expect(await fieldsOf('acme')).toEqual({
      'org.score': 13,
      'org.owner': '=Ada',
      'org.since': '2026-01-31',
    });
    expect(await fieldsOf('globex')).toEqual({ 'org.score': 3 });
    const rows = await rest().get(`/v1/jobs/${body.job_id}/rows`).expect(200);
    const none = { set: 0, cleared: 0, unchanged: 0, invalid: 0 };
    const why = 'org.since must be a day from 1900 to 2100, such as 2026-01-31, not "n/a"';
    expect(rows.body.rows.map(({ values }: { values?: object }) => values)).toEqual([
      { ...none, set: 3 },
      { ...none, cleared: 1, invalid: 1, invalid_because: why },
      undefined,
      { ...none, unchanged: 1 },
      { ...none, set: 1 },
      undefined,
      undefined,
    ]);
    const csv = await rest().get(`/v1/jobs/${body.job_id}/result`).expect(200);
    expect(csv.text.split('\n').slice(0, 4)).toEqual([
      'Website,Punkte,owner,Customer Since,Note,cd_company_id,cd_name,cd_domain,cd_confidence,cd_matched_by,cd_status,cd_set,cd_cleared,cd_unchanged,cd_invalid,cd_invalid_because,cd_duplicate,cd_fault',
      `acme.example,12.5,''=Ada,2026-01-31,x,${ids.acme},ACME,acme.example,1,domain,matched,3,0,0,0,,false,`,
      `globex.example,,'\\N,n/a,x,${ids.globex},GLOBEX,globex.example,1,domain,matched,0,1,0,1,"${why.replaceAll('"', '""')}",false,`,
      'nobody.example,1,Eve,,x,,,,0,,unmatched,,,,,,false,',
    ]);
  });

  it('reads lists and null of JSON; columns are set over GraphQL, which corrects names', async () => {
    await declare('org.tags', 'category', { multiple: true });
    await declare('org.is_partner', 'boolean');
    const lines = [
      { domain: 'acme.example', labels: ['a', 'b'], partner: true },
      { domain: 'globex.example', labels: [], partner: null },
      { domain: 'initech.example', labels: null },
      { domain: 'acme.example', partner: 'perhaps' },
    ];
    const file = lines.map((line) => JSON.stringify(line)).join('\n');
    const { body } = await upload(file, { type: NDJSON, query: 'kind=set_fields' });
    const id = body.job_id;
    await untilStatus(service, id, 'awaiting_approval');
    const refused = await rest().post(`/v1/jobs/${id}/approve`).expect(422);
    const rule =
      'no column names a field of your organization; GET /v1/fields lists them. Set the columns of the job, or rename a column of the file';
    expect(refused.body.detail.errors).toEqual([{ pointer: '/columns', message: rule }]);
    const update = (field: string) =>
      graphql(
        `mutation ($field: String) {
          updateJob(input: { jobId: "${id}", columns: [{ column: "labels", field: "org.tags" }, { column: "partner", field: $field }] }) {
            job { status columns { name field confidence } }
          }
        }`,
        { field },
      );
    const wrong = await update('org.is_partnr');
    expect(wrong.body.errors[0].extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      errors: [
        {
          message:
            '"org.is_partnr" must be one of domain, url, email, name, country, ref, a field of your organization or null. Did you mean "org.is_partner"?',
          did_you_mean: ['org.is_partner'],
        },
      ],
    });
    expect((await update('org.is_partner')).body.data.updateJob.job.columns).toEqual([
      { name: 'domain', field: 'domain', confidence: 0.95 },
      { name: 'labels', field: 'org.tags', confidence: 1 },
      { name: 'partner', field: 'org.is_partner', confidence: 1 },
    ]);
    await untilStatus(service, id, 'awaiting_approval');
    await rest().post(`/v1/jobs/${id}/approve`).expect(200);
    await untilStatus(service, id, 'done');
    const { body: shown } = await graphql(
      `{ job(jobId: "${id}") {
        kind listId report { set cleared unchanged invalid added already }
        rows(first: 10) { edges { node { row list values { set cleared unchanged invalid invalidBecause } } } }
      } }`,
    );
    const none = { set: 0, cleared: 0, unchanged: 0, invalid: 0, invalidBecause: null };
    expect(shown.data.job).toEqual({
      kind: 'SET_FIELDS',
      listId: null,
      report: { set: 2, cleared: 0, unchanged: 3, invalid: 1, added: null, already: null },
      rows: {
        edges: [
          { ...none, set: 2 },
          { ...none, unchanged: 2 },
          { ...none, unchanged: 1 },
          {
            ...none,
            invalid: 1,
            invalidBecause:
              'org.is_partner must be true or false, not "perhaps"; yes, no, y, n, t, f, 1 and 0 are read as well',
          },
        ].map((values, index) => ({ node: { row: index + 1, list: null, values } })),
      },
    });
    expect(await fieldsOf('acme')).toEqual({ 'org.tags': ['a', 'b'], 'org.is_partner': true });
    expect(await fieldsOf('globex')).toEqual({});
  });

  it('is refused at its end if it would run without a column of a field; fields of others are none', async () => {
    const other = await service.createTenant('others-fields');
    await service
      .rest(other.userKey)
      .post('/v1/fields', { key: 'org.x', label: 'X', type: 'text' })
      .expect(201);
    const { status, body } = await upload('domain,x,org.x\nacme.example,1,2\n');
    expect([status, body.detail.error, body.detail.errors[0].pointer]).toEqual([
      422,
      'validation_error',
      '/columns',
    ]);
    expect(await jobsOf(service, tenant.organizationId)).toMatchObject([{ status: 'failed', row_count: 0 }]);
  });

  it('fails where the quota of values ends, keeps the rows before, and goes on when there is room', async () => {
    for (const key of ['org.a', 'org.b', 'org.c']) await declare(key, 'text');
    const { body: job } = await run('domain,a,b,c\nacme.example,1,2,3\nglobex.example,1,2,3\n', {
      key: tenant.orgKey,
    });
    expect(job.report).toEqual({ set: 6, cleared: 0, unchanged: 0, invalid: 0 });
    const { body } = await upload('domain,a\ninitech.example,1\n');
    await untilStatus(service, body.job_id, 'failed');
    const failed = await rest().get(`/v1/jobs/${body.job_id}`).expect(200);
    expect(failed.body).toMatchObject({
      status: 'failed',
      error: {
        code: 'quota_exceeded',
        message:
          'Your organization has stored 6 values in its fields, and this would add 1; the limit is 6. Nothing was stored. Clear values or delete fields that nobody uses.',
      },
      progress: { done: 0, of: 1 },
    });
    expect(failed.body).not.toHaveProperty('report');
    expect(await fieldsOf('initech')).toEqual({});
    await rest().delete('/v1/fields/org.c').expect(204);
    await rest().post(`/v1/jobs/${body.job_id}/retry`).expect(200);
    await untilStatus(service, body.job_id, 'done');
    expect(await fieldsOf('initech')).toEqual({ 'org.a': '1' });
    expect((await readJob(service, body.job_id)).report).toEqual({
      set: 1,
      cleared: 0,
      unchanged: 0,
      invalid: 0,
    });
  });

  it('says of each row that a field was deleted meanwhile, and names the first five reasons', async () => {
    const keys = Array.from({ length: 7 }, (_, n) => `org.n${n}`);
    for (const key of keys) await declare(key, 'number');
    const header = ['domain', ...keys].join();
    const { body } = await upload(`${header}\nacme.example${',x'.repeat(7)}\nglobex.example,1\n`, {
      query: 'kind=set_fields',
    });
    const id = body.job_id;
    await untilStatus(service, id, 'awaiting_approval');
    // A column that is called after a field has it, even if no value fits.
    expect((await readJob(service, id)).columns.slice(1)).toMatchObject(
      keys.map((key, n) => ({ name: key, field: key, confidence: n === 0 ? 0.48 : 0 })),
    );
    await rest().delete('/v1/fields/org.n0').expect(204);
    await rest().post(`/v1/jobs/${id}/approve`).expect(200);
    await untilStatus(service, id, 'done');
    const deleted = 'org.n0 is no field of your organization; GET /v1/fields lists them';
    const isText = (n: number) => `org.n${n} must be a number such as 1,200.50, not "x"`;
    const rows = await rest().get(`/v1/jobs/${id}/rows`).expect(200);
    expect(rows.body.rows.map(({ values }: { values: object }) => values)).toEqual([
      {
        ...{ set: 0, cleared: 0, unchanged: 0, invalid: 7 },
        invalid_because: [deleted, ...[1, 2, 3, 4].map(isText), 'and 2 more'].join('; '),
      },
      { set: 0, cleared: 0, unchanged: 0, invalid: 1, invalid_because: deleted },
    ]);
  });

  it.each([
    ['as the column writes them', ['12.500,5', '1.500', '-2.250', 'n/a'], [12500.5, 1500, -2250]],
    ['as the other columns of the file do', ['1,500', '2,250'], [1.5, 2.25], '3.149,95'],
    ['as thousands where only these occur', ['12.500', '1.500'], [12500, 1500]],
    ['with a point where the column shows it', ['12.25', '1.500', '1,000.5'], [12.25, 1.5, 1000.5]],
  ])('reads numbers %s', async (_how, cells, values, other = '') => {
    await declare('org.budget', 'number');
    const rows = COMPANIES.map((slug, n) => `${slug}.example;${cells[n] ?? ''};${other}`);
    await run(['Website;budget;Umsatz', ...rows].join('\n'));
    const stored = await Promise.all(COMPANIES.map(fieldsOf));
    expect(stored.slice(0, values.length).map((fields) => fields['org.budget'])).toEqual(values);
  });

  it('reads numbers by the format of their field first, and refuses what may be either', async () => {
    await declare('org.budget', 'number', { number_format: '1.200,50' });
    await declare('org.score', 'number');
    await run('Website,budget\nacme.example,1.5\nglobex.example,"1,250"\n');
    expect(await fieldsOf('acme')).toEqual({});
    expect(await fieldsOf('globex')).toEqual({ 'org.budget': 1.25 });
    const { body } = await run('Website,score\nacme.example,soon\nglobex.example,1.500\ninitech.example,7\n');
    expect(body.report).toEqual({ set: 1, cleared: 0, unchanged: 0, invalid: 2 });
    expect(await fieldsOf('initech')).toEqual({ 'org.score': 7 });
    const { rows } = (await rest().get(`/v1/jobs/${body.job_id}/rows`).expect(200)).body;
    expect(rows[1].values).toEqual({
      ...{ set: 0, cleared: 0, unchanged: 0, invalid: 1 },
      invalid_because: 'org.score may be 1.5 or 1500: "1.500". Declare number_format for the field',
    });
  });
});
