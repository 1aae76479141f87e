import { type Pool, type PoolClient, type Queryable, transaction } from '../../database/client.ts';
import { arrayOf } from '../../database/prepared.ts';
import { Bitmap, NO_IDS } from '../facets/bitmap.ts';
import { EVERYTHING, type Facet, postingName } from '../facets/facet.ts';
import { type OwnFacet, OwnPostings, type StoredValues } from '../facets/own-postings.ts';
import { Postings } from '../facets/postings.ts';
import { storeMoves, updateFacets } from '../facets/update-facets.ts';
import { type Declaration, FIELD_VALUES, facetOf, readScope } from './declarations.ts';
import type { OwnValue } from './own-field.ts';

/** Rows and postings of the values of an organization's own fields. */

/** Writes of one organization happen one after another. */
export async function lockScope(client: PoolClient, organizationId: number): Promise<void> {
  await client.query({
    name: 'own_fields_lock',
    text: 'SELECT FROM field_scope WHERE scope_id = $1 FOR UPDATE',
    values: [organizationId],
  });
}

/** A value of a company that is stored, replaced or cleared; null for none. */
export interface ValueChange {
  companyId: number;
  field: Declaration;
  before: OwnValue | null;
  after: OwnValue | null;
}

/** Reads the values of companies in some fields. */
export async function readStored(
  client: Queryable,
  organizationId: number,
  ids: readonly number[],
  fieldIds: readonly number[],
): Promise<Map<number, StoredValues>> {
  const { rows } = await client.query<{ id: number; values: StoredValues | null }>({
    name: 'own_field_values_of',
    text: `SELECT company_id AS id,
        (SELECT jsonb_object_agg(key, value) FROM jsonb_each("values") WHERE key = ANY ($3::text[])) AS "values"
      FROM own_field_values WHERE scope_id = $1 AND company_id = ANY ($2::int[])`,
    values: [organizationId, arrayOf(ids), fieldIds.map(String)],
  });
  return new Map(rows.map(({ id, values }) => [id, values ?? {}]));
}

/** Stores changes of values beside those that stay. */
export async function storeValues(
  client: Queryable,
  organizationId: number,
  changes: readonly ValueChange[],
): Promise<void> {
  await client.query({
    name: 'own_field_values_store',
    // A company without a row has no value to clear, so no null is inserted.
    text: `INSERT INTO own_field_values AS v (scope_id, company_id, "values")
      SELECT $1, n.id, jsonb_object_agg(n.field::text, n.value)
      FROM jsonb_to_recordset($2::jsonb) AS n (id int, field int, value jsonb) GROUP BY n.id
      ON CONFLICT (scope_id, company_id) DO UPDATE SET "values" = jsonb_strip_nulls(v."values" || excluded."values")`,
    values: [
      organizationId,
      JSON.stringify(
        changes.map(({ companyId, field, after }) => ({ id: companyId, field: field.id, value: after })),
      ),
    ],
  });
  const cleared = changes.flatMap(({ companyId, after }) => (after === null ? companyId : []));
  if (cleared.length === 0) return;
  await client.query({
    name: 'own_field_values_clear',
    text: `DELETE FROM own_field_values WHERE scope_id = $1 AND company_id = ANY ($2::int[]) AND "values" = '{}'`,
    values: [organizationId, cleared],
  });
}

/** Counts the values of an organization: one for each field of a company. */
export async function countValues(db: Queryable, organizationId: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'own_field_values_count',
    text: `SELECT coalesce(sum(p.cardinality), 0)::float8 AS count FROM own_field f
      JOIN facet_posting p ON p.field = 'org:' || f.scope_id || ':' || f.id AND p.value = '' AND p.window_days = 0
      WHERE f.scope_id = $1`,
    values: [organizationId],
  });
  return rows[0]?.count ?? 0;
}

export function textsOf(value: OwnValue | null | undefined): readonly string[] {
  if (value === null || value === undefined) return [];
  return typeof value === 'object' ? value : [String(value)];
}

