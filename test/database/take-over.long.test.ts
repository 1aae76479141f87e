import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { restoreBackup } from '../../src/database/backup/restore-backup.ts';
import { writeBackup } from '../../src/database/backup/write-backup.ts';
import { migrate } from '../../src/database/migrate.ts';
import { isBaseline, LAST_OF_0_2_0, withBaseline } from '../../src/database/migrations/baseline.ts';
import { migrationNames } from '../../src/database/migrations/files.ts';
import { StartupError } from '../../src/lib/fault.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { describeSchema } from './describe-schema.ts';
import { makeRelease020, NAMES_OF_0_2_0 } from './release-0-2-0.ts';

let fresh: TestDatabase;
/** A database of release 0.2.0, of which tests get copies. */
let release: TestDatabase;
let known: string[];
/** Migrations that were written after release 0.2.0. */
let later: string[];
let database: TestDatabase;

beforeAll(async () => {
  fresh = await createTestDatabase({ migrated: false });
  await migrate(fresh.url);
  release = await createTestDatabase({ migrated: false });
  await makeRelease020(release);
  await release.pool.end();
  known = await migrationNames();
  later = known.filter((name) => !isBaseline(name));
});
afterAll(async () => {
  await fresh.drop();
  await release.drop();
});

beforeEach(async () => {
  database = await createTestDatabase({ migrated: false });
});
afterEach(() => database.drop());

async function history({ pool }: TestDatabase): Promise<{ name: string; checksum: string }[]> {
  const { rows } = await pool.query<{ name: string; checksum: string }>(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`,
  );
  return rows;
}

async function refusal(): Promise<string> {
  const error: unknown = await migrate(database.url).catch((caught: unknown) => caught);
  if (!(error instanceof StartupError)) throw new Error('not refused', { cause: error });
  expect(error.message).not.toContain('\n');
  return error.message;
}

const isKnown = ({ name }: { name: string }) => known.includes(name);

describe('a database of release 0.2.0', () => {
  test('gets the schema of a new database and keeps its rows, by any number of processes', async () => {
    await makeRelease020(database);
    await database.pool.query(`
      INSERT INTO organization (id, name, credit_balance) VALUES (7, 'kept', 12);
      INSERT INTO company (name, slug, primary_domain) VALUES ('Kept', 'kept', 'kept.example')`);
    const results = await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    expect(results.map(({ applied }) => applied).sort()).toEqual([[], [], later]);
    expect(await migrate(database.url)).toEqual({ applied: [] });
    expect(await describeSchema(database.pool)).toEqual(await describeSchema(fresh.pool));
    expect((await history(database)).filter(isKnown)).toEqual(await history(fresh));
    const { rows } = await database.pool.query(
      'SELECT o.name, credit_balance, slug FROM organization o, company c',
    );
    expect(rows).toEqual([{ name: 'kept', credit_balance: 12, slug: 'kept' }]);
  });

  test('keeps the names by which release 0.2.0 starts beside this one', async () => {
    await makeRelease020(database);
    await migrate(database.url);
    const names = (await history(database)).map(({ name }) => name);
    // Release 0.2.0 starts if it finds all its names, and later ones that all expand.
    expect(names.slice(0, NAMES_OF_0_2_0.length)).toEqual(NAMES_OF_0_2_0);
    const others = names.slice(NAMES_OF_0_2_0.length);
    expect(others).toEqual(known);
    expect(others.filter((name) => !/^\d+_expand_/.test(name) || name <= LAST_OF_0_2_0)).toEqual([]);
  });

  test('is taken over with any number of later migrations, and with objects of its operator', async () => {
    await makeRelease020(database, later.length);
    await database.pool.query('CREATE TABLE note (id int); CREATE INDEX mine ON company (country)');
    expect(await migrate(database.url)).toEqual({ applied: [] });
    expect((await history(database)).filter(isKnown)).toEqual(await history(fresh));
  });

  test('has a backup that is restored with the schema of this release', async () => {
    await makeRelease020(database);
    await database.pool.query("INSERT INTO organization (id, name) VALUES (7, 'kept')");
    const script = new PassThrough();
    const [bytes, summary] = await Promise.all([
      buffer(script),
      writeBackup(database.url, script, { now: new Date() }),
    ]);
    expect(summary.left_out).toEqual([]);
    const target = await createTestDatabase({ migrated: false });
    try {
      async function* source() {
        yield gunzipSync(bytes);
      }
      await restoreBackup(target.url, source(), { operator: 'ops', now: new Date(), keepKeys: true });
      await migrate(target.url);
      expect(await history(target)).toEqual(await history(fresh));
      expect((await target.pool.query('SELECT id, name FROM organization')).rows).toEqual([
        { id: 7, name: 'kept' },
      ]);
    } finally {
      await target.drop();
    }
  });
});

describe('a database is refused and left unchanged', () => {
  beforeEach(async () => {
    await database.drop();
    database = await createTestDatabase({ template: new URL(release.url).pathname.slice(1) });
  });

  test.each([
    ['a column', 'ALTER TABLE list DROP COLUMN tags', 'the column list.tags'],
    ['a type', 'ALTER TABLE company ALTER founded_year TYPE integer', 'the column company.founded_year'],
    ['an index', 'DROP INDEX list_owner_id_idx', 'the index list_owner_id_idx'],
    ['a constraint', 'ALTER TABLE list DROP CONSTRAINT list_name_check', 'the constraint list_name_check'],
    ['a function', 'DROP FUNCTION facet_postings_after', 'the function facet_postings_after'],
  ])('if its schema lacks %s of release 0.2.0', async (_kind, change, missing) => {
    await database.pool.query(change);
    const before = [await history(database), await describeSchema(database.pool)];
    expect(await refusal()).toBe(
      `the database differs from the schema that its history promises: it lacks ${missing}; ` +
        'repair it, or restore a backup of release 0.2.0 into an empty database',
    );
    expect([await history(database), await describeSchema(database.pool)]).toEqual(before);
  });

  test.each([
    ['lacks the last migration of 0.2.0', 'DELETE FROM _prisma_migrations WHERE migration_name = $1'],
    ['has not finished it', 'UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = $1'],
  ])('if it is older, because it %s', async (_reason, change) => {
    await database.pool.query(change, [LAST_OF_0_2_0]);
    const before = await history(database);
    expect(await refusal()).toBe(
      'the database is older than release 0.2.0: upgrade it to release 0.2.0 first ' +
        '(run `company-data migrate` of that release), then to this one',
    );
    expect(await history(database)).toEqual(before);
  });
});

test('names of release 0.2.0 in a backup stand for the baseline, and older ones are refused', () => {
  const baseline = known.filter(isBaseline);
  expect(withBaseline(NAMES_OF_0_2_0, known, 'the backup')).toEqual(baseline);
  expect(withBaseline([...NAMES_OF_0_2_0, ...later], known, 'the backup')).toEqual(known);
  expect(withBaseline([...NAMES_OF_0_2_0, ...known], known, 'the backup')).toEqual(known);
  expect(() => withBaseline(NAMES_OF_0_2_0.slice(0, -1), known, 'the backup')).toThrow(
    'the backup is older than release 0.2.0: use release 0.2.0 to bring it to its schema first',
  );
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
