import type pg from 'pg';
import { StartupError } from '../../lib/fault.ts';
import { isReplaced } from './baseline.ts';
import type { Attempt } from './history.ts';

const SHOWN = 3;

/**
 * Names of migrations that only add to the schema, in a way that the previous release can run with. The name says so,
 * because the previous release has nothing else of the migration (CONTRIBUTING.md).
 */
const EXPANDS = /^\d+_expand_/;

/**
 * Returns the migrations of a newer release with which this one runs: they only add to the schema.
 *
 * @returns undefined if the history has other unknown migrations, or lacks a known one before them.
 */
export function expandedBy(history: readonly Attempt[], known: readonly string[]): string[] | undefined {
  const finished = finishedNames(history);
  if (!known.every((name) => finished.has(name))) return undefined;
  const unknown = unknownNames(history, known);
  const last = known.at(-1) ?? '';
  return unknown.every((name) => EXPANDS.test(name) && name > last) ? unknown : undefined;
}

/**
 * Returns whether this version can run with the history as it is: each migration finished, and no others but those with
 * which a newer release expanded the schema.
 */
export function isUpToDate(history: readonly Attempt[], known: readonly string[]): boolean {
  const isKnownFinished = history.every(({ name, finished }) => finished || !known.includes(name));
  return isKnownFinished && expandedBy(history, known) !== undefined;
}

/** Returns the migrations that this version does not know. Those that the baseline replaced are known by it. */
export function unknownNames(history: readonly Attempt[], known: readonly string[]): string[] {
  return history.map(({ name }) => name).filter((name) => !known.includes(name) && !isReplaced(name));
}

export function finishedNames(history: readonly Attempt[]): Set<string> {
  return new Set(history.filter((attempt) => attempt.finished).map((attempt) => attempt.name));
}

/**
 * Refuses a database with migrations that this version does not know.
 *
 * @throws StartupError when a newer version has changed what this one uses, or when the history is another one altogether.
 */
export function refuseUnknown(history: readonly Attempt[], known: readonly string[]): void {
  const unknown = unknownNames(history, known);
  if (unknown.length === 0 || expandedBy(history, known) !== undefined) return;
  const finished = finishedNames(history);
  const changing = unknown.filter((name) => !EXPANDS.test(name));
  const named = changing.length > 0 ? changing : unknown;
  const more = named.length > SHOWN ? ` and ${named.length - SHOWN} more` : '';
  const shown = named.slice(0, SHOWN).join(', ') + more;
  if (known.every((name) => finished.has(name))) {
    throw new StartupError(
      `the database is newer than this version of company-data: it has the migration ${shown}; ` +
        'run the version that made it, or restore an older backup',
    );
  }
  throw new StartupError(
    `the database is neither newer nor older than this version of company-data: it has the migration ${shown}, ` +
      'which is unknown here; upgrade with the version that made it, ' +
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
