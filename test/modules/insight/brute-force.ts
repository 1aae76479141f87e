import type pg from 'pg';

/** Second, direct implementations of what compares companies and technologies, over the tables. */

/** Digits to which scores are compared: sums of floating-point numbers depend on their order. */
const round = (score: number) => Math.round(score * 1e9) / 1e9;

/** Values by company: `technology k8s`, `industry games`. Spellings of an industry are one value. */
export async function readValues(pool: pg.Pool): Promise<Map<number, Set<string>>> {
  const { rows } = await pool.query<{ id: number; values: string[] }>(`
    SELECT c.id, array_remove(ARRAY[
        'industry ' || provisional_text_key(c.industry), 'country ' || c.country, 'employee_range ' || c.employee_range
      ] || ARRAY(SELECT 'technology ' || t.tech_key FROM company_technology d JOIN technology t ON t.id = d.technology_id
        WHERE d.company_id = c.id), NULL) AS values
    FROM company c`);
  return new Map(rows.map(({ id, values }) => [id, new Set(values)]));
}

/** Compares a company with every other one, value by value. @returns `[id, score, weights of what is shared]`, the best first */
export function compareWithAll(
  all: ReadonlyMap<number, ReadonlySet<string>>,
  companyId: number,
  first: number,
) {
  const own = [...(all.get(companyId) ?? [])];
  const weightOf = (value: string) => {
    const having = [...all.values()].filter((values) => values.has(value)).length;
    return Math.log(all.size / having);
  };
  const weights = new Map(own.map((value) => [value, weightOf(value)]));
  const sum = (values: readonly string[]) =>
    values.reduce((total, each) => total + (weights.get(each) ?? 0), 0);
  const total = sum(own);
  if (total === 0) return [];
  const scored = [...all].flatMap(([id, values]) => {
    const shared = own.filter((value) => values.has(value));
    const score = round(sum(shared) / total);
    const told = shared.map((value) => round(weights.get(value) ?? 0)).sort((a, b) => b - a);
    return id === companyId || score === 0 ? [] : [{ id, score, shared: told }];
  });
  return scored.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, first);
}

/** Rounds what the service answers in the same way. */
export function rounded(
  found: readonly { companyId: number; score: number; shared: readonly { weight: number }[] }[],
) {
  return found.map(({ companyId, score, shared }) => ({
    id: companyId,
    score: round(score),
    shared: shared.map(({ weight }) => round(weight)),
  }));
}

/** Finds the companies of every move by plain SQL. @returns `from to` to their ids, sorted */
export async function findMoves(
  pool: pg.Pool,
  category: string,
  days: number,
): Promise<Map<string, number[]>> {
  const { rows } = await pool.query<{ pair: string; ids: number[] }>(
    `WITH newest AS (SELECT greatest((SELECT max(last_seen) FROM company_technology),
        (SELECT max(last_observed_at) FROM partnership)) AS as_of),
      seen AS (
        SELECT d.company_id, t.tech_key,
          d.last_seen >= as_of - $2 * interval '24 hours' AND d.last_seen < as_of - interval '720 hours' AS dropped,
          d.first_seen >= as_of - $2 * interval '24 hours' AS adopted
        FROM company_technology d JOIN technology t ON t.id = d.technology_id CROSS JOIN newest
        WHERE provisional_text_key(t.category) = provisional_text_key($1))
     SELECT a.tech_key || ' ' || b.tech_key AS pair, array_agg(a.company_id ORDER BY a.company_id) AS ids
     FROM seen a JOIN seen b USING (company_id)
     WHERE a.dropped AND b.adopted AND a.tech_key <> b.tech_key GROUP BY a.tech_key, b.tech_key`,
    [category, days],
  );
  return new Map(rows.map(({ pair, ids }) => [pair, ids]));
}

/** The largest of them, as the service orders them. */
export function largest(moves: ReadonlyMap<string, readonly number[]>) {
  return Array.from(moves, ([pair, { length }]) => ({ pair, count: length }))
    .sort((a, b) => b.count - a.count || (a.pair.replace(' ', '\0') < b.pair.replace(' ', '\0') ? -1 : 1))
    .slice(0, 20);
}
