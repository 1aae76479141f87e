import type { Queryable } from '../../database/client.ts';
import { CLOCK_TOLERANCE_MS } from '../../lib/clock.ts';
import type { SigningEndpoint, WebhookFormat } from './signing.ts';

const SECONDS = 1_000;
const HOURS = 3_600 * SECONDS;

/** Pauses after the first failed attempt, the second one and so on; LONGEST_PAUSE_MS after all others. */
const PAUSES_MS = [...[5 * SECONDS, 300 * SECONDS, 1_800 * SECONDS], ...[2 * HOURS, 5 * HOURS]];
const LONGEST_PAUSE_MS = 10 * HOURS;

/** Returns the pause after an attempt that failed, by the number of those that had failed before. */
export function pauseAfter(attempts: number): number {
  return PAUSES_MS[attempts] ?? LONGEST_PAUSE_MS;
}

/** SQL of the longest pause that the webhook w may be in, an interval. */
const PAUSE = `make_interval(secs => CASE WHEN w.attempts > 0
  THEN coalesce((ARRAY[${PAUSES_MS.map((ms) => ms / SECONDS).join()}])[w.attempts], ${LONGEST_PAUSE_MS / SECONDS}) ELSE 0 END)`;

/** An endpoint whose events a run sends, as it is now. */
export interface ClaimedWebhook extends SigningEndpoint {
  id: number;
  organizationId: number;
  userId: number;
  format: WebhookFormat;
  /** Empty: all. */
  types: string[];
  /** Empty: all. */
  listIds: number[];
  epoch: string;
  position: number;
  /** Failed attempts to send the next event. */
  attempts: number;
  failingSince: Date | null;
  /** Identifies the run. */
  lease: string;
}

const COLUMNS = `w.id, w.organization_id AS "organizationId", w.user_id AS "userId", w.url, w.format, w.types,
  w.list_ids AS "listIds", w.secret, w.previous_secret AS "previousSecret",
  w.previous_secret_until AS "previousSecretUntil", w.epoch, w.position::float8 AS position, w.attempts,
  w.failing_since AS "failingSince", w.lease`;

/** SQL: the feed has an event behind the cursor of the webhook w, or one that has no position yet. */
export const HAS_EVENTS = `(
  EXISTS (SELECT FROM event e WHERE e.organization_id = w.organization_id AND e.position > w.position)
  OR EXISTS (SELECT FROM event e WHERE e.organization_id IS NULL AND e.position > w.position)
  OR EXISTS (SELECT FROM event e WHERE e.position IS NULL AND e.organization_id = w.organization_id)
  OR EXISTS (SELECT FROM event e WHERE e.position IS NULL AND e.organization_id IS NULL))`;

/**
 * SQL: a clock that was ahead has set the next attempt of the webhook w, or the end of its lease. Neither can be that far from
 * the time $1. It would otherwise wait until the right clock comes there, too.
 */
const IS_CAPPED = `(w.next_attempt_at > $1 + ${PAUSE} + interval '${CLOCK_TOLERANCE_MS} ms'
  OR coalesce(w.leased_until > $4::timestamptz + interval '${CLOCK_TOLERANCE_MS} ms', false))`;

/** SQL: at the time $1, no run has the webhook w, and it need not wait. */
const IS_FREE = `(w.next_attempt_at <= $1 AND (w.leased_until IS NULL OR w.leased_until <= $1) OR ${IS_CAPPED})`;

/** A webhook of another epoch waits: the database was restored, and its owner has to say how it goes on. */
const CLAIM = `
  WITH due AS MATERIALIZED (
    SELECT w.id, w.attempts > 0 AS is_retry, least(w.next_attempt_at, $1) AS due_at, ${IS_CAPPED} AS is_capped,
      row_number() OVER (PARTITION BY w.attempts > 0 ORDER BY w.next_attempt_at, w.id) AS place
    FROM webhook w JOIN "user" u ON u.id = w.user_id JOIN event_feed f ON f.epoch = w.epoch
    WHERE w.disabled_at IS NULL AND u.disabled_at IS NULL AND ${IS_FREE} AND ${HAS_EVENTS}
  ), taken AS (
    SELECT w.id, due.is_capped FROM webhook w JOIN due ON due.id = w.id
    WHERE (NOT due.is_retry OR due.place <= $3) AND w.disabled_at IS NULL AND ${IS_FREE}
    ORDER BY due.is_retry, due.due_at LIMIT $2 FOR UPDATE OF w SKIP LOCKED
  )
  UPDATE webhook w SET lease = gen_random_uuid(), leased_until = $4 FROM taken WHERE w.id = taken.id
  RETURNING ${COLUMNS}, taken.is_capped AS "isCapped"`;

/** A webhook that was due. */
export interface DueWebhook extends ClaimedWebhook {
  /** Whether a clock that was ahead had put it off. */
  isCapped: boolean;
}

interface Claim {
  now: Date;
  limit: number;
  /** How many of them may be retries. */
  retries: number;
  leasedUntil: Date;
}

/** Claims webhooks that are due: first those whose endpoint has not failed, and the longest waiting first. */
export async function claimWebhooks(db: Queryable, { now, limit, retries, leasedUntil }: Claim) {
  const { rows } = await db.query<DueWebhook>({
    name: 'webhook_claim',
    text: CLAIM,
    values: [now, limit, retries, leasedUntil],
  });
  return rows;
}

