import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { acquireDatabase } from '../../src/database/acquire.ts';
import { run, type SystemUser } from '../../src/database/embedded/system.ts';
import { type DataDirs, dataDirs } from '../harness/participants.ts';

const asRoot = process.getuid?.() === 0;
const onlyAsRoot = asRoot ? test : test.skip;
const TRUST = 'local all all trust\n';

const shared = dataDirs();
/** An empty database that each test gets a copy of, because to make one takes seconds. */
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
  dataDir = await dirs.copyOf(seed);
});
afterEach(async () => {
  expect(await dirs.cleanUp()).toEqual([]);
});

const open = () => acquireDatabase({ databaseUrl: undefined, dataDir }, 'command');
const passwordFile = () => join(dataDir, 'postgres.password');
const rulesFile = () => join(dataDir, 'postgres/data/pg_hba.conf');

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Connects without a password, or with a wrong one. @returns the error of PostgreSQL. */
async function refusal(url: string, password?: string): Promise<unknown> {
  const without = url.replace(/&password=\w+/, password === undefined ? '' : `&password=${password}`);
  return query(without, 'SELECT 1').catch(
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );
}

async function account(): Promise<SystemUser> {
  const { uid, gid } = await stat(join(dataDir, 'postgres'));
  return asRoot ? { uid, gid } : undefined;
}

async function writeRules(rules: string): Promise<void> {
  await run(await account(), '/bin/sh', ['-c', 'cat >"$1"', 'sh', rulesFile()], rules);
}

describe('the embedded PostgreSQL requires a password', () => {
  test('of 32 random bytes, in a file that only its user can read', async () => {
    const database = await open();
    const password = (await readFile(passwordFile(), 'utf8')).trim();
    const { mode, uid } = await stat(passwordFile());
    expect([mode & 0o777, uid]).toEqual([0o600, process.getuid?.()]);
    expect(password).toMatch(/^[0-9a-f]{64}$/);
    expect(new URL(database.url).searchParams.get('password')).toBe(password);
    expect(await refusal(database.url)).toMatch(/client password must be a string/);
    expect(await refusal(database.url, 'f'.repeat(64))).toBe('28P01');
    const stored = 'SELECT rolpassword FROM pg_authid WHERE rolname = current_user';
    expect(await query(database.url, stored)).toEqual([
      { rolpassword: expect.stringMatching(/^SCRAM-SHA-256\$/) },
    ]);
    await database.close();
  });

  onlyAsRoot('even from a process of its own system user, which cannot read the file', async () => {
    const database = await open();
    const user = await account();
    expect(await run(user, 'cat', [passwordFile()])).toMatchObject({ ok: false });
    const program = `
      const { Client } = require(process.argv[1]);
      const client = new Client({ host: process.argv[2], user: 'postgres', database: 'company_data', password: '' });
      client.connect().then(() => console.log('let in'), (error) => console.log(error.message)).finally(() => process.exit());`;
    const socketDir = new URL(database.url).searchParams.get('host') ?? '';
    const said = await run(user, process.execPath, [
      '-e',
      program,
      createRequire(import.meta.url).resolve('pg'),
      socketDir,
    ]);
    expect(said.output).toMatch(/password/);
    expect(said.output).not.toContain('let in');
    await database.close();
  });

  test('even if an older version created it, whose data it keeps', async () => {
    let database = await open();
    await query(database.url, 'CREATE TABLE kept AS SELECT 42 AS value');
    await database.close();
    await writeRules(TRUST);
    await rm(passwordFile());

    database = await open();
    expect(await query(database.url, 'SELECT value FROM kept')).toEqual([{ value: 42 }]);
    expect(await refusal(database.url)).toMatch(/client password must be a string/);
    expect(await readFile(rulesFile(), 'utf8')).toMatch(/^local all all scram-sha-256$/m);
    await database.close();
  });

  test('but can be joined while it still runs without one', async () => {
    let database = await open();
    await writeRules(TRUST);
    await query(database.url, 'SELECT pg_reload_conf()');
    await rm(passwordFile());
    const beside = await open();
    expect(await query(beside.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await beside.close();
    await database.close();
    database = await open();
    expect(await refusal(database.url)).toMatch(/client password must be a string/);
    await database.close();
  });
});

describe('the password file', () => {
  test('is written again with a new password at the next start if it was lost', async () => {
    await (await open()).close();
    const before = await readFile(passwordFile(), 'utf8');
    await rm(passwordFile());
    const database = await open();
    expect(await query(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await readFile(passwordFile(), 'utf8')).not.toBe(before);
    await database.close();
  });

  test('is reported in one line if it is lost while the database runs', async () => {
    const database = await open();
    const password = await readFile(passwordFile());
    await rm(passwordFile());
    await expect(open()).rejects.toThrow(
      /^the PostgreSQL that runs in .*postgres does not accept the password in .*postgres\.password; stop what uses it/,
    );
    await writeFile(passwordFile(), password);
    await database.close();
  });

  test('is made private if other users can read it', async () => {
    await (await open()).close();
    await chmod(passwordFile(), 0o644);
    await (await open()).close();
    expect((await stat(passwordFile())).mode & 0o777).toBe(0o600);
  });

  test('is refused if it has another content', async () => {
    await (await open()).close();
    await writeFile(passwordFile(), '');
    await expect(open()).rejects.toThrow(/postgres\.password does not hold a password; remove it/);
  });
});
