import type { Config } from '../../config.ts';
import type { Clock } from '../../lib/clock.ts';
import { type EventLoop, watchEventLoop } from './load.ts';
import { createRateLimiter, type Limiters } from './rate-limiter.ts';
import { shareSlots, type TakeSharedSlot } from './shared-work.ts';
import { createMemoryLimiters, createPostgresStore } from './stores.ts';
import { createWorkQueue, type WorkKind, type WorkSettings } from './work-queue.ts';

/** Rate limits and slots that several processes on one machine share. */
export interface SharedLimits {
  /** Used in place of limiters in this process; undefined if requests are not limited. */
  limiters: Limiters | undefined;
  takeSlot: TakeSharedSlot;
}

interface LimitsOptions {
  /** Settings of the rate limiter and of the queue, each undefined if it is switched off. */
  config: Pick<Config, 'rateLimit' | 'overload'>;
  databaseUrl: string;
  /** Whether it leads to a pooler of transactions. */
  isPooled?: boolean | undefined;
  clock: Clock;
  onStoreError: (error: unknown) => void;
  /** Source of the event loop's lag. Default: the real event loop. */
  eventLoop?: EventLoop | undefined;
  /** Absent for a single process. */
  shared?: SharedLimits | undefined;
  onWaited?: ((kind: WorkKind, ms: number) => void) | undefined;
}

export type Limits = ReturnType<typeof createLimits>;

function openQueue(
  settings: WorkSettings,
  { eventLoop = watchEventLoop(), shared, onWaited }: LimitsOptions,
) {
  if (!shared) return createWorkQueue({ settings, eventLoop, onWaited });
  return shareSlots(createWorkQueue({ settings, eventLoop }), shared.takeSlot, onWaited);
}

/** Creates the rate limiter, and the queue for heavy work; each is undefined if it is switched off. */
export function createLimits(options: LimitsOptions) {
  const { config, databaseUrl, isPooled, onStoreError, shared } = options;
  const { rateLimit, overload: settings } = config;
  const store =
    rateLimit?.store === 'postgres'
      ? createPostgresStore(rateLimit.points, { url: databaseUrl, isPooled }, onStoreError)
      : undefined;
  const limiters =
    store?.limiters ?? (rateLimit && (shared?.limiters ?? createMemoryLimiters(rateLimit.points)));
  const work = settings && openQueue(settings, options);
  return {
    rateLimiter: limiters && createRateLimiter(limiters, options.clock),
    work,
    async close(): Promise<void> {
      work?.close();
      await store?.close();
    },
  };
}
