import { describe, expect, it } from '@jest/globals';
import { readBooks } from '../../harness/ledger.ts';
import { pause } from '../../harness/locks.ts';
import { useService } from '../../harness/use-service.ts';
import { fileOf, seedNumbered } from './numbered-rows.ts';
import { makeJob, untilStatus } from './support.ts';

const CREDITS = 100;
const { service, tenant, rest } = useService('parallel', {
  works: true,
  tenantPerTest: true,
  credits: CREDITS,
  seed: seedNumbered,
});

/** Makes an enrichment of a few companies that waits for its approval. */
async function waiting(): Promise<number> {
  const id = await makeJob(service, tenant, fileOf(12), { kind: 'enrich', chunk: 3 });
  await untilStatus(service, id, 'awaiting_approval');
  return id;
}

/** Waits until nobody works on a job. @returns its state; undefined if it is gone */
async function settled(id: number): Promise<string | undefined> {
  for (;;) {
    const { status, body } = await rest().get(`/v1/jobs/${id}`);
    if (status === 404) return undefined;
    if (!['matching', 'running'].includes(body.status)) return body.status;
    await pause();
  }
}

/** Expects that the ledger has each company once, and that a job which is there has charged what the ledger says. */
async function expectBalanced(id: number): Promise<void> {
  const { pool } = service.database;
  const { balance, ledger, paidFor, unlocked } = await readBooks(pool, tenant.organizationId);
  expect([ledger, CREDITS - paidFor.length]).toEqual([balance, balance]);
  expect(paidFor.toSorted((a, b) => a - b)).toEqual(unlocked);
  const { rows } = await pool.query<{ charged: number }>(
    'SELECT credits_charged AS charged FROM job WHERE id = $1',
    [id],
  );
  if (rows[0]) expect(rows[0].charged).toBe(paidFor.length);
}

describe('changes of a job at the same time', () => {
  it('each happen or are refused, and charge no company twice', async () => {
    const id = await waiting();
    const approve = () => rest().post(`/v1/jobs/${id}/approve`, { max_credits: CREDITS });
    const answers = await Promise.all([
      ...[approve(), approve(), approve()],
      rest().patch(`/v1/jobs/${id}`, { min_confidence: 0.8 }),
      ...[rest().post(`/v1/jobs/${id}/cancel`), rest().post(`/v1/jobs/${id}/cancel`)],
    ]);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    // Whoever comes first, one of them cancels.
    expect(answers.slice(-2).filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await settled(id)).toBe('cancelled');
    await expectBalanced(id);
  });

  it('find no job once it is deleted, which leaves nothing but what was paid for', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await waiting();
      const answers = await Promise.all([
        rest().post(`/v1/jobs/${id}/approve`, { max_credits: CREDITS }),
        rest().delete(`/v1/jobs/${id}`),
        rest().delete(`/v1/jobs/${id}`),
        rest().post(`/v1/jobs/${id}/cancel`),
        rest().get(`/v1/jobs/${id}/rows`),
      ]);
      for (const { status } of answers) expect([200, 204, 404, 409]).toContain(status);
      expect(answers.slice(1, 3).map(({ status }) => status)).toEqual(expect.arrayContaining([204, 404]));
      expect(await settled(id)).toBeUndefined();
      await expectBalanced(id);
      const { rows } = await service.database.pool.query(
        'SELECT job_id FROM job_chunk WHERE job_id = $1 UNION ALL SELECT job_id FROM job_outcome WHERE job_id = $1',
        [id],
      );
      expect(rows).toEqual([]);
    }
  });

  it('are one change under one Idempotency-Key, and another change needs another key', async () => {
    const id = await waiting();
    const approve = (maxCredits: number) =>
      rest().post(`/v1/jobs/${id}/approve`, { max_credits: maxCredits }).set('Idempotency-Key', 'approve');
    const first = await approve(5).expect(200);
    expect((await approve(5).expect(200)).body).toEqual(first.body);
    expect((await approve(6).expect(422)).body.detail.error).toBe('idempotency_key_reused');
    expect(await settled(id)).toBe('awaiting_approval');
    expect((await rest().get(`/v1/jobs/${id}`)).body).toMatchObject({
      credits_charged: 5,
      stopped: { because: 'max_credits' },
    });
    await expectBalanced(id);
  });
});
