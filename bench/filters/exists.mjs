import { isDistinct, quote, toPredicate, toSetOperation } from './plan.mjs';
import { build, openPostgres } from './postgres.mjs';
import { CATEGORY_OF_TECHNOLOGY } from './words.mjs';

const SCHEMA = 'peer_exists';

/**
 * Copies of the service's tables with only the columns that conditions use, and with every useful index: companies of a
 * value and values of a company by index-only scans, and texts by trigrams and by equality.
 */
const STATEMENTS = [
  `CREATE SCHEMA ${SCHEMA}`,
  `SET search_path = ${SCHEMA}, public`,
  `CREATE TABLE ${SCHEMA}.company AS
   SELECT id, name, industry, employee_range, country, founded_year, technology_count, partnership_count
   FROM public.company ORDER BY id`,
  `CREATE TABLE ${SCHEMA}.technology_of AS
   SELECT technology_id AS value, company_id FROM company_technology ORDER BY technology_id, company_id`,
  `CREATE TABLE ${SCHEMA}.technology_category_of AS
   SELECT DISTINCT category_id AS value, company_id
   FROM company_technology JOIN (${CATEGORY_OF_TECHNOLOGY}) categories USING (technology_id)
   ORDER BY category_id, company_id`,
  `CREATE TABLE ${SCHEMA}.investor_of AS SELECT investor_id AS value, company_id FROM company_investor ORDER BY 1, 2`,
  `CREATE TABLE ${SCHEMA}.partner_of AS SELECT partner_id AS value, company_id FROM partnership ORDER BY 1, 2`,
  `CREATE TABLE ${SCHEMA}.domain_of AS SELECT domain, company_id FROM company_domain ORDER BY company_id`,
  `CREATE UNIQUE INDEX ON ${SCHEMA}.company (id)`,
  ...['industry', 'employee_range', 'country', 'founded_year', 'technology_count', 'partnership_count'].map(
    (column) => `CREATE INDEX ON ${SCHEMA}.company (${column}, id)`,
  ),
  `CREATE INDEX ON ${SCHEMA}.company USING gin (name gin_trgm_ops)`,
  `CREATE INDEX ON ${SCHEMA}.company (lower(name), id)`,
  `CREATE INDEX ON ${SCHEMA}.domain_of USING gin (domain gin_trgm_ops)`,
  `CREATE UNIQUE INDEX ON ${SCHEMA}.domain_of (domain) INCLUDE (company_id)`,
  `CREATE INDEX ON ${SCHEMA}.domain_of (company_id)`,
  ...['technology_of', 'technology_category_of', 'investor_of', 'partner_of'].flatMap((table) => [
    `CREATE UNIQUE INDEX ON ${SCHEMA}.${table} (value, company_id)`,
    `CREATE UNIQUE INDEX ON ${SCHEMA}.${table} (company_id, value)`,
  ]),
  ...['company', 'technology_of', 'technology_category_of', 'investor_of', 'partner_of', 'domain_of'].map(
    (table) => `VACUUM (ANALYZE) ${SCHEMA}.${table}`,
  ),
];

/** PostgreSQL with EXISTS over indexed tables. */
export async function openExists(url) {
  await build(url, STATEMENTS);
  return {
    label: 'EXISTS',
    forms: (plan) => ({
      exists: `SELECT count(*) FROM company c WHERE ${toPredicate(plan, toExists)}`,
      in: `SELECT count(*) FROM company c WHERE ${toPredicate(plan, toIn)}`,
      sets: `SELECT count(${isDistinct(plan) ? '*' : 'DISTINCT id'}) FROM (${toSetOperation(plan, toSelect, 'SELECT id FROM company')}) matches (id)`,
    }),
    ...openPostgres(url, SCHEMA),
  };
}

/** Compiles a leaf to a condition on the company c. */
function toExists(leaf) {
  if (leaf.kind === 'column') return leaf.sql;
  if (leaf.kind === 'text') {
    return leaf.column === 'name'
      ? onName('c.name', leaf)
      : `EXISTS (SELECT FROM domain_of d WHERE d.company_id = c.id AND ${onDomain(leaf)})`;
  }
  const one = (values) =>
    `EXISTS (SELECT FROM ${leaf.set}_of v WHERE v.company_id = c.id AND v.value ${values})`;
  if (leaf.all) return `(${leaf.ids.map((id) => one(`= ${id}`)).join(' AND ')})`;
  return one(leaf.ids.length === 1 ? `= ${leaf.ids[0]}` : `IN (${leaf.ids.join(', ')})`);
}

/** Compiles a leaf to IN with a subquery, which the planner may hash. */
function toIn(leaf) {
  if (leaf.kind === 'column' || leaf.column === 'name') return toExists(leaf);
  return `(c.id IN (${toSelect(leaf)}))`;
}

/** Compiles a leaf to a selection of ids. */
function toSelect(leaf) {
  if (leaf.kind === 'column') return `SELECT c.id FROM company c WHERE ${leaf.sql}`;
  if (leaf.kind === 'text') {
    return leaf.column === 'name'
      ? `SELECT id FROM company WHERE ${onName('name', leaf)}`
      : `SELECT company_id FROM domain_of d WHERE ${onDomain(leaf)}`;
  }
  const { set, all, ids } = leaf;
  const one = (id) => `SELECT company_id FROM ${set}_of WHERE value = ${id}`;
  if (all && ids.length > 1) return ids.map((id) => `(${one(id)})`).join(' INTERSECT ');
  return ids.length === 1
    ? one(ids[0])
    : `SELECT company_id FROM ${set}_of WHERE value IN (${ids.join(', ')})`;
}

function onName(column, { equal, patterns }) {
  if (equal) return `lower(${column}) IN (${equal.map(quote).join(', ')})`;
  return `${column} ILIKE ANY (ARRAY[${patterns.map(quote).join(', ')}])`;
}

function onDomain({ equal, patterns }) {
  if (equal) return `d.domain IN (${equal.map(quote).join(', ')})`;
  return `d.domain LIKE ANY (ARRAY[${patterns.map(quote).join(', ')}])`;
}
