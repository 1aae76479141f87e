import type { PoolClient } from 'pg';
import type { TestDatabase } from './database.ts';

/** Resolves when a statement of the database waits for a lock. */
export async function untilBlocked({ pool }: TestDatabase): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(
      "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    );
    if (rows.length > 0) return;
  }
}

/** Keeps everybody from a table until it is released. */
export async function lockTable(
  { pool }: TestDatabase,
  table: string,
): Promise<{ client: PoolClient; release(): Promise<void> }> {
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  return {
    client,
    async release() {
      await client.query('ROLLBACK');
      client.release();
    },
  };
}
