import type pg from 'pg';
import { StartupError } from '../lib/fault.ts';
import { errorCode } from './connect.ts';

/** What `_prisma_migrations`, Prisma's own table, says about one attempt at a migration. */
export interface Attempt {
  name: string;
  finished: boolean;
  /** What went wrong; absent when the process ended before it could write that down. */
  logs: string | null;
}

const UNDEFINED_TABLE = '42P01';

/** Reads every attempt that counts: those rolled back are history. */
export async function readHistory(client: pg.Client): Promise<Attempt[]> {
  try {
    const { rows } = await client.query<Attempt>(
      `SELECT migration_name AS name, finished_at IS NOT NULL AS finished, logs
       FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
    );
    return rows;
  } catch (error) {
    if (errorCode(error) === UNDEFINED_TABLE) return [];
    throw error;
  }
}

/** @returns whether nothing is left to do, and nothing is wrong. */
export function isUpToDate(history: readonly Attempt[], known: readonly string[]): boolean {
  const finished = new Set(history.filter((attempt) => attempt.finished).map((attempt) => attempt.name));
  return history.every((attempt) => attempt.finished) && known.every((name) => finished.has(name));
}

/** @throws StartupError when a newer version of the code has written the database. */
export function refuseNewer(history: readonly Attempt[], known: readonly string[]): void {
  const unknown = history.map((attempt) => attempt.name).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new StartupError(
    `the database is newer than this version of company-data: it has the migration ${unknown.join(', ')}; ` +
      'run the version that made it, or restore an older backup',
  );
}

/** @throws StartupError when a migration failed, and only a person can tell how much of it was applied. */
export function refuseFailed(attempt: Attempt): never {
  const [line = ''] = (attempt.logs ?? 'it did not finish')
    .split('\n')
    .filter((text) => !/^external/.test(text));
  throw new StartupError(
    `the migration ${attempt.name} failed earlier (${line.trim()}); repair the database, then run ` +
      `\`npx prisma migrate resolve --rolled-back ${attempt.name}\` to try it again, or --applied to skip it`,
  );
}
