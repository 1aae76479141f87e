import type { Clock } from '../../lib/clock.ts';
import { type EventLoop, watchEventLoop } from './load.ts';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';
import { createMemoryStore, createPostgresStore, type Points } from './stores.ts';
import { createWorkQueue, type WorkKind, type WorkQueue, type WorkSettings } from './work-queue.ts';

export interface RateLimitSettings {
  store: 'memory' | 'postgres';
  /** Points a minute that a user, or the organization, has of each class. */
  points: Points;
}

export interface LimitsOptions {
  /** Undefined: no limit. */
  rateLimit: RateLimitSettings | undefined;
  /** Undefined: heavy work runs at once, however much there is. */
  work: WorkSettings | undefined;
  databaseUrl: string;
  clock: Clock;
  onStoreError: (error: unknown) => void;
  /** What to take for the event loop instead of the real one. */
  eventLoop?: EventLoop | undefined;
  /** Told how long heavy work waited for its slot. */
  onWaited?: (kind: WorkKind, ms: number) => void;
}

/** What stands in front of the work: budgets of callers, and slots for what is heavy. */
export interface Limits {
  rateLimiter: RateLimiter | undefined;
  work: WorkQueue | undefined;
  close(): Promise<void>;
}

export function createLimits({ rateLimit, work: settings, clock, ...options }: LimitsOptions): Limits {
  const store =
    rateLimit?.store === 'postgres'
      ? createPostgresStore(rateLimit.points, options.databaseUrl, options.onStoreError)
      : rateLimit && createMemoryStore(rateLimit.points);
  const { eventLoop, onWaited } = options;
  const work =
    settings &&
    createWorkQueue({ settings, eventLoop: eventLoop ?? watchEventLoop(), ...(onWaited && { onWaited }) });
  return {
    rateLimiter: store && createRateLimiter(store.limiters, clock),
    work,
    async close() {
      work?.close();
      await store?.close();
    },
  };
}
