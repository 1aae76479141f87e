import type { PoolClient } from '../../database/client.ts';
import type { JsonObject } from '../../lib/json.ts';
import { textKey } from '../../lib/text-key.ts';
import { ownFacetName } from '../facets/facet.ts';
import { CATALOGUE, type Declaration } from '../fields/declarations.ts';
import type { OwnValue } from '../fields/own-field.ts';
import { readStated } from '../fields/read-value.ts';
import { textsOf } from '../fields/stored-values.ts';
import { MAX_CATEGORY_VALUES } from '../fields/values.ts';
import type { Warn } from './fields.ts';
import type { OwnColumns } from './own-columns.ts';

/** What rows state of own fields, as JSON: values by the ids of fields; null clears. */
export const OWN = { name: 'import_own', columns: { line: 'integer NOT NULL', stated: 'text NOT NULL' } };

/** Companies whose values changed. */
export const OWN_CHANGED =
  'CREATE TEMP TABLE import_own_changed (company_id integer NOT NULL) ON COMMIT DROP';

type Stated = Record<string, OwnValue | null>;

/**
 * Reads the values of own fields that a row states. One that does not fit is skipped with a warning.
 *
 * @param refuse returns the reason why a value is not stored.
 * @returns undefined if the row states none.
 */
export function readOwnValues(
  row: JsonObject,
  { declared }: OwnColumns,
  warn: Warn,
  refuse: CategoryValues['refuse'] = () => undefined,
): Stated | undefined {
  if (declared.size === 0) return undefined;
  let stated: Stated | undefined;
  for (const key in row) {
    const field = declared.get(key);
    const raw = field && row[key];
    if (field === undefined || raw === undefined) continue;
    const read = readStated(field, raw);
    if (read === undefined) continue;
    if ('reason' in read) {
      warn(key, read.reason);
      continue;
    }
    const { value } = read;
    const reason = value === null ? undefined : refuse(field, value);
    if (reason !== undefined) {
      warn(key, reason);
      continue;
    }
    stated ??= {};
    stated[field.id] = value;
  }
  return stated;
}

/** Counts the distinct values of categories, those that are stored and those of a file. */
export class CategoryValues {
  /** Keys of texts by the ids of fields. */
  readonly #keys: ReadonlyMap<number, Set<string>>;

  private constructor(keys: ReadonlyMap<number, Set<string>>) {
    this.#keys = keys;
  }

  static async read(client: PoolClient, { declared }: OwnColumns): Promise<CategoryValues> {
    const categories = [...declared.values()].filter(({ type }) => type === 'category');
    const keys = new Map(categories.map(({ id }) => [id, new Set<string>()]));
    if (categories.length === 0) return new CategoryValues(keys);
    const ids = new Map(categories.map(({ id }) => [ownFacetName(CATALOGUE, id), id]));
    const { rows } = await client.query<{ field: string; key: string | null }>(
      `SELECT field, value_key AS key FROM facet_posting WHERE field = ANY ($1::text[]) AND value <> '' AND cardinality > 0`,
      [[...ids.keys()]],
    );
    for (const { field, key } of rows) if (key !== null) keys.get(ids.get(field) ?? 0)?.add(key);
    return new CategoryValues(keys);
  }

  /** Returns the reason why a value would be one too many for its category. Values that are taken count from then on. */
  refuse = ({ id, type }: Declaration, value: OwnValue): string | undefined => {
    const keys = type === 'category' ? this.#keys.get(id) : undefined;
    if (keys === undefined) return undefined;
    const added = textsOf(value)
      .map(textKey)
      .filter((key) => !keys.has(key));
    if (keys.size + added.length > MAX_CATEGORY_VALUES)
      return `would be a new value; a category has at most ${MAX_CATEGORY_VALUES}`;
    for (const key of added) keys.add(key);
    return undefined;
  };
}

/**
 * Stores the values of the companies of `import_row`. Adds those that changed to `import_own_changed`. Values that a row does
 * not state stay, and values that are stored already are not written again.
 */
export async function storeOwnValues(client: PoolClient): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM import_own LIMIT 1');
  if (!rowCount) return;
  for (const statement of STORE) await client.query(statement);
}

const STORE = [
  // The last value that the lines of a company state of a field counts.
  `CREATE TEMP TABLE import_own_stated ON COMMIT DROP AS
    SELECT r.company_id, o.stated::jsonb AS stated
    FROM import_row r JOIN import_own o ON o.line = r.line
    WHERE NOT EXISTS (SELECT FROM import_repeated p WHERE p.primary_domain = r.primary_domain)
    UNION ALL
    SELECT r.company_id, jsonb_object_agg(e.key, e.value ORDER BY o.line)
    FROM import_repeated p
    JOIN import_row r ON r.primary_domain = p.primary_domain
    JOIN import_company c ON c.primary_domain = p.primary_domain
    JOIN import_own o ON o.line = c.line
    CROSS JOIN LATERAL jsonb_each(o.stated::jsonb) e
    GROUP BY r.company_id`,
  'ANALYZE import_own_stated',
  `WITH changed AS (
      UPDATE own_field_values v SET "values" = jsonb_strip_nulls(v."values" || s.stated)
      FROM import_own_stated s
      WHERE v.scope_id = 0 AND v.company_id = s.company_id
        AND v."values" <> jsonb_strip_nulls(v."values" || s.stated)
      RETURNING v.company_id
    ), added AS (
      INSERT INTO own_field_values (scope_id, company_id, "values")
      SELECT 0, s.company_id, jsonb_strip_nulls(s.stated) FROM import_own_stated s
      WHERE jsonb_strip_nulls(s.stated) <> '{}'
        AND NOT EXISTS (SELECT FROM own_field_values v WHERE v.scope_id = 0 AND v.company_id = s.company_id)
      ORDER BY s.company_id
      RETURNING company_id
    )
    INSERT INTO import_own_changed SELECT company_id FROM changed UNION ALL SELECT company_id FROM added`,
  `DELETE FROM own_field_values v USING import_own_changed c
    WHERE v.scope_id = 0 AND v.company_id = c.company_id AND v."values" = '{}'`,
];

/** Moves the values of the companies of `import_leaving` to their survivors, which keep those that they have. */
export const MOVE_OWN_VALUES = `
  WITH gone AS (
    DELETE FROM own_field_values v USING import_leaving l WHERE v.scope_id = 0 AND v.company_id = l.company_id
    RETURNING l.target_id, l.line, l.company_id, v."values"
  ), moved AS (
    SELECT g.target_id, jsonb_object_agg(e.key, e.value ORDER BY g.line DESC, g.company_id DESC) AS "values"
    FROM gone g CROSS JOIN LATERAL jsonb_each(g."values") e WHERE g.target_id IS NOT NULL GROUP BY g.target_id
  )
  INSERT INTO own_field_values AS kept (scope_id, company_id, "values")
  SELECT 0, target_id, "values" FROM moved
  ON CONFLICT (scope_id, company_id) DO UPDATE SET "values" = excluded."values" || kept."values"`;
