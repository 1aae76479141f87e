import { type Pool, type PoolClient, type Queryable, transaction } from '../../database/client.ts';
import { arrayOf } from '../../database/prepared.ts';
import type { StoredValues } from '../facets/own-postings.ts';
import { readScope } from './declarations.ts';
import { lockScope, raiseVersion, storeValues, type ValueChange } from './stored-values.ts';

/** Lets the values of organizations follow companies that were merged or deleted. */

/** Rows that are settled at once, and their bytes. */
const [SETTLED_ROWS, SETTLED_BYTES] = [200, 4 * 1024 * 1024];

/**
 * Moves the values of companies that were merged to those that took them over, and deletes those of companies that left the
 * catalogue, in short transactions of bounded size. What the survivor has stays.
 */
async function settleRetired(pool: Pool, organizationId: number): Promise<void> {
  let hasMore = true;
  while (hasMore) hasMore = await transaction(pool, (client) => settleSome(client, organizationId));
}

/** @returns false if nothing was left to settle. */
async function settleSome(client: PoolClient, organizationId: number): Promise<boolean> {
  await lockScope(client, organizationId);
  const { rows } = await client.query<{ id: number; mergedInto: number | null; values: StoredValues }>({
    name: 'own_field_values_retired',
    text: `SELECT id, "mergedInto", "values" FROM (
        SELECT *, sum(octet_length("values"::text)) OVER (ORDER BY id) AS bytes, min(id) OVER () AS first FROM (
          SELECT v.company_id AS id, s.id AS "mergedInto", v."values" FROM own_field_values v
          JOIN retired_company r ON r.id = v.company_id LEFT JOIN company s ON s.id = r.merged_into
          WHERE v.scope_id = $1 AND NOT EXISTS (SELECT FROM company c WHERE c.id = v.company_id)
          ORDER BY v.company_id LIMIT ${SETTLED_ROWS}) taken
      ) sized WHERE id = first OR bytes <= ${SETTLED_BYTES} ORDER BY id`,
    values: [organizationId],
  });
  if (rows.length === 0) return false;
  const fields = new Map((await readScope(client, organizationId)).map((field) => [String(field.id), field]));
  const held = await readHeld(
    client,
    organizationId,
    rows.flatMap(({ mergedInto }) => mergedInto ?? []),
  );
  const changes: ValueChange[] = [];
  for (const { id, mergedInto, values } of rows)
    for (const [fieldId, value] of Object.entries(values)) {
      const field = fields.get(fieldId);
      if (!field) continue;
      changes.push({ companyId: id, field, before: value, after: null });
      const has = mergedInto === null ? undefined : held.get(mergedInto);
      if (mergedInto === null || has?.has(fieldId)) continue;
      held.set(mergedInto, (has ?? new Set()).add(fieldId));
      changes.push({ companyId: mergedInto, field, before: null, after: value });
    }
  const gained = changes.filter(({ after }) => after !== null);
  if (gained.length > 0) await storeValues(client, organizationId, gained);
  await client.query({
    name: 'own_field_values_drop',
    text: 'DELETE FROM own_field_values WHERE scope_id = $1 AND company_id = ANY ($2::int[])',
    values: [organizationId, rows.map(({ id }) => id)],
  });
  await raiseVersion(client, organizationId, changes);
  return true;
}

/** Reads the ids of the fields of which companies have a value. */
async function readHeld(client: Queryable, organizationId: number, companyIds: readonly number[]) {
  const { rows } = await client.query<{ id: number; keys: string[] }>({
    name: 'own_field_values_held',
    text: `SELECT company_id AS id, ARRAY(SELECT jsonb_object_keys("values")) AS keys FROM own_field_values
      WHERE scope_id = $1 AND company_id = ANY ($2::int[])`,
    values: [organizationId, companyIds],
  });
  return new Map(rows.map(({ id, keys }) => [id, new Set(keys)]));
}

/** Organizations that have values of companies which left the catalogue. */
export async function findUnsettled(db: Queryable): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>({
    name: 'own_field_scopes_unsettled',
    text: `SELECT DISTINCT v.scope_id AS id FROM retired_company r JOIN own_field_values v ON v.company_id = r.id
      WHERE v.scope_id > 0 AND NOT EXISTS (SELECT FROM company c WHERE c.id = r.id)`,
  });
  return rows.map(({ id }) => id);
}

/**
 * Moves or deletes values that were just written of companies which left meanwhile: an import that committed before them did not
 * see them. The next import or start does it if this fails.
 */
export async function settleWritten(pool: Pool, organizationId: number, companyIds: readonly number[]) {
  const { rows } = await pool.query<{ id: number }>({
    name: 'own_field_values_left',
    runsOn: 'primary',
    text: 'SELECT id FROM retired_company WHERE id = ANY ($1::int[])',
    values: [arrayOf(companyIds)],
  });
  if (rows.length > 0) await settleRetired(pool, organizationId);
}

/**
 * Moves and deletes such values of all organizations, after a change of the catalogue has committed. Where it fails, the next
 * import or start tries it again.
 *
 * @param onFailure called for each organization whose values stay where they are.
 */
export async function settleAll(pool: Pool, onFailure: (error: Error) => void): Promise<void> {
  for (const id of await findUnsettled(pool)) await settleRetired(pool, id).catch(onFailure);
}
