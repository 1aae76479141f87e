import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartupError } from '../../lib/fault.ts';
import { errorCode } from '../errors.ts';
import { requirePassword } from './access-rules.ts';
import { findBinaries } from './binaries.ts';
import { createCluster } from './create-cluster.ts';
import { type Location, locate, prepareLocation } from './location.ts';
import { type StartedServer, start, stop } from './process.ts';
import { DATABASE, isTransient, openSession, unusable } from './session.ts';
import { findServer, type Role, releaseLocks, takeLocks } from './session-locks.ts';

const POLL_MS = 15;
const LOCKED_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 200;
/** How long PostgreSQL may be out of reach without an answer. */
const UNREACHABLE_MS = 30_000;
/** How long it may answer that it is starting or stopping. After a crash it first replays up to max_wal_size. */
const RECOVERY_MS = 15 * 60_000;

const ALREADY_EXISTS = new Set(['42P04', '23505']);

/**
 * Attaches this process to the PostgreSQL under `dataDir`, starting PostgreSQL as often as it takes.
 *
 * @returns the session that holds the locks. This process is attached for as long as the session lives.
 * @throws StartupError in one line.
 */
export async function attach(dataDir: string, role: Role): Promise<pg.Client> {
  const began = Date.now();
  let started: StartedServer | undefined;
  let pause = POLL_MS;
  for (;;) {
    const location = await locate(dataDir);
    const found = await openSession(location, role);
    if (found instanceof pg.Client) {
      if (await join(found, role, location)) return found;
    } else if (found === 'not running') {
      const failure = await started?.failure();
      if (failure === 'locked') await sleep(LOCKED_PAUSE_MS);
      else if (failure !== undefined && failure !== 'stopped')
        throw new StartupError(`the embedded PostgreSQL does not start: ${failure}`);
      if (!started || failure) started = await launch(dataDir);
    }
    if (Date.now() - began > (found === 'not ready' ? RECOVERY_MS : UNREACHABLE_MS)) {
      throw new StartupError(`the embedded PostgreSQL does not answer; see ${location.log}`);
    }
    // PostgreSQL logs each refusal, so a recovery that takes minutes is polled less and less often.
    pause = found === 'not ready' ? Math.min(pause * 1.3, LONGEST_PAUSE_MS) : POLL_MS;
    await sleep(pause);
  }
}

/** Stands for a PostgreSQL that another process is starting. */
const STARTED_BY_ANOTHER: StartedServer = { failure: async () => 'locked' };

async function launch(dataDir: string): Promise<StartedServer> {
  const { location, user, password } = await prepareLocation(dataDir);
  const cluster = { location, user, binaries: await findBinaries(user) };
  await createCluster(cluster, password);
  return (await requirePassword(cluster, password)) === 'locked' ? STARTED_BY_ANOTHER : start(cluster);
}

/** Takes the locks and creates the database. @returns false when PostgreSQL is about to stop. */
async function join(session: pg.Client, role: Role, location: Location): Promise<boolean> {
  let isAttached = false;
  try {
    const locks = await takeLocks(session, role);
    if (locks === 'occupied') throw await occupied(session, location);
    isAttached = locks === 'attached';
    if (isAttached) await ensureDatabase(session);
    else await session.end();
    return isAttached;
  } catch (error) {
    await (isAttached ? detach(session, location) : session.end().catch(() => undefined));
    if (error instanceof StartupError) throw error;
    if (isTransient(error)) return false;
    throw unusable(error);
  }
}

async function occupied(session: pg.Client, location: Location): Promise<StartupError> {
  const pid = await findServer(session);
  const who = pid === undefined ? '' : ` (process ${pid})`;
  return new StartupError(
    `another company-data server${who} uses the database in ${location.dir}; stop it, or set another DATA_DIR`,
  );
}

async function ensureDatabase(session: pg.Client): Promise<void> {
  const { rowCount } = await session.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
  if (rowCount !== 0) return;
  try {
    await session.query(`CREATE DATABASE ${DATABASE}`);
  } catch (error) {
    if (!ALREADY_EXISTS.has(errorCode(error) ?? '')) throw error;
  }
}

/** Detaches this process. The last process that detaches stops PostgreSQL. */
export async function detach(session: pg.Client, location: Location): Promise<void> {
  try {
    if (await releaseLocks(session)) await stop(location);
  } catch {
    // The connection broke: PostgreSQL has stopped or is about to.
  } finally {
    await session.end().catch(() => undefined);
  }
}
