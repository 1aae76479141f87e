import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createCallers } from '../harness/commands.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { lockTables, pause, untilWaiting } from '../harness/locks.ts';
import { isRunning, type Running, start, startServer } from '../harness/process.ts';
import { startProxy } from '../harness/proxy.ts';

/** More than the time in which a repeated signal counts as the same keystroke. */
const NEXT_KEYSTROKE_MS = 700;

let database: TestDatabase;
let folder: string;
let rows: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'second-signal-'));
  rows = join(folder, 'technologies.ndjson');
  await writeFile(rows, '{"tech_key": "postgresql", "display_name": "PostgreSQL"}\n');
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const env = () => ({ DATABASE_URL: database.url, DATA_DIR: folder, PORT: '0' });

describe('the second signal', () => {
  it.each<[string, () => string[], string, NodeJS.Signals, NodeJS.Signals]>([
    ['import', () => ['import', rows], 'technology', 'SIGINT', 'SIGINT'],
    ['index rebuild', () => ['index', 'rebuild'], 'company', 'SIGINT', 'SIGTERM'],
    ['org list', () => ['org', 'list'], 'organization', 'SIGHUP', 'SIGTERM'],
    ['serve', () => ['serve'], 'facet_index', 'SIGTERM', 'SIGTERM'],
  ])('ends %s at once, although the database does not answer', async (_, args, table, first, second) => {
    const proxy = await startProxy(database.url);
    const lock = await lockTables(database, table);
    const running = start(args(), { ...env(), DATABASE_URL: proxy.url });
    const { child } = running;
    try {
      await untilWaiting(database, 1);
      proxy.stall();
      child.kill(first);
      // Another signal is another keystroke, however soon it comes.
      await sleep(first === second ? NEXT_KEYSTROKE_MS : 100);
      expect({ code: child.exitCode, signal: child.signalCode }).toEqual({ code: null, signal: null });
      child.kill(second);
      expect(await ending(running)).toBe(second);
    } finally {
      child.kill('SIGKILL');
      await proxy.stop();
      await lock.release();
    }
    expect((await readdir(folder)).filter((name) => name.includes('unfinished'))).toEqual([]);
  });

  it.each(['migrate', 'doctor'])('is not needed for %s, which the first one ends', async (command) => {
    const proxy = await startProxy(database.url);
    proxy.stall();
    const running = start([command], { ...env(), DATABASE_URL: proxy.url });
    try {
      // The process has begun when it has connected.
      await proxy.connected();
      running.child.kill('SIGTERM');
      expect(await ending(running)).toBe('SIGTERM');
    } finally {
      await proxy.stop();
    }
  });

  it('ends a server with its worker processes, while a request runs', async () => {
    const { organizationKey: key } = await createCallers(env());
    const { server: running, url } = await startServer({ ...env(), WEB_CONCURRENCY: '2' });
    const { pid } = running.child;
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    const workers = children.trim().split(' ').map(Number);
    expect(workers).toHaveLength(2);
    const lock = await lockTables(database, 'company_domain');
    const request = fetch(`${url}/v1/companies/beta.example`, { headers: { 'X-API-Key': key } });
    request.catch(() => undefined);
    try {
      await untilWaiting(database, 1);
      running.child.kill('SIGINT');
      await sleep(NEXT_KEYSTROKE_MS);
      running.child.kill('SIGTERM');
      expect(await ending(running)).toBe('SIGTERM');
      await expect(request).rejects.toThrow();
      for (const worker of workers) while (await isRunning(worker)) await pause();
    } finally {
      await lock.release();
    }
  });
});

/** Returns the signal, or the exit code, with which a process ends. */
async function ending({ child, finished }: Running): Promise<string | number | null> {
  await finished;
  return child.signalCode ?? child.exitCode;
}