/** An attempt as it is stored. */
export interface LoggedAttempt {
  eventId: number;
  type: string;
  at: Date;
  attempt: number;
  outcome: string;
  status: number | null;
  reason: string | null;
  durationMs: number;
}

/** SQL that stores an attempt, whose values are $4 to $11, if the part `changed` has a row. */
const LOGGED = `logged AS (
    INSERT INTO webhook_delivery (webhook_id, event_id, type, at, attempt, outcome, status, reason, duration_ms)
    SELECT id, $4, $5, $6, $7, $8, $9, $10, $11 FROM changed)`;

const loggedValues = ({ eventId, type, at, attempt, outcome, status, reason, durationMs }: LoggedAttempt) => [
  ...[eventId, type, at, attempt],
  ...[outcome, status, reason, durationMs],
];

/** SQL: the run $2 still has the webhook $1, whose cursor is where the run began to send. */
const IS_HELD = 'w.id = $1 AND w.lease = $2 AND w.position = $3';

/**
 * Moves the cursor behind an event that was sent, and extends the lease.
 *
 * @returns the webhook as it is now; undefined if this run must not go on with it.
 */
export async function advance(
  db: Queryable,
  { id, lease, position }: ClaimedWebhook,
  to: number,
  attempt: LoggedAttempt,
  leasedUntil: Date,
): Promise<ClaimedWebhook | undefined> {
  const { rows } = await db.query<ClaimedWebhook & { goesOn: boolean }>({
    name: 'webhook_advance',
    text: `WITH changed AS (
        UPDATE webhook w SET position = $12, attempts = 0, failing_since = NULL, pending_position = NULL,
          pending_event_id = NULL, leased_until = $13
        WHERE ${IS_HELD} RETURNING w.*
      ), ${LOGGED}
      SELECT ${COLUMNS}, w.disabled_at IS NULL AND u.disabled_at IS NULL AND f.id IS NOT NULL AS "goesOn"
      FROM changed w JOIN "user" u ON u.id = w.user_id LEFT JOIN event_feed f ON f.epoch = w.epoch`,
    values: [id, lease, position, ...loggedValues(attempt), to, leasedUntil],
  });
  const [row] = rows;
  return row?.goesOn === true ? row : undefined;
}

/** When to try again after a failed attempt, or why not. */
interface Failure {
  pendingPosition: number;
  failingSince: Date;
  nextAttemptAt: Date;
  disabledAt: Date | null;
  disabledReason: string | null;
}

/** Stores a failed attempt, and ends the run. @returns whether the run still had the webhook. */
export async function recordFailure(
  db: Queryable,
  { id, lease, position }: ClaimedWebhook,
  attempt: LoggedAttempt,
  failure: Failure,
): Promise<boolean> {
  const { pendingPosition, failingSince, nextAttemptAt, disabledAt, disabledReason } = failure;
  const { rows } = await db.query<{ id: number }>({
    name: 'webhook_fail',
    text: `WITH changed AS (
        UPDATE webhook w SET attempts = $7, pending_event_id = $4, pending_position = $12, failing_since = $13,
          next_attempt_at = $14, lease = NULL, leased_until = NULL,
          disabled_at = coalesce(w.disabled_at, $15::timestamptz),
          disabled_reason = coalesce(w.disabled_reason, $16)
        WHERE ${IS_HELD} RETURNING w.id
      ), ${LOGGED}
      SELECT id FROM changed`,
    values: [
      ...[id, lease, position],
      ...loggedValues(attempt),
      ...[pendingPosition, failingSince, nextAttemptAt, disabledAt, disabledReason],
    ],
  });
  return rows.length > 0;
}

/**
 * Ends a run, with the cursor behind events that were left out. If one of them had failed before, its filter was changed since,
 * and the webhook no longer fails. Others that are due come first from now on.
 */
export async function release(db: Queryable, { id, lease, position }: ClaimedWebhook, to: number, now: Date) {
  await db.query({
    name: 'webhook_release',
    text: `UPDATE webhook w SET next_attempt_at = greatest(w.next_attempt_at, $5), lease = NULL, leased_until = NULL,
        position = CASE WHEN w.position = $3 THEN $4 ELSE w.position END,
        attempts = CASE WHEN w.pending_position > $4 THEN w.attempts ELSE 0 END,
        failing_since = CASE WHEN w.pending_position > $4 THEN w.failing_since END,
        pending_event_id = CASE WHEN w.pending_position > $4 THEN w.pending_event_id END,
        pending_position = CASE WHEN w.pending_position > $4 THEN w.pending_position END
      WHERE w.id = $1 AND w.lease = $2`,
    values: [id, lease, position, to, now],
  });
}

/** Disables a webhook whose next events are no longer kept. @returns whether the run still had it. */
export async function disableExpired(db: Queryable, { id, lease }: ClaimedWebhook, now: Date) {
  const { rowCount } = await db.query({
    name: 'webhook_expire',
    text: `UPDATE webhook SET disabled_at = $3, disabled_reason = 'expired', lease = NULL, leased_until = NULL
      WHERE id = $1 AND lease = $2 AND disabled_at IS NULL`,
    values: [id, lease, now],
  });
  return rowCount === 1;
}
