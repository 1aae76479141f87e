import { describe, expect, it } from '@jest/globals';
import { removeEnded } from '../../../src/modules/sign-in/sweep.ts';
import { readBooks } from '../../harness/ledger.ts';
import { seedPlain } from '../../harness/seed.ts';
import { send, signIn } from '../../harness/sessions.ts';
import { sweepTime } from '../../harness/sweeps.ts';
import { useService } from '../../harness/use-service.ts';
import { type JobFile, makeJob, untilStatus } from './support.ts';

const COMPANIES = 8;

const { service, tenant, rest } = useService('rightful', {
  works: true,
  tenantPerTest: true,
  seed: async (pool) => {
    for (let n = 0; n < COMPANIES; n += 1) await seedPlain(pool, `c${n}`);
    return {};
  },
});

const FILE: JobFile = {
  header: ['Site'],
  fields: ['domain'],
  rows: Array.from({ length: COMPANIES }, (_, n) => [`c${n}.example`]),
};

/** Makes a job of a credential, which stops at its third company. */
async function stopped(userId: number, apiKeyId: number): Promise<number> {
  const maker = { organizationId: tenant.organizationId, userId, apiKeyId };
  const id = await makeJob(service, maker, FILE, { kind: 'enrich', maxCredits: 2 });
  await untilStatus(service, id, 'awaiting_approval');
  return id;
}

const approve = (id: number) => rest().post(`/v1/jobs/${id}/approve`, { max_credits: 100 });
const read = async (id: number) => (await rest().get(`/v1/jobs/${id}`).expect(200)).body;
const paidBy = async (id: number) =>
  (
    await service.database.pool.query(
      'SELECT api_key_id AS "keyId", amount FROM credit_entry WHERE job_id = $1 ORDER BY id',
      [id],
    )
  ).rows;

/** Signs somebody in with a key. @returns the cookie, and the id of the session. */
async function openSession(key: string) {
  const cookie = await signIn(service, { key });
  const { body } = await send(service, 'GET /v1/session', { cookie });
  return { cookie, id: (body as { session: { session_id: number } }).session.session_id };
}

describe('an enrichment of a session', () => {
  it('goes on after its person has signed out, and the session is kept for its job', async () => {
    const { cookie, id: session } = await openSession(tenant.userKey);
    const id = await stopped(tenant.userId, session);
    expect((await send(service, 'DELETE /v1/session', { cookie })).status).toBe(204);
    await approve(id).expect(200);
    await untilStatus(service, id, 'done');
    expect(await read(id)).toMatchObject({ credits_charged: COMPANIES, status: 'done' });
    expect(await paidBy(id)).toEqual([
      { keyId: session, amount: -2 },
      { keyId: session, amount: 2 - COMPANIES },
    ]);
    // Nothing but a job refers to the second one.
    const other = await openSession(tenant.userKey);
    const free = await makeJob(
      service,
      { ...tenant, apiKeyId: other.id },
      { ...FILE, rows: [['nobody.example']] },
      { kind: 'enrich', maxCredits: 0 },
    );
    await untilStatus(service, free, 'done');
    await openSession(tenant.userKey);
    service.clock.advance({ days: 20 });
    await service.database.pool.query('DELETE FROM api_key_usage');
    await removeEnded(service.database.pool, await sweepTime(service));
    const kept = () =>
      service.database.pool
        .query('SELECT id FROM api_key WHERE id = ANY ($1) ORDER BY id', [[session, other.id]])
        .then(({ rows }) => rows.map(({ id: keyId }) => keyId));
    expect(await kept()).toEqual([session, other.id]);
    await rest().delete(`/v1/jobs/${free}`).expect(204);
    await removeEnded(service.database.pool, await sweepTime(service));
    expect(await kept()).toEqual([session]);
  });

  it('ends with the key that opened the session, and keeps what was paid', async () => {
    const { body: made } = await rest().post('/v1/keys', { kind: 'user' });
    const { id: session } = await openSession(made.key);
    const id = await stopped(tenant.userId, session);
    await rest().delete(`/v1/keys/${made.key_id}`).expect(204);
    await untilStatus(service, id, 'failed');
    expect(await read(id)).toMatchObject({
      credits_charged: 2,
      stopped: { at_row: 3, because: 'max_credits' },
      error: { code: 'invalid_api_key' },
    });
    await approve(id).expect(409);
    expect(await readBooks(service.database.pool, tenant.organizationId)).toMatchObject({ balance: 998 });
  });

  it('ends when its person is disabled', async () => {
    const colleague = await service.createColleague(tenant, 'Grace');
    const { id: session } = await openSession(colleague.userKey);
    const id = await stopped(colleague.userId, session);
    await service.admin.disableUser(colleague.email);
    await untilStatus(service, id, 'failed');
    expect((await read(id)).error).toEqual({
      code: 'invalid_api_key',
      message: 'The user who made the job was disabled.',
    });
    // No retry gives the rights back.
    await rest().post(`/v1/jobs/${id}/retry`).expect(200);
    await untilStatus(service, id, 'failed');
    expect(await readBooks(service.database.pool, tenant.organizationId)).toMatchObject({ balance: 998 });
  });
});

