import { quote, toPlan, toPredicate } from './plan.mjs';

/** Days of the tiers' windows, the narrowest first; 0 is evidence of any age. */
const WINDOWS = [90, 365, 0];

/** SQL of a value of a company `m` for each field of a breakdown, with the joins that it needs. */
const VALUES = {
  country: { value: 'c.country', from: 'm JOIN company c USING (id)' },
  industry: { value: 'c.industry', from: 'm JOIN company c USING (id)' },
  technology: {
    value: 't.tech_key',
    from: 'm JOIN company_technology d ON d.company_id = m.id JOIN technology t ON t.id = d.technology_id',
  },
};

/**
 * Computes the numbers of a draft from the tables of the catalogue, without the index.
 *
 * @param fields {field: number of values}
 * @returns what the draft answers, with ids of companies as the sample and breakdowns by field
 */
export async function computeDraft(pool, root, idOf, fields, sampled) {
  const { rows: newest } = await pool.query(`
    SELECT greatest((SELECT max(last_seen) FROM company_technology),
      (SELECT max(last_observed_at) FROM partnership)) AS "asOf"`);
  const matchOf = (node, days) => toPredicate(toPlan(node, idOf), leafWithin(newest[0].asOf, days));
  const count = async (...nodes) => {
    const wanted = nodes.map((node) => matchOf(node, 0)).join(' AND ');
    const { rows } = await pool.query(`SELECT count(*)::int AS count FROM company c WHERE ${wanted}`);
    return rows[0].count;
  };
  const [high, recent, ever] = WINDOWS.map((days) => matchOf(root, days));
  const { rows: matches } = await pool.query(`
    SELECT c.id, CASE WHEN ${high} THEN 0 WHEN ${recent} THEN 1 ELSE 2 END AS tier
    FROM company c WHERE ${ever} ORDER BY tier, c.id`);
  const ofTier = (place) => matches.filter(({ tier }) => tier === place).length;
  return {
    exactCount: matches.length,
    tierCounts: { exploratory: ofTier(2), high: ofTier(0), medium: ofTier(1) },
    funnel: await computeFunnel(root, '/root', count),
    sample: matches.slice(0, sampled).map(({ id }) => id),
    breakdowns: await computeBreakdowns(pool, ever, fields),
  };
}

/** Counts each node by itself, and children of `and` with those before them. */
async function computeFunnel(node, pointer, count, before) {
  const steps = [
    {
      pointer,
      exactCount: await count(node),
      remainingCount: before ? await count(...before, node) : null,
    },
  ];
  if (node.not) steps.push(...(await computeFunnel(node.not, `${pointer}/not`, count)));
  for (const key of ['and', 'or'])
    for (const [index, child] of (node[key] ?? []).entries()) {
      const earlier = key === 'and' ? node.and.slice(0, index) : undefined;
      steps.push(...(await computeFunnel(child, `${pointer}/${key}/${index}`, count, earlier)));
    }
  return steps;
}

async function computeBreakdowns(pool, matching, fields) {
  const { rows } = await pool.query(breakdownsSql(matching, fields));
  return Object.keys(fields).map((field) =>
    rows.filter((row) => row.field === field).map(({ value, count }) => ({ value, count })),
  );
}

/** SQL that selects the matches once and counts them by the values of each field, as somebody would write it by hand. */
function breakdownsSql(matching, fields) {
  const counted = Object.entries(fields).map(
    ([
      field,
      first,
    ]) => `(SELECT ${quote(field)} AS field, ${VALUES[field].value} COLLATE "C" AS value, count(*)::int AS count
      FROM ${VALUES[field].from} WHERE ${VALUES[field].value} IS NOT NULL GROUP BY 2 ORDER BY 3 DESC, 2 LIMIT ${first})`,
  );
  return `WITH m AS MATERIALIZED (SELECT c.id FROM company c WHERE ${matching}) ${counted.join(' UNION ALL ')}`;
}

/** @returns a prepared statement of the breakdowns alone: the peer */
export function breakdownsStatement(name, root, idOf, fields) {
  const matching = toPredicate(toPlan(root, idOf), leafWithin());
  return { name: `draft ${name}`, text: breakdownsSql(matching, fields), rowMode: 'array' };
}

/** Compiles leaves that need evidence of some days before a time. Negated leaves count all evidence. */
function leafWithin(asOf, days = 0) {
  return ({ kind, sql, set, ids, all, negated }) => {
    if (kind === 'column') return sql;
    const { rows, value, seen } = EVIDENCE[set];
    const start = days > 0 && !negated ? new Date(asOf.getTime() - days * 86_400_000) : undefined;
    const since = start ? `AND ${seen} >= ${quote(start.toISOString())}` : '';
    const having = (list) =>
      `EXISTS (SELECT FROM ${rows} WHERE d.company_id = c.id AND ${value} IN (${list.join(', ')}) ${since})`;
    return all ? `(${ids.map((id) => having([id])).join(' AND ')})` : having(ids);
  };
}

const EVIDENCE = {
  technology: { rows: 'company_technology d', value: 'd.technology_id', seen: 'd.last_seen' },
  partner: { rows: 'partnership d', value: 'd.partner_id', seen: 'd.last_observed_at' },
};
