import type { Queryable } from '../../database/client.ts';
import { Fault } from '../../lib/fault.ts';
import { type Facet, ownFacetName } from '../facets/facet.ts';
import type { FieldScope, NumberFormat, OwnFieldType, ValueShape } from './own-field.ts';

/** A field that a catalogue or an organization has declared. */
export interface Declaration extends ValueShape {
  id: number;
  /** 0 for the catalogue, else the organization that declared it. */
  scopeId: number;
  /** With its prefix. */
  key: string;
  scope: FieldScope;
  label: string;
  type: OwnFieldType;
  unit: string | null;
  description: string | null;
  /** Columns of import files that carry its values, in any case. */
  columns: readonly string[];
  numberFormat: NumberFormat | null;
  position: number;
  /** Registry of its scope that had it first. */
  declaredAt: number;
  createdAt: Date;
}

/** What tells a field from all others of the installation, deleted ones too. */
export type FieldNodeKey = Pick<Declaration, 'scopeId' | 'declaredAt'>;

/** Channel of PostgreSQL's notifications: values of an organization's fields changed. */
export const FIELD_VALUES = 'field_values';

/** Scope of the fields of the catalogue. The others are ids of organizations. */
export const CATALOGUE = 0;

/** Counters that are raised by declarations and deletions, of the catalogue and of an organization. */
export interface Registries {
  catalogue: number;
  organization: number;
}

/** The fields that an organization can use, in their order, and the counters of their registries. */
export interface Declared {
  fields: readonly Declaration[];
  registries: Registries;
}

/** Columns of a Declaration, of the table `own_field f`. */
const DECLARATION = `f.id, f.scope_id AS "scopeId", f.key, CASE f.scope_id WHEN 0 THEN 'catalogue' ELSE 'organization' END AS scope, f.label, f.type,
  f.multiple, f.unit, f.description, f.columns, f.number_format AS "numberFormat", f.position,
  f.declared_at AS "declaredAt", f.created_at AS "createdAt"`;

/** SQL of the order of fields: those of the catalogue come first. */
const FIELD_ORDER = 'f.scope_id > 0, f.position, f.id';

type DeclaredRow = Registries & ({ [Key in keyof Declaration]: Declaration[Key] } | { id: null });

/**
 * Reads the fields of the catalogue and of an organization.
 *
 * @param db the primary: a field that was just declared is known to the next request of any process.
 * @param organizationId 0 for the catalogue's alone.
 */
export async function readDeclared(db: Queryable, organizationId: number): Promise<Declared> {
  const { rows } = await db.query<DeclaredRow>({
    name: 'own_fields_declared',
    text: `SELECT r.*, ${DECLARATION} FROM (
        SELECT coalesce(max(registry) FILTER (WHERE scope_id = 0), 0) AS catalogue,
          coalesce(max(registry) FILTER (WHERE scope_id > 0), 0) AS organization
        FROM field_scope WHERE scope_id IN (0, $1)
      ) r LEFT JOIN own_field f ON f.scope_id IN (0, $1) ORDER BY ${FIELD_ORDER}`,
    values: [organizationId],
  });
  const [first] = rows;
  return {
    registries: { catalogue: first?.catalogue ?? 0, organization: first?.organization ?? 0 },
    fields: rows.flatMap((row) => (row.id === null ? [] : row)),
  };
}

/** Reads the fields that a scope has declared itself, in their order. */
export async function readScope(db: Queryable, scopeId: number): Promise<Declaration[]> {
  const { rows } = await db.query<Declaration>({
    name: 'own_fields_of_scope',
    text: `SELECT ${DECLARATION} FROM own_field f WHERE f.scope_id = $1 ORDER BY ${FIELD_ORDER}`,
    values: [scopeId],
  });
  return rows;
}

/** Returns the facet of an own field: also of one that no condition compares, for the companies that have a value. */
export function facetOf({ id, scopeId, type }: Pick<Declaration, 'id' | 'scopeId' | 'type'>) {
  const field = ownFacetName(scopeId, id);
  return { field, source: { from: 'own', id, type }, changedBy: ['companies'] } as const satisfies Facet;
}

/** A field with the number of companies that have a value. */
export interface CountedField extends Declaration {
  companyCount: number;
}

/** Reads the fields that an organization can use, in their order. @param organizationId 0 for the catalogue's alone */
export async function listFields(db: Queryable, organizationId: number): Promise<CountedField[]> {
  const { fields } = await readDeclared(db, organizationId);
  const nameOf = ({ scopeId, id }: Declaration) => ownFacetName(scopeId, id);
  const { rows } = await db.query<{ field: string; count: number }>({
    name: 'own_fields_companies',
    runsOn: 'primary',
    text: `SELECT field, cardinality AS count FROM facet_posting
      WHERE field = ANY ($1::text[]) AND value = '' AND window_days = 0`,
    values: [fields.map(nameOf)],
  });
  const counts = new Map(rows.map(({ field, count }) => [field, count]));
  return fields.map((field) => ({ ...field, companyCount: counts.get(nameOf(field)) ?? 0 }));
}

/** Keeps fields from being deleted until a transaction ends. @throws Fault unavailable if one was deleted already */
export async function holdFields(client: Queryable, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { rowCount } = await client.query({
    name: 'own_fields_hold',
    text: 'SELECT FROM own_field WHERE id = ANY ($1::int[]) ORDER BY id FOR KEY SHARE',
    values: [ids],
  });
  if (rowCount !== ids.length)
    throw new Fault(
      'unavailable',
      'A field of the definition was deleted while it was saved. Send it again.',
    );
}

/** Lists whose current definition uses a field. */
export interface FieldUses {
  listCount: number;
  /** Those that the caller can see. */
  listIds: readonly number[];
}
