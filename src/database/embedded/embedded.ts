import { lstat, readdir, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartupError } from '../../lib/fault.ts';
import { beforeSuddenEnd } from '../../lib/interruption.ts';
import type { Logger } from '../../lib/logger.ts';
import { attempt, errorCode } from '../errors.ts';
import { DATABASE, LOG_FILE, RECOVERY_SECONDS, startCluster } from './cluster.ts';
import { type Location, locate } from './location.ts';
import {
  describeServer,
  findPostmaster,
  findServer,
  openSession,
  type Role,
  releaseLocks,
  requestStop,
  stop,
  urlOf,
} from './postmaster.ts';
import { readIfExists } from './system.ts';

export interface EmbeddedOptions {
  dataDir: string;
  role: Role;
  log?: Pick<Logger, 'info' | 'warn' | 'error'> | undefined;
}

const RETRY_MS = 1000;
const PAUSE_MS = 50;
/** How long PostgreSQL may be out of reach without an answer. */
const UNREACHABLE_MS = 30_000;

/**
 * Opens the PostgreSQL under `dataDir`: attaches to the one that runs, or starts it. It is started again whenever it ends.
 *
 * @returns `url` for node-postgres and Prisma, password included.
 */
export async function openEmbedded({ dataDir, role, log }: EmbeddedOptions) {
  let closed: Promise<void> | undefined;
  let session: pg.Client | undefined;
  let restarting: Promise<void> | undefined;
  let isStarted = false;

  /** Attaches this process, starting PostgreSQL as often as it takes. */
  const attach = async (): Promise<pg.Client> => {
    for (let began = Date.now(); ; await sleep(PAUSE_MS)) {
      const location = await locate(dataDir);
      const found = await openSession(location, role);
      if (found instanceof pg.Client) return found;
      if (found === 'not running') {
        isStarted = true;
        isStarted = await startCluster(dataDir);
        if (isStarted) began = Date.now();
      }
      const limit = found === 'not ready' ? RECOVERY_SECONDS * 1000 : UNREACHABLE_MS;
      if (Date.now() - began > limit)
        throw new StartupError(`the embedded PostgreSQL does not answer; see ${location.dir}/${LOG_FILE}`);
    }
  };

  const join = async () => {
    session = await attach();
    isStarted = false;
    session.once('end', () => {
      session = undefined;
      // PostgreSQL ends all sessions when one of them crashes, and may be killed itself.
      if (!closed) restarting = joinAgain();
    });
  };

  const joinAgain = async () => {
    log?.warn('the embedded PostgreSQL broke off; starting it again');
    while (!closed && !session) {
      await join().catch(async (err: unknown) => {
        log?.error({ err }, 'the embedded PostgreSQL does not come back');
        await sleep(RETRY_MS);
      });
    }
  };

  const forget = beforeSuddenEnd(async () => {
    // Before it is attached, another process that has attached meanwhile starts it again.
    if (session ? await releaseLocks(session) : isStarted) await requestStop(await locate(dataDir));
  });
  const close = async () => {
    // Waits for a restart that is under way, which would leave PostgreSQL running.
    await restarting;
    try {
      if (session && (await releaseLocks(session))) await stop(await locate(dataDir));
      await session?.end();
    } catch {
      // The connection broke: PostgreSQL has stopped or is about to.
    }
    forget();
  };

  await join().catch((error: unknown) => {
    forget();
    throw error;
  });
  return {
    url: await urlOf(await locate(dataDir), DATABASE),
    /** Detaches. The last process that does so stops PostgreSQL. May be called twice. */
    close(): Promise<void> {
      closed ??= close();
      return closed;
    },
  };
}

/**
 * Finds the embedded database of `dataDir` without starting PostgreSQL.
 *
 * @returns its URL, password included, and whether PostgreSQL accepts connections now; undefined when there is no database.
 */
export async function findEmbedded(dataDir: string): Promise<{ url: string; running: boolean } | undefined> {
  const location = await locate(dataDir);
  const code = await lstat(location.data).then(() => undefined, errorCode);
  if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
  // Also tells whether this user may use it: the URL holds the password.
  const url = await urlOf(location, DATABASE);
  const session = await openSession(location);
  const running = session instanceof pg.Client;
  if (running) await session.end();
  return { url, running };
}

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
