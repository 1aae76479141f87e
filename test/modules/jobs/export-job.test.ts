import { beforeEach, describe, expect, it } from '@jest/globals';
import { readBooks } from '../../harness/ledger.ts';
import { readParquet } from '../../harness/parquet.ts';
import { unlockCompanies } from '../../harness/seed.ts';
import { START } from '../../harness/service.ts';
import { send, signIn } from '../../harness/sessions.ts';
import { useService } from '../../harness/use-service.ts';
import { seedSmallCatalogue } from '../filters/support.ts';
import { createList, GERMAN, KUBERNETES } from '../lists/operations.ts';
import { untilStatus } from './support.ts';

const { service, tenant, ids, rest, graphql } = useService('job-exports', {
  works: true,
  credits: 20,
  tenantPerTest: true,
  seed: seedSmallCatalogue,
});

/** The list has acme and beta in the tier high, gamma in medium, delta in exploratory. */
let listId: number;

beforeEach(async () => {
  listId = await createList(service, tenant.userKey, 'Tiered', KUBERNETES);
});

const books = () => readBooks(service.database.pool, tenant.organizationId);
const daysAfter = (days: number) => new Date(Date.parse(START) + days * 86_400_000).toISOString();

const create = (query = '', key = tenant.userKey) =>
  service.rest(key).post(`/v1/jobs?kind=export&list_id=${listId}${query}`);

async function exported(query = ''): Promise<number> {
  const { body } = await create(query).expect(202);
  await untilStatus(service, body.job_id, 'done');
  return body.job_id;
}

const jobOf = async (id: number) => (await rest().get(`/v1/jobs/${id}`).expect(200)).body;
const resultOf = (id: number, query = '') => rest().get(`/v1/jobs/${id}/result${query}`);
const payBy = async (path: string) => (await rest().post(`/v1/lists/${listId}/${path}`).expect(200)).body;
const codeOf = ({ status, body }: { status: number; body: { detail: { error: string } } }) => [
  status,
  body.detail.error,
];
const slugsOf = (csv: string) =>
  csv
    .split('\n')
    .slice(1, -1)
    .map((line) => line.split(',')[2]);

