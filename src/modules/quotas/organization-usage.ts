import type { Queryable } from '../../database/client.ts';
import type { Quotas } from './quotas.ts';

interface OrganizationUsage {
  lists: number;
  definitionBytes: number;
}

/**
 * Reserves room for a list or a version of a definition. Call it last: it locks the organization's row until the
 * transaction ends, so that parallel requests cannot exceed a quota together.
 *
 * @throws Fault quota_exceeded; the caller's transaction must roll back.
 */
export async function growUsage(
  client: Queryable,
  quotas: Quotas,
  organizationId: number,
  { lists, definitionBytes }: OrganizationUsage,
): Promise<void> {
  const { rows } = await client.query<OrganizationUsage>({
    name: 'organization_usage_grow',
    text: `INSERT INTO organization_usage AS u (organization_id, lists, definition_bytes) VALUES ($1, $2, $3)
      ON CONFLICT (organization_id) DO UPDATE
      SET lists = u.lists + excluded.lists, definition_bytes = u.definition_bytes + excluded.definition_bytes
      RETURNING lists - $2 AS lists, (definition_bytes - $3)::float8 AS "definitionBytes"`,
    values: [organizationId, lists, definitionBytes],
  });
  const used = rows[0] ?? { lists: 0, definitionBytes: 0 };
  await quotas.assertRoom('lists', lists, used.lists);
  await quotas.assertRoom('definition_bytes', definitionBytes, used.definitionBytes);
}

/**
 * Reserves room for a watched list, after it was stored. It locks as `growUsage` does: call it last.
 *
 * @throws Fault quota_exceeded; the caller's transaction must roll back.
 */
export async function growWatched(client: Queryable, quotas: Quotas, organizationId: number): Promise<void> {
  await growUsage(client, quotas, organizationId, { lists: 0, definitionBytes: 0 });
  await quotas.assertRoom('watched_lists', 1, async () => (await countWatched(client, organizationId)) - 1);
}

export async function countWatched(db: Queryable, organizationId: number): Promise<number> {
  const { rows } = await db.query<{ total: number }>({
    name: 'watched_lists_total',
    text: `SELECT count(*)::int AS total FROM list_watch w JOIN list l ON l.id = w.list_id WHERE l.organization_id = $1`,
    values: [organizationId],
  });
  return rows[0]?.total ?? 0;
}

/** Deletes a list that the caller has locked, and releases its room. */
export async function deleteCountedList(client: Queryable, listId: number): Promise<void> {
  await client.query({
    name: 'delete_list',
    text: `WITH freed AS (SELECT coalesce(sum(bytes), 0) AS bytes FROM list_definition WHERE list_id = $1),
      gone AS (DELETE FROM list WHERE id = $1 RETURNING organization_id)
      UPDATE organization_usage u SET lists = greatest(u.lists - 1, 0),
        definition_bytes = greatest(u.definition_bytes - freed.bytes, 0)
      FROM freed, gone WHERE u.organization_id = gone.organization_id`,
    values: [listId],
  });
}

export async function readUsage(db: Queryable, organizationId: number): Promise<OrganizationUsage> {
  const { rows } = await db.query<OrganizationUsage>({
    name: 'organization_usage',
    text: `SELECT lists, definition_bytes::float8 AS "definitionBytes" FROM organization_usage WHERE organization_id = $1`,
    values: [organizationId],
  });
  return rows[0] ?? { lists: 0, definitionBytes: 0 };
}