/** Updates the postings of changed fields, and tells those who computed members from them. */
export async function raiseVersion(
  client: PoolClient,
  organizationId: number,
  changes: readonly ValueChange[],
): Promise<void> {
  const fields = [...new Map(changes.map(({ field }) => [field.id, field])).values()];
  const version = await nextVersion(client, organizationId, fields);
  const facets = fields.map(facetOf);
  const [before, after] = [
    collectPostings(facets, changes, 'before'),
    collectPostings(facets, changes, 'after'),
  ];
  const keys = new Map([...before.values(), ...after.values()].map(({ key }) => [postingName(key), key]));
  const moves = [...keys.values()].map((key) => {
    const [left, entered] = [before.get(key) ?? NO_IDS, after.get(key) ?? NO_IDS];
    if (left.isEmpty || entered.isEmpty) return { key, entering: entered, leaving: left };
    return { key, entering: Bitmap.andNot(entered, left), leaving: Bitmap.andNot(left, entered) };
  });
  const changed = moves.filter(({ entering, leaving }) => !(entering.isEmpty && leaving.isEmpty));
  await storeMoves(client, changed, version);
}

/** Returns the postings that the values of some changes give, before or after them. */
function collectPostings(
  facets: readonly OwnFacet[],
  changes: readonly ValueChange[],
  time: 'before' | 'after',
): Postings {
  const collected = new OwnPostings(facets);
  for (const { companyId, field, [time]: value } of changes)
    if (value !== null) collected.add(companyId, field.id, value);
  const postings = new Postings();
  collected.finish(postings);
  return postings;
}

/** Raises the version of an organization's fields for changed values of some, and tells of it when it is committed. */
async function nextVersion(
  client: PoolClient,
  organizationId: number,
  fields: readonly Declaration[],
): Promise<number> {
  const { rows } = await client.query<{ version: number }>({
    name: 'own_fields_raise',
    text: 'UPDATE field_scope SET version = version + 1 WHERE scope_id = $1 RETURNING version',
    values: [organizationId],
  });
  const version = rows[0]?.version ?? 0;
  await client.query({
    name: 'own_fields_changed',
    text: `UPDATE own_field SET values_version = $2 WHERE id = ANY ($1::int[])`,
    values: [fields.map(({ id }) => id), version],
  });
  await client.query({ name: 'own_fields_notify', text: `SELECT pg_notify('${FIELD_VALUES}', '')` });
  return version;
}

/** Reads the facets of an organization's own fields. */
export async function readOwnFacets(db: Queryable, organizationId: number): Promise<Facet[]> {
  return (await readScope(db, organizationId)).map(facetOf);
}

/** Builds the postings of an organization's fields from their values. */
export async function rebuildOwn(pool: Pool, organizationId: number): Promise<void> {
  await transaction(pool, async (client) => {
    await lockScope(client, organizationId);
    const own = await readScope(client, organizationId);
    const version = await nextVersion(client, organizationId, own);
    await updateFacets(client, own.map(facetOf), EVERYTHING, { version, asOf: null });
  });
}

/** Organizations that have declared fields. */
export async function findDeclaring(db: Queryable): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>({
    name: 'own_field_scopes',
    text: 'SELECT DISTINCT scope_id AS id FROM own_field WHERE scope_id > 0 ORDER BY id',
  });
  return rows.map(({ id }) => id);
}

/** Values of companies by ids, by those of fields. Companies that were merged into them give what they lack, as `settleRetired` does. */
export async function readValues(
  db: Queryable,
  organizationId: number,
  companyIds: readonly number[],
): Promise<Map<number, StoredValues>> {
  const { rows } = await db.query<{ id: number; values: StoredValues }>({
    name: 'own_field_values_read',
    text: `SELECT k.id, v."values" FROM (
        SELECT id, id AS source, 0 AS place FROM unnest($2::int[]) AS w (id)
        UNION ALL SELECT r.merged_into, r.id, 1 FROM retired_company r WHERE r.merged_into = ANY ($2::int[])
      ) k JOIN own_field_values v ON v.company_id = k.source AND v.scope_id IN (0, $1) ORDER BY k.place DESC, k.source DESC`,
    values: [organizationId, companyIds],
  });
  const byCompany = new Map<number, StoredValues>();
  for (const { id, values } of rows) byCompany.set(id, { ...byCompany.get(id), ...values });
  return byCompany;
}
