import { lstat, readdir, readFile, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import { StartupError } from '../../lib/fault.ts';
import { attempt } from '../errors.ts';
import { type Location, locate, locationAt } from './location.ts';
import { isServerRunning } from './lock-files.ts';
import { readPointer } from './pointer.ts';
import { stop } from './process.ts';
import { openSession } from './session.ts';
import { findServer, releaseLocks } from './session-locks.ts';

/** Files beside a database directory: those that are named after it, their drafts, and what a broken removal left. */
const COMPANIONS = /^\.(?:owner|password|json|removed)(?:\.[0-9a-f]+)?$/;

/** Returns the existing files and directories of the embedded database of `dataDir`, also those outside of it. */
export async function listEmbedded(dataDir: string): Promise<string[]> {
  const { dir, socketDir } = await locate(dataDir);
  const inside = join(await realpath(dataDir).catch(() => dataDir), 'postgres');
  const companions = await Promise.all([...new Set([dir, inside])].map(companionsOf));
  // The pointer comes last: until then, a removal that was interrupted can be repeated.
  const paths = new Set([dir, inside, socketDir, ...companions.flat().sort(pointerLast)]);
  const found = await Promise.all([...paths].map(async (path) => ((await exists(path)) ? [path] : [])));
  return found.flat();
}

async function companionsOf(dir: string): Promise<string[]> {
  const names = await readdir(dirname(dir)).catch(() => []);
  return names
    .filter((name) => name.startsWith(basename(dir)) && COMPANIONS.test(name.slice(basename(dir).length)))
    .map((name) => join(dirname(dir), name));
}

const pointerLast = (one: string, two: string) =>
  Number(one.endsWith('.json')) - Number(two.endsWith('.json'));

const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  );

/**
 * Removes the embedded database of `dataDir`. A PostgreSQL that outlived its last process is stopped first.
 *
 * @returns the paths that were removed.
 * @throws StartupError in one line while a process uses the database, or when another DATA_DIR names it too.
 */
export async function removeEmbedded(dataDir: string): Promise<string[]> {
  const location = await locate(dataDir);
  await refuseShared(dataDir, location);
  await stopUnused(location);
  const paths = await listEmbedded(dataDir);
  await attempt(`cannot remove ${location.dir}`, async () => {
    if (paths.includes(location.dir)) await removeCluster(location);
    for (const path of paths) await rm(path, { recursive: true, force: true });
  });
  return paths;
}

/** Refuses a database outside of `dataDir` that belongs to another DATA_DIR: a copy of a DATA_DIR names the same one. */
async function refuseShared(dataDir: string, { dir }: Location): Promise<void> {
  const text = await readFile(`${dir}.owner`, 'utf8').catch(() => undefined);
  const owner = await realpath(text?.trim() || dataDir).catch(() => undefined);
  if (owner === undefined || owner === (await realpath(dataDir).catch(() => dataDir))) return;
  if ((await readPointer(owner).catch(() => undefined)) !== dir) return;
  throw new StartupError(`the database in ${dir} belongs to DATA_DIR ${owner}; remove it with that DATA_DIR`);
}

/** Stops a PostgreSQL to which no process is attached. @throws StartupError when one is. */
async function stopUnused(location: Location): Promise<void> {
  const session = await openSession(location, 'command');
  if (!(session instanceof pg.Client)) {
    if (session === 'not running' && !(await isServerRunning(location))) return;
    throw new StartupError(
      `the PostgreSQL in ${location.dir} is starting or stopping; repeat the command in a moment`,
    );
  }
  try {
    const server = await findServer(session);
    if (!(await releaseLocks(session))) throw inUse(location, server);
    await stop(location);
  } finally {
    await session.end().catch(() => undefined);
  }
}

function inUse({ dir }: Location, server?: string): StartupError {
  const who = server === undefined ? 'a process' : `a company-data server (process ${server})`;
  return new StartupError(`${who} uses the database in ${dir}; stop it, then repeat the command`);
}

/** Renames the directory first. A process that starts PostgreSQL meanwhile is found by its lock file, or finds nothing. */
async function removeCluster(location: Location): Promise<void> {
  const removed = locationAt(`${location.dir}.removed`);
  await rm(removed.dir, { recursive: true, force: true });
  await rename(location.dir, removed.dir);
  if (await isServerRunning(removed)) {
    await rename(removed.dir, location.dir);
    throw inUse(location);
  }
  await rm(removed.dir, { recursive: true, force: true });
}
