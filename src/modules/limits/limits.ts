import type { Pool } from '../../database/client.ts';
import type { Clock } from '../../lib/clock.ts';
import {
  createLoadMonitor,
  type EventLoop,
  type LoadLimits,
  type LoadMonitor,
  watchEventLoop,
} from './load.ts';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';
import { createMemoryStore, createPostgresStore, type Points } from './stores.ts';

export interface RateLimitSettings {
  store: 'memory' | 'postgres';
  /** Points a minute that a key has of each class. */
  points: Points;
}

export interface LimitsOptions {
  /** Undefined: no limit. */
  rateLimit: RateLimitSettings | undefined;
  /** Undefined: nobody is turned away. */
  overload: LoadLimits | undefined;
  databaseUrl: string;
  /** The pool whose queue tells how busy the database is. */
  pool: Pool;
  clock: Clock;
  onStoreError: (error: unknown) => void;
  /** What to take for the event loop instead of the real one. */
  eventLoop?: EventLoop | undefined;
}

/** What stands in front of the work: budgets of keys, and how busy the process is. */
export interface Limits {
  rateLimiter: RateLimiter | undefined;
  load: LoadMonitor | undefined;
  close(): Promise<void>;
}

export function createLimits({ rateLimit, overload, pool, clock, ...options }: LimitsOptions): Limits {
  const store =
    rateLimit?.store === 'postgres'
      ? createPostgresStore(rateLimit.points, options.databaseUrl, options.onStoreError)
      : rateLimit && createMemoryStore(rateLimit.points);
  const load =
    overload && createLoadMonitor(overload, options.eventLoop ?? watchEventLoop(), () => pool.waitingCount);
  return {
    rateLimiter: store && createRateLimiter(store.limiters, clock),
    load,
    async close() {
      load?.close();
      await store?.close();
    },
  };
}
