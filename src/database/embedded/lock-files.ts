import { readFile, readlink, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../errors.ts';
import type { Location } from './location.ts';
import { run } from './run.ts';

/** PostgreSQL says so when a lock file belongs to another process that runs, starts or stops it. */
export const LOCKED = /lock file ".*" already exists|pre-existing shared memory block|lock file .* is empty/;

/** Returns the process number of the PostgreSQL that runs, as it wrote it into its lock file. */
export function readServerPid({ data }: Location): Promise<number | undefined> {
  return readPid(join(data, 'postmaster.pid'));
}

/** Returns whether the PostgreSQL that wrote the lock file runs. */
export async function isServerRunning(location: Location): Promise<boolean> {
  const pid = await readServerPid(location);
  return pid !== undefined && isAlive(pid) && isServer(pid, location.data);
}

async function readPid(file: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined;
}

/**
 * Removes the lock files of a PostgreSQL that was killed when its process number now belongs to another program, as it
 * usually does in a restarted container. PostgreSQL would take that program for itself and never start again.
 */
export async function removeStaleLocks({ data, socketDir }: Location): Promise<void> {
  for (const file of [join(data, 'postmaster.pid'), join(socketDir, '.s.PGSQL.5432.lock')]) {
    const pid = await readPid(file);
    if (pid === undefined || !isAlive(pid) || (await isServer(pid, data))) continue;
    const stale = `${file}.stale`;
    await rename(file, stale).catch(() => undefined);
    // Another process may have started PostgreSQL meanwhile. Then this is the lock file of that one.
    if ((await readPid(stale)) === pid) await rm(stale, { force: true });
    else await rename(stale, file).catch(() => undefined);
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

/** Returns whether the process is a PostgreSQL on `data`; true when that cannot be told. */
async function isServer(pid: number, data: string): Promise<boolean> {
  if (process.platform === 'linux') {
    try {
      return (await readlink(`/proc/${pid}/cwd`)) === data;
    } catch (error) {
      // A zombie has ended, even if its parent has not collected it yet.
      return errorCode(error) !== 'ENOENT';
    }
  }
  const { code, output } = await run(undefined, 'ps', ['-p', String(pid), '-o', 'command=']);
  return code !== 0 || output.includes(data);
}
