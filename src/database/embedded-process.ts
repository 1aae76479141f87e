import { spawn } from 'node:child_process';
import { readFile, readlink, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from './connect.ts';
import { cleanEnvironment, firstError, run } from './embedded-account.ts';
import type { Cluster } from './embedded-binaries.ts';
import type { Home } from './embedded-home.ts';
import { fixedSettings, toFlags } from './embedded-settings.ts';

const LOG_LIMIT = 5 * 1024 * 1024;
const STOP_TIMEOUT_MS = 60_000;
const POLL_MS = 10;

/** The log is opened by the user that PostgreSQL runs as: root must not write where another user may put a link. */
const SCRIPT =
  'umask 077; log=$1; [ "$2" = rotate ] && mv -f "$log" "$log.1"; shift 2; exec "$@" >>"$log" 2>&1';

/** What other processes may run into while one starts or stops; PostgreSQL itself tells them to come again. */
export const TAKEN = /lock file ".*" already exists|pre-existing shared memory block|lock file .* is empty/;

/** A PostgreSQL that this process has started, until it answers. */
export interface Starting {
  /**
   * Why it ended: `taken` when another process has started it meanwhile, else PostgreSQL's own words;
   * undefined while it runs.
   */
  failure(): Promise<'taken' | string | undefined>;
}

/**
 * Starts PostgreSQL in a session of its own: a Ctrl-C in the terminal must not reach it, since this service still
 * finishes its requests, and it must outlive this process when a command and a server take turns.
 */
export async function start({ home, account, binaries }: Cluster): Promise<Starting> {
  await removeStaleLocks(home);
  const size = await sizeOf(home.log);
  const rotate = size > LOG_LIMIT;
  const program = [binaries.postgres, '-D', home.data, ...toFlags(fixedSettings(home.socketDir))];
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'sh', home.log, rotate ? 'rotate' : 'append', ...program], {
    ...account,
    cwd: '/',
    env: cleanEnvironment(),
    detached: true,
    stdio: 'ignore',
  });
  let ended: string | undefined;
  child.on('error', (error) => {
    ended = error.message;
  });
  child.on('exit', (code, signal) => {
    ended ??= `it ended with ${signal ?? `code ${code}`}`;
  });
  child.unref();
  return {
    async failure() {
      if (ended === undefined) return undefined;
      const output = (await readFile(home.log).catch(() => Buffer.alloc(0)))
        .subarray(rotate ? 0 : size)
        .toString();
      if (TAKEN.test(output)) return 'taken';
      // Not what it said to those who asked whether it is ready.
      const said = output.split('\n').filter((line) => !line.includes('the database system is'));
      return firstError(said.join('\n')) || `${ended}; see ${home.log}`;
    },
  };
}

/** Stops PostgreSQL: it ends every session, writes a checkpoint and is gone when this returns. */
export async function stop(home: Home): Promise<void> {
  const pid = await readPid(home);
  if (pid === undefined) return;
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  try {
    process.kill(pid, 'SIGINT');
    // The file is the sign: the process itself may linger as a zombie that nobody collects.
    while ((await readPid(home)) === pid && Date.now() < deadline) {
      process.kill(pid, 0);
      await sleep(POLL_MS);
    }
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

const readPid = (home: Home) => pidIn(join(home.data, 'postmaster.pid'));

async function pidIn(file: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined;
}

/**
 * Removes the locks of a PostgreSQL that was killed when its number now belongs to another program, which in a
 * restarted container is usual: PostgreSQL would take that program for itself and never start again.
 */
export async function removeStaleLocks(home: Home): Promise<void> {
  for (const file of [join(home.data, 'postmaster.pid'), join(home.socketDir, '.s.PGSQL.5432.lock')]) {
    const pid = await pidIn(file);
    if (pid === undefined || !isAlive(pid) || (await worksIn(pid, home.data))) continue;
    const aside = `${file}.stale`;
    await rename(file, aside).catch(() => undefined);
    // Another process may have started PostgreSQL since the look: then this is its lock.
    if ((await pidIn(aside)) === pid) await rm(aside, { force: true });
    else await rename(aside, file).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** @returns whether the process is a PostgreSQL on `data`; true when that cannot be told. */
async function worksIn(pid: number, data: string): Promise<boolean> {
  if (process.platform === 'linux') {
    try {
      return (await readlink(`/proc/${pid}/cwd`)) === data;
    } catch (error) {
      // A process that has ended works nowhere, even if nobody has collected it yet.
      return errorCode(error) !== 'ENOENT';
    }
  }
  const { code, output } = await run(undefined, 'ps', ['-p', String(pid), '-o', 'command=']);
  return code !== 0 || output.includes(data);
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    (found) => found.size,
    () => 0,
  );
}