describe('an export as a job', () => {
  it('pays at once, as an export does, and gives the same file', async () => {
    const created = await create().expect(202);
    const id = created.body.job_id;
    expect(created.headers.location).toBe(`/v1/jobs/${id}`);
    await untilStatus(service, id, 'done');
    const { materialization_id } = (await jobOf(id)).export;
    expect(await jobOf(id)).toEqual({
      job_id: id,
      kind: 'export',
      status: 'done',
      columns: [],
      counts: { rows: 4, matched: 4, unmatched: 0, invalid: 0, duplicates: 0 },
      estimate: { credits_required: 0, credits_held: 0, credit_balance: 16, sufficient: true },
      progress: { done: 4, of: 4 },
      credits_charged: 4,
      min_confidence: 0,
      leave_out: [],
      list_id: listId,
      export: { format: 'csv', materialization_id, valid_until: daysAfter(30) },
      shared: false,
      created_by: { user_id: tenant.userId, name: 'Ada' },
      created_at: START,
      finished_at: START,
    });
    expect(await books()).toMatchObject({ balance: 16, ledger: 16 });
    const feed = await rest().get('/v1/events?types=job.finished').expect(200);
    expect(feed.body.events).toMatchObject([{ data: { job_id: id, status: 'done', price: 4 } }]);
    const paid = await payBy('export');
    expect(paid).toMatchObject({ materialization_id, credits_charged: 0, credits_remaining: 16 });
    const file = await resultOf(id).expect(200);
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringContaining(`job-${id}.csv`),
    });
    expect(file.text).toBe((await rest().get(paid.url).expect(200)).text);
    expect(slugsOf(file.text)).toEqual(['acme', 'beta', 'gamma', 'delta']);
  });

  it('costs nothing after an export has paid, and keeps its members when the list changes', async () => {
    await payBy('export');
    const id = await exported('&tier=high');
    expect(await jobOf(id)).toMatchObject({
      credits_charged: 0,
      counts: { rows: 2 },
      export: { tier: 'high' },
    });
    await rest().put(`/v1/lists/${listId}/definition`, GERMAN).expect(200);
    expect(slugsOf((await resultOf(id).expect(200)).text)).toEqual(['acme', 'beta']);
    expect(await books()).toMatchObject({ balance: 16, ledger: 16 });
  });

  it('is made over GraphQL, with the columns that were chosen, as NDJSON', async () => {
    await rest().post('/v1/fields', { key: 'org.score', label: 'Score', type: 'number' }).expect(201);
    const values = [{ identifier: 'acme.example', fields: { 'org.score': 1.5 } }];
    await rest().post('/v1/fields/values', { values }).expect(200);
    const { body } = await graphql(
      `mutation ($input: CreateExportJobInput!) { createExportJob(input: $input) { job { jobId kind listId resultFormat export { tier format fields } } } }`,
      {
        input: {
          listId: String(listId),
          tier: 'HIGH',
          format: 'NDJSON',
          fields: ['name', 'source', 'domains', 'technologies', 'partners', 'org.score'],
        },
      },
    );
    const fields = ['name', 'source', 'domains', 'technologies', 'partners', 'org.score'];
    const { job } = body.data.createExportJob;
    expect(job).toEqual({
      ...{ jobId: expect.any(Number), kind: 'EXPORT', listId, resultFormat: 'NDJSON' },
      export: { tier: 'HIGH', format: 'NDJSON', fields },
    });
    await untilStatus(service, job.jobId, 'done');
    const file = await resultOf(job.jobId).buffer(true).expect(200);
    expect(file.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    const [acme, beta] = file.text
      .trimEnd()
      .split('\n')
      .map((line: string) => JSON.parse(line));
    expect(Object.keys(acme)).toEqual(fields);
    expect(acme).toEqual({
      ...{ name: 'Acme Cloud', source: 'definition', domains: ['acme.example', 'acme.io'] },
      ...{ technologies: ['kubernetes', 'postgresql'], partners: ['hub.example'], 'org.score': 1.5 },
    });
    expect(beta).toMatchObject({
      technologies: ['kubernetes'],
      partners: ['hub.example'],
      'org.score': null,
    });
    const csv = (await resultOf(job.jobId, '?format=csv').expect(200)).text.split('\n');
    expect(csv[0]).toBe('name,source,domains,technologies,partners,org.score');
    expect(csv[1]).toBe('Acme Cloud,definition,acme.example acme.io,kubernetes;postgresql,hub.example,1.5');
  });

  it('has types as Parquet, and all built-in columns unless some are chosen', async () => {
    const id = await exported('&tier=medium&format=parquet&fields=partners');
    const { body, headers } = await resultOf(id).buffer(true).responseType('blob').expect(200);
    expect(headers['content-type']).toBe('application/vnd.apache.parquet');
    const { rows, columns } = await readParquet(body);
    expect(columns).toEqual([
      ['company_id', 'INT32'],
      ['name', 'STRING'],
      ['slug', 'STRING'],
      ['primary_domain', 'STRING'],
      ['tier', 'STRING'],
      ['source', 'STRING'],
      ['partnership_count', 'INT32'],
      ['industry', 'STRING'],
      ['employee_range', 'STRING'],
      ['country', 'STRING'],
      ['founded_year', 'INT32'],
      ['domains', 'LIST'],
      ['partners', 'LIST'],
    ]);
    expect(rows).toMatchObject([
      { company_id: ids.gamma, slug: 'gamma', tier: 'medium', domains: ['gamma.example'], partners: [] },
    ]);
  });

  it('has the members that have entered since a materialization, which alone are charged', async () => {
    await rest().put(`/v1/lists/${listId}/definition`, GERMAN).expect(200);
    const german = await payBy('export');
    const before = (await rest().get(german.url).expect(200)).text;
    await rest().put(`/v1/lists/${listId}/definition`, KUBERNETES).expect(200);
    const { balance } = await books();
    const id = await exported(`&since=${german.materialization_id}`);
    const entered = ['acme', 'beta', 'gamma', 'delta'].filter((slug) => !slugsOf(before).includes(slug));
    expect(entered.length).toBeGreaterThan(0);
    expect(slugsOf((await resultOf(id).expect(200)).text)).toEqual(entered);
    expect(await jobOf(id)).toMatchObject({
      credits_charged: entered.length,
      counts: { rows: entered.length },
      export: { since: german.materialization_id, valid_until: daysAfter(30) },
    });
    expect((await books()).balance).toBe(balance - entered.length);
    service.clock.set(daysAfter(31));
    expect(codeOf(await resultOf(id))).toEqual([410, 'export_expired']);
  });

  it('shows the partners of companies whose unlocks have not ended', async () => {
    await unlockCompanies(service.database.pool, tenant.organizationId, [ids.acme ?? 0], daysAfter(5));
    const id = await exported('&tier=high&fields=slug,partners');
    expect(await jobOf(id)).toMatchObject({ credits_charged: 1, export: { valid_until: daysAfter(30) } });
    expect((await resultOf(id).expect(200)).text).toBe('slug,partners\nacme,hub.example\nbeta,hub.example\n');
    service.clock.set(daysAfter(6));
    expect((await resultOf(id).expect(200)).text).toBe('slug,partners\nacme,\nbeta,hub.example\n');
  });

  it('never charges more than it may, waits, and goes on when it may', async () => {
    const { body } = await create('&max_credits=3').expect(202);
    const id = body.job_id;
    await untilStatus(service, id, 'awaiting_approval');
    expect(await jobOf(id)).toMatchObject({
      status: 'awaiting_approval',
      stopped: { at_row: 1, because: 'max_credits' },
      estimate: { credits_required: 4, credit_balance: 20, sufficient: true },
      credits_charged: 0,
    });
    expect(codeOf(await resultOf(id))).toEqual([409, 'job_status_conflict']);
    expect(await books()).toMatchObject({ balance: 20, ledger: 20 });
    await rest().post(`/v1/jobs/${id}/approve`, { max_credits: 4 }).expect(200);
    await untilStatus(service, id, 'done');
    expect(await jobOf(id)).toMatchObject({ credits_charged: 4, counts: { rows: 4 } });
    expect(await books()).toMatchObject({ balance: 16, ledger: 16 });
  });

  it('waits if the balance or the limit of its key is too small, and charges nothing', async () => {
    const poor = await service.createTenant(`poor-${tenant.name}`, 3);
    listId = await createList(service, poor.userKey, 'Poor', KUBERNETES);
    const { body } = await create('', poor.userKey).expect(202);
    await untilStatus(service, body.job_id, 'awaiting_approval');
    const job = await service.rest(poor.userKey).get(`/v1/jobs/${body.job_id}`).expect(200);
    expect(job.body).toMatchObject({
      stopped: { at_row: 1, because: 'insufficient_credits' },
      estimate: { credits_required: 4, credit_balance: 3, sufficient: false },
    });
    expect(await readBooks(service.database.pool, poor.organizationId)).toMatchObject({
      balance: 3,
      ledger: 3,
    });
  });

  it('is paid for a person who has signed out, and the ledger names it', async () => {
    const cookie = await signIn(service, { key: tenant.userKey });
    const made = `POST /v1/jobs?kind=export&list_id=${listId}&max_credits=0`;
    const { job_id: id } = (await send(service, made, { cookie })).body as { job_id: number };
    await untilStatus(service, id, 'awaiting_approval');
    expect((await send(service, 'DELETE /v1/session', { cookie })).status).toBe(204);
    await rest().post(`/v1/jobs/${id}/approve`, { max_credits: 4 }).expect(200);
    await untilStatus(service, id, 'done');
    const { rows } = await service.database.pool.query(
      `SELECT amount, job_id, request_id FROM credit_entry WHERE organization_id = $1 AND kind = 'export'`,
      [tenant.organizationId],
    );
    expect(rows).toEqual([{ amount: -4, job_id: id, request_id: null }]);
  });

  it('goes on after its process was killed', async () => {
    const { body } = await create().expect(202);
    await untilStatus(service, body.job_id, 'done');
    // As a process leaves it that is killed before its transaction commits.
    await service.database.pool.query(
      `UPDATE job SET status = 'running', lease = gen_random_uuid(), leased_until = $2, row_count = 0, done = 0,
         export = export - 'paid' WHERE id = $1`,
      [body.job_id, new Date(Date.parse(START) + 5_000)],
    );
    service.clock.set(new Date(Date.parse(START) + 15_000).toISOString());
    await untilStatus(service, body.job_id, 'done');
    expect(await jobOf(body.job_id)).toMatchObject({ credits_charged: 4, counts: { rows: 4 } });
    expect(await books()).toMatchObject({ balance: 16, ledger: 16 });
  });
});

