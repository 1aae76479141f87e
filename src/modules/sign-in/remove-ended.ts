import type { Queryable } from '../../database/client.ts';
import { BATCH, inBatches } from '../../database/in-batches.ts';
import type { Clock } from '../../lib/clock.ts';
import { SESSION_IDLE_MS } from '../access/session-limits.ts';
import { firstDay, MAX_DAYS } from '../access/usage-report.ts';

/** Time for which ended links, challenges and sessions stay: clocks differ, and operators look for what happened. */
const KEPT_MS = 7 * 86_400_000;

const INTERVAL_MS = 3_600_000;

/** Removes what has ended every hour, in each process. @returns how to stop it. */
export function startRemoval(db: Queryable, clock: Clock, onError: (error: unknown) => void) {
  const timer = setInterval(() => removeEnded(db, clock.now()).catch(onError), INTERVAL_MS);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

/** Removes links, challenges and sessions that ended seven days ago. @returns the numbers of rows. */
export async function removeEnded(db: Queryable, now: Date) {
  const end = new Date(now.getTime() - KEPT_MS);
  return {
    links: await removeLinks(db, end),
    challenges: await removeChallenges(db, end),
    sessions: await removeSessions(db, end, firstDay(MAX_DAYS, now)),
  };
}

function removeLinks(db: Queryable, end: Date): Promise<number> {
  return inBatches(() =>
    db.query({
      name: 'sign_in_link_sweep',
      text: `DELETE FROM sign_in_link WHERE id IN (
        SELECT id FROM sign_in_link WHERE coalesce(used_at, expires_at) <= $1 ORDER BY id LIMIT ${BATCH}
        FOR UPDATE SKIP LOCKED)`,
      values: [end],
    }),
  );
}

function removeChallenges(db: Queryable, end: Date): Promise<number> {
  return inBatches(() =>
    db.query({
      name: 'used_challenge_sweep',
      text: `DELETE FROM used_challenge WHERE hash IN (
        SELECT hash FROM used_challenge WHERE expires_at <= $1 ORDER BY expires_at LIMIT ${BATCH}
        FOR UPDATE SKIP LOCKED)`,
      values: [end],
    }),
  );
}

/**
 * Removes sessions that nobody can have used since `end`, and to which nothing refers any more: neither the ledger, nor a
 * flag, a key, or a day that the longest report of usage shows. The latest credential of a person stays, because an
 * invitation has to know that the person has come.
 *
 * @param usedSince first day of the longest report.
 */
function removeSessions(db: Queryable, end: Date, usedSince: string): Promise<number> {
  return inBatches(() =>
    db.query({
      name: 'session_sweep',
      text: `DELETE FROM api_key WHERE id IN (
        SELECT s.id FROM api_key s
        WHERE s.signed_in_by IS NOT NULL AND coalesce(s.last_used_at, s.created_at) <= $1
          AND EXISTS (SELECT FROM api_key later WHERE later.user_id = s.user_id AND later.id > s.id)
          AND NOT EXISTS (SELECT FROM api_key_usage u WHERE u.api_key_id = s.id AND u.day >= $2::date)
          AND NOT EXISTS (SELECT FROM credit_entry e WHERE e.api_key_id = s.id)
          AND NOT EXISTS (SELECT FROM data_flag f WHERE f.api_key_id = s.id)
          AND NOT EXISTS (SELECT FROM api_key made WHERE made.created_by_key_id = s.id)
        ORDER BY s.id LIMIT ${BATCH} FOR UPDATE OF s SKIP LOCKED)`,
      // Without a request, a session ends after this time.
      values: [new Date(end.getTime() - SESSION_IDLE_MS), usedSince],
    }),
  );
}
