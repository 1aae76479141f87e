import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { systemClock } from '../../../src/lib/clock.ts';
import { createRateLimiter } from '../../../src/modules/limits/rate-limiter.ts';
import { createPostgresStore } from '../../../src/modules/limits/stores.ts';
import { POINTS } from '../../http/limit-support.ts';

const ONE_EXPORT = [{ costClass: 'export' as const, points: 1 }];

/** What three exports, of which two are allowed, are told when the store is at an address. */
async function exportThrice(url: string) {
  const errors: unknown[] = [];
  const store = createPostgresStore({ ...POINTS, export: 2 }, url, (error) => errors.push(error));
  try {
    const limiter = createRateLimiter(store.limiters, systemClock);
    const budgets = [];
    for (let i = 0; i < 3; i++) budgets.push(...(await limiter.spend('u1', ONE_EXPORT)));
    return { told: budgets.map(({ remaining, refused }) => ({ remaining, refused })), errors };
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
  it('that cannot be reached leaves each process to count for itself, and says so once', async () => {
    const { told, errors } = await exportThrice('postgresql://nobody@127.0.0.1:1/nothing');
    expect(told).toEqual(COUNTED);
    expect(errors).toEqual([expect.objectContaining({ code: 'ECONNREFUSED' })]);
  });

  it('that never answers does not hold up a request for ever', async () => {
    const silent = createServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const { told, errors } = await exportThrice(`postgresql://nobody@127.0.0.1:${port}/nothing`);
    silent.close();
    expect(told).toEqual(COUNTED);
    expect(errors).toHaveLength(1);
  });
});
