import { createPool, type PoolClient, type Queryable } from './client.ts';
import { MIGRATION_LOCK } from './migrate.ts';

/** A change of stored rows that needs code of the service, so that no migration in SQL can make it. */
export interface DataMigration {
  /** Name under which the table `data_migration` records that it is done. */
  name: string;
  /** Commits its work in parts. After a crash it runs again from the beginning. */
  run: (client: PoolClient) => Promise<void>;
}

/**
 * Runs a data migration unless the database at `url` records that it is done. Any number of processes may call it at
 * once: one runs it, the others wait.
 *
 * @returns whether this call ran it.
 */
export async function runDataMigration(url: string, { name, run }: DataMigration): Promise<boolean> {
  const pool = createPool({ url, poolSize: 1 });
  const client = await pool.connect();
  try {
    if (await isDone(client, name)) return false;
    // Released when the connection ends, however the process ends.
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    // Asked again: another process may have run it while this one waited for the lock.
    if (await isDone(client, name)) return false;
    await run(client);
    await client.query('INSERT INTO data_migration (name) VALUES ($1)', [name]);
    return true;
  } finally {
    client.release(true);
    await pool.end();
  }
}

async function isDone(client: Queryable, name: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM data_migration WHERE name = $1', [name]);
  return rowCount !== 0;
}
