import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { importPaths } from '../../../src/modules/import/import.ts';
import { describeSchema } from '../../database/describe-schema.ts';
import { useImports } from './fixture.ts';
import { indexFaults } from './index-faults.ts';
import { dumpCatalogue, emptyCatalogue } from './support.ts';

const imports = useImports();

const COMPANIES = Array.from({ length: 40 }, (_, index) => ({
  name: `Company ${index}`,
  primary_domain: `c${index}.example`,
  domains: [`d${index}.example`],
  investors: [`Fund ${index % 3}`, 'Angel'],
}));
const TECHNOLOGIES = [{ tech_key: 'aws', display_name: 'AWS' }];
const SEEN = { first_seen: '2026-01-01', last_seen: '2026-02-01', detection_count: 1 };
const DETECTIONS = COMPANIES.map(({ primary_domain: domain }) => ({ domain, tech_key: 'aws', ...SEEN }));
const OBSERVED = { first_observed_at: '2026-01-01', last_observed_at: '2026-02-01', observation_count: 1 };
const PARTNERSHIPS = COMPANIES.slice(1).map(({ primary_domain: partner_domain }) => ({
  domain: 'c0.example',
  partner_domain,
  ...OBSERVED,
}));

const INDEX_TABLES = ['facet_rare_words', 'company_name_terms', 'name_word'];
const COMPANY_TABLES = ['company', 'company_domain', 'investor', 'company_investor', ...INDEX_TABLES];
const TABLES = [...COMPANY_TABLES, 'company_technology', 'partnership_observation', 'partnership'];

/** Returns the tables whose indexes were built again since `before`, by the internal identifiers of indexes. */
async function findRebuilt(before: ReadonlyMap<string, string>): Promise<string[]> {
  const after = await readIndexes();
  return TABLES.filter((table) => before.get(table) !== after.get(table));
}

async function readIndexes(): Promise<Map<string, string>> {
  const { rows } = await imports.pool.query<{ name: string; indexes: string }>(
    `SELECT name, (SELECT string_agg(indexrelid::text, ' ' ORDER BY indexrelid) FROM pg_index
       WHERE indrelid = name::regclass) AS indexes
     FROM unnest($1::text[]) AS t (name)`,
    [TABLES],
  );
  return new Map(rows.map(({ name, indexes }) => [name, indexes]));
}

async function importAll(): Promise<void> {
  await imports.run('technologies', TECHNOLOGIES);
  await imports.run('companies', COMPANIES);
  await imports.run('company_technologies', DETECTIONS);
  await imports.run('partnerships', PARTNERSHIPS);
}

/** Reads all rows of the catalogue without the times at which they were stored. */
async function readRows(): Promise<unknown> {
  const words = await imports.pool.query('SELECT * FROM facet_rare_words ORDER BY company_id');
  const rows = { ...(await dumpCatalogue(imports.pool)), words: words.rows };
  const isTime = (key: string) => key === 'created_at' || key === 'updated_at';
  return JSON.parse(JSON.stringify(rows, (key, value) => (isTime(key) ? undefined : value)));
}

/** Waits until another session waits for a lock. */
async function untilWaiting(): Promise<void> {
  for (;;) {
    const { rows } = await imports.pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    if (rows.length > 0) return;
    await sleep(5);
  }
}

/** Runs `work` while a transaction reads the empty table. */
async function besideReader<T>(table: string, work: () => Promise<T>): Promise<T> {
  const reader = await imports.pool.connect();
  try {
    await reader.query('BEGIN');
    await reader.query(`SELECT FROM ${table}`);
    const result = await work();
    expect((await reader.query(`SELECT FROM ${table}`)).rowCount).toBeGreaterThan(0);
    await reader.query('COMMIT');
    return result;
  } finally {
    reader.release();
  }
}

beforeEach(async () => {
  await emptyCatalogue(imports.pool);
  await imports.pool.query(`TRUNCATE ${INDEX_TABLES.join(', ')}`);
});