describe('the rights of an export as a job', () => {
  it('are those of a user who sees the list, when it is made and when it is downloaded', async () => {
    expect(codeOf(await create('', tenant.orgKey))).toEqual([403, 'user_credential_required']);
    const colleague = await service.createColleague(tenant, 'Linus');
    expect(codeOf(await create('', colleague.userKey))).toEqual([404, 'list_not_found']);
    const id = await exported('&shared=true');
    const download = (key: string) => service.rest(key).get(`/v1/jobs/${id}/result`);
    expect(codeOf(await download(tenant.orgKey))).toEqual([404, 'list_not_found']);
    expect(codeOf(await download(colleague.userKey))).toEqual([404, 'list_not_found']);
    await rest()
      .post(`/v1/lists/${listId}/permissions`, { user_id: colleague.userId, access_level: 'viewer' })
      .expect(201);
    await download(colleague.userKey).expect(200);
    await rest().delete(`/v1/lists/${listId}`).expect(204);
    expect(codeOf(await download(tenant.userKey))).toEqual([410, 'export_expired']);
    expect(await jobOf(id)).not.toHaveProperty('list_id');
  });

  it('end when access to the list is lost before it pays', async () => {
    const colleague = await service.createColleague(tenant, 'Linus');
    const permission = { user_id: colleague.userId, access_level: 'viewer' };
    const { body } = await rest().post(`/v1/lists/${listId}/permissions`, permission).expect(201);
    const job = await create('&max_credits=1', colleague.userKey).expect(202);
    await untilStatus(service, job.body.job_id, 'awaiting_approval');
    await rest().delete(`/v1/lists/${listId}/permissions/${body.permission_id}`).expect(204);
    await rest().post(`/v1/jobs/${job.body.job_id}/approve`, { max_credits: 9 }).expect(200);
    await untilStatus(service, job.body.job_id, 'failed');
    expect(await jobOf(job.body.job_id)).toMatchObject({
      error: { code: 'list_not_found' },
      credits_charged: 0,
    });
    expect(await books()).toMatchObject({ balance: 20, ledger: 20 });
  });

  it('end with the payment', async () => {
    const id = await exported();
    service.clock.set(daysAfter(31));
    expect(codeOf(await resultOf(id))).toEqual([410, 'export_expired']);
  });
});

