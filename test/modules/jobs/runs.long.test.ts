import { describe, expect, it } from '@jest/globals';
import { ReaderCache } from '../../../src/modules/facets/reader-cache.ts';
import { storeChunk } from '../../../src/modules/jobs/chunks.ts';
import { claimJobs, readNext, release } from '../../../src/modules/jobs/due-jobs.ts';
import { countResults } from '../../../src/modules/jobs/job.ts';
import { matchChunk } from '../../../src/modules/jobs/match-chunk.ts';
import { useService } from '../../harness/use-service.ts';
import { expectedOf, fileOf, seedNumbered } from './numbered-rows.ts';
import { makeJob, storedResults, untilStatus } from './support.ts';

const found = (results: Awaited<ReturnType<typeof storedResults>>) =>
  results.map(({ verdict, isDuplicate }) => ({ verdict, isDuplicate }));

const keyIdOf = async (service: { rest: ReturnType<typeof useService>['service']['rest'] }, key: string) => {
  const { body } = await service.rest(key).get('/v1/keys').expect(200);
  return body.keys[0].key_id as number;
};

describe('several processes', () => {
  const { service, tenant, beside } = useService('shared', {
    tenantPerTest: true,
    seed: seedNumbered,
    works: true,
  });
  beside({ works: true });

  it('share the chunks of a job, and mark duplicates in the order of its rows', async () => {
    const file = fileOf(450);
    const id = await makeJob(service, tenant, file, { chunk: 10, maxCredits: 0 });
    await untilStatus(service, id, 'done');
    expect(found(await storedResults(service, id))).toEqual(expectedOf(file));
    const { body } = await service.rest(tenant.userKey).get(`/v1/jobs/${id}`).expect(200);
    const [matched, duplicates] = [
      expectedOf(file).filter(({ verdict }) => verdict === 'matched').length,
      expectedOf(file).filter(({ isDuplicate }) => isDuplicate).length,
    ];
    expect(body.counts).toEqual({ rows: 450, matched, unmatched: 450 - matched, invalid: 0, duplicates });
  });

  it('go on with the job of a process that has died, when its lease has ended', async () => {
    const file = fileOf(30);
    const { pool } = service.database;
    const id = await makeJob(service, tenant, file, { chunk: 10, status: 'cancelled', maxCredits: 0 });
    await pool.query(
      `UPDATE job SET status = 'matching', lease = gen_random_uuid(), leased_until = $2::timestamptz + interval '10 seconds'
       WHERE id = $1`,
      [id, service.clock.now()],
    );
    service.clock.advance({ seconds: 9 });
    await pool.query(`SELECT pg_notify('jobs', '')`);
    const other = await makeJob(service, tenant, fileOf(1), { maxCredits: 0 });
    await untilStatus(service, other, 'done');
    await untilStatus(service, id, 'matching');
    service.clock.advance({ seconds: 1 });
    await untilStatus(service, id, 'done');
    expect(found(await storedResults(service, id))).toEqual(expectedOf(file));
  });

  it('end a job at a defect, and continue it where it stopped when it is retried', async () => {
    const file = fileOf(30);
    const rest = service.rest(tenant.userKey);
    const id = await makeJob(service, tenant, file, { chunk: 10, status: 'cancelled' });
    const { pool } = service.database;
    const swap = 'UPDATE job_chunk SET input = $2 WHERE job_id = $1 AND number = 1 RETURNING input';
    const [good] = (
      await pool.query<{ input: string }>('SELECT input FROM job_chunk WHERE job_id = $1 AND number = 1', [
        id,
      ])
    ).rows;
    await pool.query(swap, [id, '[broken']);
    await pool.query(`UPDATE job SET status = 'matching' WHERE id = $1 RETURNING pg_notify('jobs', '')`, [
      id,
    ]);
    await untilStatus(service, id, 'failed');
    const { body } = await rest.get(`/v1/jobs/${id}`).expect(200);
    expect(body).toMatchObject({
      progress: { done: 10, of: 30 },
      error: {
        code: 'internal_error',
        message: 'An internal error stopped the job at row 11. Retry it; the rows before are kept.',
      },
      finished_at: expect.any(String),
    });
    await pool.query(swap, [id, good?.input]);
    await rest.post(`/v1/jobs/${id}/retry`).expect(200);
    await untilStatus(service, id, 'awaiting_approval');
    expect(found(await storedResults(service, id))).toEqual(expectedOf(file));
    expect((await rest.get(`/v1/jobs/${id}`)).body).not.toHaveProperty('error');
  });
});

