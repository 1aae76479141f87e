import { describe, expect, it } from '@jest/globals';
import { seedCompany } from '../../harness/seed.ts';
import { START } from '../../harness/service.ts';
import { useService } from '../../harness/use-service.ts';
import { type JobFile, makeJob, untilStatus } from './support.ts';

const { service, tenant, ids, rest, graphql } = useService<'acme' | 'globex'>('rows', {
  works: true,
  tenantPerTest: true,
  seed: async (pool) => ({
    acme: await seedCompany(pool, { name: 'Acme', slug: 'acme', domains: ['acme.example'] }),
    globex: await seedCompany(pool, { name: 'Globex', slug: 'globex', domains: ['globex.example'] }),
  }),
});

const FILE: JobFile = {
  header: ['Account', 'Website', 'Phone', 'Website_2'],
  fields: ['ref', 'url', null, 'domain'],
  rows: [
    ['A-1', 'https://www.acme.example/about', '+49 30 1234', ''],
    ['A-2', '', '-3', 'globex.example'],
    ['=1+1', 'nobody.example', '=2', ''],
    ['', '', '', ''],
    ['A-5', 'ACME.example'],
    { fault: 'has 5 cells, but the header has 4', text: 'a,b,c,d,e' },
  ],
};

const COMPANY = (slug: 'acme' | 'globex') => ({
  company_id: ids[slug],
  name: slug === 'acme' ? 'Acme' : 'Globex',
  slug,
  primary_domain: `${slug}.example`,
  partnership_count: 0,
});

