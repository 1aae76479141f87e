import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Clock } from '../../lib/clock.ts';
import type { Principal } from '../access/principal.ts';
import { type Charge, COST_CLASSES, type CostClass } from './cost-class.ts';

/** Budgets are for a minute, which begins with the first request and ends for all of its points at once. */
export const WINDOW_SECONDS = 60;

/** What a subject has left of one class. */
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
  /** Points that operations took since the start, by class. */
  readonly spent: Readonly<Record<CostClass, number>>;
  /**
   * Takes the points of an operation from each of its classes. One that does not fit in is refused and leaves nothing
   * of its class; what the operation took from other classes stays taken. One that no window has room for takes nothing.
   *
   * @param total what the operation takes in all, where `charges` are the rest of it.
   */
  spend(subject: string, charges: readonly Charge[], total?: readonly Charge[]): Promise<readonly Budget[]>;
  /**
   * Returns what a subject has left of every class; costs nothing.
   *
   * @param request stands for the request that asks: the answer is read once for it, however often it is asked for.
   */
  peek(subject: string, request: object): Promise<readonly Standing[]>;
}

/**
 * Whose budget a request counts for: the user of a personal key, the organization of an organization key. Another key of
 * the same holder, or a rotated one, brings no further budget. A user and their organization share none.
 */
export function subjectOf({ userId, organizationId }: Principal): string {
  return userId === null ? `o${organizationId}` : `u${userId}`;
}

export type Limiters = Readonly<Record<CostClass, RateLimiterAbstract>>;

/**
 * Counts points in fixed windows, by subject and class. Authentication found the subject: made-up keys never get here.
 * The library reads the system's time; only what callers are shown as a date comes from the clock.
 */
export function createRateLimiter(limiters: Limiters, clock: Clock): RateLimiter {
  const peeked = new WeakMap<object, Promise<readonly Standing[]>>();

  const read = async (costClass: CostClass, subject: string): Promise<Standing> => {
    const limiter = limiters[costClass];
    const used = await limiter.get(subject);
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

  const spent = mapClasses(() => 0);

  const isTooMuch = ({ costClass, points }: Charge): boolean => points > limiters[costClass].points;

  /** Nothing is taken for an operation that no window has room for. */
  const refuse = ({ costClass }: Charge, total: readonly Charge[], subject: string): Promise<Budget> => {
    const refused = total.some((charge) => charge.costClass === costClass && isTooMuch(charge));
    return read(costClass, subject).then((left) => ({ ...left, refused }));
  };

  const take = ({ costClass, points }: Charge, subject: string): Promise<Budget> => {
    const limiter = limiters[costClass];
    return limiter.consume(subject, points).then(
      (used) => {
        spent[costClass] += points;
        return toBudget(costClass, limiter.points, used, false);
      },
      (reason: unknown) => {
        if (reason instanceof RateLimiterRes) return toBudget(costClass, limiter.points, reason, true);
        throw reason;
      },
    );
  };

  return {
    limits: mapClasses((costClass) => limiters[costClass].points),
    spent,
    spend(subject, charges, total = charges) {
      if (total.some(isTooMuch)) return Promise.all(charges.map((charge) => refuse(charge, total, subject)));
      const [first] = charges;
      if (first && charges.length === 1) return take(first, subject).then((budget) => [budget]);
      return Promise.all(charges.map((charge) => take(charge, subject)));
    },
    peek(subject, request) {
      const known =
        peeked.get(request) ?? Promise.all(COST_CLASSES.map((costClass) => read(costClass, subject)));
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
