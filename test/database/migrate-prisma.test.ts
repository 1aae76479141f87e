import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { migrate } from '../../src/database/migrate.ts';
import { migrationNames, readMigrations } from '../../src/database/migrations/files.ts';
import { withEngine } from '../../tools/prisma-engine/engine.ts';
import { readMigrationList } from '../../tools/prisma-engine/migration-list.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';

const PRISMA_LOCK = 72_707_369;
const NO_FILTERS = { externalTables: [], externalEnums: [] };

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase({ migrated: false });
});
afterEach(() => database.drop());

/** Runs the equivalent of `prisma migrate deploy` in the same engine. */
async function deploy(): Promise<string[]> {
  const migrationsList = await readMigrationList();
  return withEngine(database.url, async (engine) => {
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: NO_FILTERS });
    return appliedMigrationNames;
  });
}

async function history(): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    `SELECT migration_name, checksum, applied_steps_count, logs, rolled_back_at, finished_at >= started_at AS in_order
     FROM _prisma_migrations ORDER BY started_at`,
  );
  return rows;
}

describe('`prisma migrate deploy` and the service', () => {
  test('record the same history, and neither has anything to do after the other', async () => {
    expect(await migrate(database.url)).toEqual({ applied: await migrationNames() });
    expect(await deploy()).toEqual([]);
    const ours = await history();

    await database.drop();
    database = await createTestDatabase({ migrated: false });
    expect(await deploy()).toEqual(await migrationNames());
    expect(await migrate(database.url)).toEqual({ applied: [] });
    expect(await history()).toEqual(ours);
  });

  test('create the same table of migrations', async () => {
    const columns = `SELECT column_name, data_type, character_maximum_length, is_nullable, column_default
      FROM information_schema.columns WHERE table_name = '_prisma_migrations' ORDER BY ordinal_position`;
    await migrate(database.url);
    const ours = (await database.pool.query(columns)).rows;

    await database.drop();
    database = await createTestDatabase({ migrated: false });
    await deploy();
    expect(ours).toEqual((await database.pool.query(columns)).rows);
  });

  test('agree that no migration was edited after it was applied', async () => {
    await migrate(database.url);
    const migrationsList = await readMigrationList();
    const diagnosis = await withEngine(database.url, (engine) =>
      engine.diagnoseMigrationHistory({
        migrationsList,
        optInToShadowDatabase: false,
        filters: NO_FILTERS,
      }),
    );
    expect(diagnosis).toMatchObject({
      editedMigrationNames: [],
      failedMigrationNames: [],
      hasMigrationsTable: true,
    });
    expect(diagnosis.history ?? null).toBeNull();
  });

  test('wait for each other: the service migrates once Prisma releases its lock', async () => {
    const other = await database.pool.connect();
    await other.query('SELECT pg_advisory_lock($1)', [PRISMA_LOCK]);
    const migrated = migrate(database.url);
    const waiting = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    while ((await other.query(waiting)).rowCount === 0);
    expect((await other.query("SELECT to_regclass('_prisma_migrations') AS table")).rows).toEqual([
      { table: null },
    ]);
    other.release(true);
    expect(await migrated).toEqual({ applied: await migrationNames() });
  });
});

test('no migration ends the transaction in which it is applied', async () => {
  const client = await database.pool.connect();
  const transactionId = async () =>
    (await client.query('SELECT pg_current_xact_id()::text AS id')).rows[0].id;
  for (const { name, sql } of await readMigrations()) {
    await client.query('BEGIN');
    const before = await transactionId();
    await client.query(sql);
    expect({ name, id: await transactionId() }).toEqual({ name, id: before });
    await client.query('COMMIT');
  }
  client.release();
});
