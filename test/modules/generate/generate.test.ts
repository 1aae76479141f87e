import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StartupError } from '../../../src/lib/fault.ts';
import { generateTo } from '../../../src/modules/generate/generate.ts';
import { importPaths } from '../../../src/modules/import/import.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'generate-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const FILES = [
  'companies.ndjson',
  'company_technologies.ndjson',
  'partnerships.ndjson',
  'technologies.ndjson',
];

async function hashes(name: string): Promise<Record<string, string>> {
  const entries = (await readdir(join(folder, name))).sort().map(async (file) => {
    const bytes = await readFile(join(folder, name, file));
    return [
      file,
      createHash('sha256')
        .update(file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
        .digest('hex'),
    ];
  });
  return Object.fromEntries(await Promise.all(entries));
}

describe('generateTo', () => {
  it('writes the same bytes for the same options, and other bytes for another seed, size or day', async () => {
    const options = { companies: 500, seed: 7 };
    await generateTo(join(folder, 'a'), options);
    await generateTo(join(folder, 'b'), options);
    const first = await hashes('a');
    expect(Object.keys(first)).toEqual(FILES);
    expect(await hashes('b')).toEqual(first);
    for (const change of [{ seed: 8 }, { companies: 501 }, { asOf: '2025-01-31' }]) {
      await generateTo(join(folder, 'c'), { ...options, ...change });
      const other = await hashes('c');
      expect(FILES.map((file) => other[file] === first[file])).toEqual([false, false, false, true]);
    }
  });

  it('replaces the files of an earlier run, plain or gzip', async () => {
    await generateTo(join(folder, 'd'), { companies: 50, seed: 1 });
    const plain = await hashes('d');
    const { files } = await generateTo(join(folder, 'd'), { companies: 50, seed: 1, gzip: true });
    expect(files.map(({ path }) => path)).toContain(join(folder, 'd', 'companies.ndjson.gz'));
    const zipped = await hashes('d');
    expect(Object.keys(zipped)).toEqual(FILES.map((file) => `${file}.gz`));
    expect(Object.values(zipped)).toEqual(Object.values(plain));
  });

  it.each([
    [{ companies: 0, seed: 1 }, /--companies/],
    [{ companies: 1.5, seed: 1 }, /--companies/],
    [{ companies: 100_000_001, seed: 1 }, /--companies/],
    [{ companies: 1, seed: -1 }, /--seed/],
    [{ companies: 1, seed: 1, asOf: '2025-02-29' }, /--as-of/],
    [{ companies: 1, seed: 1, asOf: 'today' }, /--as-of/],
  ])('refuses %j', async (options, message) => {
    const error = await generateTo(join(folder, 'none'), options).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StartupError);
    expect(String(error)).toMatch(message);
  });
});

describe('a generated catalogue of 20,000 companies', () => {
  let database: TestDatabase;
  const ask = async <T extends object>(query: string): Promise<T[]> =>
    (await database.pool.query<T>(query)).rows;
  beforeAll(async () => {
    database = await createTestDatabase();
    await generateTo(join(folder, 'full'), { companies: 20_000, seed: 1 });
  });
  afterAll(() => database.drop());

  it('is imported without a rejected row or a warning', async () => {
    const { files } = await importPaths(database.pool, [join(folder, 'full')], {
      rejectsDir: join(folder, 'rejects'),
    });
    expect(files.map(({ kind, rejected, warnings }) => [kind, rejected, warnings])).toEqual([
      ['technologies', 0, 0],
      ['companies', 0, 0],
      ['company_technologies', 0, 0],
      ['partnerships', 0, 0],
    ]);
    expect(
      await ask('SELECT count(*)::int AS companies, count(DISTINCT slug)::int AS slugs FROM company'),
    ).toEqual([{ companies: 20_000, slugs: 20_000 }]);
  });

  it('has only invented domains', async () => {
    expect(
      await ask(`SELECT domain FROM company_domain WHERE domain !~ '\\.(example|test|invalid)$'`),
    ).toEqual([]);
  });

  it('resembles a real one: skewed, incomplete and recent', async () => {
    const [shape] = await ask<Record<string, number>>(`
      SELECT avg(technology_count)::float AS technologies, avg(partnership_count)::float AS partners,
        max(partnership_count) AS hub,
        count(*) FILTER (WHERE partnership_count BETWEEN 80 AND 125)::int AS connectors,
        count(*) FILTER (WHERE country IS NULL)::int AS without_country,
        count(*) FILTER (WHERE employee_range IS NULL)::int AS without_size,
        count(*) FILTER (WHERE domain_count > 1)::int AS with_domains,
        count(*) FILTER (WHERE investor_count > 0)::int AS with_investors,
        count(*) FILTER (WHERE slug ~ '-[0-9]+$')::int AS same_name
      FROM company`);
    expect(shape?.technologies).toBeGreaterThan(18);
    expect(shape?.technologies).toBeLessThan(20);
    expect(shape?.partners).toBeGreaterThan(3);
    expect(shape?.partners).toBeLessThan(5);
    expect(shape?.hub).toBeGreaterThan(400);
    expect(shape?.connectors).toBeGreaterThan(100);
    for (const some of ['without_country', 'without_size', 'with_domains', 'with_investors', 'same_name']) {
      expect([some, shape?.[some]]).toEqual([some, expect.any(Number)]);
      expect(shape?.[some]).toBeGreaterThan(100);
      expect(shape?.[some]).toBeLessThan(7000);
    }
  });

  it('has frequent and rare technologies, half of them seen recently, and none after the last day', async () => {
    const [spread] = await ask<{ most: number; median: number; recent: number; newest: Date }>(`
      WITH popularity AS (SELECT count(*) AS companies FROM company_technology GROUP BY technology_id)
      SELECT (SELECT max(companies)::int FROM popularity) AS most,
        (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY companies) FROM popularity) AS median,
        avg((last_seen > date '2026-06-30' - 90)::int)::float AS recent, max(last_seen) AS newest
      FROM company_technology`);
    expect(spread?.most).toBeGreaterThan(10 * (spread?.median ?? 0));
    expect(spread?.recent).toBeGreaterThan(0.5);
    expect(spread?.recent).toBeLessThan(0.85);
    expect(spread?.newest).toEqual(new Date('2026-06-30T00:00:00Z'));
  });
});
