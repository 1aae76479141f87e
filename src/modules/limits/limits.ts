import type { Clock } from '../../lib/clock.ts';
import { type EventLoop, watchEventLoop } from './load.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { createMemoryStore, createPostgresStore, type Points } from './stores.ts';
import { createWorkQueue, type WorkKind, type WorkSettings } from './work-queue.ts';

interface LimitsOptions {
  /** Points a minute of a user, or of an organization key, by class. Undefined: no limit. */
  rateLimit: { store: 'memory' | 'postgres'; points: Points } | undefined;
  /** Undefined: heavy work is not limited. */
  work: WorkSettings | undefined;
  databaseUrl: string;
  clock: Clock;
  onStoreError: (error: unknown) => void;
  /** Source of the event loop's lag. Default: the real event loop. */
  eventLoop?: EventLoop | undefined;
  onWaited?: ((kind: WorkKind, ms: number) => void) | undefined;
}

export type Limits = ReturnType<typeof createLimits>;

/** Creates the rate limiter, and the queue for heavy work; each is undefined if it is switched off. */
export function createLimits(options: LimitsOptions) {
  const { rateLimit, work: settings, databaseUrl, onStoreError, onWaited } = options;
  const store =
    rateLimit?.store === 'postgres'
      ? createPostgresStore(rateLimit.points, databaseUrl, onStoreError)
      : rateLimit && createMemoryStore(rateLimit.points);
  const work =
    settings && createWorkQueue({ settings, eventLoop: options.eventLoop ?? watchEventLoop(), onWaited });
  return {
    rateLimiter: store && createRateLimiter(store.limiters, options.clock),
    work,
    async close(): Promise<void> {
      work?.close();
      await store?.close();
    },
  };
}
