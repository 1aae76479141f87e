import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { systemClock } from '../../../src/lib/clock.ts';
import { createPostgresStore, createRateLimiter } from '../../../src/modules/limits/rate-limiter.ts';
import { watchEventLoop } from '../../../src/modules/limits/work-queue.ts';
import { POINTS } from '../../http/limit-support.ts';

const ONE_EXPORT = [{ costClass: 'export' as const, points: 1 }];

/** Counts three exports, of which two are allowed, in a store at an address. */
async function exportThrice(url: string) {
  const errors: unknown[] = [];
  const store = createPostgresStore({ ...POINTS, export: 2 }, { url }, (error) => errors.push(error));
  try {
    const limiter = createRateLimiter(store.limiters, systemClock);
    const budgets = [];
    for (let i = 0; i < 3; i++) budgets.push(...(await limiter.spend('u1', ONE_EXPORT)));
    return { counts: budgets.map(({ remaining, refused }) => ({ remaining, refused })), errors };
  } finally {
    await store.close();
  }
}

const COUNTED = [
  { remaining: 1, refused: false },
  { remaining: 0, refused: false },
  { remaining: 0, refused: true },
];

describe('a store in PostgreSQL', () => {
  it('that cannot be reached lets each process count alone, and reports that once', async () => {
    const { counts, errors } = await exportThrice('postgresql://nobody@127.0.0.1:1/nothing');
    expect(counts).toEqual(COUNTED);
    expect(errors).toEqual([expect.objectContaining({ code: 'ECONNREFUSED' })]);
  });

  it('that never responds delays a request only for a limited time', async () => {
    const silent = createServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const { counts, errors } = await exportThrice(`postgresql://nobody@127.0.0.1:${port}/nothing`);
    silent.close();
    expect(counts).toEqual(COUNTED);
    expect(errors).toHaveLength(1);
  });
});

describe('the event loop', () => {
  it('is reported late while its turns take long, and on time again afterwards', async () => {
    const eventLoop = watchEventLoop();
    try {
      while (eventLoop.lagMs() < 100) {
        block(300);
        await sleep(1);
      }
      while (eventLoop.lagMs() >= 100) await sleep(20);
    } finally {
      eventLoop.close();
    }
    expect(eventLoop.lagMs()).toBeLessThan(100);
  });
});

function block(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}
