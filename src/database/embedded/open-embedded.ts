import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../../lib/logger.ts';
import { attach, detach } from './attach.ts';
import { locate } from './location.ts';
import { DATABASE, urlOf } from './session.ts';
import type { Role } from './session-locks.ts';

export interface EmbeddedOptions {
  dataDir: string;
  role: Role;
  log?: Pick<Logger, 'info' | 'warn' | 'error'> | undefined;
}

const RETRY_MS = 1000;

/**
 * Opens the PostgreSQL under `dataDir`: attaches to the one that runs, or starts it. At most one server is attached at a
 * time; any number of commands work beside it, or without one. While this process is attached, PostgreSQL is started again
 * whenever it ends.
 *
 * @returns `url` for node-postgres and Prisma, password included. It names a Unix socket that other users cannot reach.
 * @throws StartupError in one line when it cannot be used, or when another server is attached.
 */
export async function openEmbedded({ dataDir, role, log }: EmbeddedOptions) {
  let closed: Promise<void> | undefined;
  let session: pg.Client | undefined;
  let restarting: Promise<void> | undefined;

  const join = async () => {
    session = await attach(dataDir, role);
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

  await join();
  const location = await locate(dataDir);
  const url = await urlOf(location, DATABASE);
  return {
    url,
    /** Detaches. The last process that does so stops PostgreSQL. May be called twice. */
    close(): Promise<void> {
      closed ??= (async () => {
        // Waits for a restart that is under way, which would leave PostgreSQL running.
        await restarting;
        if (session) await detach(session, location);
      })();
      return closed;
    },
  };
}
