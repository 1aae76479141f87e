import { describe, expect, it } from '@jest/globals';
import { problem } from '../../harness/errors.ts';
import { readBooks } from '../../harness/ledger.ts';
import { seedPartnership, seedPlain, unlockCompanies } from '../../harness/seed.ts';
import { useService } from '../../harness/use-service.ts';
import { type JobFile, makeJob, untilStatus } from './support.ts';

type Slug = 'acme' | 'globex' | 'initech' | 'umbrella' | 'hooli';
const SLUGS: readonly Slug[] = ['acme', 'globex', 'initech', 'umbrella', 'hooli'];

const { service, tenant, ids, rest, graphql } = useService<Slug>('enriched', {
  works: true,
  tenantPerTest: true,
  credits: 10,
  seed: async (pool) => {
    const seeded: Record<string, number> = {};
    for (const slug of SLUGS) seeded[slug] = await seedPlain(pool, slug);
    const { acme = 0, globex = 0, initech = 0 } = seeded;
    await seedPartnership(pool, acme, globex, { count: 3 });
    await seedPartnership(pool, acme, initech, { last: '2024-07-01T00:00:00Z' });
    return seeded;
  },
});

const FILE: JobFile = {
  header: ['Account', 'Website'],
  fields: ['ref', 'url'],
  rows: [
    ['A-1', 'acme.example'],
    ['A-2', 'globex.example'],
    ['A-3', 'nobody.example'],
    ['A-4', 'www.acme.example'],
    ['', ''],
    ['A-6', 'initech.example'],
    ['A-7', 'umbrella.example'],
  ],
};

const fileOf = (slugs: readonly Slug[]): JobFile => ({
  header: ['Website'],
  fields: ['url'],
  rows: slugs.map((slug) => [`${slug}.example`]),
});

const books = () => readBooks(service.database.pool, tenant.organizationId);
const make = (file: JobFile, maxCredits: number | null, more: object = {}) =>
  makeJob(service, tenant, file, { kind: 'enrich', maxCredits, chunk: 3, ...more });
const read = async (id: number) => (await rest().get(`/v1/jobs/${id}`).expect(200)).body;
const approve = (id: number, credits: number) =>
  rest().post(`/v1/jobs/${id}/approve`, { max_credits: credits }).expect(200);
/** Reads what each row has cost, and why it cost nothing. */
const costs = async (id: number): Promise<[number | undefined, string | undefined][]> => {
  const { body } = await rest().get(`/v1/jobs/${id}/rows`).expect(200);
  return body.rows.map((row: { credits?: number; free_because?: string }) => [row.credits, row.free_because]);
};
const lines = async (id: number): Promise<Record<string, unknown>[]> => {
  const { text } = await rest().get(`/v1/jobs/${id}/result?format=ndjson`).buffer(true).expect(200);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
};

