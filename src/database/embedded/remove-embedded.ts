import { readdir, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import { StartupError } from '../../lib/fault.ts';
import { attempt } from '../errors.ts';
import { type Location, locate } from './location.ts';
import { findPostmaster, stop } from './postmaster.ts';
import { readIfExists } from './private-file.ts';
import { describeServer, findServer, openSession, releaseLocks } from './session.ts';

/** Ends of the names of what belongs to a database directory: itself, files beside it, their drafts, a broken removal. */
const BELONGS = /^(?:\.(?:owner|password|json|removed)(?:\.[0-9a-f]+)?)?$/;

/** Returns the existing files and directories of the embedded database of `dataDir`, also those outside of it. */
export async function listEmbedded(dataDir: string): Promise<string[]> {
  const { dir, socketDir, inside } = await locate(dataDir);
  const found = new Set<string>();
  // The pointer is in `dataDir` and comes last: until then, a removal that was interrupted can be repeated.
  for (const path of [dir, socketDir, inside])
    for (const name of await readdir(dirname(path)).catch(() => []))
      if (name.startsWith(basename(path)) && BELONGS.test(name.slice(basename(path).length)))
        found.add(join(dirname(path), name));
  return [...found];
}

/** Removes the embedded database of `dataDir`, unless a process uses it. @returns the paths that were removed. */
export async function removeEmbedded(dataDir: string): Promise<string[]> {
  const location = await locate(dataDir);
  await refuseShared(dataDir, location);
  await stopUnused(location);
  const paths = await listEmbedded(dataDir);
  await attempt(`cannot remove ${location.dir}`, async () => {
    if (paths.includes(location.dir)) await setAside(location);
    for (const path of [`${location.dir}.removed`, ...paths])
      await rm(path, { recursive: true, force: true });
  });
  return paths;
}

/** Refuses a database outside of `dataDir` that belongs to another DATA_DIR: a copy of a DATA_DIR names the same one. */
async function refuseShared(dataDir: string, { dir }: Location): Promise<void> {
  const owner = (await readIfExists(`${dir}.owner`).catch(() => undefined))?.trim() ?? dataDir;
  const [real, own] = await Promise.all([owner, dataDir].map((path) => realpath(path).catch(() => path)));
  if (real === own || (await locate(owner).catch(() => undefined))?.dir !== dir) return;
  throw new StartupError(`the database in ${dir} belongs to DATA_DIR ${real}; remove it with that DATA_DIR`);
}

/** Stops a PostgreSQL that outlived its last process. */
async function stopUnused(location: Location): Promise<void> {
  const session = await openSession(location);
  if (session instanceof pg.Client) {
    try {
      const server = await findServer(session);
      if (await releaseLocks(session)) return await stop(location);
      throw inUse(location, server === undefined ? 'process' : describeServer(server));
    } finally {
      await session.end().catch(() => undefined);
    }
  }
  if (session === 'not ready' || (await findPostmaster(location)) !== undefined) {
    throw new StartupError(
      `the PostgreSQL in ${location.dir} is starting or stopping; repeat the command in a moment`,
    );
  }
}

const inUse = ({ dir }: Location, who: string) =>
  new StartupError(`a ${who} uses the database in ${dir}; stop it, then repeat the command`);

/** Renames the directory. A process that starts PostgreSQL meanwhile is found by its lock file, or finds nothing. */
async function setAside(location: Location): Promise<void> {
  const removed = `${location.dir}.removed`;
  await rm(removed, { recursive: true, force: true });
  await rename(location.dir, removed);
  if ((await findPostmaster(location, join(removed, 'data'))) === undefined) return;
  await rename(removed, location.dir);
  throw inUse(location, 'process');
}
