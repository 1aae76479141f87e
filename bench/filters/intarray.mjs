import { onName } from './exists.mjs';
import { quote, toPredicate } from './plan.mjs';
import { build, openPostgres } from './postgres.mjs';
import { CATEGORY_OF_TECHNOLOGY } from './words.mjs';

const SCHEMA = 'peer_intarray';
const COLUMNS = [
  'industry',
  'employee_range',
  'country',
  'founded_year',
  'technology_count',
  'partnership_count',
];
const SETS = ['technology', 'technology_category', 'investor', 'partner'];

const collect = (name, query) =>
  `LEFT JOIN (SELECT company_id, array_agg(DISTINCT value) AS ids FROM (${query}) v (company_id, value) GROUP BY 1) ${name}
     ON ${name}.company_id = c.id`;

/** One row for each company: its sets as sorted arrays of ids, and its domains as one text with spaces around each. */
const STATEMENTS = [
  'CREATE EXTENSION IF NOT EXISTS intarray SCHEMA public',
  `CREATE SCHEMA ${SCHEMA}`,
  `CREATE TABLE ${SCHEMA}.company AS
   SELECT c.id, c.name, ${COLUMNS.map((column) => `c.${column}`).join(', ')},
     ${SETS.map((set) => `coalesce(${set}.ids, '{}') AS ${set}`).join(', ')}, domain.texts AS domain
   FROM public.company c
   ${collect('technology', 'SELECT company_id, technology_id FROM company_technology')}
   ${collect(
     'technology_category',
     `SELECT company_id, category_id FROM company_technology JOIN (${CATEGORY_OF_TECHNOLOGY}) t USING (technology_id)`,
   )}
   ${collect('investor', 'SELECT company_id, investor_id FROM company_investor')}
   ${collect('partner', 'SELECT company_id, partner_id FROM partnership')}
   LEFT JOIN (SELECT company_id, ' ' || string_agg(domain, ' ') || ' ' AS texts FROM company_domain GROUP BY 1) domain
     ON domain.company_id = c.id
   ORDER BY c.id`,
  `ALTER TABLE ${SCHEMA}.company ${SETS.map((set) => `ALTER ${set} TYPE int[]`).join(', ')}`,
  `CREATE UNIQUE INDEX ON ${SCHEMA}.company (id)`,
  ...SETS.map((set) => `CREATE INDEX ON ${SCHEMA}.company USING gin (${set} gin__int_ops)`),
  ...COLUMNS.map((column) => `CREATE INDEX ON ${SCHEMA}.company (${column})`),
  `CREATE INDEX ON ${SCHEMA}.company USING gin (name gin_trgm_ops)`,
  `CREATE INDEX ON ${SCHEMA}.company (lower(name))`,
  `CREATE INDEX ON ${SCHEMA}.company USING gin (domain gin_trgm_ops)`,
  `VACUUM (ANALYZE) ${SCHEMA}.company`,
];

/** PostgreSQL with the extension intarray. */
export async function openIntarray(url) {
  await build(url, STATEMENTS);
  return {
    label: 'intarray',
    forms: (plan) => ({
      arrays: `SELECT count(*) FROM company c WHERE ${toPredicate(plan, toArrays)}`,
      queries: `SELECT count(*) FROM company c WHERE ${toPredicate(merge(plan), toArrays)}`,
    }),
    ...openPostgres(url, SCHEMA),
  };
}

/** Joins adjacent conditions on one array to one query_int, which one index search answers. */
function merge(plan) {
  if (!plan.children) return plan;
  const children = plan.children.map(merge);
  const rest = [];
  for (const child of children) {
    const found = rest.find((each) => queryOf(each) && queryOf(child) && each.set === child.set);
    if (!found) {
      rest.push(child);
      continue;
    }
    const query = `(${queryOf(found)})${plan.kind === 'and' ? '&' : '|'}(${queryOf(child)})`;
    rest[rest.indexOf(found)] = { kind: 'set', set: child.set, query, negated: false };
  }
  return rest.length === 1 ? rest[0] : { ...plan, children: rest };
}

function queryOf({ kind, query, all, ids, negated }) {
  if (kind !== 'set') return undefined;
  const own = query ?? ids.join(all ? '&' : '|');
  return negated ? `!(${own})` : own;
}

/** Compiles a leaf to a condition on the company c. */
function toArrays(leaf) {
  if (leaf.kind === 'column') return leaf.sql;
  if (leaf.kind === 'text') return leaf.column === 'name' ? onName('c.name', leaf) : onDomains(leaf);
  if (leaf.query) return `(c.${leaf.set} @@ '${leaf.query}'::query_int)`;
  return `(c.${leaf.set} ${leaf.all ? '@>' : '&&'} '{${leaf.ids.join(',')}}'::int[])`;
}

/** The text has a space after each domain, so the end of a domain is followed by a space. */
function onDomains({ equal, patterns }) {
  const wrap = (pattern) => (pattern.endsWith('%') ? pattern : `%${pattern.replace(/^%/, '')} %`);
  const wanted = equal ? patterns.map((pattern) => `% ${pattern} %`) : patterns.map(wrap);
  return `c.domain LIKE ANY (ARRAY[${wanted.map(quote).join(', ')}])`;
}
