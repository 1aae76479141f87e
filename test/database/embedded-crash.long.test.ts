import { spawn } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import {
  type DataDirs,
  dataDirs,
  type Participant,
  postmasterOf,
  startParticipant,
} from '../harness/participants.ts';

const shared = dataDirs();
let seed: string;
let dirs: DataDirs;
let dir: string;

beforeAll(async () => {
  seed = await shared.fresh();
  const command = startParticipant('command', seed);
  await command.ready;
  await command.leave();
});
afterAll(() => shared.cleanUp());

beforeEach(async () => {
  dirs = dataDirs();
  dir = await dirs.copyOf(seed);
});
afterEach(async () => {
  expect(await dirs.cleanUp()).toEqual([]);
});

const SELECT = 'SELECT value FROM kept';
const KEPT = [{ value: 42 }];

async function serverWithData(): Promise<Participant> {
  const server = startParticipant('server', dir);
  await server.ready;
  await server.query('CREATE TABLE kept AS SELECT 42 AS value');
  return server;
}

async function postmaster(): Promise<number> {
  const pid = await postmasterOf(dir);
  if (pid === undefined) throw new Error('PostgreSQL does not run');
  return pid;
}

/** Waits until the statement has reached PostgreSQL. */
async function untilRunning(part: string, ready: string): Promise<void> {
  const client = new pg.Client(ready.replace('ready ', ''));
  await client.connect();
  const sql =
    "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND query LIKE $1";
  while ((await client.query(sql, [`%${part}%`])).rowCount === 0);
  await client.end();
}

async function expectKept(): Promise<void> {
  const next = startParticipant('server', dir);
  await next.ready;
  expect(await next.query(SELECT)).toEqual(KEPT);
  expect(await next.leave()).toMatchObject({ code: 0, said: 'left' });
  expect(await postmasterOf(dir)).toBeUndefined();
}

/** Kills a server that has committed something. @returns the process number of its PostgreSQL, which still runs. */
async function killServer(): Promise<number> {
  const server = await serverWithData();
  const pid = await postmaster();
  server.signal('SIGKILL');
  await server.ended;
  expect(await postmaster()).toBe(pid);
  return pid;
}

test('a killed server leaves a PostgreSQL that the next server adopts and stops', async () => {
  await killServer();
  await expectKept();
});

test('committed data survives when both server and PostgreSQL are killed', async () => {
  process.kill(await killServer(), 'SIGKILL');
  await expectKept();
});

test('a running server restarts its PostgreSQL when that is killed', async () => {
  const server = await serverWithData();
  const pid = await postmaster();
  process.kill(pid, 'SIGKILL');
  // Restarted means: another PostgreSQL runs, and the server has acquired its two locks there again.
  const locks = "SELECT count(*)::int AS held FROM pg_locks WHERE locktype = 'advisory' AND classid = 727073";
  const isBack = async () => JSON.stringify(await server.query(locks)) === '[{"held":2}]';
  while ((await postmasterOf(dir)) === pid || !(await isBack())) await sleep(20);
  const rows = await server.query(SELECT);
  expect(rows).toEqual(KEPT);
  const second = await startParticipant('server', dir).ended;
  expect(second).toMatchObject({ code: 1, errors: expect.stringContaining('another company-data server') });
  expect(await server.leave()).toMatchObject({ code: 0 });
});

test('the process id of a killed PostgreSQL may meanwhile belong to another program', async () => {
  process.kill(await killServer(), 'SIGKILL');
  const data = join(dir, 'postgres/data');
  const { uid, gid } = await stat(data);
  const other = spawn('sleep', ['60'], {
    stdio: 'ignore',
    ...(process.getuid?.() === 0 ? { uid, gid } : {}),
  });
  await writeFile(
    join(data, 'postmaster.pid'),
    `${other.pid}\n${data}\n1700000000\n5432\n${dir}\n\n0 0\nready\n`,
  );
  await writeFile(
    join(dir, 'postgres/.s.PGSQL.5432.lock'),
    `${other.pid}\n${data}\n1700000000\n5432\n${dir}\n`,
  );
  await expectKept();
  other.kill();
});

test('Ctrl-C in the terminal reaches the service, not PostgreSQL: running statements are finished first', async () => {
  const server = await serverWithData();
  const ready = (await server.ready) ?? '';
  const holder = new pg.Client(ready.replace('ready ', ''));
  await holder.connect();
  await holder.query('SELECT pg_advisory_lock(1)');
  const answer = server.query('SELECT 1 AS done FROM pg_advisory_lock(1)');
  await untilRunning('AS done', ready);
  server.signal('SIGINT', { group: true });
  // A PostgreSQL that is interrupted ends this session meanwhile.
  await holder.query('SELECT pg_sleep(0.5)');
  await holder.end();
  expect(await answer).toEqual([{ done: 1 }]);
  expect(await server.ended).toEqual({ code: 0, said: 'left', errors: '' });
  expect(await postmasterOf(dir)).toBeUndefined();
});

/** Interrupts a process that waits for a statement, twice. */
async function interruptTwice(server: Participant): Promise<void> {
  void server.query('SELECT pg_sleep(600)');
  await untilRunning('pg_sleep', (await server.ready) ?? '');
  server.signal('SIGINT');
  await sleep(700);
  server.signal('SIGTERM');
  expect(await server.ended).toMatchObject({ code: null, errors: '' });
}

test('a server that a second signal ends stops its PostgreSQL, and keeps what was committed', async () => {
  const server = await serverWithData();
  await interruptTwice(server);
  while ((await postmasterOf(dir)) !== undefined) await sleep(20);
  await expectKept();
});

test('a server that a second signal ends leaves PostgreSQL to a command that uses it', async () => {
  const server = await serverWithData();
  const command = startParticipant('command', dir);
  await command.ready;
  const pid = await postmaster();
  await interruptTwice(server);
  expect(await command.query(SELECT)).toEqual(KEPT);
  expect(await postmaster()).toBe(pid);
  await command.leave();
  expect(await postmasterOf(dir)).toBeUndefined();
});