describe('an enrichment of a key without a monthly limit', () => {
  it('gets no credits from a key with a limit, nor from a session opened with it', async () => {
    const id = await stopped(tenant.userId, (await rest().get('/v1/keys')).body.keys[0].key_id);
    const { body: limited } = await rest().post('/v1/keys', { kind: 'user' });
    await rest().patch(`/v1/keys/${limited.key_id}`, { monthly_credit_limit: 1 }).expect(200);
    const by = service.rest(limited.key);
    const refused = await by.post(`/v1/jobs/${id}/approve`, { max_credits: 100 }).expect(403);
    expect(refused.body.detail).toEqual({
      error: 'insufficient_access',
      message:
        'A key with a monthly credit limit cannot approve what another key pays for. Use a key without a limit, or sign in without a key.',
    });
    const { cookie } = await openSession(limited.key);
    const path = `POST /v1/jobs/${id}/approve` as const;
    expect((await send(service, path, { cookie, body: { max_credits: 100 } })).status).toBe(403);
    expect(await read(id)).toMatchObject({ status: 'awaiting_approval', credits_charged: 2 });
    expect(await readBooks(service.database.pool, tenant.organizationId)).toMatchObject({ balance: 998 });
    // Without credits, an approval is free. Its own jobs count against its limit.
    await by.post(`/v1/jobs/${id}/approve`, { max_credits: 0 }).expect(200);
    await untilStatus(service, id, 'awaiting_approval');
    const own = await makeJob(service, { ...tenant, apiKeyId: limited.key_id }, FILE, { kind: 'enrich' });
    await untilStatus(service, own, 'awaiting_approval');
    await by.post(`/v1/jobs/${own}/approve`, { max_credits: 100 }).expect(200);
    await untilStatus(service, own, 'awaiting_approval');
    expect(await read(own)).toMatchObject({
      credits_charged: 1,
      stopped: { because: 'credit_limit_reached' },
    });
  });
});

describe('an enrichment that failed', () => {
  it('goes on at the row at which it stopped, and pays no company again', async () => {
    const id = await stopped(tenant.userId, (await rest().get('/v1/keys')).body.keys[0].key_id);
    const { pool } = service.database;
    await pool.query(`UPDATE job_chunk SET output = '[broken' || output WHERE job_id = $1`, [id]);
    await approve(id).expect(200);
    await untilStatus(service, id, 'failed');
    expect(await read(id)).toMatchObject({ progress: { done: 2, of: COMPANIES }, credits_charged: 2 });
    await pool.query(`UPDATE job_chunk SET output = substr(output, 8) WHERE job_id = $1`, [id]);
    await rest().post(`/v1/jobs/${id}/retry`).expect(200);
    await untilStatus(service, id, 'done');
    expect(await read(id)).toMatchObject({ credits_charged: COMPANIES });
    const { balance, ledger, paidFor, unlocked } = await readBooks(pool, tenant.organizationId);
    expect([balance, ledger]).toEqual([1000 - COMPANIES, 1000 - COMPANIES]);
    expect(paidFor.toSorted((a, b) => a - b)).toEqual(unlocked);
  });
});

describe('two enrichments and fifty calls', () => {
  it('never charge for a company twice, and their receipts agree with the ledger', async () => {
    const { pool } = service.database;
    const jobs = await Promise.all(
      [1, 2].map(() => makeJob(service, tenant, FILE, { kind: 'enrich', maxCredits: 100, chunk: 2 })),
    );
    const domains = FILE.rows.map((row) => (row as readonly string[])[0]);
    const calls = Array.from({ length: 50 }, (_, n) =>
      service.rest(n % 2 ? tenant.userKey : tenant.orgKey).post('/v1/enrich/partnerships', { domains }),
    );
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    for (const id of jobs) await untilStatus(service, id, 'done');
    const { balance, ledger, paidFor, unlocked } = await readBooks(pool, tenant.organizationId);
    expect([balance, ledger]).toEqual([1000 - COMPANIES, 1000 - COMPANIES]);
    expect(paidFor.toSorted((a, b) => a - b)).toEqual(unlocked);
    expect(unlocked).toHaveLength(COMPANIES);
    let charged = answers.reduce((sum, { headers }) => sum + Number(headers['x-credits-charged']), 0);
    for (const id of jobs) {
      const { body } = await rest().get(`/v1/jobs/${id}/rows`).expect(200);
      const rows: { credits: number; free_because?: string }[] = body.rows;
      const paid = rows.filter(({ credits }) => credits === 1);
      expect((await read(id)).credits_charged).toBe(paid.length);
      expect(rows.filter(({ credits }) => credits === 0).map((row) => row.free_because)).toEqual(
        Array.from({ length: COMPANIES - paid.length }, () => 'in_window'),
      );
      charged += paid.length;
    }
    expect(charged).toBe(COMPANIES);
  });
});