describe('a request for an export as a job', () => {
  it('is repeated with its Idempotency-Key, and makes one job', async () => {
    const send = () => create().set('Idempotency-Key', 'export-1').expect(202);
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotency-replayed']).toBe('true');
    const { body } = await rest().get('/v1/jobs?kind=export').expect(200);
    expect(body.total).toBe(1);
    await untilStatus(service, first.body.job_id, 'done');
    expect(await books()).toMatchObject({ balance: 16, ledger: 16 });
  });

  it('is refused with a body, an unknown column, materialization or format, and without a list', async () => {
    const errorsOf = async (query: string) =>
      (await rest().post(`/v1/jobs?kind=export${query}`).expect(422)).body.detail.errors;
    const list = `&list_id=${listId}`;
    expect(await errorsOf('')).toMatchObject([{ pointer: '/list_id' }]);
    expect(await errorsOf(`${list}&format=xlsx`)).toEqual([
      { pointer: '/format', message: 'must be one of csv, ndjson, parquet' },
    ]);
    expect(await errorsOf(`${list}&fields=name,partner`)).toMatchObject([
      { pointer: '/fields/1', did_you_mean: expect.arrayContaining(['partners']) },
    ]);
    expect(await errorsOf(`${list}&since=999999`)).toMatchObject([{ pointer: '/since' }]);
    expect(await errorsOf(`${list}&tier=`)).toMatchObject([{ pointer: '/tier' }]);
    expect(await errorsOf(`${list}&min_confidence=1`)).toMatchObject([{ pointer: '/min_confidence' }]);
    const withBody = await rest().post(`/v1/jobs?kind=export${list}`, { name: 'x' }).expect(422);
    expect(withBody.body.detail.errors).toEqual([
      { pointer: '', message: 'must be empty: an export has no file' },
    ]);
    expect((await rest().get('/v1/jobs').expect(200)).body.total).toBe(0);
  });
});