describe('an enrichment', () => {
  it('says its price first, charges each company once, and gives every row with its receipt', async () => {
    await unlockCompanies(service.database.pool, tenant.organizationId, [ids.globex]);
    const id = await make(FILE, null);
    await untilStatus(service, id, 'awaiting_approval');
    expect(await read(id)).toMatchObject({
      counts: { rows: 7, matched: 5, unmatched: 1, invalid: 1, duplicates: 1 },
      estimate: { credits_required: 3, credits_held: 0, credit_balance: 10, sufficient: true },
      progress: { done: 7, of: 7 },
      credits_charged: 0,
    });
    expect(await books()).toMatchObject({ balance: 10, paidFor: [] });
    await approve(id, 3);
    await untilStatus(service, id, 'done');
    expect(await read(id)).toMatchObject({
      status: 'done',
      credits_charged: 3,
      estimate: { credits_required: 0, credits_held: 0, credit_balance: 7, sufficient: true },
    });
    const { acme, globex, initech, umbrella } = ids;
    expect(await books()).toEqual({
      balance: 7,
      ledger: 7,
      paidFor: [acme, initech, umbrella],
      unlocked: [acme, globex, initech, umbrella],
    });
    const ledger = await rest().get('/v1/account/ledger?companies=10').expect(200);
    const [third, second, first] = ledger.body.entries;
    expect([first, second, third]).toMatchObject([
      { kind: 'enrichment', amount: -1, balance_after: 9, job_id: id, companies: [{ company_id: acme }] },
      { kind: 'enrichment', amount: -1, balance_after: 8, job_id: id, companies: [{ company_id: initech }] },
      { kind: 'enrichment', amount: -1, balance_after: 7, job_id: id, companies: [{ company_id: umbrella }] },
    ]);
    expect(first.api_key).toBeDefined();
    expect(first).not.toHaveProperty('request_id');
    const { body } = await graphql('query ($id: ID!) { creditEntry(entryId: $id) { jobId requestId } }', {
      id: String(first.entry_id),
    });
    expect(body.data.creditEntry).toEqual({ jobId: id, requestId: null });

    const csv = await rest().get(`/v1/jobs/${id}/result`).expect(200);
    const by = ',1,domain,matched';
    expect(csv.text.split('\n')).toEqual([
      'Account,Website,cd_company_id,cd_name,cd_domain,cd_confidence,cd_matched_by,cd_status,cd_partnership_count,cd_partners,cd_credits,cd_free_because,cd_entry_id,cd_duplicate,cd_fault',
      `A-1,acme.example,${acme},ACME,acme.example${by},2,INITECH; GLOBEX,1,,${first.entry_id},false,`,
      `A-2,globex.example,${globex},GLOBEX,globex.example${by},1,ACME,0,in_window,,false,`,
      'A-3,nobody.example,,,,0,,unmatched,,,0,no_match,,false,',
      `A-4,www.acme.example,${acme},ACME,acme.example${by},2,INITECH; GLOBEX,0,duplicate,,true,`,
      ',,,,,0,,invalid,,,0,invalid,,false,',
      `A-6,initech.example,${initech},INITECH,initech.example${by},1,ACME,1,,${second.entry_id},false,`,
      `A-7,umbrella.example,${umbrella},UMBRELLA,umbrella.example${by},0,,1,,${third.entry_id},false,`,
      '',
    ]);
    expect((await lines(id))[0]).toEqual({
      row: 1,
      input: { Account: 'A-1', Website: 'acme.example' },
      cd_company_id: acme,
      cd_name: 'ACME',
      cd_domain: 'acme.example',
      cd_confidence: 1,
      cd_matched_by: 'domain',
      cd_status: 'matched',
      cd_partnership_count: 2,
      cd_partners: [
        {
          partner_name: 'INITECH',
          partner_domain: 'initech.example',
          partner_slug: 'initech',
          first_observed_at: '2024-01-01T00:00:00.000Z',
          last_observed_at: '2024-07-01T00:00:00.000Z',
          observation_count: 1,
        },
        {
          partner_name: 'GLOBEX',
          partner_domain: 'globex.example',
          partner_slug: 'globex',
          first_observed_at: '2024-01-01T00:00:00.000Z',
          last_observed_at: '2024-06-01T00:00:00.000Z',
          observation_count: 3,
        },
      ],
      cd_credits: 1,
      cd_free_because: null,
      cd_entry_id: first.entry_id,
      cd_duplicate: false,
      cd_fault: null,
    });
    const rows = await rest().get(`/v1/jobs/${id}/rows?limit=2`).expect(200);
    expect(rows.body.rows).toMatchObject([
      { row: 1, partnership_count: 2, credits: 1, entry_id: first.entry_id },
      { row: 2, partnership_count: 1, credits: 0, free_because: 'in_window' },
    ]);
    expect(rows.body.rows[0]).not.toHaveProperty('free_because');
    // What was paid for is free from now on, for jobs and requests.
    const again = await make(FILE, 0);
    await untilStatus(service, again, 'done');
    expect(await costs(again)).toEqual([
      ...[
        [0, 'in_window'],
        [0, 'in_window'],
        [0, 'no_match'],
        [0, 'duplicate'],
        [0, 'invalid'],
      ],
      ...[
        [0, 'in_window'],
        [0, 'in_window'],
      ],
    ]);
    expect(await books()).toMatchObject({ balance: 7 });
  });

  it('is cut to the rows that its cap pays, inside a chunk, and goes on there with a higher one', async () => {
    const file = fileOf(['acme', 'globex', 'acme', 'initech', 'umbrella', 'initech', 'hooli']);
    const id = await make(file, 3, { chunk: 1000 });
    await untilStatus(service, id, 'awaiting_approval');
    expect(await read(id)).toMatchObject({
      stopped: { at_row: 5, because: 'max_credits' },
      progress: { done: 4, of: 7 },
      credits_charged: 3,
      estimate: { credits_required: 2, credit_balance: 7, sufficient: true },
    });
    const { acme, globex, initech, umbrella, hooli } = ids;
    expect(await books()).toMatchObject({ balance: 7, ledger: 7, paidFor: [acme, globex, initech] });
    const status = async () => (await lines(id)).map((line) => [line.cd_status, line.cd_credits]);
    const paid = [
      ['matched', 1],
      ['matched', 1],
      ['matched', 0],
      ['matched', 1],
    ];
    expect(await status()).toEqual([...paid, ...Array.from({ length: 3 }, () => ['not_done', null])]);
    // Rows that were paid stay as they are.
    await rest()
      .patch(`/v1/jobs/${id}`, { min_confidence: 1 })
      .expect(409)
      .expect(({ body }) => expect(body.detail.error).toBe('job_status_conflict'));
    await approve(id, 4);
    await untilStatus(service, id, 'awaiting_approval');
    expect(await read(id)).toMatchObject({
      stopped: { at_row: 7, because: 'max_credits' },
      credits_charged: 4,
    });
    await approve(id, 5);
    await untilStatus(service, id, 'done');
    expect(await read(id)).not.toHaveProperty('stopped');
    expect(await status()).toEqual([...paid, ['matched', 1], ['matched', 0], ['matched', 1]]);
    expect(await books()).toEqual({
      balance: 5,
      ledger: 5,
      paidFor: [acme, globex, initech, umbrella, hooli],
      unlocked: [acme, globex, initech, umbrella, hooli],
    });
    const feed = await rest().get('/v1/events?types=job.awaiting_approval,job.finished').expect(200);
    expect(feed.body.events.map(({ data }: { data: { price: number } }) => data.price)).toEqual([2, 1, 5]);
  });

  it('stops where the balance ends, and goes on there after a grant', async () => {
    const poor = await service.createTenant(`poor-${tenant.name}`, 2);
    const key = service.rest(poor.userKey);
    const theirs = await makeJob(service, poor, fileOf(SLUGS), {
      kind: 'enrich',
      maxCredits: 100,
      chunk: 1000,
    });
    await untilStatus(service, theirs, 'awaiting_approval');
    expect((await key.get(`/v1/jobs/${theirs}`)).body).toMatchObject({
      stopped: { at_row: 3, because: 'insufficient_credits' },
      credits_charged: 2,
      estimate: { credits_required: 3, credit_balance: 0, sufficient: false },
    });
    await service.admin.grantCredits(poor.name, 3);
    await key.post(`/v1/jobs/${theirs}/approve`, { max_credits: 100 }).expect(200);
    await untilStatus(service, theirs, 'done');
    expect(await readBooks(service.database.pool, poor.organizationId)).toMatchObject({
      balance: 0,
      paidFor: SLUGS.map((slug) => ids[slug]),
    });
  });

  it('stops where the monthly limit of its key ends, and goes on there once it is raised', async () => {
    const { body: made } = await rest().post('/v1/keys', { kind: 'user' });
    await rest().patch(`/v1/keys/${made.key_id}`, { monthly_credit_limit: 2 }).expect(200);
    const id = await makeJob(service, { ...tenant, apiKeyId: made.key_id }, fileOf(SLUGS), {
      kind: 'enrich',
      maxCredits: 100,
    });
    await untilStatus(service, id, 'awaiting_approval');
    expect(await read(id)).toMatchObject({
      stopped: { at_row: 3, because: 'credit_limit_reached' },
      credits_charged: 2,
      estimate: { credits_required: 3, credit_balance: 8 },
    });
    await rest().patch(`/v1/keys/${made.key_id}`, { monthly_credit_limit: 5 }).expect(200);
    await approve(id, 5);
    await untilStatus(service, id, 'done');
    expect(await books()).toMatchObject({ balance: 5, paidFor: SLUGS.map((slug) => ids[slug]) });
    const key = await rest().get(`/v1/keys/${made.key_id}`).expect(200);
    expect(key.body.monthly_credits_spent).toBe(5);
  });

  it('keeps what was paid when it is cancelled at a stop', async () => {
    const id = await make(fileOf(SLUGS), 2);
    await untilStatus(service, id, 'awaiting_approval');
    const { body } = await rest().post(`/v1/jobs/${id}/cancel`).expect(200);
    expect(body).toMatchObject({
      status: 'cancelled',
      stopped: { at_row: 3, because: 'cancelled' },
      credits_charged: 2,
    });
    expect((await lines(id)).map((line) => [line.cd_status, line.cd_credits, line.cd_name])).toEqual([
      ['matched', 1, 'ACME'],
      ['matched', 1, 'GLOBEX'],
      ...Array.from({ length: 3 }, () => ['not_done', null, null]),
    ]);
    await rest().post(`/v1/jobs/${id}/approve`, { max_credits: 9 }).expect(409);
    expect(await books()).toMatchObject({ balance: 8, paidFor: [ids.acme, ids.globex] });
  });

  it('leaves rows out, and runs rows of a company that was chosen', async () => {
    const id = await make(FILE, null);
    await untilStatus(service, id, 'awaiting_approval');
    const change = { leave_out: ['duplicate', 'invalid'], choices: [{ row: 3, company_id: ids.hooli }] };
    await rest().patch(`/v1/jobs/${id}`, change).expect(200);
    await untilStatus(service, id, 'awaiting_approval');
    expect((await read(id)).estimate).toMatchObject({ credits_required: 5 });
    await approve(id, 5);
    await untilStatus(service, id, 'done');
    expect((await lines(id)).map((line) => [line.cd_status, line.cd_credits, line.cd_matched_by])).toEqual([
      ['matched', 1, 'domain'],
      ['matched', 1, 'domain'],
      ['matched', 1, 'choice'],
      ['left_out', null, null],
      ['left_out', null, null],
      ['matched', 1, 'domain'],
      ['matched', 1, 'domain'],
    ]);
    // Nothing is left that costs.
    const matched = await make(FILE, null, { status: 'matching' });
    await untilStatus(service, matched, 'awaiting_approval');
    await rest()
      .patch(`/v1/jobs/${matched}`, { leave_out: ['matched'] })
      .expect(200);
    await untilStatus(service, matched, 'awaiting_approval');
    expect((await read(matched)).estimate).toMatchObject({ credits_required: 0 });
  });

  it('shows what other approved jobs may still spend', async () => {
    const first = await make(fileOf(SLUGS), null);
    await untilStatus(service, first, 'awaiting_approval');
    const { pool } = service.database;
    // A job that runs, and that no process has.
    await pool.query(
      `UPDATE job SET status = 'running', max_credits = 4, credits_charged = 1, lease = gen_random_uuid(),
         leased_until = $2::timestamptz + interval '10 seconds' WHERE id = $1`,
      [first, service.clock.now()],
    );
    const second = await make(fileOf(SLUGS), null);
    await untilStatus(service, second, 'awaiting_approval');
    expect((await read(second)).estimate).toEqual({
      credits_required: 5,
      credits_held: 3,
      credit_balance: 10,
      sufficient: true,
    });
    expect((await read(first)).estimate).toMatchObject({ credits_held: 0 });
    await pool.query('UPDATE organization SET credit_balance = 7 WHERE id = $1', [tenant.organizationId]);
    expect((await read(second)).estimate).toMatchObject({ credit_balance: 7, sufficient: false });
    await pool.query('UPDATE organization SET credit_balance = 10 WHERE id = $1', [tenant.organizationId]);
    // The price is that of the rows which are left: what was charged is no part of it.
    await pool.query(
      'UPDATE job SET max_credits = 9, credits_charged = 3, credits_required = 2 WHERE id = $1',
      [first],
    );
    expect((await read(second)).estimate).toMatchObject({ credits_held: 2 });
  });

  it('is refused another state by both APIs', async () => {
    const id = await make(fileOf(['acme']), 1);
    await untilStatus(service, id, 'done');
    const refused = await rest().post(`/v1/jobs/${id}/approve`, { max_credits: 1 }).expect(409);
    const message = `Job ${id} cannot be approved while it is done. Read the job again.`;
    expect(refused.body).toEqual(problem(409, 'job_status_conflict', message, { status: 'done' }).body);
    const { body } = await graphql(
      'mutation ($id: ID!) { approveJob(input: { jobId: $id, maxCredits: 1 }) { job { status } } }',
      { id: String(id) },
    );
    expect(body.errors[0].extensions).toMatchObject({ code: 'JOB_STATUS_CONFLICT', status: 'done' });
  });
});
