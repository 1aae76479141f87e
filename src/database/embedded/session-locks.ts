import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** At most one server is attached at a time; any number of commands are. */
export type Role = 'server' | 'command';

/** Advisory locks (class, object) in the database `postgres`, where nothing else takes any. */
const LOCK_CLASS = 727_073;
const SERVER_LOCK = 1;
/** Held in share mode by every attached process. Who gets it exclusively is the last one. */
const ATTACHED_LOCK = 2;

const ATTEMPTS = 5;
const PAUSE_MS = 100;

/** Names the session of a process, so that another process can say who is attached. */
export const sessionName = (role: Role) => `company-data ${role} ${process.pid}`;

/**
 * Takes the locks of an attached process. PostgreSQL releases them when the session ends, however the process ends.
 *
 * @returns `occupied` when another server is attached, `stopping` when the last process is about to stop PostgreSQL.
 */
export async function takeLocks(
  session: pg.Client,
  role: Role,
): Promise<'attached' | 'occupied' | 'stopping'> {
  if (role === 'server' && !(await takeServerLock(session))) return 'occupied';
  return (await tryLock(session, 'pg_try_advisory_lock_shared', ATTACHED_LOCK)) ? 'attached' : 'stopping';
}

/** Tries more than once: the session of a server that was just killed may not have ended yet. */
async function takeServerLock(session: pg.Client): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) await sleep(PAUSE_MS);
    if (await tryLock(session, 'pg_try_advisory_lock', SERVER_LOCK)) return true;
  }
  return false;
}

/**
 * Releases the locks, then tries for the exclusive one. In this order two processes that leave at once do not keep each
 * other from it.
 *
 * @returns whether nobody else is attached. Then nobody can attach until the session ends.
 */
export async function releaseLocks(session: pg.Client): Promise<boolean> {
  await session.query('SELECT pg_advisory_unlock_all()');
  return tryLock(session, 'pg_try_advisory_lock', ATTACHED_LOCK);
}

/** Returns the process number of the attached server, if it can be told. */
export async function findServer(session: pg.Client): Promise<string | undefined> {
  const { rows } = await session.query<{ name: string }>(
    `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND classid = $1 AND objid = $2 AND granted`,
    [LOCK_CLASS, SERVER_LOCK],
  );
  return /\d+$/.exec(rows[0]?.name ?? '')?.[0];
}

async function tryLock(session: pg.Client, lock: string, object: number): Promise<boolean> {
  const values = [LOCK_CLASS, object];
  const { rows } = await session.query<{ taken: boolean }>(`SELECT ${lock}($1, $2) AS taken`, values);
  return rows[0]?.taken === true;
}
