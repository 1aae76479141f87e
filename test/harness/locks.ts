import type pg from 'pg';
import type { TestDatabase } from './database.ts';

export interface HeldLock {
  /** The connection that holds it. */
  client: pg.PoolClient;
  release(): Promise<void>;
}

/** Locks tables against everybody else, readers too, until released: whoever asks for them hangs. */
export async function lockTables({ pool }: TestDatabase, ...tables: string[]): Promise<HeldLock> {
  const client = await pool.connect();
  // A test that fails leaves it to the end of the database.
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

/** The statements of a database that wait for a lock. */
export async function waitingStatements({ pool }: TestDatabase): Promise<string[]> {
  const { rows } = await pool.query<{ query: string }>(
    `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.map(({ query }) => query);
}

/** Resolves when as many statements wait for a lock. */
export async function untilWaiting(database: TestDatabase, count: number): Promise<void> {
  while ((await waitingStatements(database)).length !== count) await pause();
}

/** The states of the service's connections: one in a transaction that nobody ends would show here. */
export async function openTransactions({ pool }: { pool: pg.Pool }): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database()
       AND application_name = 'company-data' AND state LIKE 'idle in transaction%'`,
  );
  return rows[0]?.count ?? 0;
}

/** Lets others go on for a moment. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
