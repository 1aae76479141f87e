import type { MigrationList } from '@prisma/schema-engine-wasm';
import type pg from 'pg';
import { StartupError } from '../lib/fault.ts';
import { connect, databaseReason } from './connect.ts';
import { withEngine } from './migrate-engine.ts';
import { isAtomic, MIGRATIONS_DIR, migrationNames, readMigrations } from './migrate-files.ts';
import { type Attempt, isUpToDate, readHistory, refuseFailed, refuseNewer } from './migrate-history.ts';

export interface MigrateResult {
  /** The migrations that this call applied, oldest first. */
  applied: string[];
}

/** Held while one process looks and migrates; the engine's own lock (72707369) covers `prisma migrate deploy`. */
const MIGRATE_LOCK = 727_073_690;
const ENGINE_LOCK = 72_707_369;
const NO_FILTERS = { externalTables: [], externalEnums: [] };

/**
 * Applies the migrations that the database at `url` lacks, with Prisma's own engine and its own table, so that
 * `prisma migrate deploy` may be used instead. Any number of processes may do so at once.
 *
 * @throws StartupError in one line: unreachable, too old or too new a database, a migration that failed.
 */
export async function migrate(url: string, options: { dir?: string } = {}): Promise<MigrateResult> {
  const dir = options.dir ?? MIGRATIONS_DIR;
  const known = await migrationNames(dir);
  const client = await connect(url);
  try {
    const history = await readHistory(client);
    refuseNewer(history, known);
    // The usual start: one query, and the engine (5 MB of WebAssembly) stays unloaded.
    if (isUpToDate(history, known)) return { applied: [] };
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATE_LOCK]);
    return await migrateLocked(url, client, await readMigrations(dir));
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`cannot migrate the database: ${databaseReason(error)}`, { cause: error });
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function migrateLocked(url: string, client: pg.Client, list: MigrationList): Promise<MigrateResult> {
  const known = list.migrationDirectories.map((entry) => entry.path);
  const history = await readSettled(client);
  refuseNewer(history, known);
  if (isUpToDate(history, known)) return { applied: [] };
  const interrupted = history.filter((attempt) => !attempt.finished);
  for (const attempt of interrupted) {
    // Cut off without a word, its one transaction went with it: only an error on record needs a person.
    if (attempt.logs !== null || !isAtomic(list, attempt.name)) refuseFailed(attempt);
  }
  return withEngine(url, async (engine) => {
    for (const { name } of interrupted) await engine.markMigrationRolledBack({ migrationName: name });
    try {
      const output = await engine.applyMigrations({ migrationsList: list, filters: NO_FILTERS });
      return { applied: output.appliedMigrationNames };
    } catch (error) {
      const failed = (await readHistory(client)).find((attempt) => !attempt.finished);
      if (!failed) throw error;
      const unchanged = isAtomic(list, failed.name);
      if (unchanged) await engine.markMigrationRolledBack({ migrationName: failed.name });
      throw new StartupError(
        `the migration ${failed.name} failed: ${databaseError(error)}; ` +
          (unchanged ? 'nothing of it was applied, the next start tries again' : 'it may be applied in part'),
        { cause: error },
      );
    }
  });
}

/** Reads the history when no `prisma migrate deploy` is under way, whose migration would look like an interrupted one. */
async function readSettled(client: pg.Client): Promise<Attempt[]> {
  await client.query('SELECT pg_advisory_lock($1)', [ENGINE_LOCK]);
  try {
    return await readHistory(client);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [ENGINE_LOCK]);
  }
}

/** The engine's message is a stack of Rust frames around PostgreSQL's one line. */
function databaseError(error: unknown): string {
  const text = databaseReason(error);
  return /ERROR: (.*?)(?: DETAIL:| HINT:| \d+: sql_schema_connector)/.exec(text)?.[1] ?? text;
}
