import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { migrate } from '../../src/database/migrate.ts';
import { type Migration, readMigrations } from '../../src/database/migrations/files.ts';
import { keptTables, tablesAfter } from '../../src/database/migrations/tables.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
});
afterAll(() => database.drop());

it('the tables that are read from migrations are those that PostgreSQL has after each of them', async () => {
  const migrations = await readMigrations();
  for (const [index, { name }] of migrations.entries()) {
    const applied = migrations.slice(0, index + 1);
    await migrate(database.url, { only: applied.map((each) => each.name) });
    const { rows } = await database.pool.query(`
      SELECT relname::text AS name, relpersistence = 'u' AS "isUnlogged" FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations'
      ORDER BY relname`);
    expect([name, tablesAfter(applied)]).toEqual([name, rows]);
  }
});

it('a table that a migration drops is none of the schema, and an unlogged one is not backed up', () => {
  const migration = (sql: string): Migration => ({ name: '', sql, checksum: '' });
  const sql =
    'CREATE TABLE "one" (id int);\nCREATE UNLOGGED TABLE two (id int);\nCREATE TABLE three (id int);';
  const migrations = [migration(sql), migration('-- DROP TABLE three;\nDROP TABLE "one";')];
  expect(tablesAfter(migrations).map(({ name }) => name)).toEqual(['three', 'two']);
  expect(keptTables(migrations)).toEqual(['three']);
});
