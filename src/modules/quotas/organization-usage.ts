import type { Queryable } from '../../database/client.ts';
import { counted } from '../../lib/counted.ts';
import { type Quotas, showBytes } from './quotas.ts';

interface OrganizationUsage {
  lists: number;
  definitionBytes: number;
}

/**
 * Reserves room for a list or a version of a definition, in one conditional statement, so that parallel requests cannot
 * exceed a quota together. Call it last: it locks the organization's row until the transaction ends.
 *
 * @throws Fault quota_exceeded; the caller's transaction must roll back.
 */
export async function growUsage(
  client: Queryable,
  quotas: Quotas,
  organizationId: number,
  { lists, definitionBytes }: OrganizationUsage,
): Promise<void> {
  const { lists: maxLists, definition_bytes: maxBytes } = quotas.limits;
  const { rowCount } = await client.query({
    name: 'organization_usage_grow',
    text: `INSERT INTO organization_usage AS u (organization_id, lists, definition_bytes)
      SELECT $1::int, $2::int, $3::bigint WHERE $3::bigint <= coalesce($5::bigint, $3::bigint)
      ON CONFLICT (organization_id) DO UPDATE
      SET lists = u.lists + excluded.lists, definition_bytes = u.definition_bytes + excluded.definition_bytes
      WHERE (excluded.lists = 0 OR u.lists < coalesce($4::bigint, u.lists + 1))
        AND u.definition_bytes + excluded.definition_bytes <= coalesce($5::bigint, u.definition_bytes + excluded.definition_bytes)`,
    values: [organizationId, lists, definitionBytes, maxLists ?? null, maxBytes ?? null],
  });
  if (rowCount === 1) return;
  const used = await readUsage(client, organizationId);
  if (lists > 0 && maxLists !== undefined && used.lists >= maxLists) {
    throw quotas.exceeded(
      'lists',
      used.lists,
      `Your organization has ${counted(used.lists, 'list')}; the limit is ${maxLists}. Delete lists that are no longer needed.`,
    );
  }
  throw quotas.exceeded(
    'definition_bytes',
    used.definitionBytes,
    `The definitions of your organization, all versions together, take ${showBytes(used.definitionBytes)} of ${showBytes(maxBytes ?? 0)}; ` +
      `this one needs ${showBytes(definitionBytes)}. Delete lists that are no longer needed: their versions go with them.`,
  );
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
