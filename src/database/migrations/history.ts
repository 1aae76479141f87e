import type pg from 'pg';
import { errorCode } from '../errors.ts';
import type { Migration } from './files.ts';

/** One attempt at a migration: a row of `_prisma_migrations`, the table in which Prisma keeps the history. */
export interface Attempt {
  name: string;
  checksum: string;
  finished: boolean;
  /** Error of the migration; null when the process ended before it could write that down. */
  logs: string | null;
}

const UNDEFINED_TABLE = '42P01';

/** Reads every attempt that counts, oldest first. Attempts that were rolled back do not count. */
export async function readHistory(client: pg.Client): Promise<Attempt[]> {
  try {
    const { rows } = await client.query<Attempt>(
      `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished, logs
       FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
    );
    return rows;
  } catch (error) {
    if (errorCode(error) === UNDEFINED_TABLE) return [];
    throw error;
  }
}

/** Creates the table as Prisma creates it, so that `prisma migrate deploy` may write to it as well. */
export async function createHistory(client: pg.Client): Promise<void> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS _prisma_migrations (
      id                  varchar(36) PRIMARY KEY NOT NULL,
      checksum            varchar(64) NOT NULL,
      finished_at         timestamptz,
      migration_name      varchar(255) NOT NULL,
      logs                text,
      rolled_back_at      timestamptz,
      started_at          timestamptz NOT NULL DEFAULT now(),
      applied_steps_count integer NOT NULL DEFAULT 0
    )`);
}

/** Records a migration that the running transaction applied. */
export async function recordFinished(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES (gen_random_uuid(), $1, $2, clock_timestamp(), 1)`,
    [checksum, name],
  );
}

/** Records an attempt that PostgreSQL rolled back, for whoever looks into the table. */
export async function recordFailed(client: pg.Client, { name, checksum }: Migration, logs: string) {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs, rolled_back_at)
     VALUES (gen_random_uuid(), $1, $2, $3, now())`,
    [checksum, name, logs],
  );
}

/** Marks the unfinished attempt at a migration as rolled back. */
export async function markRolledBack(client: pg.Client, name: string): Promise<void> {
  await client.query(
    `UPDATE _prisma_migrations SET rolled_back_at = now()
     WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL`,
    [name],
  );
}
