import pg from 'pg';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { CostClass } from './cost-class.ts';
import { type Limiters, mapClasses, WINDOW_SECONDS } from './rate-limiter.ts';

/** Where points are counted. */
export interface Store {
  limiters: Limiters;
  close(): Promise<void>;
}

export type Points = Readonly<Record<CostClass, number>>;

/** Counts in this process: for one process, or for budgets that each process grants by itself. */
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

/** Of the table that a migration makes. */
const TABLE = 'rate_limit';
/** Connections of its own: a limit must not wait behind the work that it is to keep away. */
const CONNECTIONS = 2;
/** A store that hangs is as good as none. */
const TIMEOUT_MS = 1_000;
const SWEEP_INTERVAL_MS = 60_000;

/**
 * Counts in PostgreSQL, so that several processes share a budget. A subject that has used up a class is refused without
 * asking again until its window is over. When the database does not answer, each process counts for itself.
 *
 * @param onError told when the database stops answering, not at each request that it fails.
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

/** The library falls back to its insurance without a word: what went wrong is told here, once until it works again. */
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

/** Windows that are over say nothing any more. Any process may remove them, also those of others. */
export async function removeExpired(db: Pick<pg.Pool, 'query'>): Promise<void> {
  await db.query(`DELETE FROM ${TABLE} WHERE expire <= $1`, [Date.now()]);
}
