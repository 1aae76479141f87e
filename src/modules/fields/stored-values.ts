import { type Pool, type PoolClient, type Queryable, transaction } from '../../database/client.ts';
import { Bitmap } from '../facets/bitmap.ts';
import { EVERYTHING, existenceKey, type Facet, type OwnSource, ownFacetName } from '../facets/facet.ts';
import { OwnPostings, type StoredValues } from '../facets/own-postings.ts';
import { type Candidates, Postings } from '../facets/postings.ts';
import { planChanges, storeChanges, updateFacets } from '../facets/update-facets.ts';
import { type Declaration, FIELD_VALUES, readDeclared } from './declarations.ts';
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

export async function readStored(
  client: Queryable,
  organizationId: number,
  ids: readonly number[],
): Promise<Map<number, StoredValues>> {
  const { rows } = await client.query<{ id: number; values: StoredValues }>({
    name: 'own_field_values_of',
    text: `SELECT company_id AS id, "values" FROM own_field_values
      WHERE scope_id = $1 AND company_id = ANY ($2::int[])`,
    values: [organizationId, ids],
  });
  return new Map(rows.map(({ id, values }) => [id, values]));
}

export async function storeRows(
  client: Queryable,
  organizationId: number,
  after: ReadonlyMap<number, StoredValues>,
): Promise<void> {
  await client.query({
    name: 'own_field_values_store',
    text: `INSERT INTO own_field_values (scope_id, company_id, "values")
      SELECT $1, n.id, n.stated FROM unnest($2::int[], $3::jsonb[]) AS n (id, stated)
      ON CONFLICT (scope_id, company_id) DO UPDATE SET "values" = excluded."values"`,
    values: [organizationId, [...after.keys()], [...after.values()].map((values) => JSON.stringify(values))],
  });
  await client.query({
    name: 'own_field_values_clear',
    text: `DELETE FROM own_field_values WHERE scope_id = $1 AND company_id = ANY ($2::int[]) AND "values" = '{}'`,
    values: [organizationId, [...after.keys()]],
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

/** Updates the postings of fields, and tells those who computed members from them. */
export async function raiseVersion(
  client: PoolClient,
  organizationId: number,
  fields: readonly Declaration[],
  before: ReadonlyMap<number, StoredValues>,
  after: ReadonlyMap<number, StoredValues>,
): Promise<void> {
  const version = await nextVersion(client, organizationId, fields);
  const facets = facetsOf(organizationId, fields);
  const collected = new OwnPostings(facets);
  for (const [companyId, values] of after) collected.add(companyId, values);
  const members = new Postings();
  collected.finish(members);
  const scope = new Bitmap([...after.keys()]);
  const candidates = facets.map((facet) => candidatesOf(facet, before, after));
  await storeChanges(client, await planChanges(client, candidates, members, () => scope), version);
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

const facetsOf = (organizationId: number, fields: readonly Declaration[]) =>
  fields.map(({ id, type }) => ({
    field: ownFacetName(organizationId, id),
    source: { from: 'own', id, type } as const,
    changedBy: ['companies'] as const,
  }));

/** Reads the facets of an organization's own fields. */
export async function readOwnFacets(db: Queryable, organizationId: number): Promise<Facet[]> {
  const { fields } = await readDeclared(db, organizationId);
  return facetsOf(
    organizationId,
    fields.filter(({ scope }) => scope === 'organization'),
  );
}

/** Builds the postings of an organization's fields from their values. */
export async function rebuildOwn(pool: Pool, organizationId: number): Promise<void> {
  await transaction(pool, async (client) => {
    await lockScope(client, organizationId);
    const { fields } = await readDeclared(client, organizationId);
    const own = fields.filter(({ scope }) => scope === 'organization');
    const version = await nextVersion(client, organizationId, own);
    await updateFacets(client, facetsOf(organizationId, own), EVERYTHING, { version, asOf: null });
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

/** Postings that companies can leave or enter: those of all bits of a number, and of the values of a category. */
function candidatesOf(
  { field, source }: { field: string; source: OwnSource },
  before: ReadonlyMap<number, StoredValues>,
  after: ReadonlyMap<number, StoredValues>,
): Candidates {
  if (source.type === 'number' || source.type === 'date') return { field };
  const values = new Set([existenceKey(field).value]);
  if (source.type === 'category' || source.type === 'boolean')
    for (const each of [...before.values(), ...after.values()])
      for (const text of textsOf(each[source.id])) values.add(text);
  return { field, values: [...values] };
}

/**
 * Moves the values of companies that were merged to those that took them over, and deletes those of companies that left the
 * catalogue, in one short transaction an organization. What the survivor has stays.
 *
 * @returns whether anything moved.
 */
async function settleRetired(pool: Pool, organizationId: number): Promise<boolean> {
  return transaction(pool, async (client) => {
    await lockScope(client, organizationId);
    const { rows } = await client.query<{ id: number; mergedInto: number | null; values: StoredValues }>({
      name: 'own_field_values_retired',
      text: `SELECT v.company_id AS id, s.id AS "mergedInto", v."values" FROM own_field_values v
        JOIN retired_company r ON r.id = v.company_id LEFT JOIN company s ON s.id = r.merged_into
        WHERE v.scope_id = $1 AND NOT EXISTS (SELECT FROM company c WHERE c.id = v.company_id) ORDER BY v.company_id`,
      values: [organizationId],
    });
    if (rows.length === 0) return false;
    const ids = rows.flatMap(({ id, mergedInto }) => (mergedInto === null ? [id] : [id, mergedInto]));
    const before = await readStored(client, organizationId, [...new Set(ids)]);
    const after = new Map<number, Record<string, OwnValue>>();
    for (const [id, values] of before) after.set(id, { ...values });
    for (const { id, mergedInto, values } of rows) {
      after.set(id, {});
      if (mergedInto !== null) after.set(mergedInto, { ...values, ...after.get(mergedInto) });
    }
    const { fields } = await readDeclared(client, organizationId);
    await storeRows(client, organizationId, after);
    const moved = fields.filter(({ id }) => rows.some(({ values }) => id in values));
    await raiseVersion(client, organizationId, moved, before, after);
    return true;
  });
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

/** Moves and deletes such values of all organizations, after a change of the catalogue has committed. */
export async function settleAll(pool: Pool): Promise<void> {
  for (const id of await findUnsettled(pool)) await settleRetired(pool, id);
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
