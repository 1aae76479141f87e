import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../lib/logger.ts';
import { attach, DATABASE, leave, urlOf } from './embedded-attach.ts';
import { locateHome } from './embedded-home.ts';
import type { Role } from './embedded-locks.ts';

export type { Role };

export interface EmbeddedOptions {
  dataDir: string;
  role: Role;
  log?: Pick<Logger, 'info' | 'warn' | 'error'>;
}

export interface Embedded {
  /** For node-postgres and Prisma alike, password included: a Unix socket that other users of the machine cannot reach. */
  url: string;
  /** Leaves: the last one out stops PostgreSQL. May be called twice. */
  close(): Promise<void>;
}

const RETRY_MS = 1000;

/**
 * Opens the PostgreSQL that lives under `dataDir`: joins the one that runs, or starts it. One process at a time may
 * be its server; any number of commands work beside it, or without one.
 *
 * @throws StartupError in one line when it cannot be used, or when there is a server already.
 */
export async function openEmbedded({ dataDir, role, log }: EmbeddedOptions): Promise<Embedded> {
  let closed: Promise<void> | undefined;
  let session: pg.Client | undefined;
  let rejoining: Promise<void> | undefined;

  const join = async () => {
    session = await attach(dataDir, role);
    session.once('end', () => {
      session = undefined;
      // PostgreSQL ends all sessions when one of them crashes, and may itself be killed: the place is taken again.
      if (!closed) rejoining = rejoin();
    });
  };

  const rejoin = async () => {
    log?.warn('the embedded PostgreSQL broke off; starting it again');
    while (!closed && !session) {
      await join().catch(async (err: unknown) => {
        log?.error({ err }, 'the embedded PostgreSQL does not come back');
        await sleep(RETRY_MS);
      });
    }
  };

  await join();
  const home = await locateHome(dataDir);
  const url = await urlOf(home, DATABASE);
  return {
    url,
    close() {
      closed ??= (async () => {
        // Not while it is being started again: then it would be left running.
        await rejoining;
        if (session) await leave(session, home);
      })();
      return closed;
    },
  };
}
