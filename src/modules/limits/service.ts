import type { Config } from '../../config.ts';
import type { Clock } from '../../lib/clock.ts';
import { createMemoryLimiters, createPostgresStore, createRateLimiter } from './rate-limiter.ts';
import { createWorkQueue, type EventLoop, type WorkKind, watchEventLoop } from './work-queue.ts';

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
  onWaited?: ((kind: WorkKind, ms: number) => void) | undefined;
}

/** Creates the rate limiter, and the queue for heavy work; each is undefined if it is switched off. */
export function createLimits(options: LimitsOptions) {
  const { config, databaseUrl, isPooled, onStoreError, onWaited } = options;
  const { rateLimit, overload: settings } = config;
  const store =
    rateLimit?.store === 'postgres'
      ? createPostgresStore(rateLimit.points, { url: databaseUrl, isPooled }, onStoreError)
      : undefined;
  const limiters = store?.limiters ?? (rateLimit && createMemoryLimiters(rateLimit.points));
  const work =
    settings && createWorkQueue({ settings, eventLoop: options.eventLoop ?? watchEventLoop(), onWaited });
  return {
    rateLimiter: limiters && createRateLimiter(limiters, options.clock),
    work,
    async close(): Promise<void> {
      work?.close();
      await store?.close();
    },
  };
}
