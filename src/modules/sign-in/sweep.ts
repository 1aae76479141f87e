import type { Queryable } from '../../database/client.ts';
import { BATCH, inBatches } from '../../database/sql.ts';
import { SESSION_IDLE_MS } from '../access/credential-rules.ts';
import { firstDay, MAX_DAYS } from '../access/usage.ts';
import type { SweepTime } from '../sweeps/sweeps.ts';

/** Time for which ended links, challenges and sessions stay: operators look for what happened. */
const KEPT_MS = 7 * 86_400_000;

/** Removes links, challenges and sessions that ended seven days ago. @returns the numbers of rows. */
export async function removeEnded(db: Queryable, time: SweepTime) {
  const end = time.before(KEPT_MS);
  // Without a request, a session ends after this time.
  const unusedSince = time.before(KEPT_MS + SESSION_IDLE_MS);
  const reported = firstDay(MAX_DAYS, time.now);
  return {
    links: await inBatches(db, { ...REMOVE_LINKS, values: [end] }),
    challenges: await inBatches(db, { ...REMOVE_CHALLENGES, values: [end] }),
    sessions: await inBatches(db, { ...REMOVE_SESSIONS, values: [unusedSince, reported] }),
  };
}

const REMOVE_LINKS = {
  name: 'sign_in_link_sweep',
  text: `DELETE FROM sign_in_link WHERE id IN (
    SELECT id FROM sign_in_link WHERE coalesce(used_at, expires_at) <= $1 ORDER BY id LIMIT ${BATCH}
    FOR UPDATE SKIP LOCKED)`,
};

const REMOVE_CHALLENGES = {
  name: 'used_challenge_sweep',
  text: `DELETE FROM used_challenge WHERE hash IN (
    SELECT hash FROM used_challenge WHERE expires_at <= $1 ORDER BY expires_at LIMIT ${BATCH}
    FOR UPDATE SKIP LOCKED)`,
};

/**
 * Removes sessions that nobody can have used for as long, and to which nothing refers any more: neither the ledger, nor a
 * flag, a job, a key, or a day that the longest report of usage shows. The latest credential of a person stays, because an
 * invitation has to know that the person has come.
 */
const REMOVE_SESSIONS = {
  name: 'session_sweep',
  text: `DELETE FROM api_key WHERE id IN (
    SELECT s.id FROM api_key s
    WHERE s.signed_in_by IS NOT NULL AND coalesce(s.last_used_at, s.created_at) <= $1
      AND EXISTS (SELECT FROM api_key later WHERE later.user_id = s.user_id AND later.id > s.id)
      AND NOT EXISTS (SELECT FROM api_key_usage u WHERE u.api_key_id = s.id AND u.day >= $2::date)
      AND NOT EXISTS (SELECT FROM credit_entry e WHERE e.api_key_id = s.id)
      AND NOT EXISTS (SELECT FROM data_flag f WHERE f.api_key_id = s.id)
      AND NOT EXISTS (SELECT FROM job j WHERE j.api_key_id = s.id)
      AND NOT EXISTS (SELECT FROM api_key made WHERE made.created_by_key_id = s.id)
    ORDER BY s.id LIMIT ${BATCH} FOR UPDATE OF s SKIP LOCKED)`,
};
