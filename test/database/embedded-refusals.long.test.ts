import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { acquireDatabase } from '../../src/database/acquire.ts';
import { run } from '../../src/database/embedded/system.ts';
import { migrationNames } from '../../src/database/migrations/files.ts';
import { StartupError } from '../../src/lib/fault.ts';
import { createTestDatabase } from '../harness/database.ts';
import { type DataDirs, dataDirs, postmasterOf } from '../harness/participants.ts';

const asRoot = process.getuid?.() === 0;
const onlyAsRoot = asRoot ? test : test.skip;
const onlyAsUser = asRoot ? test.skip : test;

const shared = dataDirs();
/** An empty database that tests get a copy of, because to make one takes seconds. */
let seed: string;
let dirs: DataDirs;
let dataDir: string;

beforeAll(async () => {
  seed = await shared.fresh();
  await (await acquireDatabase({ databaseUrl: undefined, dataDir: seed }, 'command')).close();
});
afterAll(() => shared.cleanUp());

beforeEach(async () => {
  dirs = dataDirs();
  dataDir = await dirs.fresh();
});
afterEach(async () => {
  expect(await dirs.cleanUp()).toEqual([]);
});

const open = () => acquireDatabase({ databaseUrl: undefined, dataDir }, 'command');

async function refusal(): Promise<string> {
  const error: unknown = await open().then(
    (database) => database.close(),
    (caught: unknown) => caught,
  );
  if (!(error instanceof StartupError)) throw new Error('not refused', { cause: error });
  expect(error.message).not.toContain('\n');
  return error.message;
}

describe('a data directory that cannot be used is refused in one line', () => {
  test('a file', async () => {
    await writeFile(dataDir, '');
    expect(await refusal()).toBe(
      `cannot create DATA_DIR ${dataDir}: EEXIST: file already exists, mkdir '${dataDir}'`,
    );
  });

  test('a directory with another content where the database should be', async () => {
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await chmod(join(dataDir, 'postgres'), 0o755);
    expect(await refusal()).toMatch(/postgres must be a directory with mode 0700 that belongs to user \d+;/);
    await rm(join(dataDir, 'postgres'), { recursive: true });
    await writeFile(join(dataDir, 'postgres'), '');
    expect(await refusal()).toBe(`${dataDir}/postgres is not a directory; move it away`);
  });

  test('a database of another major version, a damaged one, and a missing one', async () => {
    dataDir = await dirs.copyOf(seed);
    const data = join(dataDir, 'postgres/data');
    await rm(join(data, 'global/pg_control'));
    expect(await refusal()).toMatch(
      /^the embedded PostgreSQL does not start: .*could not find the database system/,
    );
    await writeFile(join(data, 'PG_VERSION'), '17\n');
    expect(await refusal()).toMatch(
      /data needs PostgreSQL 17, but PostgreSQL \d+ is installed; run "backup" with the release that made it, then "restore" with this one and another DATA_DIR/,
    );
    await rm(join(data, 'PG_VERSION'));
    expect(await refusal()).toMatch(/data is not a PostgreSQL database; move it away/);
  });

  test('a pointer to a missing database, and one to another directory', async () => {
    await mkdir(dataDir);
    const write = (text: string) => writeFile(join(dataDir, 'postgres.json'), text);
    await write('{"directory":"/var/lib/company-data/0123456789abcdef"}');
    expect(await refusal()).toMatch(
      /0123456789abcdef, which is gone; restore it, or remove .*postgres\.json/,
    );
    await write('{"directory":"/etc"}');
    expect(await refusal()).toMatch(/postgres\.json: it does not name a directory of company-data$/);
  });

  test('a place where nothing can be created', async () => {
    for (dataDir of ['/proc/company-data', '/proc/company-data/below', '/sys/company-data'])
      expect(await refusal()).toMatch(
        /^cannot create DATA_DIR \/(?:proc|sys)\/company-data.*: (?:no such file or folder|permission denied)$/,
      );
    dataDir = '/proc';
    expect(await refusal()).toMatch(/^cannot (?:create|write) \/proc\/postgres/);
  });

  onlyAsUser('a directory that this user may not write', async () => {
    await chmod(dirname(dataDir), 0o555);
    expect(await refusal()).toMatch(/^cannot create DATA_DIR .*: permission denied$/);
    await chmod(dirname(dataDir), 0o755);
  });
});

describe('as root', () => {
  onlyAsRoot('PostgreSQL runs as another user, and only that user can enter its directory', async () => {
    dataDir = await dirs.copyOf(seed);
    const database = await open();
    const { mode, uid } = await stat(join(dataDir, 'postgres'));
    expect(mode & 0o777).toBe(0o700);
    expect(uid).not.toBe(0);
    const nobody = { uid: 65_534, gid: 65_534 };
    const socket = join(dataDir, 'postgres/.s.PGSQL.5432');
    expect(await run(undefined, 'test', ['-S', socket])).toMatchObject({ ok: true });
    expect(await run(nobody, 'test', ['-S', socket])).toMatchObject({ ok: false });
    await database.close();
  });

  onlyAsRoot('PostgreSQL uses an accessible directory, to which a closed DATA_DIR points', async () => {
    await chmod(dirname(dataDir), 0o700);
    let database = await open();
    const { directory } = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8'));
    expect(directory).toMatch(/^\/var\/lib\/company-data\/[0-9a-f]{16}$/);
    expect(database.url).toContain(encodeURIComponent(directory));
    expect(database.applied).toEqual(await migrationNames());
    await database.close();

    database = await open();
    expect(database.applied).toEqual([]);
    await database.close();

    // After DATA_DIR is removed, a new database is created.
    await rm(dataDir, { recursive: true });
    database = await open();
    expect(database.applied).toEqual(await migrationNames());
    const { directory: next } = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8'));
    await database.close();
    for (const path of [directory, next]) {
      await Promise.all(
        ['', '.owner', '.password'].map((end) => path + end).map((each) => rm(each, { recursive: true })),
      );
    }
  });

  onlyAsRoot('PostgreSQL runs as the ordinary user who owns an existing database', async () => {
    dataDir = await dirs.copyOf(seed);
    const owner = { uid: 12_345, gid: 12_345 };
    await run(undefined, 'chown', ['-R', `${owner.uid}:${owner.gid}`, join(dataDir, 'postgres')]);
    const database = await open();
    const pid = await postmasterOf(dataDir);
    expect((await stat(`/proc/${pid}`)).uid).toBe(owner.uid);
    await database.close();
  });
});

describe('acquireDatabase', () => {
  test('migrates the database of DATABASE_URL and leaves it running', async () => {
    const own = await createTestDatabase({ migrated: false });
    const database = await acquireDatabase({ databaseUrl: own.url, dataDir }, 'server');
    expect(database).toMatchObject({ url: own.url, applied: await migrationNames() });
    await database.close();
    expect((await own.pool.query('SELECT count(*)::int AS count FROM organization')).rows).toEqual([
      { count: 0 },
    ]);
    await own.drop();
    await expect(stat(dataDir)).rejects.toThrow('ENOENT');
  });

  test('stops the embedded PostgreSQL again if the migrations are refused', async () => {
    dataDir = await dirs.copyOf(seed);
    const database = await open();
    const client = new pg.Client(database.url);
    await client.connect();
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('1', '', '29990101_next', now())`,
    );
    await client.end();
    await database.close();
    expect(await refusal()).toMatch(/newer than this version/);
    expect(await postmasterOf(dataDir)).toBeUndefined();
  });
});
