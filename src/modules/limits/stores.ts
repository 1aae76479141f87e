import pg from 'pg';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { CostClass } from '../../lib/cost-class.ts';
import { type Limiters, mapClasses, WINDOW_SECONDS } from './rate-limiter.ts';

interface Store {
  limiters: Limiters;
  close(): Promise<void>;
}

export type Points = Readonly<Record<CostClass, number>>;

/** Counts points in this process, for a single process or for a budget in each process. */
export function createMemoryStore(points: Points): Store {
  return {
    limiters: mapClasses((costClass) => memoryLimiter(costClass, points)),
    close: async () => undefined,
  };
}

function memoryLimiter(costClass: CostClass, points: Points): RateLimiterAbstract {
  return new RateLimiterMemory({
    keyPrefix: costClass,
    points: points[costClass],
    duration: WINDOW_SECONDS,
  });
}

const TABLE = 'rate_limit';
/** Separate connections, so that the limit does not wait behind the work that it limits. */
const CONNECTIONS = 2;
const TIMEOUT_MS = 1_000;
const SWEEP_INTERVAL_MS = 60_000;

/**
 * Counts points in PostgreSQL, so that several processes share a budget. A subject without points is refused without a
 * statement until its window ends. While the database does not answer, each process counts for itself.
 *
 * @param onError called when the database stops answering, and not for each failed statement.
 */
export function createPostgresStore(
  points: Points,
  databaseUrl: string,
  onError: (error: unknown) => void,
): Store {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    application_name: 'company-data limits',
  });
  pool.on('error', onError);
  const storeClient = reportingClient(pool, onError);
  const limiters = mapClasses(
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
        insuranceLimiter: memoryLimiter(costClass, points),
        clearExpiredByTimeout: false,
      }),
  );
  const sweep = setInterval(() => removeExpired(pool).catch(onError), SWEEP_INTERVAL_MS);
  sweep.unref();
  return {
    limiters,
    async close() {
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

/** Removes expired windows, including those of other processes. */
export async function removeExpired(db: Pick<pg.Pool, 'query'>): Promise<void> {
  await db.query({
    name: 'rate_limit_sweep',
    text: `DELETE FROM ${TABLE} WHERE expire <= $1`,
    values: [Date.now()],
  });
}
