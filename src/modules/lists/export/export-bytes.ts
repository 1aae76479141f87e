import type { Queryable } from '../../../database/client.ts';
import type { Quotas } from '../../quotas/quotas.ts';
import type { Caller } from '../list.ts';
import { BITMAP_BYTES } from '../members/materializations.ts';
import type { Snapshot } from '../members/snapshot.ts';

/** Bytes that a materialization takes beside its bitmaps, with the rows of its payments. */
const ROW_BYTES = 512;

/**
 * Checks that an organization may have the materialization that this transaction has kept for an export. Counts under a
 * lock on the use of the organization, so that parallel exports cannot exceed the quota together. Call it last.
 *
 * @throws Fault quota_exceeded; the caller's transaction must roll back.
 */
export async function assertExportFits(
  client: Queryable,
  quotas: Quotas,
  { organizationId }: Caller,
  { bytes }: Snapshot,
  at: Date,
): Promise<void> {
  const needed = bytes + ROW_BYTES;
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
