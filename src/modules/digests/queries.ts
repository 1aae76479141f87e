import type { Queryable } from '../../database/client.ts';
import { CLOCK_TOLERANCE_MS } from '../../lib/clock.ts';

/** How often a user gets a mail. A user without a row gets none. */
const FREQUENCIES = ['none', 'daily', 'weekly'] as const;
export type DigestFrequency = (typeof FREQUENCIES)[number];

const DAY_MS = 86_400_000;
export const PERIODS_MS = { daily: DAY_MS, weekly: 7 * DAY_MS } as const;

/** A digest that a run makes. */
export interface DueDigest {
  userId: number;
  organizationId: number;
  email: string;
  frequency: keyof typeof PERIODS_MS;
  dueAt: Date;
  epoch: string;
  position: number;
  /** Identifies the run. */
  lease: string;
  /** Whether a clock that was ahead had put it off. */
  isCapped: boolean;
}

/** SQL: a clock that was ahead has set the next mail of the digest d, or the end of its lease. */
const IS_CAPPED = `(d.due_at > $1::timestamptz + interval '${PERIODS_MS.weekly + CLOCK_TOLERANCE_MS} ms'
  OR coalesce(d.leased_until > $3::timestamptz + interval '${CLOCK_TOLERANCE_MS} ms', false))`;

const CLAIM = {
  name: 'digest_claim',
  text: `WITH due AS (
      SELECT d.user_id, u.organization_id, u.email, ${IS_CAPPED} AS is_capped
      FROM digest d JOIN "user" u ON u.id = d.user_id
      WHERE u.disabled_at IS NULL
        AND (d.due_at <= $1 AND (d.leased_until IS NULL OR d.leased_until <= $1) OR ${IS_CAPPED})
      ORDER BY d.due_at LIMIT $2 FOR UPDATE OF d SKIP LOCKED)
    UPDATE digest d SET lease = gen_random_uuid(), leased_until = $3 FROM due WHERE d.user_id = due.user_id
    RETURNING d.user_id AS "userId", due.organization_id AS "organizationId", due.email, d.frequency, d.due_at AS "dueAt",
      d.epoch, d.position::float8 AS position, d.lease, due.is_capped AS "isCapped"`,
};

/** Takes digests that are due, until the end of a lease. Those of disabled users wait. */
export async function claimDigests(
  db: Queryable,
  { now, limit, leasedUntil }: { now: Date; limit: number; leasedUntil: Date },
): Promise<DueDigest[]> {
  return (await db.query<DueDigest>({ ...CLAIM, values: [now, limit, leasedUntil] })).rows;
}

type Run = Pick<DueDigest, 'userId' | 'lease'>;

/**
 * Counts a sending that is about to begin.
 *
 * @returns the number of sendings of this period; undefined if the run has lost its lease, or the user is disabled.
 */
export async function beginSending(db: Queryable, { userId, lease }: Run, now: Date) {
  const { rows } = await db.query<{ attempts: number }>({
    name: 'digest_begin_sending',
    text: `UPDATE digest d SET attempts = attempts + 1 FROM "user" u
      WHERE d.user_id = $1 AND d.lease = $2 AND d.leased_until > $3 AND u.id = d.user_id AND u.disabled_at IS NULL
      RETURNING d.attempts`,
    values: [userId, lease, now],
  });
  return rows[0]?.attempts;
}

/** Ends a run: the next mail begins after a place of the feed. Does nothing if another run has the digest. */
export async function finishDigest(
  db: Queryable,
  { userId, lease }: Run,
  { epoch, position }: Pick<DueDigest, 'epoch' | 'position'>,
  dueAt: Date,
): Promise<void> {
  await db.query({
    name: 'digest_finish',
    text: `UPDATE digest SET epoch = $3, position = $4, due_at = $5, attempts = 0, lease = NULL, leased_until = NULL
      WHERE user_id = $1 AND lease = $2`,
    values: [userId, lease, epoch, position, dueAt],
  });
}

/** Ends a run whose mail is tried again later. @param isUnsent whether no mail has left, so that the sending does not count */
export async function postponeDigest(
  db: Queryable,
  { userId, lease }: Run,
  dueAt: Date,
  isUnsent: boolean,
): Promise<void> {
  await db.query({
    name: 'digest_postpone',
    text: `UPDATE digest SET due_at = $3, attempts = attempts - $4, lease = NULL, leased_until = NULL
      WHERE user_id = $1 AND lease = $2`,
    values: [userId, lease, dueAt, Number(isUnsent)],
  });
}