describe('a match job', () => {
  it('matches the rows, waits for an approval, and tells so in the feed', async () => {
    const id = await makeJob(service, tenant, FILE, { chunk: 2 });
    await untilStatus(service, id, 'awaiting_approval');
    const { body } = await rest().get(`/v1/jobs/${id}`).expect(200);
    expect(body).toEqual({
      job_id: id,
      kind: 'match',
      status: 'awaiting_approval',
      columns: [
        { index: 0, name: 'Account', samples: [], field: 'ref', confidence: 0.9 },
        { index: 1, name: 'Website', samples: [], field: 'url', confidence: 0.9 },
        { index: 2, name: 'Phone', samples: [], confidence: 0 },
        { index: 3, name: 'Website_2', samples: [], field: 'domain', confidence: 0.9 },
      ],
      counts: { rows: 6, matched: 3, unmatched: 1, invalid: 2, duplicates: 1 },
      estimate: { credits_required: 0, credits_held: 0, credit_balance: 1000, sufficient: true },
      progress: { done: 6, of: 6 },
      credits_charged: 0,
      min_confidence: 0.9,
      leave_out: [],
      shared: false,
      created_by: { user_id: tenant.userId, name: expect.any(String) },
      created_at: START,
    });
    const feed = await rest().get('/v1/events?types=job.awaiting_approval').expect(200);
    expect(feed.body.events).toEqual([
      {
        event_id: expect.any(Number),
        type: 'job.awaiting_approval',
        at: START,
        data: {
          job_id: id,
          counts: { rows: 6, matched: 3, unmatched: 1, invalid: 2, duplicates: 1 },
          price: 0,
        },
      },
    ]);
  });

  it('shows the rows, all of them or those of one outcome, page by page', async () => {
    const id = await makeJob(service, tenant, FILE, { chunk: 2 });
    await untilStatus(service, id, 'awaiting_approval');
    const { body } = await rest().get(`/v1/jobs/${id}/rows`).expect(200);
    const by = { confidence: 1, matched_by: 'domain', alternatives: [] };
    const none = { confidence: 0, alternatives: [], duplicate: false };
    const matched = (row: number, input: object, slug: 'acme' | 'globex', duplicate = false) => ({
      ...{ row, input, verdict: 'matched', duplicate, company: COMPANY(slug) },
      ...by,
    });
    const cells = (Account: unknown, Website: unknown, Phone: unknown, Website_2: unknown) => ({
      ...{ Account, Website, Phone, Website_2 },
    });
    const rows = [
      matched(1, cells('A-1', 'https://www.acme.example/about', '+49 30 1234', null), 'acme'),
      matched(2, cells('A-2', null, '-3', 'globex.example'), 'globex'),
      { row: 3, input: cells('=1+1', 'nobody.example', '=2', null), verdict: 'unmatched', ...none },
      { row: 4, input: cells(null, null, null, null), verdict: 'invalid', ...none },
      matched(5, cells('A-5', 'ACME.example', null, null), 'acme', true),
      {
        ...{ row: 6, input: cells('a,b,c,d,e', null, null, null), verdict: 'invalid', ...none },
        fault: 'has 5 cells, but the header has 4',
      },
    ];
    expect(body).toEqual({ total: 6, limit: 100, offset: 0, next_cursor: null, rows });
    for (const [verdict, numbers] of [
      ['matched', [1, 2, 5]],
      ['unmatched', [3]],
      ['invalid', [4, 6]],
      ['duplicate', [5]],
    ] as const) {
      const found: number[] = [];
      let path: string | undefined = `/v1/jobs/${id}/rows?verdict=${verdict}&limit=1`;
      while (path) {
        const page: { body: { total: number; rows: { row: number }[]; next_cursor: string | null } } =
          await rest().get(path).expect(200);
        expect(page.body.total).toBe(numbers.length);
        found.push(...page.body.rows.map(({ row }) => row));
        path = page.body.next_cursor
          ? `/v1/jobs/${id}/rows?verdict=${verdict}&limit=1&cursor=${page.body.next_cursor}`
          : undefined;
      }
      expect([verdict, found]).toEqual([verdict, numbers]);
    }
    expect((await rest().get(`/v1/jobs/${id}/rows?verdict=invalid&offset=1`).expect(200)).body.rows).toEqual([
      rows[5],
    ]);
  });

  it('gives its result as CSV and as NDJSON, a row for each row that was sent', async () => {
    const id = await makeJob(service, tenant, FILE, { chunk: 2 });
    await untilStatus(service, id, 'awaiting_approval');
    await rest().post(`/v1/jobs/${id}/approve`).expect(200);
    await untilStatus(service, id, 'done');
    const csv = await rest().get(`/v1/jobs/${id}/result`).expect(200);
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringContaining(`job-${id}.csv`),
    });
    const { acme, globex } = ids;
    expect(csv.text.split('\n')).toEqual([
      'Account,Website,Phone,Website_2,cd_company_id,cd_name,cd_domain,cd_confidence,cd_matched_by,cd_status,cd_duplicate,cd_fault',
      `A-1,https://www.acme.example/about,+49 30 1234,,${acme},Acme,acme.example,1,domain,matched,false,`,
      `A-2,,-3,globex.example,${globex},Globex,globex.example,1,domain,matched,false,`,
      `'=1+1,nobody.example,'=2,,,,,0,,unmatched,false,`,
      ',,,,,,,0,,invalid,false,',
      `A-5,ACME.example,,,${acme},Acme,acme.example,1,domain,matched,true,`,
      '"a,b,c,d,e",,,,,,,0,,invalid,false,"has 5 cells, but the header has 4"',
      '',
    ]);
    const ndjson = await rest().get(`/v1/jobs/${id}/result?format=ndjson`).buffer(true).expect(200);
    expect(ndjson.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    const lines = ndjson.text.trimEnd().split('\n');
    expect(lines).toHaveLength(6);
    expect(JSON.parse(lines[1] ?? '')).toEqual({
      row: 2,
      input: { Account: 'A-2', Website: null, Phone: '-3', Website_2: 'globex.example' },
      cd_company_id: globex,
      cd_name: 'Globex',
      cd_domain: 'globex.example',
      cd_confidence: 1,
      cd_matched_by: 'domain',
      cd_status: 'matched',
      cd_duplicate: false,
      cd_fault: null,
    });
    const feed = await rest().get('/v1/events?types=job.finished').expect(200);
    expect(feed.body.events).toMatchObject([{ data: { job_id: id, status: 'done', price: 0 } }]);
  });

  it('is matched anew with other columns, choices, confidence and rows left out', async () => {
    const id = await makeJob(service, tenant, FILE, { chunk: 2, maxCredits: 0 });
    await untilStatus(service, id, 'done');
    const { body } = await rest()
      .patch(`/v1/jobs/${id}`, {
        columns: { Website: null, 3: 'ref' },
        choices: [
          { row: 3, company_id: ids.globex },
          { row: 4, company_id: ids.globex },
          { row: 1, company_id: null },
        ],
        leave_out: ['duplicate'],
        min_confidence: 0.8,
      })
      .expect(200);
    expect(body).toMatchObject({
      status: 'matching',
      progress: { done: 0, of: 6 },
      min_confidence: 0.8,
      leave_out: ['duplicate'],
      columns: [
        {},
        { name: 'Website', confidence: 1 },
        {},
        { name: 'Website_2', field: 'ref', confidence: 1 },
      ],
    });
    await untilStatus(service, id, 'done');
    const chosen = await graphql('query ($id: ID!) { job(jobId: $id) { choices { row companyId } } }', {
      id: String(id),
    });
    expect(chosen.body.data.job.choices).toEqual([
      { row: 1, companyId: null },
      { row: 3, companyId: ids.globex },
      { row: 4, companyId: ids.globex },
    ]);
    const csv = await rest().get(`/v1/jobs/${id}/result`).expect(200);
    expect(
      csv.text
        .split('\n')
        .slice(1, -1)
        .map((line) => line.split(',').slice(-8, -1).join()),
    ).toEqual([
      ',,,0,,unmatched,false',
      ',,,0,,invalid,false',
      `${ids.globex},Globex,globex.example,1,choice,matched,false`,
      ',,,,,left_out,',
      ',,,0,,invalid,false',
      // The fault has a comma.
      expect.stringContaining('invalid,false'),
    ]);
    expect((await rest().get(`/v1/jobs/${id}`)).body.counts).toEqual({
      ...{ rows: 6, matched: 2, unmatched: 1, invalid: 3, duplicates: 1 },
    });
  });

  it('names 50 wrong columns at most, and refuses more columns than a file can have', async () => {
    const id = await makeJob(service, tenant, FILE);
    await untilStatus(service, id, 'awaiting_approval');
    const wrong = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`Websit ${n}`, 'url']));
    const { body } = await rest().patch(`/v1/jobs/${id}`, { columns: wrong }).expect(422);
    const { errors } = body.detail;
    expect(errors).toHaveLength(50);
    expect(errors.filter((error: object) => 'did_you_mean' in error)).toHaveLength(3);
    const columns = Object.keys(wrong).map((column) => ({ column, field: 'url' }));
    const tooMany = await graphql(
      'mutation ($id: ID!, $columns: [JobColumnInput!]) { updateJob(input: { jobId: $id, columns: $columns }) { job { status } } }',
      { id, columns: [...columns, { column: 'Website', field: 'url' }] },
    );
    expect(tooMany.body.errors[0].extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      errors: [{ pointer: '/columns', message: 'must have at most 500 columns' }],
    });
  });

  it('refuses changes that do not fit its file, over both APIs', async () => {
    const id = await makeJob(service, tenant, FILE);
    await untilStatus(service, id, 'awaiting_approval');
    const refused = async (change: object) => {
      const { body } = await rest().patch(`/v1/jobs/${id}`, change).expect(422);
      return body.detail.errors;
    };
    expect(await refused({ columns: { Websit: 'url', 9: 'url', Phone: 'phone' } })).toEqual([
      { pointer: '/columns', message: '"9" is neither the name nor the index of a column of the file.' },
      {
        pointer: '/columns',
        message:
          '"Websit" is neither the name nor the index of a column of the file. Did you mean "Website" or "Website_2"?',
        did_you_mean: ['Website', 'Website_2'],
      },
      {
        pointer: '/columns',
        message: '"phone" must be one of domain, url, email, name, country, ref or null.',
      },
    ]);
    expect(
      await refused({
        choices: [
          { row: 7, company_id: null },
          { row: 1, company_id: null },
          { row: 1, company_id: null },
        ],
      }),
    ).toEqual([
      { pointer: '/choices/0', message: 'must name a row of the file, 1 to 6' },
      { pointer: '/choices/2', message: 'must not name row 1 again' },
    ]);
    expect(await refused({ choices: [{ row: 1, company_id: 2_000_000_000 }] })).toEqual([
      { pointer: '/choices', message: 'names company 2000000000, which is not in the catalogue' },
    ]);
    expect(await refused({ min_confidence: 1.1 })).toEqual([
      { pointer: '/min_confidence', message: 'must be 0 to 1' },
    ]);
    const { body } = await graphql(
      `mutation ($id: ID!) { updateJob(input: { jobId: $id, minConfidence: 2 }) { job { status } } }`,
      { id: String(id) },
    );
    expect(body.errors[0].extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      errors: [{ pointer: '/minConfidence', message: 'must be 0 to 1' }],
    });
    expect((await rest().get(`/v1/jobs/${id}`)).body.status).toBe('awaiting_approval');
  });
});
