import type { default as pg } from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { createPool, type PoolOptions } from '../../database/client.ts';
import { CLOCK_TOLERANCE_MS, type Clock } from '../../lib/clock.ts';
import { type Charge, COST_CLASSES, type CostClass } from '../../lib/cost-class.ts';
import { recordOf } from '../../lib/json.ts';
import type { Owner } from '../../lib/principal.ts';

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
  /** When all points are available again; null if none are used. */
  resetAt: Date | null;
}

/** A limiter of one class. `consume` rejects with a RateLimiterRes when points are missing. */
type Limiter = Pick<RateLimiterAbstract, 'points' | 'get' | 'consume'>;

type Limiters = Readonly<Record<CostClass, Limiter>>;

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

type Points = Readonly<Record<CostClass, number>>;

/** Counts points in this process, for a single process or for a budget in each process. */
export function createMemoryLimiters(points: Points) {
  return recordOf(
    COST_CLASSES,
    (costClass) =>
      new RateLimiterMemory({ keyPrefix: costClass, points: points[costClass], duration: WINDOW_SECONDS }),
  );
}

const TABLE = 'rate_limit';
/** Separate connections, so that the limit does not wait behind the work that it limits. */
const CONNECTIONS = 2;
const TIMEOUT_MS = 1_000;
const SWEEP_INTERVAL_MS = 60_000;

/**
 * Counts points in PostgreSQL, so that several processes share a budget. An owner without points is refused without a
 * statement until its window ends. While the database does not answer, each process counts for itself.
 *
 * @param onError called when the database stops answering, and not for each failed statement.
 */
export function createPostgresStore(
  points: Points,
  database: Pick<PoolOptions, 'url' | 'isPooled'>,
  onError: (error: unknown) => void,
) {
  const pool = createPool({
    ...database,
    poolSize: CONNECTIONS,
    waitMs: TIMEOUT_MS,
    statementMs: TIMEOUT_MS,
    onIdleError: onError,
  });
  const storeClient = reportingClient(pool, onError);
  const insurance = createMemoryLimiters(points);
  const limiters = recordOf(
    COST_CLASSES,
    (costClass) =>
      new RateLimiterPostgres({
        storeClient,
        storeType: 'pool',
        tableName: TABLE,
        tableCreated: true,
        keyPrefix: costClass,
        points: points[costClass],
        duration: WINDOW_SECONDS,
        inMemoryBlockOnConsumed: points[costClass],
        insuranceLimiter: insurance[costClass],
        clearExpiredByTimeout: false,
      }),
  );
  const sweep = setInterval(() => {
    // A clock that was ahead would keep subjects blocked until it comes there again. The others cost a statement each.
    for (const limiter of Object.values(limiters)) limiter.deleteInMemoryBlockedAll();
    removeExpired(pool).catch(onError);
  }, SWEEP_INTERVAL_MS);
  sweep.unref();
  return {
    limiters,
    async close(): Promise<void> {
      clearInterval(sweep);
      await pool.end();
    },
  };
}

/** Reports failures, once until a statement succeeds again. The library falls back to its insurance silently. */
function reportingClient(pool: pg.Pool, onError: (error: unknown) => void) {
  let failing = false;
  return {
    async query(config: pg.QueryConfig): Promise<pg.QueryResult> {
      try {
        const result = await pool.query(config);
        failing = false;
        return result;
      } catch (error) {
        if (!failing) onError(error);
        failing = true;
        throw error;
      }
    },
  };
}

/** Removes expired windows, including those of other processes, and windows that a clock began that was ahead. */
export async function removeExpired(db: Pick<pg.Pool, 'query'>): Promise<void> {
  // The library begins windows by the clock of this machine.
  const now = Date.now();
  await db.query({
    name: 'rate_limit_sweep',
    text: `DELETE FROM ${TABLE} WHERE expire <= $1 OR expire > $2`,
    values: [now, now + WINDOW_SECONDS * 1000 + CLOCK_TOLERANCE_MS],
  });
}
