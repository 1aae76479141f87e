import type pg from 'pg';
import { StartupError } from '../../lib/fault.ts';
import { LAST_FORMER } from './former.ts';
import type { Attempt } from './history.ts';

const SHOWN = 3;

/** Returns whether the history is that of this version: each migration finished, and no other attempt. */
export function isUpToDate(history: readonly Attempt[], known: readonly string[]): boolean {
  const finished = finishedNames(history);
  return (
    history.every((attempt) => attempt.finished && known.includes(attempt.name)) &&
    known.every((name) => finished.has(name))
  );
}

export function finishedNames(history: readonly Attempt[]): Set<string> {
  return new Set(history.filter((attempt) => attempt.finished).map((attempt) => attempt.name));
}

/**
 * Refuses a database with migrations that this version does not know.
 *
 * @throws StartupError when a newer version has migrated it, or when its history is another one altogether.
 */
export function refuseUnknown(history: readonly Attempt[], known: readonly string[]): void {
  const unknown = history.map((attempt) => attempt.name).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const finished = finishedNames(history);
  const more = unknown.length > SHOWN ? ` and ${unknown.length - SHOWN} more` : '';
  const shown = unknown.slice(0, SHOWN).join(', ') + more;
  if (known.every((name) => finished.has(name))) {
    throw new StartupError(
      `the database is newer than this version of company-data: it has the migration ${shown}; ` +
        'run the version that made it, or restore an older backup',
    );
  }
  throw new StartupError(
    `the database is neither newer nor older than this version of company-data: it has the migration ${shown}, ` +
      `which is unknown here; finish its migrations up to ${LAST_FORMER} with the version that made it, ` +
      'or set DATABASE_URL or DATA_DIR to an empty database and import again',
  );
}

/** @throws StartupError when an attempt failed: only a person can tell how much of it was applied. */
export function refuseFailed({ name, logs }: Attempt): void {
  if (logs === null) return;
  // Around PostgreSQL's line, Prisma puts advice and a stack.
  const lines = logs.split('\n').map((line) => line.trim());
  const failure = lines.find((line) => line.startsWith('ERROR: ')) ?? lines.find((line) => line !== '');
  throw new StartupError(
    `the migration ${name} failed earlier (${failure ?? 'unknown'}); repair the database, then run ` +
      `\`npx prisma migrate resolve --rolled-back ${name}\` to try it again, or --applied to skip it`,
  );
}

/**
 * Refuses to migrate a schema that somebody else filled.
 *
 * @throws StartupError when a schema without history holds tables or views. Those of extensions do not count.
 */
export async function refuseForeign(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `SELECT n.nspname AS schema, c.relname AS name
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
       AND to_regclass('_prisma_migrations') IS NULL
       AND NOT EXISTS (SELECT FROM pg_depend d
         WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
     ORDER BY 2 LIMIT 1`,
  );
  const [found] = rows;
  if (!found) return;
  throw new StartupError(
    `the database is not empty: its schema "${found.schema}" holds "${found.name}", which company-data did not ` +
      'make; set DATABASE_URL to an empty database',
  );
}
