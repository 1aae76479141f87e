import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { migrate } from '../../src/database/migrate.ts';
import { MIGRATIONS_DIR, migrationNames } from '../../src/database/migrations/files.ts';
import { StartupError } from '../../src/lib/fault.ts';
import { createTestDatabase, type TestDatabase, testServerUrl } from '../harness/database.ts';
import { untilWaiting } from '../harness/locks.ts';
import { recordStatements } from '../harness/statements.ts';

let dir: string;
let database: TestDatabase;
let known: string[];

beforeAll(async () => {
  known = await migrationNames();
});

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'migrations-'));
  await cp(MIGRATIONS_DIR, dir, { recursive: true });
  database = await createTestDatabase({ migrated: false });
});

afterEach(async () => {
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(dir, name));
  await writeFile(join(dir, name, 'migration.sql'), sql);
}

async function attempts(): Promise<{ name: string; finished: boolean; rolledBack: boolean }[]> {
  const { rows } = await database.pool.query(
    `SELECT migration_name AS name, finished_at IS NOT NULL AS finished, rolled_back_at IS NOT NULL AS "rolledBack"
     FROM _prisma_migrations ORDER BY started_at`,
  );
  return rows;
}

describe('migrate', () => {
  test('applies every migration once, in order, and writes the same records as `prisma migrate deploy`', async () => {
    expect(await migrate(database.url)).toEqual({ applied: known });
    expect(await migrate(database.url)).toEqual({ applied: [] });
    const { rows } = await database.pool.query(
      'SELECT migration_name, applied_steps_count, length(checksum) AS checksum, logs FROM _prisma_migrations ORDER BY 1',
    );
    expect(rows).toEqual(
      known.map((name) => ({ migration_name: name, applied_steps_count: 1, checksum: 64, logs: null })),
    );
  });

  test('takes two statements if there is nothing to do', async () => {
    await migrate(database.url);
    const { statements } = await recordStatements(() => migrate(database.url));
    expect(statements).toHaveLength(2);
  });

  test('allows several callers to migrate the same database concurrently', async () => {
    const results = await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    expect(results.flatMap((result) => result.applied)).toEqual(known);
    expect(await attempts()).toHaveLength(known.length);
  });

  test('runs a complete script: a semicolon in a string, a comment or a body does not end a statement', async () => {
    await addMigration(
      '29990101000000_semicolons',
      `-- one; two
       CREATE TABLE odd (text text DEFAULT 'a;b');
       DO $$ BEGIN INSERT INTO odd DEFAULT VALUES; INSERT INTO odd DEFAULT VALUES; END $$;`,
    );
    await migrate(database.url, { dir });
    const { rows } = await database.pool.query('SELECT text FROM odd');
    expect(rows).toEqual([{ text: 'a;b' }, { text: 'a;b' }]);
  });

  test('leaves nothing of a failed migration, and applies it again once it is corrected', async () => {
    await addMigration('29990101000000_broken', 'CREATE TABLE half (id int); SELECT missing();');
    const failure = migrate(database.url, { dir });
    await expect(failure).rejects.toThrow(StartupError);
    await expect(failure).rejects.toThrow(
      'the migration 29990101000000_broken failed: function missing() does not exist; ' +
        'nothing of it was applied, the next start tries again',
    );
    expect((await database.pool.query("SELECT to_regclass('half') AS half")).rows).toEqual([{ half: null }]);
    expect((await attempts()).slice(known.length)).toEqual([
      { name: '29990101000000_broken', finished: false, rolledBack: true },
    ]);

    await writeFile(join(dir, '29990101000000_broken', 'migration.sql'), 'CREATE TABLE half (id int);');
    expect(await migrate(database.url, { dir })).toEqual({ applied: ['29990101000000_broken'] });
  });

  test('holds nobody up while a reader keeps its locks from it', async () => {
    await migrate(database.url);
    await addMigration('29990101000000_next', 'ALTER TABLE list ADD COLUMN next text;');
    const reader = await database.pool.connect();
    await reader.query('BEGIN; SELECT count(*) FROM list');
    const migrating = migrate(database.url, { dir });
    await untilWaiting(database, 1);
    // It waits behind the migration, which gives up.
    const { rows } = await database.pool.query('SELECT count(*)::int FROM list');
    expect(rows).toEqual([{ count: 0 }]);
    expect(await attempts()).toHaveLength(known.length);
    await reader.query('COMMIT');
    reader.release();
    expect(await migrating).toEqual({ applied: ['29990101000000_next'] });
    expect((await attempts()).slice(known.length)).toEqual([
      { name: '29990101000000_next', finished: true, rolledBack: false },
    ]);
  });

  test('resumes after the process was killed during a migration', async () => {
    await migrate(database.url);
    await addMigration('29990101000000_next', 'CREATE TABLE next (id int);');
    await database.pool.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('1', '', '29990101000000_next')`,
    );
    expect(await migrate(database.url, { dir })).toEqual({ applied: ['29990101000000_next'] });
    expect((await attempts()).slice(known.length)).toEqual([
      { name: '29990101000000_next', finished: false, rolledBack: true },
      { name: '29990101000000_next', finished: true, rolledBack: false },
    ]);
  });

  test('refuses a database in which a migration failed earlier, and says what to do', async () => {
    await migrate(database.url);
    await addMigration('29990101000000_next', 'CREATE TABLE next (id int);');
    await database.pool.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs)
       VALUES ('1', '', '29990101000000_next', 'relation "x" already exists')`,
    );
    const failure = migrate(database.url, { dir });
    await expect(failure).rejects.toThrow(StartupError);
    await expect(failure).rejects.toThrow(
      'the migration 29990101000000_next failed earlier (relation "x" already exists); repair the database, ' +
        'then run `npx prisma migrate resolve --rolled-back 29990101000000_next`',
    );
  });

  test('finds the error line of PostgreSQL in the log of Prisma', async () => {
    await migrate(database.url);
    await database.pool.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs) VALUES ('1', '', $1, $2)`,
      [
        known[0],
        `A migration failed to apply.\n\nDatabase error:\nERROR: type "x" already exists\n\n   0: frames`,
      ],
    );
    await expect(migrate(database.url)).rejects.toThrow(
      `the migration ${known[0]} failed earlier (ERROR: type "x" already exists); repair the database`,
    );
  });

  test('refuses a database of a newer version', async () => {
    await addMigration('29990101000000_future', 'CREATE TABLE future (id int);');
    await migrate(database.url, { dir });
    const failure = migrate(database.url);
    await expect(failure).rejects.toThrow(StartupError);
    await expect(failure).rejects.toThrow(
      /newer than this version .* 29990101000000_future; run the version/,
    );
  });

  test('refuses a database that has tables of another application', async () => {
    await database.pool.query('CREATE TABLE foreign_table (id int)');
    const failure = migrate(database.url);
    await expect(failure).rejects.toThrow(StartupError);
    await expect(failure).rejects.toThrow(/is not empty/);
  });
});

describe('an unusable database', () => {
  test.each([
    [
      'nothing listens',
      'postgresql://me:s3cret@127.0.0.1:1/data',
      /^cannot use the database me@127.0.0.1:1\/data: nothing listens there/,
    ],
    [
      'no such host',
      'postgresql://me:s3cret@no-such-host.invalid/data',
      /^cannot use the database me@no-such-host.invalid:5432\/data: the host name/,
    ],
    ['no such socket', 'postgresql:///data?host=/no/such&user=me&password=s3cret', /there is no such socket/],
  ])('is reported in one line without the password: %s', async (_name, url, message) => {
    const error: unknown = await migrate(url).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(StartupError);
    expect(String(error)).not.toContain('s3cret');
    expect(String(error)).not.toContain('\n');
    expect(error).toHaveProperty('message', expect.stringMatching(message));
  });

  test('is reported if the server accepts the connection but does not respond', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await expect(migrate(`postgresql://me:s3cret@127.0.0.1:${port}/data`)).rejects.toThrow(
      /does not answer|broke the connection off/,
    );
    server.close();
  });

  test('is reported in one line if its URL names a missing certificate', async () => {
    const failure = migrate('postgresql://me:s3cret@127.0.0.1/data?sslmode=verify-full&sslrootcert=/no/such');
    await expect(failure).rejects.toThrow(
      /^DATABASE_URL is not a usable PostgreSQL URL: \/no\/such: no such file or folder$/,
    );
  });

  test('is named if it does not exist', async () => {
    await expect(migrate(testServerUrl('no_such_database'))).rejects.toThrow(
      /no_such_database: the database does not exist; create it or correct DATABASE_URL/,
    );
  });

  test('is reported with the user that the server refuses, without the password', async () => {
    const role = `refused_${process.pid}`;
    await database.pool.query(`CREATE ROLE ${role}`);
    const url = new URL(database.url);
    url.searchParams.set('user', role);
    url.searchParams.set('password', 's3cret');
    const error: unknown = await migrate(url.href).catch((caught: unknown) => caught);
    await database.pool.query(`DROP ROLE ${role}`);
    expect(error).toBeInstanceOf(StartupError);
    expect(String(error)).toContain('it refuses this user');
    expect(String(error)).not.toContain('s3cret');
  });
});