describe('the rights of the creator', () => {
  const { service, tenant, rest } = useService('rights', { tenantPerTest: true, works: true });

  it('are lost with the key that made the job', async () => {
    const colleague = await service.createColleague(tenant, 'Linus');
    const keyId = await keyIdOf(service, colleague.userKey);
    const id = await makeJob(service, { ...tenant, userId: colleague.userId, apiKeyId: keyId }, fileOf(2));
    await untilStatus(service, id, 'awaiting_approval');
    await service.rest(colleague.userKey).delete(`/v1/keys/${keyId}`).expect(204);
    await untilStatus(service, id, 'failed');
    const { body } = await rest().get(`/v1/jobs/${id}`).expect(200);
    expect(body.error).toEqual({
      code: 'invalid_api_key',
      message: 'The API key that made the job no longer works: it was revoked, or it has expired.',
    });
    const feed = await service.database.pool.query(
      `SELECT user_ids, data FROM event WHERE type = 'job.finished' AND (data ->> 'job_id')::int = $1`,
      [id],
    );
    expect(feed.rows).toMatchObject([{ user_ids: [colleague.userId], data: { status: 'failed', price: 0 } }]);
  });

  it('are lost when the user is disabled, whoever signed in to make the job', async () => {
    const colleague = await service.createColleague(tenant, 'Linus');
    const id = await makeJob(service, { ...tenant, userId: colleague.userId }, fileOf(2));
    await untilStatus(service, id, 'awaiting_approval');
    await service.admin.disableUser(colleague.email);
    await untilStatus(service, id, 'failed');
    expect((await rest().get(`/v1/jobs/${id}`)).body.error.message).toBe(
      'The user who made the job was disabled.',
    );
  });
});

describe('a run', () => {
  const { service, tenant, rest } = useService('runs', { tenantPerTest: true, seed: seedNumbered });
  const leases = () => {
    const now = service.clock.now();
    return [now, new Date(now.getTime() + 10_000)] as const;
  };
  const claim = (limit: number) => claimJobs(service.database.pool, limit, ...leases());

  /** Matches the next chunk of a job, as the runner does. */
  const matchNext = async (job: Awaited<ReturnType<typeof claim>>[number], done: number) => {
    const { pool } = service.database;
    const [now, leasedUntil] = leases();
    const chunk = await readNext(pool, job, done, now);
    if (!chunk) return false;
    const results = await matchChunk({ db: pool, cache: new ReaderCache(2 ** 20) }, job, chunk, {
      has: () => false,
    });
    const stored = { number: chunk.number, results, counts: countResults(results) };
    return storeChunk(pool, job, done, stored, { now, leasedUntil });
  };

  it('takes two jobs of an organization at most, and lets organizations take turns', async () => {
    const other = await service.createTenant(`beside-${tenant.name}`);
    const mine: number[] = [];
    for (let n = 0; n < 3; n += 1) mine.push(await makeJob(service, tenant, fileOf(2)));
    const theirs = await makeJob(service, other, fileOf(2));
    const [first, second] = await Promise.all([claim(2), claim(2)]);
    const ids = [...(first ?? []), ...(second ?? [])].map(({ jobId }) => jobId);
    expect(ids.toSorted((a, b) => a - b)).toEqual([mine[0], mine[1], theirs]);
    expect(await claim(2)).toEqual([]);
    for (const job of [...(first ?? []), ...(second ?? [])]) await release(service.database.pool, job);
    service.clock.advance({ seconds: 1 });
    // The third has waited longest, and their only one is their turn.
    expect((await claim(2)).map(({ jobId }) => jobId).toSorted((a, b) => a - b)).toEqual([mine[2], theirs]);
  });

  it('ends when the job is cancelled, whose rows keep what they have', async () => {
    const id = await makeJob(service, tenant, fileOf(30), { chunk: 10 });
    const [job] = await claim(1);
    if (job?.jobId !== id) throw new Error('the job was not claimed');
    expect(await matchNext(job, 0)).toBe(true);
    const { body } = await rest().post(`/v1/jobs/${id}/cancel`).expect(200);
    expect(body).toMatchObject({
      status: 'cancelled',
      stopped: { at_row: 11, because: 'cancelled' },
      counts: { matched: 9, unmatched: 1 },
    });
    expect(await matchNext(job, 10)).toBe(false);
    const csv = await rest().get(`/v1/jobs/${id}/result`).expect(200);
    const lines = csv.text.trimEnd().split('\n').slice(1);
    expect(lines).toHaveLength(30);
    expect(lines[9]).toMatch(/^c20.example,9,\d+,,,1,domain,not_done,false,$/);
    expect(lines[10]).toBe('c27.example,10,,,,,,not_done,,');
  });

  it('stores nothing once the rows are to be matched anew', async () => {
    const id = await makeJob(service, tenant, fileOf(20), { chunk: 10 });
    const [job] = await claim(1);
    if (job?.jobId !== id) throw new Error('the job was not claimed');
    const { pool } = service.database;
    const chunk = await readNext(pool, job, 0, service.clock.now());
    await rest().patch(`/v1/jobs/${id}`, { min_confidence: 1 }).expect(200);
    const stored = { number: chunk?.number ?? -1, results: [], counts: countResults([]) };
    const [now, leasedUntil] = leases();
    expect(await storeChunk(pool, job, 0, stored, { now, leasedUntil })).toBe(false);
    expect((await rest().get(`/v1/jobs/${id}/rows`)).body.rows).toEqual([]);
  });
});
