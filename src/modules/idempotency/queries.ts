import { hash, randomUUID } from 'node:crypto';
import type { Queryable } from '../../database/client.ts';
import { BATCH, inBatches } from '../../database/sql.ts';
import { CLOCK_TOLERANCE_MS } from '../../lib/clock.ts';
import { LAST_SWEEP, type SweepTime } from '../sweeps/sweeps.ts';
import type { ReplayLog } from './replay-log.ts';

/** Time for which a key and its answer are stored. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * Time after which the process of a request counts as gone, unless it renews the lease. A retry may then take the request
 * over. If the first process was only paused, it can change nothing more.
 */
const LEASE_MS = 60 * 1000;

/** Interval of renewals: two of them may fail. */
export const RENEWAL_MS = 20 * 1000;

export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** JSON; null for a response without a body. */
  body: string | null;
}

/** Identity of a key: the same text from another caller, or for another route, is another key. */
export interface Slot {
  organizationId: number;
  keyId: number;
  key: string;
  /** Method and path. */
  route: string;
}

/** Key that this process has reserved, as `owner`. */
interface Reservation {
  recordId: string;
  owner: string;
  /** Stored results of changes that an earlier attempt made. */
  effects: Buffer[];
}

/** Bytes of a record beside its texts: the row and its four index entries. */
const RECORD_OVERHEAD = 512;

/** Returns the bytes of a record without effects and answer. */
export function baseBytes({ key, route }: Pick<Slot, 'key' | 'route'>): number {
  return RECORD_OVERHEAD + key.length + Buffer.byteLength(route);
}

/** Returns the bytes that an answer adds to its record. */
export function answerBytes({ headers, body }: Answer): number {
  return Buffer.byteLength(JSON.stringify(headers)) + Buffer.byteLength(body ?? '');
}

/** SQL: at the time $9, the record r has expired. A key that a wrong clock lets expire would be carried out twice. */
const IS_EXPIRED = `(r.expires_at <= $9 AND r.expires_at <= ${LAST_SWEEP})`;

/** SQL: nobody renews the lease of the record r any more. A clock that was ahead has set one that ends after $12. */
const IS_ABANDONED = '(r.lease_until <= $9 OR r.lease_until > $12)';

/**
 * Reserves a key. Resets an expired key. Takes a key over whose owner is gone, with the effects of that owner.
 *
 * @returns undefined if it is taken: see `findUsed`.
 */
export async function reserve(db: Queryable, slot: Slot, fingerprint: Buffer, now: Date) {
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const expiresAt = new Date(now.getTime() + KEPT_MS);
  const { key, route } = slot;
  const longestLease = new Date(leaseUntil.getTime() + CLOCK_TOLERANCE_MS);
  const times = [leaseUntil, now, expiresAt];
  const columns = [key, route, fingerprint, randomUUID(), ...times, baseBytes(slot), longestLease];
  const { rows } = await db.query<Reservation>({
    name: 'idempotency_reserve',
    text: `INSERT INTO idempotency_record AS r (organization_id, api_key_id, slot, key, route, fingerprint, owner, lease_until,
        effects, created_at, expires_at, bytes)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '{}', $9, $10, $11)
      ON CONFLICT (organization_id, api_key_id, slot) DO UPDATE SET
        fingerprint = excluded.fingerprint, owner = excluded.owner, lease_until = excluded.lease_until,
        effects = CASE WHEN ${IS_EXPIRED} THEN '{}' ELSE r.effects END, status = NULL, headers = NULL, body = NULL,
        bytes = CASE WHEN ${IS_EXPIRED} THEN excluded.bytes ELSE r.bytes END,
        created_at = CASE WHEN ${IS_EXPIRED} THEN excluded.created_at ELSE r.created_at END,
        expires_at = CASE WHEN ${IS_EXPIRED} THEN excluded.expires_at ELSE r.expires_at END
      WHERE ${IS_EXPIRED} OR (r.status IS NULL AND ${IS_ABANDONED} AND r.fingerprint = excluded.fingerprint)
      RETURNING id::text AS "recordId", owner, effects`,
    values: [...identityOf(slot), ...columns],
  });
  return rows[0];
}

/** Returns whether a key was used before and has not expired. */
export async function isLive(db: Queryable, slot: Slot, now: Date): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'idempotency_live',
    text: `SELECT FROM idempotency_record
      WHERE organization_id = $1 AND api_key_id = $2 AND slot = $3 AND expires_at > $4`,
    values: [...identityOf(slot), now],
  });
  return rowCount === 1;
}

