import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { describeSchema } from '../../database/describe-schema.ts';
import { useImports } from './fixture.ts';
import { dumpCatalogue, emptyCatalogue, readCompanies } from './support.ts';

const imports = useImports();

const TABLES = ['company', 'company_domain', 'investor', 'company_investor', 'facet_rare_words'];
const COMPANIES = Array.from({ length: 40 }, (_, index) => ({
  name: `Company ${index}`,
  primary_domain: `c${index}.example`,
  domains: [`d${index}.example`],
  investors: [`Fund ${index % 3}`, 'Angel'],
}));

/** Returns the internal identifiers of the tables, which change when other tables take their place. */
async function readTables(): Promise<number[]> {
  const { rows } = await imports.pool.query<{ oid: number }>(
    'SELECT name::regclass::oid AS oid FROM unnest($1::text[]) AS t (name)',
    [TABLES],
  );
  return rows.map(({ oid }) => oid);
}

/** Waits until a condition of SQL holds. */
async function until(condition: string): Promise<void> {
  for (;;) {
    const { rows } = await imports.pool.query<{ holds: boolean }>(`SELECT (${condition}) AS holds`);
    if (rows[0]?.holds) return;
    await sleep(5);
  }
}

const WAITS_FOR_TABLES = `EXISTS (
  SELECT FROM pg_locks WHERE relation = 'company'::regclass AND mode = 'AccessExclusiveLock' AND NOT granted)`;

beforeEach(async () => {
  await emptyCatalogue(imports.pool);
  await imports.pool.query('TRUNCATE facet_rare_words');
});

const countCompanies = `SELECT (SELECT count(*)::int FROM company) AS companies,
  (SELECT count(*)::int FROM company_domain) AS domains, (SELECT count(*)::int FROM facet_rare_words) AS names`;
const COMPLETE = { companies: 40, domains: 80, names: 40 };

describe('the first load', () => {
  it('puts filled tables in the place of the empty ones, with the same schema', async () => {
    const [schema, tables] = [await describeSchema(imports.pool), await readTables()];
    const { report } = await imports.run('companies', COMPANIES);
    expect(report).toMatchObject({ accepted: 40, rejected: 0, warnings: 0 });
    expect(await describeSchema(imports.pool)).toEqual(schema);
    expect((await readTables()).filter((oid) => tables.includes(oid))).toEqual([]);
    expect((await imports.pool.query(countCompanies)).rows).toEqual([COMPLETE]);
    expect(Object.keys(await readCompanies(imports.pool))).toHaveLength(40);
  });

  it('keeps the tables when they have rows, and continues their sequences', async () => {
    await imports.run('companies', COMPANIES);
    const tables = await readTables();
    await imports.run('companies', [...COMPANIES, { name: 'Later', primary_domain: 'later.example' }]);
    expect(await readTables()).toEqual(tables);
    const { rows } = await imports.pool.query('SELECT max(id) AS last, count(*)::int AS count FROM company');
    expect(rows).toEqual([{ last: 41, count: 41 }]);
  });

  it('gives the same rows as a load into the tables themselves', async () => {
    await imports.run('companies', COMPANIES);
    const swapped = await dumpCatalogue(imports.pool);
    await emptyCatalogue(imports.pool);
    await imports.pool.query('TRUNCATE facet_rare_words');
    // Copies of tables would lack their privileges.
    await imports.pool.query('GRANT SELECT ON company TO pg_monitor');
    const tables = await readTables();
    await imports.run('companies', COMPANIES);
    const loaded = await dumpCatalogue(imports.pool);
    expect((await readTables()).slice(0, 4)).toEqual(tables.slice(0, 4));
    await imports.pool.query('REVOKE ALL ON company FROM pg_monitor');
    await imports.pool.query(`UPDATE pg_class SET relacl = NULL WHERE oid = 'company'::regclass`);
    const withoutTimes = (dump: Record<string, unknown[]>) =>
      JSON.parse(JSON.stringify(dump, (key, value) => (key.endsWith('_at') ? undefined : value)));
    expect(withoutTimes(loaded)).toEqual(withoutTimes(swapped));
  });

  it('lets transactions read the empty tables, and takes their place when those have ended', async () => {
    const tables = await readTables();
    const reader = await imports.pool.connect();
    await reader.query('BEGIN');
    expect((await reader.query(countCompanies)).rows).toEqual([{ companies: 0, domains: 0, names: 0 }]);
    const running = imports.run('companies', COMPANIES);
    await until(WAITS_FOR_TABLES);
    expect((await reader.query(countCompanies)).rows).toEqual([{ companies: 0, domains: 0, names: 0 }]);
    await reader.query('COMMIT');
    await running;
    expect((await reader.query(countCompanies)).rows).toEqual([COMPLETE]);
    reader.release();
    expect((await readTables()).filter((oid) => tables.includes(oid))).toEqual([]);
  });

  it('is seen by prepared statements of other connections', async () => {
    const reader = await imports.pool.connect();
    const read = () => reader.query({ name: 'count_companies', text: countCompanies });
    for (let time = 0; time < 7; time++)
      expect((await read()).rows).toEqual([{ companies: 0, domains: 0, names: 0 }]);
    await imports.run('companies', COMPANIES);
    expect((await read()).rows).toEqual([COMPLETE]);
    reader.release();
  });

  it('copies the rows when the tables cannot be replaced', async () => {
    await imports.pool.query('CREATE VIEW report AS SELECT name FROM company');
    const [schema, tables] = [await describeSchema(imports.pool), await readTables()];
    await imports.run('companies', COMPANIES);
    expect(await readTables()).toEqual(tables);
    expect(await describeSchema(imports.pool)).toEqual(schema);
    expect((await imports.pool.query(countCompanies)).rows).toEqual([COMPLETE]);
    await imports.pool.query('DROP VIEW report');
  });

  it('leaves nothing when it fails', async () => {
    const [schema, tables] = [await describeSchema(imports.pool), await readTables()];
    const reader = await imports.pool.connect();
    await reader.query('BEGIN');
    await reader.query(countCompanies);
    const stop = new AbortController();
    const running = imports.run('companies', COMPANIES, { signal: stop.signal });
    const outcome = expect(running).rejects.toMatchObject({ name: 'AbortError' });
    await until(WAITS_FOR_TABLES);
    stop.abort();
    await outcome;
    await reader.query('COMMIT');
    reader.release();
    expect(await describeSchema(imports.pool)).toEqual(schema);
    expect(await readTables()).toEqual(tables);
    expect((await imports.pool.query(countCompanies)).rows).toEqual([{ companies: 0, domains: 0, names: 0 }]);
  });
});
