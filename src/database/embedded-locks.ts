import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** A server is alone of its kind; commands come and go beside it. */
export type Role = 'server' | 'command';

/** The locks live in the `postgres` database, where nothing else takes any: (class, what). */
const CLASS = 727_073;
const SERVER = 1;
const USERS = 2;

const REFUSAL_CHECKS = 5;
const REFUSAL_PAUSE_MS = 100;

/** How a process names its session, so that another can say who is there. */
export const sessionName = (role: Role) => `company-data ${role} ${process.pid}`;

/**
 * Takes a place: PostgreSQL frees it by itself when the session ends, however the process ends.
 *
 * @returns `refused` when there is a server already, `stopping` when the last user is just stopping PostgreSQL.
 */
export async function takeLocks(session: pg.Client, role: Role): Promise<'joined' | 'refused' | 'stopping'> {
  if (role === 'server' && !(await takeServer(session))) return 'refused';
  return (await ask(session, 'pg_try_advisory_lock_shared', USERS)) ? 'joined' : 'stopping';
}

/** Asks more than once: the session of a server that was killed a moment ago may not have ended yet. */
async function takeServer(session: pg.Client): Promise<boolean> {
  for (let check = 0; check < REFUSAL_CHECKS; check += 1) {
    if (check > 0) await sleep(REFUSAL_PAUSE_MS);
    if (await ask(session, 'pg_try_advisory_lock', SERVER)) return true;
  }
  return false;
}

/**
 * Gives the place up. Own locks go first: two that leave at once would otherwise each see the other.
 *
 * @returns whether nobody else is there. Then newcomers are kept out until the session ends.
 */
export async function release(session: pg.Client): Promise<boolean> {
  await session.query('SELECT pg_advisory_unlock_all()');
  return ask(session, 'pg_try_advisory_lock', USERS);
}

/** @returns the process number of the server that holds the place, if it can be told. */
export async function findServer(session: pg.Client): Promise<string | undefined> {
  const { rows } = await session.query<{ name: string }>(
    `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND classid = $1 AND objid = $2 AND granted`,
    [CLASS, SERVER],
  );
  return /\d+$/.exec(rows[0]?.name ?? '')?.[0];
}

async function ask(session: pg.Client, lock: string, what: number): Promise<boolean> {
  const { rows } = await session.query<{ taken: boolean }>(`SELECT ${lock}($1, $2) AS taken`, [CLASS, what]);
  return rows[0]?.taken === true;
}
