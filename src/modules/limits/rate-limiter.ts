import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Clock } from '../../lib/clock.ts';
import { type Charge, COST_CLASSES, type CostClass } from '../../lib/cost-class.ts';
import type { Owner } from '../../lib/owner.ts';
import { recordOf } from '../../lib/property.ts';

/** Length of a window. It begins with the first request; at its end all points are available again. */
export const WINDOW_SECONDS = 60;

/** Remaining points of an owner in one class. */
export interface Budget {
  costClass: CostClass;
  limit: number;
  remaining: number;
  /** Milliseconds until all points are available again; 0 while none is used. */
  resetMs: number;
  /** Whether the requested charge exceeded the remaining points. */
  refused: boolean;
}

export interface Standing extends Budget {
  /** When all points are available again; null while none is used. */
  resetAt: Date | null;
}

/** A limiter of one class. `consume` rejects with a RateLimiterRes when points are missing. */
export type Limiter = Pick<RateLimiterAbstract, 'points' | 'get' | 'consume'>;

export type Limiters = Readonly<Record<CostClass, Limiter>>;

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/**
 * Counts points in fixed windows, by owner and class. Owners are verified, so invented keys take no memory. The
 * library reads the system's time; only the dates that callers see come from the clock.
 */
export function createRateLimiter(limiters: Limiters, clock: Clock) {
  const peeked = new WeakMap<object, Promise<readonly Standing[]>>();

  const read = async (costClass: CostClass, owner: Owner): Promise<Standing> => {
    const limiter = limiters[costClass];
    const used = await limiter.get(owner);
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

  const spent = recordOf(COST_CLASSES, () => 0);

  const neverFits = ({ costClass, points }: Charge): boolean => points > limiters[costClass].points;

  /** Refuses a charge that exceeds even a full budget, and no other. Takes no points. */
  const refuse = async (charge: Charge, owner: Owner): Promise<Budget> => {
    const left = await read(charge.costClass, owner);
    return { ...left, refused: neverFits(charge) };
  };

  const take = async ({ costClass, points }: Charge, owner: Owner): Promise<Budget> => {
    const limiter = limiters[costClass];
    let refused = false;
    const used = await limiter.consume(owner, points).catch((reason: unknown) => {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      refused = true;
      return reason;
    });
    if (!refused) spent[costClass] += points;
    const resetMs = Math.max(used.msBeforeNext, 0);
    return { costClass, limit: limiter.points, remaining: used.remainingPoints, resetMs, refused };
  };

  return {
    /** Points that operations have consumed since the start, by class. */
    spent,
    /**
     * Takes the points of an operation from each of its classes. A refused charge still consumes the points that were left
     * in its class, and other classes get nothing back. An operation that exceeds even a full budget takes nothing.
     */
    async spend(owner: Owner, charges: readonly Charge[]): Promise<readonly Budget[]> {
      const [charge, ...others] = charges;
      const pay = charges.some(neverFits) ? refuse : take;
      // Nearly all operations have one class. Each promise costs them as much as counting does.
      if (charge && others.length === 0) return [await pay(charge, owner)];
      return Promise.all(charges.map((each) => pay(each, owner)));
    },
    /** Returns the budgets of an owner in all classes. Takes no points. Reads them once for each `request`. */
    peek(owner: Owner, request: object): Promise<readonly Standing[]> {
      const known =
        peeked.get(request) ?? Promise.all(COST_CLASSES.map((costClass) => read(costClass, owner)));
      peeked.set(request, known);
      return known;
    },
  };
}
