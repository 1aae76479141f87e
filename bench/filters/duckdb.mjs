import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { isDistinct, quote, toPredicate, toSetOperation } from './plan.mjs';
import { CATEGORY_OF_TECHNOLOGY } from './words.mjs';

/** Tables that are copied from PostgreSQL. Each is sorted by the value by which it is searched. */
const TABLES = {
  company: {
    query: `SELECT id, lower(name) AS name, industry, employee_range, country::text, founded_year,
      technology_count, partnership_count FROM company`,
    columns: `id INTEGER, name VARCHAR, industry VARCHAR, employee_range VARCHAR, country VARCHAR,
      founded_year SMALLINT, technology_count INTEGER, partnership_count INTEGER`,
    order: 'id',
  },
  domain: {
    query: 'SELECT domain, company_id FROM company_domain',
    columns: 'domain VARCHAR, company_id INTEGER',
    order: 'company_id',
  },
  technology: {
    query: 'SELECT technology_id, company_id FROM company_technology',
    columns: 'id SMALLINT, company_id INTEGER',
    order: 'id, company_id',
  },
  // A company with five technologies of a category has the category once.
  technology_category: {
    query: `SELECT DISTINCT category_id, company_id
      FROM company_technology JOIN (${CATEGORY_OF_TECHNOLOGY}) categories USING (technology_id)`,
    columns: 'id SMALLINT, company_id INTEGER',
    order: 'id, company_id',
  },
  investor: {
    query: 'SELECT investor_id, company_id FROM company_investor',
    columns: 'id SMALLINT, company_id INTEGER',
    order: 'id, company_id',
  },
  partner: {
    query: 'SELECT partner_id, company_id FROM partnership',
    columns: 'id INTEGER, company_id INTEGER',
    order: 'id, company_id',
  },
  technology_name: {
    query: 'SELECT tech_key, id FROM technology',
    columns: 'tech_key VARCHAR, id SMALLINT',
    order: 'tech_key',
  },
  investor_name: {
    query: 'SELECT name, id FROM investor',
    columns: 'name VARCHAR, id SMALLINT',
    order: 'name',
  },
};

/** Without this index, a search for one domain would scan a million. */
const INDEX = 'CREATE INDEX domain_by_name ON domain (domain)';

/** Opens DuckDB in this process, in memory, on all processors. */
export async function openDuckDb(root, pool) {
  const folder = await mkdtemp(join(tmpdir(), 'company-data-bench-duckdb-'));
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    for (const [table, shape] of Object.entries(TABLES)) {
      const path = join(folder, `${table}.csv`);
      await copyOut(root, pool, shape.query, path);
      const source = `read_csv(${quote(path)}, header = false, columns = {${describe(shape.columns)}})`;
      await connection.run(`CREATE TABLE ${table} AS SELECT * FROM ${source} ORDER BY ${shape.order}`);
      await rm(path);
    }
    await connection.run(INDEX);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return {
    label: 'DuckDB',
    forms: (plan) => ({
      joins: toJoins(plan),
      semijoins: `SELECT count(*) AS count FROM company c WHERE ${toPredicate(plan, toCondition)}`,
      sets: `SELECT count(${isDistinct(plan) ? '*' : 'DISTINCT id'}) AS count
        FROM (${toSetOperation(plan, toSelect, 'SELECT id FROM company')}) matches (id)`,
    }),
    prepare: (sql) => prepareOn(connection, sql),
    /** Runs a statement for the first time: parsed, planned and executed. */
    runUnprepared: async (sql) => (await prepareOn(connection, sql))(),
    scan: () => connection.run(`SELECT count(*) FROM company WHERE name = ''`),
    execute: (sql) => connection.run(sql),
    lookUp: async (sql) => (await connection.runAndReadAll(sql)).getRowObjects(),
    names: { technology: 'technology_name', investor: 'investor_name', partner: 'domain' },
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

async function prepareOn(connection, sql) {
  const statement = await connection.prepare(sql);
  return async () => Number((await statement.runAndReadAll()).getRowObjects()[0].count);
}

async function copyOut(root, pool, query, path) {
  const { to } = createRequire(join(root, 'package.json'))('pg-copy-streams');
  const client = await pool.connect();
  try {
    await pipeline(client.query(to(`COPY (${query}) TO STDOUT (FORMAT csv)`)), createWriteStream(path));
  } finally {
    client.release();
  }
}

const describe = (columns) =>
  columns
    .split(',')
    .map((column) => column.trim().split(' '))
    .map(([name, type]) => `${name}: ${quote(type)}`)
    .join(', ');

/**
 * Compiles a tree with the root `and` to joins. The pairs of a company and a value are unique, so plain joins suffice,
 * and DuckDB chooses their order. Leaves that are not sets of ids become conditions on the company.
 */
function toJoins(plan) {
  const nodes = plan.kind === 'and' ? plan.children : [plan];
  const isJoined = (node) => node.kind === 'set' || (node.kind === 'text' && node.column === 'domain');
  const asked = nodes.filter((node) => !isJoined(node)).map((node) => toPredicate(node, toCondition));
  const inner = [];
  const outer = [];
  for (const node of nodes.filter(isJoined)) {
    const { set, all, ids, negated } = node;
    const values = ids && !negated && (all || ids.length === 1) ? ids : undefined;
    if (values) inner.push(...values.map((id) => `(SELECT company_id FROM ${set} WHERE id = ${id})`));
    else outer.push(`${negated ? 'ANTI' : 'SEMI'} JOIN (${toSelect(node)}) USING (company_id)`);
  }
  if (asked.length > 0 || inner.length === 0) {
    const where = asked.length > 0 ? `WHERE ${asked.join(' AND ')}` : '';
    inner.push(`(SELECT id AS company_id FROM company c ${where})`);
  }
  const [first, ...others] = inner;
  const joined = [first, ...others.map((each) => `JOIN ${each} USING (company_id)`), ...outer];
  return `SELECT count(*) AS count FROM ${joined.join(' ')}`;
}

/** Compiles a leaf to a condition on the company c. */
function toCondition(leaf) {
  if (leaf.kind === 'column') return leaf.sql;
  if (leaf.kind === 'text' && leaf.column === 'name') return like('c.name', leaf);
  return `(c.id IN (${toSelect(leaf)}))`;
}

/** Compiles a leaf to a selection of ids. */
function toSelect(leaf) {
  if (leaf.kind === 'column') return `SELECT id FROM company c WHERE ${leaf.sql}`;
  if (leaf.kind === 'text') {
    return leaf.column === 'name'
      ? `SELECT id FROM company WHERE ${like('name', leaf)}`
      : `SELECT company_id FROM domain WHERE ${like('domain', leaf)}`;
  }
  const { set, all, ids } = leaf;
  if (ids.length === 1) return `SELECT company_id FROM ${set} WHERE id = ${ids[0]}`;
  if (all) return ids.map((id) => `(SELECT company_id FROM ${set} WHERE id = ${id})`).join(' INTERSECT ');
  return `SELECT company_id FROM ${set} WHERE id IN (${ids.join(', ')})`;
}

function like(column, { equal, patterns }) {
  if (equal) return `${column} IN (${equal.map(quote).join(', ')})`;
  return `(${patterns.map((pattern) => `${column} LIKE ${quote(pattern)} ESCAPE '\\'`).join(' OR ')})`;
}