interface UsedKeyRow {
  fingerprint: Buffer;
  status: number | null;
  headers: Record<string, string> | null;
  body: Buffer | null;
}

/** Finds a key that was used before. @returns undefined if it has become free; no answer while its request is running. */
export async function findUsed(db: Queryable, slot: Slot) {
  const { rows } = await db.query<UsedKeyRow>({
    name: 'idempotency_find',
    text: `SELECT fingerprint, status, headers, body FROM idempotency_record
      WHERE organization_id = $1 AND api_key_id = $2 AND slot = $3`,
    values: identityOf(slot),
  });
  const [row] = rows;
  if (!row) return undefined;
  const { fingerprint, status, headers, body } = row;
  const answer: Answer | undefined =
    status === null ? undefined : { status, headers: headers ?? {}, body: body?.toString() ?? null };
  return { fingerprint, answer };
}

/**
 * Stores the answer, and removes the effects, which are no longer needed.
 *
 * @param digest SHA-256 of a body that was read after the key was reserved; it is kept behind the fingerprint.
 */
export async function complete(
  db: Queryable,
  { recordId, owner }: ReplayLog,
  answer: Answer,
  digest: Buffer,
): Promise<void> {
  const { status, headers, body } = answer;
  await db.query({
    name: 'idempotency_complete',
    text: `UPDATE idempotency_record SET owner = NULL, effects = '{}', status = $3, headers = $4::jsonb, body = $5::bytea,
        fingerprint = fingerprint || $6::bytea, bytes = ${RECORD_OVERHEAD} + octet_length(key) + octet_length(route)
          + octet_length($4::jsonb::text) + coalesce(octet_length($5::bytea), 0)
      WHERE id = $1 AND owner = $2`,
    values: [
      recordId,
      owner,
      status,
      JSON.stringify(headers),
      body === null ? null : Buffer.from(body),
      digest,
    ],
  });
}

/**
 * Lets a retry run at once. It starts from the beginning if nothing was changed; otherwise it continues from the stored
 * effects. The row lock makes it wait for a change that is about to commit.
 */
export async function release(db: Queryable, { recordId, owner }: ReplayLog, now: Date): Promise<void> {
  const { rowCount } = await db.query({
    name: 'idempotency_forget',
    text: `DELETE FROM idempotency_record WHERE id = $1 AND owner = $2 AND effects = '{}'`,
    values: [recordId, owner],
  });
  if (rowCount === 1) return;
  await db.query({
    name: 'idempotency_release',
    text: 'UPDATE idempotency_record SET owner = NULL, lease_until = $3 WHERE id = $1 AND owner = $2',
    values: [recordId, owner, now],
  });
}

/**
 * Extends the leases of running requests. Skips a record that is locked: its request is about to commit, and the lease has
 * time until the next renewal. Changes nothing for a request that was taken over.
 */
export async function renew(db: Queryable, running: Iterable<ReplayLog>, now: Date): Promise<void> {
  const held = [...running];
  if (held.length === 0) return;
  await db.query({
    name: 'idempotency_renew',
    text: `UPDATE idempotency_record r SET lease_until = $3 FROM (
        SELECT id FROM idempotency_record JOIN unnest($1::bigint[], $2::uuid[]) AS held(id, owner) USING (id, owner)
        FOR UPDATE OF idempotency_record SKIP LOCKED) running
      WHERE r.id = running.id`,
    values: [
      held.map(({ recordId }) => recordId),
      held.map(({ owner }) => owner),
      new Date(now.getTime() + LEASE_MS),
    ],
  });
}

/** Removes expired records. @returns the number of rows. */
export function removeExpired(db: Queryable, time: SweepTime): Promise<number> {
  return inBatches(db, {
    name: 'idempotency_sweep',
    text: `DELETE FROM idempotency_record WHERE id IN (
      SELECT id FROM idempotency_record WHERE expires_at <= $1 ORDER BY expires_at LIMIT ${BATCH}
      FOR UPDATE SKIP LOCKED)`,
    values: [time.now],
  });
}

/** Returns the columns that identify a record. The line break is unambiguous: neither route nor key can contain one. */
function identityOf({ organizationId, keyId, key, route }: Slot): [number, number, Buffer] {
  return [organizationId, keyId, hash('sha256', `${route}\n${key}`, 'buffer')];
}
