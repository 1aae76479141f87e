/**
 * SQL of credentials `k`, API keys and sessions, with their users `u`. A session for which a key was pasted has that key as
 * its `opener`.
 */
export const CREDENTIALS = `api_key k LEFT JOIN "user" u ON u.id = k.user_id
  LEFT JOIN api_key opener ON k.signed_in_by = 'key' AND opener.id = k.created_by_key_id`;

/**
 * SQL of the id of the key whose monthly limit and spending hold for a credential: the first of the keys that it replaced, or
 * the key itself. A session for which a key was pasted shares those of that key.
 */
export const BUDGET_KEY_ID = 'coalesce(opener.budget_key_id, opener.id, k.budget_key_id, k.id)';

/** SQL of the time at which a credential ends by itself; null for never. */
export const EXPIRES_AT = 'least(k.expires_at, opener.expires_at)';

/**
 * Returns the SQL of the one rule by which a credential of `CREDENTIALS` is live: neither it nor the key that opened it is
 * revoked, expired, or held since the database was restored, its user is not disabled, and a session was used in the last
 * 12 hours (contract, sections 2 and 17). Authentication, locks and charges all use it.
 *
 * @param now SQL of the time, such as a parameter.
 */
export const isLiveSql = (
  now: string,
) => `(k.revoked_at IS NULL AND opener.revoked_at IS NULL AND u.disabled_at IS NULL
  AND k.held_at IS NULL AND opener.held_at IS NULL
  AND (${EXPIRES_AT} > ${now}::timestamptz) IS NOT FALSE
  AND (k.signed_in_by IS NULL OR coalesce(k.last_used_at, k.created_at) > ${now}::timestamptz - interval '${SESSION_IDLE_MS} milliseconds'))`;

/** Returns the SQL of a condition: the credential with this id is live. */
export const isCredentialLiveSql = (keyId: string, now: string) =>
  `EXISTS (SELECT FROM ${CREDENTIALS} WHERE k.id = ${keyId} AND ${isLiveSql(now)})`;

/**
 * Returns the SQL of a condition: work that the credential with this id has begun, such as a job, may go on. A key must be live. The
 * end of a session does not end its work, unless its user was disabled, or the key that opened it is no longer live (contract,
 * sections 14 and 15).
 */
export const isWorkLiveSql = (keyId: string, now: string) =>
  `EXISTS (SELECT FROM ${CREDENTIALS} WHERE k.id = ${keyId} AND CASE WHEN k.signed_in_by IS NULL THEN ${isLiveSql(now)}
    ELSE u.disabled_at IS NULL AND opener.revoked_at IS NULL AND opener.held_at IS NULL
      AND (opener.expires_at > ${now}::timestamptz) IS NOT FALSE END)`;

/** Time without a request after which a session ends: 12 hours (contract, section 17). */
export const SESSION_IDLE_MS = 12 * 3_600_000;

/** Time after which a session ends, used or not: 30 days (contract, section 17). */
export const SESSION_LIFETIME_MS = 30 * 86_400_000;

export function isIdle(usedAt: Date, now: Date): boolean {
  return now.getTime() - usedAt.getTime() >= SESSION_IDLE_MS;
}
