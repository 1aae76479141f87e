import { randomBytes } from 'node:crypto';
import type pg from 'pg';

export interface EpochOptions {
  /** How the database came to an earlier state: by `restore`, or by PostgreSQL's own means. */
  reason: 'restored' | 'recovered';
  /** System user who runs the command, for the audit log. */
  operator: string;
  now: Date;
  /** Whether no key was revoked since the state that has come back. Then all go on to work. */
  keepKeys: boolean;
}

/** What ended with the former epoch. */
export interface Epoch {
  /** Keys that are held until an operator confirms them, those of an earlier epoch included. */
  heldKeys: number;
  endedSessions: number;
  endedLinks: number;
}

/** Bytes of a secret of challenges (src/modules/sign-in/challenges.ts). */
const SECRET_BYTES = 32;

/**
 * Begins a new epoch of a database that has come back from an earlier state. Nothing that ended after that state may live
 * again: sessions and links end, challenges that were answered are refused, cursors of the feed expire and webhooks wait for
 * their owners, and keys are held until an operator confirms them. Runs in the transaction that makes the state visible.
 *
 * The schema may be that of an earlier release: it has no such rows where it lacks a table.
 */
export async function beginEpoch(client: pg.ClientBase, options: EpochOptions): Promise<Epoch> {
  const { reason, operator, now, keepKeys } = options;
  const run = async (isKnown: boolean, text: string, values: unknown[] = []) =>
    isKnown ? ((await client.query(text, values)).rowCount ?? 0) : 0;
  const { hasFeed, hasLinks, hasChallenges, hasSessions, hasAudit } = await readSchema(client);
  await run(hasFeed, 'UPDATE event_feed SET epoch = gen_random_uuid()');
  await run(hasChallenges, 'UPDATE challenge_secret SET secret = $1', [randomBytes(SECRET_BYTES)]);
  const endedSessions = await run(
    hasSessions,
    'UPDATE api_key SET revoked_at = $1 WHERE signed_in_by IS NOT NULL AND revoked_at IS NULL',
    [now],
  );
  // A time of expiry would depend on the clock of whoever reads it.
  const endedLinks = await run(hasLinks, 'DELETE FROM sign_in_link WHERE used_at IS NULL');
  const heldKeys = keepKeys ? await countHeld(client, now) : await holdKeys(client, options);
  const details = { keys_held: heldKeys, keys_kept: keepKeys, sessions: endedSessions, links: endedLinks };
  await run(hasAudit, `INSERT INTO admin_event (at, action, operator, details) VALUES ($1, $2, $3, $4)`, [
    now,
    `database_${reason}`,
    operator,
    details,
  ]);
  if (!keepKeys) await run(hasAudit, RECORD_HELD, [now, operator]);
  return { heldKeys, endedSessions, endedLinks };
}

type Schema = Record<'hasFeed' | 'hasLinks' | 'hasChallenges' | 'hasSessions' | 'hasAudit', boolean>;

async function readSchema(client: pg.ClientBase): Promise<Schema> {
  const { rows } = await client.query<Schema>(`
    SELECT to_regclass('event_feed') IS NOT NULL AS "hasFeed", to_regclass('sign_in_link') IS NOT NULL AS "hasLinks",
      to_regclass('challenge_secret') IS NOT NULL AS "hasChallenges",
      to_regclass('admin_event') IS NOT NULL AS "hasAudit",
      EXISTS (SELECT FROM pg_attribute
        WHERE attrelid = to_regclass('api_key') AND attname = 'signed_in_by' AND NOT attisdropped) AS "hasSessions"`);
  const [schema] = rows;
  if (!schema) throw new Error('PostgreSQL did not describe its schema');
  return schema;
}

/** Migration of the columns of held keys. A backup of an earlier release lacks them, and no moment may pass without. */
const COLUMNS = `ALTER TABLE api_key ADD COLUMN IF NOT EXISTS held_at timestamptz(3),
  ADD COLUMN IF NOT EXISTS held_reason text`;

/**
 * Holds all keys that are not revoked, also the expired ones, because clocks differ. Sessions have been ended before.
 *
 * @returns the number of keys that would otherwise work now.
 */
async function holdKeys(client: pg.ClientBase, { reason, now }: EpochOptions): Promise<number> {
  await client.query(COLUMNS);
  const { rows } = await client.query<{ count: number }>(
    `WITH held AS (
       UPDATE api_key SET held_at = $1, held_reason = $2 WHERE revoked_at IS NULL RETURNING expires_at
     ) SELECT count(*)::int AS count FROM held WHERE expires_at IS NULL OR expires_at > $1`,
    [now, reason],
  );
  return rows[0]?.count ?? 0;
}

/** Counts the keys that an earlier epoch holds, and that would otherwise work now. */
async function countHeld(client: pg.ClientBase, now: Date): Promise<number> {
  await client.query(COLUMNS);
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM api_key
     WHERE held_at IS NOT NULL AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $1)`,
    [now],
  );
  return rows[0]?.count ?? 0;
}

/** Records the held keys of each organization, whose admins read its audit log. */
const RECORD_HELD = `
  INSERT INTO admin_event (at, action, organization_id, operator, details)
  SELECT $1, 'keys_held', organization_id, $2,
    jsonb_build_object('reason', min(held_reason), 'key_ids', jsonb_agg(id ORDER BY id))
  FROM api_key WHERE held_at = $1 AND revoked_at IS NULL GROUP BY organization_id ORDER BY organization_id`;
