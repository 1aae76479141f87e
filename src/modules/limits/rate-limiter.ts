import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Clock } from '../../lib/clock.ts';
import { type Charge, COST_CLASSES, type CostClass } from './cost-class.ts';

/** Budgets are for a minute, which begins with the first request and ends for all of its points at once. */
export const WINDOW_SECONDS = 60;

/** What a key has left of one class. */
export interface Budget {
  costClass: CostClass;
  /** Points a window. */
  limit: number;
  remaining: number;
  /** Milliseconds until all points are there again; 0 while none is used. */
  resetMs: number;
  /** The charge that was asked for did not fit in. */
  refused: boolean;
}

export interface Standing extends Budget {
  /** Null while nothing is used. */
  resetAt: Date | null;
}

export interface RateLimiter {
  /** The budgets of all classes, full: what a caller is told that they are. */
  readonly limits: Readonly<Record<CostClass, number>>;
  /**
   * Takes the points of an operation from each of its classes. One that does not fit in is refused and leaves nothing
   * of its class; what the operation took from other classes stays taken.
   */
  spend(keyId: number, charges: readonly Charge[]): Promise<readonly Budget[]>;
  /**
   * What a key has left of every class; costs nothing.
   *
   * @param request stands for the request that asks: the answer is read once for it, however often it is asked for.
   */
  peek(keyId: number, request: object): Promise<readonly Standing[]>;
}

export type Limiters = Readonly<Record<CostClass, RateLimiterAbstract>>;

/**
 * Counts points in fixed windows, by key and class. Keys are those that authentication found: made-up ones never get
 * here. The library reads the system's time; only what callers are shown as a date comes from the clock.
 */
export function createRateLimiter(limiters: Limiters, clock: Clock): RateLimiter {
  const peeked = new WeakMap<object, Promise<readonly Standing[]>>();

  const read = async (costClass: CostClass, keyId: number): Promise<Standing> => {
    const limiter = limiters[costClass];
    const used = await limiter.get(keyId);
    const isRunning = used !== null && used.msBeforeNext > 0;
    const resetMs = isRunning ? used.msBeforeNext : 0;
    return {
      costClass,
      limit: limiter.points,
      remaining: isRunning ? used.remainingPoints : limiter.points,
      resetMs,
      resetAt: isRunning ? new Date(clock.now().getTime() + resetMs) : null,
      refused: false,
    };
  };

  const take = ({ costClass, points }: Charge, keyId: number): Promise<Budget> => {
    const limiter = limiters[costClass];
    // No window is ever enough for it: what is left should not go down with it.
    if (points > limiter.points) return read(costClass, keyId).then((left) => ({ ...left, refused: true }));
    return limiter.consume(keyId, points).then(
      (used) => toBudget(costClass, limiter.points, used, false),
      (reason: unknown) => {
        if (reason instanceof RateLimiterRes) return toBudget(costClass, limiter.points, reason, true);
        throw reason;
      },
    );
  };

  return {
    limits: mapClasses((costClass) => limiters[costClass].points),
    spend(keyId, charges) {
      const [first] = charges;
      if (first && charges.length === 1) return take(first, keyId).then((budget) => [budget]);
      return Promise.all(charges.map((charge) => take(charge, keyId)));
    },
    peek(keyId, request) {
      const known =
        peeked.get(request) ?? Promise.all(COST_CLASSES.map((costClass) => read(costClass, keyId)));
      peeked.set(request, known);
      return known;
    },
  };
}

function toBudget(costClass: CostClass, limit: number, used: RateLimiterRes, refused: boolean): Budget {
  return {
    costClass,
    limit,
    remaining: used.remainingPoints,
    resetMs: Math.max(used.msBeforeNext, 0),
    refused,
  };
}

/** A value for every class. */
export function mapClasses<T>(value: (costClass: CostClass) => T): Record<CostClass, T> {
  return {
    read: value('read'),
    write: value('write'),
    evaluate: value('evaluate'),
    enrich: value('enrich'),
    export: value('export'),
  };
}
