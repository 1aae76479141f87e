import type { Queryable } from '../../database/client.ts';
import { arrayOf } from '../../database/prepared.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import { keySql } from '../../database/sql.ts';
import { textKey } from '../../lib/text-key.ts';
import { CATEGORIES } from '../facets/collect.ts';
import { isSpelled } from '../facets/facet.ts';
import type { Value } from '../filters/operators.ts';
import { type Field, isNumberField } from '../filters/registry.ts';
import { COMMONEST, spellingsSql } from '../filters/vocabularies.ts';

/** What examples have: values to try in conditions. Postings then tell how many companies have them. */
export interface ExampleValues {
  values: readonly ExampleValue[];
  bounds: readonly ExampleBounds[];
}

export interface ExampleValue {
  field: Field;
  value: string;
  /** Name of a partner; undefined for other values. */
  label: string | undefined;
}

/** Bounds of numbers or days to try, which examples have. */
export interface ExampleBounds {
  field: Field;
  lower: readonly Value[];
  upper: readonly Value[];
}

/** Values of a field that are tried, the commonest among the examples. A company has few hundred of any field. */
const MAX_VALUES = 500;

/** Shares of the examples that are below a lower bound, or above an upper one. */
const TAILS = [0.02, 0.05, 0.08, 0.11, 0.15, 0.2, 0.26, 0.33, 0.41, 0.5];
/** Places of the tails of an own field: each of its bounds is computed from slices. */
const OWN_TAILS = [1, 3, 5, 7];

/** Counts the values of the examples $1 in the fields $2. Partners of fewer than $3 examples are left out. */
const FOUND = {
  name: 'example_values',
  runsOn: ON_REPLICA,
  text: `WITH example AS MATERIALIZED (SELECT unnest($1::int[]) AS id),
      detected AS (SELECT technology_id, company_id FROM example e JOIN company_technology d ON d.company_id = e.id)
    SELECT field, value, label, count FROM (
      SELECT found.*, row_number() OVER (PARTITION BY field ORDER BY count DESC, value COLLATE "C") AS place FROM (
        SELECT v.field, v.value, NULL AS label, count(*)::int AS count
        FROM example e JOIN company c ON c.id = e.id CROSS JOIN LATERAL (VALUES
          ('industry', c.industry), ('country', c.country), ('employee_range', c.employee_range)) v (field, value)
        WHERE v.value IS NOT NULL GROUP BY 1, 2
        UNION ALL SELECT 'technology', t.tech_key, NULL, d.count FROM (
          SELECT technology_id, count(*)::int AS count FROM detected GROUP BY 1
        ) d JOIN technology t ON t.id = d.technology_id
        UNION ALL SELECT 'technology_category', c.spelling, NULL, d.count FROM (
          SELECT ${keySql('t.category', 't.category_key')} AS key, count(DISTINCT d.company_id)::int AS count
          FROM detected d JOIN technology t ON t.id = d.technology_id WHERE t.category IS NOT NULL GROUP BY 1
        ) d JOIN (${CATEGORIES}) c ON c.key = d.key
        UNION ALL SELECT 'investor', i.name, NULL, x.count FROM (
          SELECT investor_id, count(*)::int AS count FROM example e JOIN company_investor x ON x.company_id = e.id GROUP BY 1
        ) x JOIN investor i ON i.id = x.investor_id
        UNION ALL SELECT 'partner', c.primary_domain, c.name, p.count FROM (
          SELECT partner_id, count(*)::int AS count FROM example e JOIN partnership p ON p.company_id = e.id
          WHERE 'partner' = ANY ($2) GROUP BY 1 HAVING count(*) >= $3
        ) p JOIN company c ON c.id = p.partner_id
      ) found WHERE field = ANY ($2::text[])
    ) ranked WHERE place <= ${MAX_VALUES}`,
};

/** Quantiles $2 of the built-in numbers of the examples $1. */
const QUANTILES = {
  name: 'example_quantiles',
  runsOn: ON_REPLICA,
  text: `SELECT ${['founded_year', 'partnership_count', 'technology_count']
    .map((column) => `percentile_disc($2::float8[]) WITHIN GROUP (ORDER BY ${column}) AS ${column}`)
    .join(', ')} FROM company WHERE id = ANY ($1::int[])`,
};

/** Rows of the values that the examples $1 have in the own fields $3. */
const OWN_VALUES = `SELECT x.key::int AS field, x.value AS stored
  FROM own_field_values o CROSS JOIN LATERAL jsonb_each(o."values") x
  WHERE o.scope_id IN (0, $2) AND o.company_id = ANY ($1::int[]) AND x.key = ANY ($3::text[])`;

const OWN_FOUND = {
  name: 'example_own_values',
  runsOn: 'primary',
  text: `SELECT field, value FROM (
      SELECT counted.*, row_number() OVER (PARTITION BY field ORDER BY count DESC, value COLLATE "C") AS place FROM (
        SELECT o.field, v.value, count(*)::int AS count FROM (${OWN_VALUES}) o
        CROSS JOIN LATERAL jsonb_array_elements_text(
          CASE jsonb_typeof(o.stored) WHEN 'array' THEN o.stored ELSE jsonb_build_array(o.stored) END) v (value)
        GROUP BY 1, 2
      ) counted
    ) ranked WHERE place <= ${MAX_VALUES}`,
} as const;

