import { lstat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartupError } from '../../lib/fault.ts';
import { beforeSuddenEnd } from '../../lib/interruption.ts';
import type { Logger } from '../../lib/logger.ts';
import { errorCode } from '../errors.ts';
import { DATABASE, LOG_FILE, RECOVERY_SECONDS, startCluster } from './cluster.ts';
import { locate } from './location.ts';
import { requestStop, stop } from './postmaster.ts';
import { openSession, type Role, releaseLocks, urlOf } from './session.ts';

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
