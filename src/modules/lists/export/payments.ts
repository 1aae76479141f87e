import type { Queryable } from '../../../database/client.ts';
import { recordOf } from '../../../lib/json.ts';
import { toRowId } from '../../../lib/page.ts';
import { invalidApiKey } from '../../../lib/principal.ts';
import { isCredentialLiveSql } from '../../access/credential-rules.ts';
import { Bitmap, type ReadonlyBitmap } from '../../facets/bitmap.ts';
import type { Quotas } from '../../quotas/quotas.ts';
import { requireList } from '../access.ts';
import { eventSql, eventValues } from '../audit/audit-log.ts';
import { definitionConflict } from '../definitions/service.ts';
import type { Caller, List } from '../list.ts';
import { BITMAP_BYTES } from '../members/materializations.ts';
import { type MemberSets, membersOf, type Snapshot, TIERS, type Tier } from '../members/snapshot.ts';

export interface Paid {
  /** In credits. */
  balance: number;
  validUntil: Date;
}

/** Unlocks that parallel requests made while a charge ran may have begun a little earlier than its own. */
const CAUTION_MS = 60 * 60 * 1000;

/** Members to export: those of one tier, or undefined for all. */
export type Scope = Tier | undefined;

/** Members of one export. */
export interface ExportedMembers {
  list: List;
  snapshot: Snapshot;
  tier: Scope;
  /** Only members that have entered since this materialization; undefined: all. */
  since: Snapshot | undefined;
}

/** Returns the members of an export that belong to its tier. */
export function setsOf({ snapshot, tier, since }: Omit<ExportedMembers, 'list'>): MemberSets {
  const before = since && membersOf(since);
  const within = (ids: ReadonlyBitmap) => (before ? Bitmap.andNot(ids, before) : ids);
  const tiers = recordOf(TIERS, (each) => (tier && tier !== each ? new Bitmap() : within(snapshot[each])));
  return { ...tiers, added: snapshot.added };
}

/** Scope of an export as the database stores it. */
export function scopeOf(tier: Scope): Tier | 'all' {
  return tier ?? 'all';
}

/**
 * The payment that covers all of these members; undefined if some may have to be paid for.
 *
 * @throws Fault invalid_api_key if the credential has ended since the request began
 */
export async function findPaid(
  db: Queryable,
  { organizationId, keyId }: Caller,
  { listId, materializationId }: Snapshot,
  tier: Scope,
  at: Date,
): Promise<Paid | undefined> {
  const { rows } = await db.query<Paid & { live: boolean }>({
    name: 'list_materialization_paid',
    text: `SELECT o.credit_balance AS balance, greatest(p.paid_until, p.valid_until) AS "validUntil",
        ${isCredentialLiveSql('$6', '$4')} AS live
      FROM list_export_payment p JOIN list_materialization m ON m.id = p.materialization_id
      JOIN list l ON l.id = m.list_id JOIN organization o ON o.id = l.organization_id
      WHERE m.id = $1 AND m.list_id = $2 AND o.id = $3 AND p.scope IN ('all', $5) AND p.paid_until > $4
      ORDER BY "validUntil" DESC LIMIT 1`,
    values: [materializationId, listId, organizationId, at, scopeOf(tier), keyId],
  });
  if (!rows[0]) return undefined;
  const { live, ...paid } = rows[0];
  if (!live) throw invalidApiKey();
  return paid;
}

/** An export whose materialization is kept. */
interface Kept {
  /** An earlier payment may last longer. */
  validUntil: Date;
  /** Whether the materialization was not kept for an export before. */
  isNew: boolean;
}

/**
 * Records a payment, and keeps its materialization from being pruned. That mark is in the row of the materialization: a
 * parallel pruning waits for this transaction, reads the row again and leaves it. The list is locked first, as a deletion
 * does it: one of the two follows the other.
 *
 * @throws Fault list_not_found, definition_conflict
 */
export async function keepUntil(
  client: Queryable,
  caller: Caller,
  { snapshot: { listId, materializationId }, tier }: ExportedMembers,
  paidUntil: Date,
  validUntil: Date,
  at: Date,
): Promise<Kept> {
  const { rows } = await client.query<Kept>({
    name: 'list_materialization_keep',
    text: `
      WITH before AS (SELECT export_valid_until AS until FROM list_materialization WHERE id = $1),
      owner AS (SELECT id FROM list WHERE id = $6 FOR KEY SHARE),
      held AS (
        UPDATE list_materialization m SET export_valid_until = greatest(export_valid_until, $3), kept = true
        FROM owner WHERE m.id = $1 AND m.list_id = owner.id RETURNING m.id)
      INSERT INTO list_export_payment AS p (materialization_id, scope, paid_until, valid_until)
      SELECT id, $4, $2, $3 FROM held
      ON CONFLICT (materialization_id, scope) DO UPDATE
        SET paid_until = excluded.paid_until, valid_until = greatest(p.valid_until, excluded.valid_until)
      RETURNING valid_until AS "validUntil", coalesce((SELECT until FROM before) <= $5, true) AS "isNew"`,
    values: [
      materializationId,
      new Date(paidUntil.getTime() - CAUTION_MS),
      validUntil,
      scopeOf(tier),
      at,
      listId,
    ],
  });
  if (rows[0]) return rows[0];
  throw definitionConflict((await requireList(client, caller, listId, 'viewer')).definitionVersion);
}

