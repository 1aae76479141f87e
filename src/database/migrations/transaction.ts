import type pg from 'pg';

/** Runs `work` in a transaction of `client`, which is rolled back when anything is thrown. */
export async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  try {
    await work();
    await client.query('COMMIT');
  } catch (error) {
    // A connection that broke cannot be asked; PostgreSQL has rolled back already.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
