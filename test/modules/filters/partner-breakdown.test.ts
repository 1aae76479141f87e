import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Bitmap } from '../../../src/modules/facets/bitmap.ts';
import { countPartners } from '../../../src/modules/filters/partner-breakdown.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';

const COMPANIES = 300;

let database: TestDatabase;

/** Seeds a few hubs with many partners and many companies with few. Every count occurs more than once. */
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(`
    INSERT INTO company (name, slug, primary_domain)
    SELECT 'Company ' || n, 'c' || n, 'c' || n || '.example' FROM generate_series(1, ${COMPANIES}) n`);
  await database.pool.query(`
    WITH pair AS (
      SELECT DISTINCT least(a, b) AS a, greatest(a, b) AS b
      FROM generate_series(1, ${COMPANIES}) a,
        LATERAL (SELECT 1 + (a * k * 7 + k * 13) % CASE WHEN k < 4 THEN 12 ELSE ${COMPANIES} END AS b FROM generate_series(1, 8) k) other
      WHERE a <> b
    ), side AS (SELECT a, b FROM pair UNION ALL SELECT b, a FROM pair)
    INSERT INTO partnership SELECT a, b, now(), now(), 1 FROM side`);
  await database.pool.query(`
    UPDATE company c SET partnership_count = (SELECT count(*) FROM partnership p WHERE p.company_id = c.id)`);
});
afterAll(() => database.drop());

it('gives the same by hubs, for large matches, as by grouping, for small ones', async () => {
  const shape = fc.record({
    every: fc.integer({ min: 1, max: 40 }),
    rest: fc.integer({ min: 0, max: 39 }),
    first: fc.integer({ min: 1, max: 80 }),
  });
  await fc.assert(
    fc.asyncProperty(shape, async ({ every, rest, first }) => {
      const ids = Array.from({ length: COMPANIES }, (_, index) => index + 1);
      const matches = new Bitmap(ids.filter((id) => id % every === rest % every));
      const grouped = await countPartners(database.pool, matches, first, Number.POSITIVE_INFINITY);
      expect(await countPartners(database.pool, matches, first, 0)).toEqual(grouped);
    }),
    { numRuns: 80 },
  );
});
