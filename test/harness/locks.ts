import type pg from 'pg';
import type { TestDatabase } from './database.ts';

export interface HeldLock {
  /** The connection that holds it. */
  client: pg.PoolClient;
  release(): Promise<void>;
}

/** Locks tables exclusively until released: all other statements on them wait, even reads. */
export async function lockTables({ pool }: TestDatabase, ...tables: string[]): Promise<HeldLock> {
  const client = await pool.connect();
  // If the test fails, the connection breaks when its database is dropped.
  client.on('error', () => undefined);
  await client.query('BEGIN');
  await client.query(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`);
  return {
    client,
    async release() {
      await client.query('ROLLBACK');
      client.release();
    },
  };
}

/** Returns the statements of a database that wait for a lock. */
export async function waitingStatements(database: TestDatabase): Promise<string[]> {
  return (await waiting(database)).map(({ query }) => query);
}

/**
 * Resolves when the same `count` statements wait for a lock twice in succession: a statement of other work that waits for
 * an instant does not count.
 */
export async function untilWaiting(database: TestDatabase, count: number): Promise<void> {
  let before: string | undefined;
  for (;;) {
    const now = (await waiting(database)).map(({ id }) => id);
    if (now.length === count && now.join() === before) return;
    before = now.join();
    await pause();
  }
}

async function waiting({ pool }: TestDatabase) {
  const { rows } = await pool.query<{ id: string; query: string }>(
    `SELECT concat(pid, ' ', query_start) AS id, query FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' ORDER BY pid`,
  );
  return rows;
}

/** Counts the service's connections with an open transaction: one that is never ended would show here. */
export async function openTransactions({ pool }: { pool: pg.Pool }): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database()
       AND application_name = 'company-data' AND state LIKE 'idle in transaction%'`,
  );
  return rows[0]?.count ?? 0;
}

/** Lets other work continue for a moment. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