/** Records an export and its audit event in one statement: an export that is paid for needs no transaction. */
export async function recordExport(
  db: Queryable,
  caller: Caller,
  exported: ExportedMembers,
  cost: number,
  at: Date,
  validUntil: Date,
): Promise<void> {
  const { listId, materializationId } = exported.snapshot;
  const { tier, since } = exported;
  const details = {
    materialization_id: materializationId,
    ...(tier && { tier }),
    ...(since && { since: since.materializationId }),
    members: countOf(exported),
    credits_charged: cost,
  };
  const event = eventValues(caller, listId, 'list_exported', details, at);
  await db.query({
    name: 'list_export_record',
    text: eventSql(`export AS (
    INSERT INTO list_export AS e
      (organization_id, list_id, user_id, exported_at, materialization_id, credits, valid_until)
    VALUES ($1, $3, $2, $6, $8, $9, $10)
    ON CONFLICT (materialization_id, user_id) DO UPDATE SET credits = e.credits + excluded.credits,
      exported_at = excluded.exported_at, valid_until = greatest(e.valid_until, excluded.valid_until)
  ), `),
    values: [...event, materializationId, cost, validUntil],
  });
}

/** Counts the members of an export. */
export function countOf(members: ExportedMembers): number {
  const { snapshot, tier, since } = members;
  return since ? membersOf(setsOf(members)).size : snapshot.counts[tier ?? 'total'];
}

/** SQL that keeps the materializations $1 of the list $3 until $2, as `keepUntil` does. */
const KEEP_ENTERED = `
  WITH before AS (SELECT id, export_valid_until AS until FROM list_materialization WHERE id = ANY ($1::int[])),
  owner AS (SELECT id FROM list WHERE id = $3 FOR KEY SHARE),
  held AS (
    UPDATE list_materialization m SET export_valid_until = greatest(export_valid_until, $2), kept = true
    FROM owner WHERE m.id = ANY ($1) AND m.list_id = owner.id RETURNING m.id),
  export AS (
    INSERT INTO list_export AS e (organization_id, list_id, user_id, exported_at, materialization_id, credits, valid_until)
    SELECT $4, $3, $5, $6, id, 0, $2 FROM held
    ON CONFLICT (materialization_id, user_id) DO UPDATE SET valid_until = greatest(e.valid_until, excluded.valid_until))
  SELECT held.id, coalesce(before.until <= $6, true) AS "isNew" FROM held JOIN before USING (id)`;

/**
 * Keeps the two materializations of an export of the members that have entered: the later one, and the one that is compared with it. It
 * has no payment of all members of a scope, so whoever exported it has its end.
 *
 * @returns bytes of those that were not kept for an export before, without those of their rows.
 * @throws Fault list_not_found, definition_conflict
 */
export async function keepEntered(
  client: Queryable,
  caller: Caller,
  { snapshot, since }: { snapshot: Snapshot; since: Snapshot },
  validUntil: Date,
  at: Date,
): Promise<number[]> {
  const { listId } = snapshot;
  const bytes = new Map([since, snapshot].map((each) => [each.storedId, each.bytes]));
  const { organizationId, userId } = caller;
  const { rows } = await client.query<{ id: number; isNew: boolean }>({
    name: 'list_materializations_keep_entered',
    text: KEEP_ENTERED,
    values: [[...bytes.keys()], validUntil, listId, organizationId, userId, at],
  });
  if (rows.length < bytes.size)
    throw definitionConflict((await requireList(client, caller, listId, 'viewer')).definitionVersion);
  return rows.flatMap(({ id, isNew }) => (isNew ? (bytes.get(id) ?? 0) : []));
}

/** Returns whether the caller exported a materialization of a list that has been deleted since. */
export async function wasDeleted(
  db: Queryable,
  { organizationId, userId }: Caller,
  listId: number,
  materializationId: number,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'list_export_of_deleted_list',
    text: `SELECT FROM list_export e WHERE e.materialization_id = $1 AND e.user_id = $2 AND e.organization_id = $3
      AND e.list_id = $4 AND NOT EXISTS (SELECT FROM list l WHERE l.id = e.list_id)`,
    values: [toRowId(materializationId), userId, organizationId, toRowId(listId)],
  });
  return rowCount === 1;
}

/** Bytes that a materialization takes beside its bitmaps, with the rows of its payments. */
const ROW_BYTES = 512;

/**
 * Checks that an organization may have the materializations that this transaction has kept for an export. Counts under a
 * lock on the use of the organization, so that parallel exports cannot exceed the quota together. Call it last.
 *
 * @param bytes those of each materialization.
 * @throws Fault quota_exceeded; the caller's transaction must roll back.
 */
export async function assertExportFits(
  client: Queryable,
  quotas: Quotas,
  { organizationId }: Caller,
  bytes: readonly number[],
  at: Date,
): Promise<void> {
  const needed = bytes.reduce((sum, each) => sum + each + ROW_BYTES, 0);
  await quotas.assertRoom('export_bytes', needed, async () => {
    await client.query({
      name: 'organization_usage_lock',
      text: `INSERT INTO organization_usage AS u (organization_id) VALUES ($1)
        ON CONFLICT (organization_id) DO UPDATE SET lists = u.lists`,
      values: [organizationId],
    });
    return (await readExportBytes(client, organizationId, at)) - needed;
  });
}

/** Reads how many bytes are kept for the valid exports of an organization. Exports of equal members count once. */
export async function readExportBytes(db: Queryable, organizationId: number, at: Date): Promise<number> {
  const { rows } = await db.query<{ bytes: number }>({
    name: 'list_export_bytes',
    text: `SELECT coalesce(sum(${ROW_BYTES} + ${BITMAP_BYTES}), 0)::float8 AS bytes FROM list_materialization m
      WHERE m.export_valid_until > $2 AND m.id IN (
        SELECT materialization_id FROM list_export WHERE organization_id = $1 AND valid_until > $2)`,
    values: [organizationId, at],
  });
  return rows[0]?.bytes ?? 0;
}
