import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { PollingWorker } from '../../src/lib/polling-worker.ts';

const NEVER_MS = 1_000_000;

let work: PollingWorker<number> | undefined;
afterEach(() => work?.close());

/** Rows that are due, of which `claim` takes the first ones. */
function worker(due: number[], options: { concurrency?: number; pollMs?: number } = {}) {
  const claims: number[] = [];
  const errors: unknown[] = [];
  const started: number[] = [];
  const finish: (() => void)[] = [];
  work = new PollingWorker<number>({
    concurrency: 2,
    pollMs: NEVER_MS,
    claim: async (limit) => {
      claims.push(limit);
      return due.splice(0, limit);
    },
    work: (row) => {
      started.push(row);
      return new Promise((resolve, reject) => {
        finish.push(() => (row < 0 ? reject(new Error(`row ${row}`)) : resolve()));
      });
    },
    onError: (error) => errors.push(error),
    ...options,
  });
  return { work, claims, errors, started, finish };
}

/** Waits until promises that are settled have called back. */
const settle = () => sleep(5);

describe('due work', () => {
  it('claims as many rows as it has places, and more when one ends', async () => {
    const { work, claims, started, finish } = worker([1, 2, 3]);
    work.wake();
    await settle();
    expect({ started, running: work.running }).toEqual({ started: [1, 2], running: 2 });
    finish[0]?.();
    await settle();
    expect({ started, running: work.running }).toEqual({ started: [1, 2, 3], running: 2 });
    finish[1]?.();
    finish[2]?.();
    await settle();
    expect(work.running).toBe(0);
    expect(claims.every((limit) => limit >= 1 && limit <= 2)).toBe(true);
  });

  it('goes on after an error', async () => {
    const { work, errors, started, finish } = worker([-1, 2], { concurrency: 1 });
    work.wake();
    await settle();
    finish[0]?.();
    await settle();
    expect({ started, errors }).toEqual({ started: [-1, 2], errors: [new Error('row -1')] });
    finish[1]?.();
  });

  it('looks for rows by itself', async () => {
    const due: number[] = [];
    const { started, finish } = worker(due, { pollMs: 5 });
    due.push(7);
    while (started.length === 0) await settle();
    expect(started).toEqual([7]);
    finish[0]?.();
  });

  it('looks once more when it was woken while it looked', async () => {
    const due: number[] = [];
    const { work, started, finish } = worker(due);
    work.wake();
    due.push(1);
    work.wake();
    await settle();
    expect(started).toEqual([1]);
    finish[0]?.();
  });

  it('waits for the work that has begun when it is closed, and claims no more', async () => {
    const { work, started, finish } = worker([1, 2, 3], { concurrency: 1 });
    work.wake();
    await settle();
    let isClosed = false;
    const closed = work.close().then(() => {
      isClosed = true;
    });
    await settle();
    expect(isClosed).toBe(false);
    finish[0]?.();
    await closed;
    work.wake();
    await settle();
    expect(started).toEqual([1]);
  });
});
