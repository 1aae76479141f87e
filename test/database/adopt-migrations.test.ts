import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { migrate } from '../../src/database/migrate.ts';
import { MIGRATIONS_DIR, migrationNames } from '../../src/database/migrations/files.ts';
import { LAST_FORMER as LAST, LAST_REPLACEMENT } from '../../src/database/migrations/former.ts';
import { StartupError } from '../../src/lib/fault.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { describeSchema } from './describe-schema.ts';
import { makeFormer } from './former-history.ts';

let fresh: TestDatabase;
/** Migrations that were written after the merge. */
let later: string[];
let database: TestDatabase;

beforeAll(async () => {
  fresh = await createTestDatabase({ migrated: false });
  await migrate(fresh.url);
  later = (await migrationNames()).filter((name) => name > LAST_REPLACEMENT);
});
afterAll(() => fresh.drop());

beforeEach(async () => {
  database = await createTestDatabase({ migrated: false });
});
afterEach(() => database.drop());

async function history(pool: pg.Pool): Promise<unknown[]> {
  const { rows } = await pool.query(
    `SELECT migration_name, checksum, applied_steps_count, logs, rolled_back_at, finished_at IS NOT NULL AS finished
     FROM _prisma_migrations ORDER BY migration_name`,
  );
  return rows;
}

async function refusal(): Promise<string> {
  const error: unknown = await migrate(database.url).catch((caught: unknown) => caught);
  if (!(error instanceof StartupError)) throw new Error('not refused', { cause: error });
  expect(error.message).not.toContain('\n');
  return error.message;
}

describe('a database with the former migrations', () => {
  test('has the schema and the history of a new database after it was adopted', async () => {
    await makeFormer(database);
    expect(await migrate(database.url)).toEqual({ applied: later });
    expect(await describeSchema(database.pool)).toEqual(await describeSchema(fresh.pool));
    expect(await history(database.pool)).toEqual(await history(fresh.pool));
    const rows = 'SELECT * FROM facet_index';
    expect((await database.pool.query(rows)).rows).toEqual((await fresh.pool.query(rows)).rows);
  });

  test('keeps its data, and is adopted once, by any number of processes', async () => {
    await makeFormer(database);
    await database.pool.query("INSERT INTO organization (id, name) VALUES (7, 'kept')");
    const results = await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    expect(results.map(({ applied }) => applied).sort()).toEqual([[], [], later]);
    expect(await history(database.pool)).toEqual(await history(fresh.pool));
    expect((await database.pool.query('SELECT id, name FROM organization')).rows).toEqual([
      { id: 7, name: 'kept' },
    ]);
  });

  test('gets the migrations that follow the merged ones', async () => {
    await makeFormer(database);
    const dir = await mkdtemp(join(tmpdir(), 'migrations-'));
    await cp(MIGRATIONS_DIR, dir, { recursive: true });
    await mkdir(join(dir, '29990101000000_next'));
    await writeFile(join(dir, '29990101000000_next/migration.sql'), 'CREATE TABLE next (id int);');
    expect(await migrate(database.url, { dir })).toEqual({ applied: [...later, '29990101000000_next'] });
    expect(await history(database.pool)).toHaveLength((await migrationNames(dir)).length);
    await rm(dir, { recursive: true });
  });

  test('loses the records of attempts that were rolled back and repeated', async () => {
    await makeFormer(database);
    await database.pool.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs, rolled_back_at)
       VALUES ('1', '', $1, 'failed', now())`,
      [LAST],
    );
    await migrate(database.url);
    expect(await history(database.pool)).toEqual(await history(fresh.pool));
  });
});

describe('a database with another history is refused and left unchanged', () => {
  const REMEDY = `finish its migrations up to ${LAST} with the version that made it`;

  test.each([
    ['lacks one of the former migrations', `DELETE FROM _prisma_migrations WHERE migration_name = '${LAST}'`],
    [
      'has another version of one of them',
      "UPDATE _prisma_migrations SET checksum = md5('') WHERE migration_name LIKE '%_lists'",
    ],
    [
      'did not finish one of them',
      `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '${LAST}'`,
    ],
    [
      'has a further migration',
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('1', '', 'x', now())`,
    ],
  ])('because it %s', async (_reason, change) => {
    await makeFormer(database);
    await database.pool.query(change);
    const before = await history(database.pool);
    const message = await refusal();
    expect(message).toMatch(
      /^the database is neither newer nor older than .* it has the migration 2026\w+, 2026\w+, 2026\w+ and \d+ more/,
    );
    expect(message).toContain(REMEDY);
    expect(await history(database.pool)).toEqual(before);
  });
});

test('the description of a schema includes an index, the order of columns and the storage of a column', async () => {
  await migrate(database.url);
  const before = await describeSchema(database.pool);
  expect(before).toEqual(await describeSchema(fresh.pool));
  await database.pool.query(`
    ALTER TABLE facet_posting ALTER COLUMN base SET STORAGE EXTENDED;
    ALTER TABLE list DROP COLUMN revision, ADD COLUMN revision integer NOT NULL DEFAULT 1;
    DROP INDEX list_owner_id_idx;`);
  const after = await describeSchema(database.pool);
  const changed = Object.keys(before).filter((kind) => before[kind]?.join() !== after[kind]?.join());
  expect(changed.sort()).toEqual(['columns', 'indexes']);
});
