import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { StartupError } from '../lib/fault.ts';
import type { Queryable } from './client.ts';
import { withClient } from './connect.ts';
import { attempt, databaseReason, errorCode, LOCK_NOT_AVAILABLE } from './errors.ts';
import { lacksBaseline, takeOver } from './migrations/baseline.ts';
import {
  expandedBy,
  finishedNames,
  isUpToDate,
  refuseFailed,
  refuseForeign,
  refuseUnknown,
} from './migrations/check.ts';
import { type Migration, migrationNames, readMigrations } from './migrations/files.ts';
import {
  type Attempt,
  createHistory,
  markRolledBack,
  readHistory,
  recordFailed,
  recordFinished,
} from './migrations/history.ts';

/** The advisory lock of `prisma migrate deploy`: neither process sees what the other has not finished. */
const MIGRATION_LOCK = 72_707_369;

/** A statement that waits for a lock holds up everybody who uses the table after it. So it waits shortly, then tries again. */
const LOCK_TIMEOUT_MS = 1_000;
const PAUSE_MS = 2_000;
/** A quarter of an hour. A backup of millions of companies takes minutes. */
const LOCK_ATTEMPTS = 300;

/**
 * Applies the migrations that the database at `url` lacks. The history is Prisma's table, so `prisma migrate deploy`
 * may be used instead. Any number of processes may migrate at once: one does it, the others wait.
 *
 * @param options.dir the folder of the migrations, for tests. `only`: names of the migrations to apply, which make a schema
 *   of an earlier version.
 * @returns the migrations that this call applied, oldest first. `newer`: those by which a newer release has expanded the
 *   schema, absent without any.
 * @throws StartupError in one line: the database is unreachable, too old or too new, or a migration failed.
 */
export async function migrate(
  url: string,
  { dir, only }: { dir?: string; only?: readonly string[] } = {},
): Promise<{ applied: string[]; newer?: string[] }> {
  const isWanted = (name: string) => only?.includes(name) ?? true;
  const known = (await migrationNames(dir)).filter(isWanted);
  const applyMissing = async (client: pg.Client) => {
    const history = await readHistory(client);
    // The usual start ends here, after one query; no file has been read.
    if (isUpToDate(history, known)) {
      const newer = expandedBy(history, known);
      return { applied: [], ...(newer?.length ? { newer } : {}) };
    }
    if (!isWithoutBaseline(history)) refuseUnknown(history, known);
    // Released when the connection ends, however the process ends.
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const migrations = (await readMigrations(dir)).filter(({ name }) => isWanted(name));
    return { applied: await applyPending(client, migrations) };
  };
  return attempt('cannot migrate the database', () => withClient(url, undefined, applyMissing));
}

const isWithoutBaseline = (history: readonly Attempt[]) => lacksBaseline(history.map(({ name }) => name));

async function applyPending(client: pg.Client, migrations: readonly Migration[]): Promise<string[]> {
  // Read again: another process may have migrated while this one waited for the lock.
  let history = await readHistory(client);
  if (isWithoutBaseline(history)) {
    const former = history;
    await inTransaction(client, () => takeOver(client, former, migrations));
    history = await readHistory(client);
  }
  const known = migrations.map(({ name }) => name);
  refuseUnknown(history, known);
  for (const each of history.filter(({ name, finished }) => !finished && known.includes(name))) {
    refuseFailed(each);
    // Under the lock nobody else migrates, so the process that began it is gone, and its transaction with it.
    await markRolledBack(client, each.name);
  }
  const finished = finishedNames(history);
  const pending = migrations.filter(({ name }) => !finished.has(name));
  if (history.length === 0) await refuseForeign(client);
  await createHistory(client);
  for (const migration of pending) await apply(client, migration);
  return pending.map(({ name }) => name);
}

/**
 * Applies a migration and records it in one transaction, so that a crash leaves both or neither. The text is sent as
 * one query: PostgreSQL finds the ends of statements itself, also beside strings and function bodies.
 */
async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await withoutBlocking(() =>
      inTransaction(client, async () => {
        await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
        await client.query(migration.sql);
        await recordFinished(client, migration);
      }),
    );
  } catch (error) {
    const failure = databaseReason(error);
    await recordFailed(client, migration, failure).catch(() => undefined);
    throw new StartupError(
      `the migration ${migration.name} failed: ${failure}; nothing of it was applied, the next start tries again`,
      { cause: error },
    );
  }
}

/** Repeats a transaction until it gets its locks, which those of long readers and backups keep from it. */
async function withoutBlocking(work: () => Promise<void>): Promise<void> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await work();
    } catch (error) {
      if (errorCode(error) !== LOCK_NOT_AVAILABLE || attempts === LOCK_ATTEMPTS) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** Runs `work` in a transaction of `client`, which is rolled back when anything is thrown. */
async function inTransaction<T>(client: Queryable, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // A connection that broke cannot be asked; PostgreSQL has rolled back already.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
