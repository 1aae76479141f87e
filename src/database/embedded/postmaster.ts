import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Location } from './location.ts';
import { commandOf } from './run-command.ts';

const LOCK_FILE = 'postmaster.pid';
const STOP_TIMEOUT_MS = 60_000;
const POLL_MS = 10;

/**
 * Finds the PostgreSQL of `location` that runs, by its lock file. @param data the data directory, if it has been renamed.
 *
 * @returns its process number.
 */
export async function findPostmaster(location: Location, data = location.data): Promise<number | undefined> {
  const pid = await readPid(join(data, LOCK_FILE));
  return pid > 0 && (await isPostgres(pid, location)) ? pid : undefined;
}

/** Reads a lock file, which is empty for a moment. The number of a PostgreSQL in single-user mode is negative. */
async function readPid(file: string): Promise<number> {
  return Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10) || 0;
}

/** Returns whether the process is a PostgreSQL on the socket of `location`. */
async function isPostgres(pid: number, { socketDir }: Location): Promise<boolean> {
  return (await commandOf(pid)).includes(`unix_socket_directories=${socketDir}`);
}

/**
 * Removes the lock files of a PostgreSQL that was killed. Its process number may belong to another program meanwhile, as
 * it usually does in a restarted container. PostgreSQL would take that program for itself and never start again.
 */
export async function removeStaleLocks(location: Location): Promise<void> {
  for (const file of [join(location.data, LOCK_FILE), join(location.socketDir, '.s.PGSQL.5432.lock')]) {
    const pid = await readPid(file);
    if (pid === 0 || (await isPostgres(Math.abs(pid), location))) continue;
    const stale = `${file}.stale`;
    await rename(file, stale).catch(() => undefined);
    // Another process may have started PostgreSQL meanwhile. Then this is the lock file of that one.
    if ((await readPid(stale)) === pid) await rm(stale, { force: true });
    else await rename(stale, file).catch(() => undefined);
  }
}

/** Asks PostgreSQL to end every session, write a checkpoint and stop. @returns its process number if it runs. */
export async function requestStop(location: Location): Promise<number | undefined> {
  const pid = await findPostmaster(location);
  if (pid !== undefined) process.kill(pid, 'SIGINT');
  return pid;
}

/** Stops PostgreSQL and waits until it has removed its lock file, which it does last. */
export async function stop(location: Location): Promise<void> {
  const pid = await requestStop(location);
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (pid !== undefined && (await findPostmaster(location)) === pid && Date.now() < deadline)
    await sleep(POLL_MS);
}
