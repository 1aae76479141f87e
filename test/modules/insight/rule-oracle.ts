import type pg from 'pg';

/** A second, direct implementation of rules behind examples: it compares companies one by one. */

interface Sighting {
  first: number;
  last: number;
}

/** What a company has, by the keys of fields. Values of dated fields come with their sightings, in days before the newest one. */
export interface Facts {
  id: number;
  domain: string;
  values: Map<string, Map<string, Sighting | undefined>>;
  numbers: Map<string, number>;
}

export interface RestCondition {
  condition: { field: string; operator: string; values: (string | number)[]; when?: Record<string, string> };
}

export interface RestDefinition {
  registry_version: string;
  root: RestCondition | { and: RestCondition[] };
}

/** Reads the catalogue, and the values of own fields by their keys. */
export async function readFacts(pool: pg.Pool): Promise<Facts[]> {
  const { rows } = await pool.query(`
    WITH newest AS (SELECT greatest((SELECT max(last_seen) FROM company_technology),
        (SELECT max(last_observed_at) FROM partnership)) AS as_of),
      detected AS (
        SELECT d.company_id, t.tech_key, t.category, extract(epoch FROM as_of - d.first_seen) / 86400 AS first,
          extract(epoch FROM as_of - d.last_seen) / 86400 AS last
        FROM company_technology d JOIN technology t ON t.id = d.technology_id CROSS JOIN newest)
    SELECT c.id, c.primary_domain AS domain, c.industry, c.country, c.employee_range, c.founded_year, c.partnership_count,
      c.technology_count,
      ARRAY(SELECT i.name FROM company_investor x JOIN investor i ON i.id = x.investor_id WHERE x.company_id = c.id) AS investor,
      ARRAY(SELECT p.primary_domain FROM partnership x JOIN company p ON p.id = x.partner_id WHERE x.company_id = c.id) AS partner,
      (SELECT jsonb_object_agg(tech_key, jsonb_build_array(first, last)) FROM detected d WHERE d.company_id = c.id) AS technology,
      (SELECT jsonb_object_agg(category, jsonb_build_array(first, last)) FROM (
        SELECT category, max(first) AS first, min(last) AS last FROM detected d
        WHERE d.company_id = c.id AND category IS NOT NULL GROUP BY category) s) AS technology_category,
      (SELECT jsonb_object_agg(f.key, v.value) FROM own_field_values o CROSS JOIN LATERAL jsonb_each(o."values") v
        JOIN own_field f ON f.id = v.key::int WHERE o.company_id = c.id) AS own
    FROM company c ORDER BY c.id`);
  return rows.map(toFacts);
}

// biome-ignore lint/suspicious/noExplicitAny: rows of the statement above
function toFacts(row: any): Facts {
  const values: Facts['values'] = new Map();
  const numbers: Facts['numbers'] = new Map();
  const undated = (texts: (string | null)[]) =>
    new Map(texts.flatMap((text) => (text ? [[text, undefined]] : [])));
  for (const key of ['industry', 'country', 'employee_range']) values.set(key, undated([row[key]]));
  for (const key of ['investor', 'partner']) values.set(key, undated(row[key]));
  for (const key of ['technology', 'technology_category'])
    values.set(
      key,
      new Map(
        Object.entries<[number, number]>(row[key] ?? {}).map(([value, [first, last]]) => [
          value,
          { first, last },
        ]),
      ),
    );
  for (const key of ['founded_year', 'partnership_count', 'technology_count'])
    if (row[key] !== null) numbers.set(key, row[key]);
  for (const [key, value] of Object.entries<unknown>(row.own ?? {})) {
    if (typeof value === 'number') numbers.set(key, value);
    else values.set(key, undated([value].flat().map(String)));
  }
  return { id: row.id, domain: row.domain, values, numbers };
}

function meets({ values, numbers }: Facts, { condition }: RestCondition): boolean {
  const { field, operator, values: given, when } = condition;
  const number = numbers.get(field);
  const [from = 0, to = from] = given;
  if (operator === 'gte') return number !== undefined && number >= Number(from);
  if (operator === 'lte') return number !== undefined && number <= Number(from);
  if (operator === 'between') return number !== undefined && number >= Number(from) && number <= Number(to);
  return given.some((value) => {
    const own = values.get(field);
    if (!own?.has(String(value))) return false;
    const sighting = own.get(String(value));
    if (!when || !sighting) return !when;
    const [[key = '', window = '']] = Object.entries(when) as [[string, string]];
    const days = Number(window.replace('d', ''));
    if (key === 'first_seen') return sighting.first <= days;
    return key === 'last_seen' ? sighting.last <= days : sighting.last > days;
  });
}

export function conditionsOf({ root }: RestDefinition): RestCondition[] {
  return 'and' in root ? root.and : [root];
}

export function matchesOf(facts: readonly Facts[], definition: RestDefinition): Facts[] {
  const conditions = conditionsOf(definition);
  return facts.filter((each) => conditions.every((condition) => meets(each, condition)));
}

/** Rounds off what floating-point numbers leave behind their tenth digit. */
export const rounded = (value: number) => Number(value.toPrecision(10));

/** Finds the share whose interval ends at the observed share, by halving: that is what Wilson's interval means. @param limit 0 or 1 */
function wilsonEnd(share: number, total: number, limit: 0 | 1): number {
  let [inside, outside] = [share, limit as number];
  for (let step = 0; step < 100; step++) {
    const middle = (inside + outside) / 2;
    const isInside =
      Math.abs(share - middle) < 1.959963984540054 * Math.sqrt((middle * (1 - middle)) / total);
    if (isInside) inside = middle;
    else outside = middle;
  }
  return outside;
}

/** Returns the traits of examples in some fields. */
export function traitsOf(facts: readonly Facts[], examples: ReadonlySet<number>, fields: readonly string[]) {
  const least = Math.max(2, Math.ceil(0.05 * examples.size));
  return fields.flatMap((field) => {
    const counts = new Map<string, { all: number; covered: number }>();
    for (const { id, values } of facts)
      for (const value of values.get(field)?.keys() ?? []) {
        const { all, covered } = counts.get(value) ?? { all: 0, covered: 0 };
        counts.set(value, { all: all + 1, covered: covered + (examples.has(id) ? 1 : 0) });
      }
    return [...counts].flatMap(([value, { all, covered }]) => {
      if (covered < least) return [];
      const [share, inCatalogue] = [covered / examples.size, all / facts.length];
      return {
        field,
        value,
        count: covered,
        share: rounded(share),
        catalogue_share: rounded(inCatalogue),
        lift: rounded(share / inCatalogue),
        lift_low: rounded(wilsonEnd(share, examples.size, 0) / inCatalogue),
        lift_high: rounded(wilsonEnd(share, examples.size, 1) / inCatalogue),
      };
    });
  });
}
