import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import { createPool, type PoolOptions } from '../../database/client.ts';
import { CLOCK_TOLERANCE_MS } from '../../lib/clock.ts';
import { COST_CLASSES, type CostClass } from '../../lib/cost-class.ts';
import { recordOf } from '../../lib/property.ts';
import { WINDOW_SECONDS } from './rate-limiter.ts';

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