/** Quantiles $4 of own numbers, as texts, and of own days. Text sorts days as they follow one another. */
const OWN_QUANTILES = {
  name: 'example_own_quantiles',
  runsOn: 'primary',
  text: `SELECT field, coalesce(
      percentile_disc($4::float8[]) WITHIN GROUP (ORDER BY (stored #>> '{}')::numeric)
        FILTER (WHERE jsonb_typeof(stored) = 'number')::text[],
      percentile_disc($4::float8[]) WITHIN GROUP (ORDER BY (stored #>> '{}') COLLATE "C")
        FILTER (WHERE jsonb_typeof(stored) = 'string')) AS quantiles
    FROM (${OWN_VALUES}) o GROUP BY field`,
} as const;

/** The spelling that most companies have, by the names of fields $1 and the keys $2 of values. */
const SPELLINGS = {
  name: 'example_spellings',
  runsOn: ON_REPLICA,
  text: `SELECT k.field, k.key, s.value FROM unnest($1::text[], $2::text[]) AS k (field, key)
    CROSS JOIN LATERAL (SELECT ${COMMONEST} AS value FROM (${spellingsSql('k.field')}
      AND ${keySql('value', 'value_key')} = k.key) v WHERE companies > 0) s WHERE s.value IS NOT NULL`,
};

const PROBABILITIES = [...TAILS, ...TAILS.map((tail) => 1 - tail)];

/**
 * Finds the values that examples have.
 *
 * @param ids some thousand examples at most. @param least examples that must have a value, of those.
 */
export async function findExampleValues(
  db: Queryable,
  organizationId: number,
  { ids, fields, least }: { ids: readonly number[]; fields: readonly Field[]; least: number },
): Promise<ExampleValues> {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const own = new Map(fields.flatMap((field) => (field.own ? [[field.own.id, field] as const] : [])));
  const [found, quantiles, ownFound, ownQuantiles] = await Promise.all([
    db.query<{ field: string; value: string; label: string | null }>({
      ...FOUND,
      values: [arrayOf(ids), [...byKey.keys()], least],
    }),
    db.query<Record<string, number[] | null>>({ ...QUANTILES, values: [arrayOf(ids), PROBABILITIES] }),
    readOwn<{ field: number; value: string }>(OWN_FOUND, []),
    readOwn<{ field: number; quantiles: string[] | null }>(OWN_QUANTILES, [PROBABILITIES]),
  ]);

  async function readOwn<Row extends object>(
    statement: typeof OWN_FOUND | typeof OWN_QUANTILES,
    more: unknown[],
  ) {
    if (own.size === 0) return [];
    const values = [arrayOf(ids), organizationId, [...own.keys()].map(String), ...more];
    return (await db.query<Row>({ ...statement, values })).rows;
  }

  const values: ExampleValue[] = [
    ...found.rows.flatMap(({ field: key, value, label }) => {
      const field = byKey.get(key);
      return field ? { field, value, label: label ?? undefined } : [];
    }),
    ...ownFound.flatMap(({ field: id, value }) => {
      const field = own.get(id);
      return field && !isNumberField(field) ? { field, value, label: undefined } : [];
    }),
  ];
  const bounds = [
    ...Object.entries(quantiles.rows[0] ?? {}).flatMap(([key, numbers]) => toBounds(byKey.get(key), numbers)),
    ...ownQuantiles.flatMap(({ field, quantiles: texts }) => toBounds(own.get(field), texts)),
  ];
  return { values: await withCommonSpellings(db, values), bounds };
}

function toBounds(field: Field | undefined, quantiles: readonly (number | string)[] | null): ExampleBounds[] {
  if (!field || !isNumberField(field) || !quantiles) return [];
  const halves = [quantiles.slice(0, TAILS.length), quantiles.slice(TAILS.length)];
  const [lower = [], upper = []] = halves.map((half, side): readonly Value[] => {
    const tried: readonly (number | string)[] = field.own
      ? OWN_TAILS.map((place) => half[place] ?? '')
      : half;
    if (field.type === 'date') return tried.map(String);
    return tried.map((each) => (field.own ? roundOutwards(Number(each), side === 0) : Number(each)));
  });
  return [{ field, lower: [...new Set(lower)], upper: [...new Set(upper)] }];
}

const DIGITS = 2;
/** Numbers from here on have more digits than a value can have. */
const TOO_LARGE = 1e15;

/** Rounds a bound of an own number to two digits, so that it is easy to read, down or up. */
function roundOutwards(value: number, down: boolean): number {
  if (value === 0) return 0;
  const step = 10 ** (Math.floor(Math.log10(Math.abs(value))) + 1 - DIGITS);
  const steps = value / step;
  const rounded = Number(((down ? Math.floor(steps) : Math.ceil(steps)) * step).toPrecision(DIGITS));
  return Math.abs(rounded) < TOO_LARGE ? rounded : value;
}

/** Returns each value once, in the spelling that most companies have. */
async function withCommonSpellings(
  db: Queryable,
  found: readonly ExampleValue[],
): Promise<readonly ExampleValue[]> {
  const isText = ({ field }: ExampleValue) => isSpelled({ field: field.facet });
  const nameOf = (facet: string, key: string) => `${facet}\0${key}`;
  const texts = found.filter(isText);
  if (texts.length === 0) return found;
  const { rows } = await db.query<{ field: string; key: string; value: string }>({
    ...SPELLINGS,
    values: [texts.map(({ field }) => field.facet), texts.map(({ value }) => textKey(value))],
  });
  const spellings = new Map(rows.map(({ field, key, value }) => [nameOf(field, key), value]));
  const spelled = new Map<string, ExampleValue>();
  for (const each of found) {
    if (!isText(each)) spelled.set(nameOf(each.field.facet, each.value), each);
    else {
      const name = nameOf(each.field.facet, textKey(each.value));
      const value = spellings.get(name);
      if (value !== undefined) spelled.set(name, { ...each, value });
    }
  }
  return [...spelled.values()];
}