describe('the first load', () => {
  it('builds the indexes after the rows, and leaves the schema as it was', async () => {
    await imports.pool.query(`
      GRANT SELECT ON company TO pg_monitor; GRANT SELECT (slug) ON company TO pg_monitor;
      ALTER TABLE company ALTER COLUMN name SET STATISTICS 500;
      CREATE STATISTICS company_places ON country, industry FROM company;
      CREATE VIEW report AS SELECT name FROM company`);
    const [schema, indexes] = [await describeSchema(imports.pool), await readIndexes()];
    await importAll();
    expect(await describeSchema(imports.pool)).toEqual(schema);
    expect(await findRebuilt(indexes)).toEqual(TABLES);
    await imports.pool.query(`
      DROP VIEW report; DROP STATISTICS company_places; ALTER TABLE company ALTER COLUMN name SET STATISTICS -1;
      REVOKE ALL ON company FROM pg_monitor; REVOKE ALL (slug) ON company FROM pg_monitor`);
  });

  it('keeps the indexes of tables that have rows, and continues their sequences', async () => {
    await importAll();
    const indexes = await readIndexes();
    await imports.run('companies', [...COMPANIES, { name: 'Later', primary_domain: 'later.example' }]);
    await imports.run('company_technologies', [{ domain: 'later.example', tech_key: 'aws', ...SEEN }]);
    await imports.run('partnerships', [
      { domain: 'later.example', partner_domain: 'c0.example', ...OBSERVED },
    ]);
    expect(await findRebuilt(indexes)).toEqual([]);
    const { rows } = await imports.pool.query('SELECT max(id) AS last, count(*)::int AS count FROM company');
    expect(rows).toEqual([{ last: 41, count: 41 }]);
  });

  it.each([
    [
      'a view depends on one',
      'CREATE VIEW report AS SELECT id, name FROM company GROUP BY id',
      'DROP VIEW report',
    ],
    [
      'another table refers to one',
      'CREATE TABLE note (company_id integer REFERENCES company (id))',
      'DROP TABLE note',
    ],
    ['one has a comment', `COMMENT ON INDEX company_pkey IS 'ours'`, 'COMMENT ON INDEX company_pkey IS NULL'],
    [
      'replication identifies rows by one',
      'ALTER TABLE company REPLICA IDENTITY USING INDEX company_pkey',
      'ALTER TABLE company REPLICA IDENTITY DEFAULT',
    ],
  ])('keeps the indexes of companies when %s, and stores the same rows', async (_, change, undo) => {
    await importAll();
    const rows = await readRows();
    await emptyCatalogue(imports.pool);
    await imports.pool.query(`TRUNCATE ${INDEX_TABLES.join(', ')}`);
    await imports.pool.query(change);
    const [schema, indexes] = [await describeSchema(imports.pool), await readIndexes()];
    await importAll();
    expect(await describeSchema(imports.pool)).toEqual(schema);
    expect(await findRebuilt(indexes)).toEqual(
      TABLES.filter((table) => !COMPANY_TABLES.slice(0, 4).includes(table)),
    );
    expect(await readRows()).toEqual(rows);
    await imports.pool.query(undo);
  });

  it('does not wait for a transaction that reads the empty tables: their indexes stay', async () => {
    const indexes = await readIndexes();
    await besideReader('company_investor', () => imports.run('companies', COMPANIES));
    expect(await findRebuilt(indexes)).toEqual(INDEX_TABLES);
  });

  it('moves detections to older windows when partnerships of most companies are newer', async () => {
    const detections = DETECTIONS.map((row, index) => ({
      ...row,
      last_seen: `2026-01-${10 + (index % 20)}`,
    }));
    await imports.run('technologies', TECHNOLOGIES);
    await imports.run('companies', COMPANIES);
    await imports.run('company_technologies', detections);
    await imports.run(
      'partnerships',
      PARTNERSHIPS.map((row) => ({ ...row, last_observed_at: '2026-02-18' })),
    );
    const { rows } = await imports.pool.query('SELECT as_of FROM facet_index');
    expect(rows).toEqual([{ as_of: new Date('2026-02-18') }]);
    expect(await indexFaults(imports.pool)).toEqual([]);
  });

  it('leaves the statistics of all of its tables up to date', async () => {
    const companies = Array.from({ length: 1000 }, (_, index) => ({
      name: `Company ${index}`,
      primary_domain: `s${index}.example`,
    }));
    const detections = companies.map(({ primary_domain }) => ({
      ...SEEN,
      domain: primary_domain,
      tech_key: 'aws',
    }));
    const toLines = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    const { workspace, pool } = imports;
    const paths = [
      await workspace.write('technologies.ndjson', toLines(TECHNOLOGIES)),
      await workspace.write('companies.ndjson', toLines(companies)),
      await workspace.write('company_technologies.ndjson', toLines(detections)),
    ];
    await importPaths(pool, paths, { rejectsDir: workspace.rejectsDir });
    // Building an index counts the rows of a table, and ANALYZE alone looks at its columns.
    const { rows } = await pool.query(
      `SELECT DISTINCT starelid::regclass::text AS analyzed FROM pg_statistic
       WHERE starelid IN ('company'::regclass, 'company_technology'::regclass) ORDER BY 1`,
    );
    expect(rows).toEqual([{ analyzed: 'company' }, { analyzed: 'company_technology' }]);
  });

  it('is seen by prepared statements of other connections', async () => {
    const reader = await imports.pool.connect();
    const text = 'SELECT (SELECT count(*)::int FROM company) AS companies';
    const read = async () => (await reader.query({ name: 'count_companies', text })).rows;
    for (let time = 0; time < 7; time++) expect(await read()).toEqual([{ companies: 0 }]);
    await imports.run('companies', COMPANIES);
    expect(await read()).toEqual([{ companies: 40 }]);
    reader.release();
  });

  it('leaves the schema and the empty tables when it fails', async () => {
    const [schema, indexes, rows] = [
      await describeSchema(imports.pool),
      await readIndexes(),
      await readRows(),
    ];
    const stop = new AbortController();
    // The indexes of the company tables are built again by then, and the facet index follows.
    const index = await imports.pool.connect();
    await index.query('BEGIN; SELECT FROM facet_index FOR UPDATE');
    const running = imports.run('companies', COMPANIES, { signal: stop.signal });
    const outcome = expect(running).rejects.toMatchObject({ name: 'AbortError' });
    await untilWaiting();
    stop.abort();
    await outcome;
    await index.query('COMMIT');
    index.release();
    expect(await describeSchema(imports.pool)).toEqual(schema);
    expect(await findRebuilt(indexes)).toEqual([]);
    expect(await readRows()).toEqual(rows);
  });
});
