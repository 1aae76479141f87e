import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../database/client.ts';
import { sha256 } from './idempotency-key.ts';

/** How long a key is known. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * After which time nobody is thought to work on a request any more; far longer than any takes. One that does take longer
 * loses its place, not its safety: it can change nothing once another has it.
 */
const LEASE_MS = 60 * 1000;

/** An answer as it goes out. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** JSON; null for an answer without a body. */
  body: string | null;
}

/** Whose key it is, and what for. */
export interface Slot {
  organizationId: number;
  keyId: number;
  key: string;
  /** Method and path. */
  route: string;
}

/** A request that is to be carried out under this owner. */
export interface Reservation {
  recordId: string;
  owner: string;
  /** What was done of it before. */
  effects: Buffer[];
}

/** What is known of a request that is not to be carried out. */
export interface Known {
  fingerprint: Buffer;
  /** Absent while it is being carried out. */
  answer: Answer | undefined;
}

/** What a record takes up beside its texts and bytes: the row and its four index entries. */
const RECORD_OVERHEAD = 512;

/** The bytes of a record without effects and answer. */
export function baseBytes({ key, route }: Pick<Slot, 'key' | 'route'>): number {
  return RECORD_OVERHEAD + key.length + Buffer.byteLength(route);
}

/** The bytes that an answer adds to its record. */
export function answerBytes({ headers, body }: Answer): number {
  return Buffer.byteLength(JSON.stringify(headers)) + Buffer.byteLength(body ?? '');
}

/** A key that is past its time begins anew; one whose owner is gone passes on with what was done under it. */
const RESERVE = {
  name: 'idempotency_reserve',
  text: `
  INSERT INTO idempotency_record AS r (organization_id, api_key_id, slot, key, route, fingerprint, owner, lease_until,
    effects, created_at, expires_at, bytes)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '{}', $9, $10, $11)
  ON CONFLICT (organization_id, api_key_id, slot) DO UPDATE SET
    fingerprint = excluded.fingerprint, owner = excluded.owner, lease_until = excluded.lease_until,
    effects = CASE WHEN r.expires_at > $9 THEN r.effects ELSE '{}' END, status = NULL, headers = NULL, body = NULL,
    bytes = CASE WHEN r.expires_at > $9 THEN r.bytes ELSE excluded.bytes END,
    created_at = CASE WHEN r.expires_at > $9 THEN r.created_at ELSE excluded.created_at END,
    expires_at = CASE WHEN r.expires_at > $9 THEN r.expires_at ELSE excluded.expires_at END
  WHERE r.expires_at <= $9 OR (r.status IS NULL AND r.lease_until <= $9 AND r.fingerprint = excluded.fingerprint)
  RETURNING id::text AS "recordId", owner, effects`,
};

/** @returns undefined when the key is taken: see findKnown. */
export async function reserve(
  db: Queryable,
  { organizationId, keyId, key, route }: Slot,
  fingerprint: Buffer,
  now: Date,
): Promise<Reservation | undefined> {
  const { rows } = await db.query<Reservation>({
    ...RESERVE,
    values: [
      organizationId,
      keyId,
      slotOf(route, key),
      key,
      route,
      fingerprint,
      randomUUID(),
      new Date(now.getTime() + LEASE_MS),
      now,
      new Date(now.getTime() + KEPT_MS),
      baseBytes({ key, route }),
    ],
  });
  return rows[0];
}

/** Whether a key was used before and is still known. */
export async function isLive(
  db: Queryable,
  { organizationId, keyId, key, route }: Slot,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'idempotency_live',
    text: `SELECT FROM idempotency_record
      WHERE organization_id = $1 AND api_key_id = $2 AND slot = $3 AND expires_at > $4`,
    values: [organizationId, keyId, slotOf(route, key), now],
  });
  return rowCount === 1;
}

interface KnownRow {
  fingerprint: Buffer;
  status: number | null;
  headers: Record<string, string> | null;
  body: Buffer | null;
}

/** @returns undefined when the key is free by now. */
export async function findKnown(
  db: Queryable,
  { organizationId, keyId, key, route }: Slot,
): Promise<Known | undefined> {
  const { rows } = await db.query<KnownRow>({
    name: 'idempotency_find',
    text: `SELECT fingerprint, status, headers, body FROM idempotency_record
      WHERE organization_id = $1 AND api_key_id = $2 AND slot = $3`,
    values: [organizationId, keyId, slotOf(route, key)],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { fingerprint, status, headers, body } = row;
  if (status === null) return { fingerprint, answer: undefined };
  return { fingerprint, answer: { status, headers: headers ?? {}, body: body?.toString() ?? null } };
}

/** Keeps the answer; what was done need not be known any more. */
export async function complete(
  db: Queryable,
  { recordId, owner }: Pick<Reservation, 'recordId' | 'owner'>,
  answer: Answer,
): Promise<void> {
  const { status, headers, body } = answer;
  await db.query({
    name: 'idempotency_complete',
    text: `UPDATE idempotency_record SET owner = NULL, effects = '{}', status = $3, headers = $4::jsonb, body = $5::bytea,
        bytes = ${RECORD_OVERHEAD} + octet_length(key) + octet_length(route)
          + octet_length($4::jsonb::text) + coalesce(octet_length($5::bytea), 0)
      WHERE id = $1 AND owner = $2`,
    values: [recordId, owner, status, JSON.stringify(headers), body === null ? null : Buffer.from(body)],
  });
}

/**
 * Lets the request be carried out again at once: anew when it changed nothing, else on from what it has changed. A
 * change that is about to commit is waited for.
 */
export async function release(
  db: Queryable,
  { recordId, owner }: Pick<Reservation, 'recordId' | 'owner'>,
  now: Date,
): Promise<void> {
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

/** Rows that one statement removes: it holds nobody up. */
const SWEEP_BATCH = 1000;

/** Removes what is past its time. @returns how many rows. */
export async function removeExpired(db: Queryable, now: Date): Promise<number> {
  let removed = 0;
  for (;;) {
    const { rowCount } = await db.query({
      name: 'idempotency_sweep',
      text: `DELETE FROM idempotency_record WHERE id IN (
        SELECT id FROM idempotency_record WHERE expires_at <= $1 ORDER BY expires_at LIMIT ${SWEEP_BATCH}
        FOR UPDATE SKIP LOCKED)`,
      values: [now],
    });
    removed += rowCount ?? 0;
    if ((rowCount ?? 0) < SWEEP_BATCH) return removed;
  }
}

/** Neither a key nor a path holds a line break. */
function slotOf(route: string, key: string): Buffer {
  return sha256(`${route}\n${key}`);
}
