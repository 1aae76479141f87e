import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Bitmap } from '../../../src/modules/facets/bitmap.ts';
import type { PostingKey } from '../../../src/modules/facets/facet.ts';
import type { IndexSnapshot } from '../../../src/modules/facets/reader.ts';
import { ReaderCache } from '../../../src/modules/facets/reader-cache.ts';
import { countNumbers, countValues, readColumn } from '../../../src/modules/filters/breakdown.ts';
import { countPartners } from '../../../src/modules/filters/partner-breakdown.ts';
import { readGroups, type ValueSize } from '../../../src/modules/filters/value-groups.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';

const COMPANIES = 400;

/** Postings of many values, the most frequent first. The matches may have another order. */
function makePostings(seed: number, values: number): Map<string, Bitmap> {
  let state = seed;
  const draw = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return new Map(
    Array.from({ length: values }, (_, rank) => {
      const share = 0.5 / (1 + rank / 20);
      const ids = Array.from({ length: COMPANIES }, (_, id) => id).filter(() => draw() < share);
      return [`value-${String(rank).padStart(3, '0')}`, new Bitmap(ids)];
    }),
  );
}

const AT = { version: 1, ownVersion: 0 };

function sizesOf(postings: ReadonlyMap<string, Bitmap>): ValueSize[] {
  return [...postings]
    .map(([value, ids]) => ({ ...AT, value, cardinality: ids.size }))
    .filter(({ cardinality }) => cardinality > 0)
    .sort((a, b) => b.cardinality - a.cardinality || (a.value < b.value ? -1 : 1));
}

/** Counts by groups, in a cache that keeps pages and unions from one call to the next, and notes what it reads. */
function makeCounter(postings: ReadonlyMap<string, Bitmap>) {
  const cache = new ReaderCache(1024 * 1024 * 1024);
  const unions = new Map<string, Bitmap>();
  const counted = { pages: 0, postings: 0, unions };
  const snapshot: IndexSnapshot = {
    ...AT,
    posting: ({ value }) => postings.get(value) ?? new Bitmap(),
    result: () => ({ found: false, ids: new Bitmap(), validAt: 1 }),
    derived: (_field, name) => unions.get(name),
    derive(_field, name, compute) {
      const ids = new Bitmap(compute());
      unions.set(name, ids);
      return ids;
    },
  };
  const sizes = sizesOf(postings);
  const count = (matches: Bitmap, first: number) => {
    const pages = readGroups(cache, 'technology', AT, async (limit, offset) => {
      counted.pages += 1;
      return sizes.slice(offset, offset + limit);
    });
    return countValues(pages, matches, first, snapshot, async (keys: readonly PostingKey[]) => {
      counted.postings += keys.length;
      return snapshot;
    });
  };
  return { count, counted, snapshot };
}

/** Counts every value. */
function countEach(postings: ReadonlyMap<string, Bitmap>, matches: Bitmap, first: number) {
  return [...postings]
    .map(([value, ids]) => ({ value, count: matches.andCardinality(ids) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, first);
}

const everyNth = (every: number) =>
  new Bitmap(Array.from({ length: COMPANIES }, (_, id) => id).filter((id) => id % every === 0));

describe('countValues', () => {
  it('gives the same result as counting every value, although it reads only the most frequent ones', async () => {
    const shape = fc.record({
      seed: fc.integer({ min: 1, max: 1_000_000 }),
      // Longer results than 25 values use no unions.
      first: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constantFrom(24, 25, 26)),
      every: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 3 }),
    });
    let read = 0;
    let values = 0;
    await fc.assert(
      fc.asyncProperty(shape, async ({ seed, first, every }) => {
        // More than one page of sizes, so that the rarest values are found as well.
        const postings = makePostings(seed, 300);
        const { count, counted } = makeCounter(postings);
        // The second and third find unions of the ones before.
        for (const each of every) {
          const matches = everyNth(each);
          expect(await count(matches, first)).toEqual(countEach(postings, matches, first));
        }
        read += counted.postings;
        values += postings.size * every.length;
      }),
      { numRuns: 60 },
    );
    expect(read).toBeLessThan(values);
  });

  it('leaves out groups of values whose union has few matches, and reads sizes once', async () => {
    const postings = makePostings(7, 300);
    const { count, counted } = makeCounter(postings);
    const matches = everyNth(10);
    const found = await count(matches, 20);
    const before = { ...counted };
    expect(counted.unions.size).toBeGreaterThan(5);
    expect(await count(matches, 20)).toEqual(found);
    expect(found).toEqual(countEach(postings, matches, 20));
    expect(counted.pages).toBe(before.pages);
    expect(counted.postings - before.postings).toBeLessThan(before.postings / 2);
  });

  it('keeps a value of a group that has as many matches as the last one, and the smaller name', async () => {
    const range = (from: number, to: number) =>
      new Bitmap(Array.from({ length: to - from }, (_, index) => from + index));
    // 70 large values that share no match but the first ten ids, then pairs that are a group each.
    const large = Array.from({ length: 70 }, (_, index) => [`m-${index + 100}`, range(0, 100)] as const);
    const small = [
      ['a-tied', range(0, 10)],
      ['z-tied', range(0, 10)],
      ['a-none', range(200, 210)],
      ['b-none', range(210, 220)],
    ] as const;
    const postings = new Map<string, Bitmap>([...large, ...small]);
    const { count, counted } = makeCounter(postings);
    for (const matches of [range(0, 10), range(0, 10), range(0, 0), range(0, 400), range(205, 206)])
      expect(await count(matches, 25)).toEqual(countEach(postings, matches, 25));
    expect(counted.unions.size).toBeGreaterThan(0);
    expect((await count(range(0, 10), 1))[0]).toEqual({ value: 'a-tied', count: 10 });
  });

  it('finds nothing in a field without values', async () => {
    expect(await makeCounter(new Map()).count(everyNth(1), 10)).toEqual([]);
  });
});

describe('a column', () => {
  /** Gives each company one value of so many, or none. */
  function makeColumn(seed: number, values: number): Map<string, Bitmap> {
    const postings = new Map(
      Array.from({ length: values }, (_, index) => [`value-${index}`, new Bitmap()] as const),
    );
    for (let id = 0; id < COMPANIES; id += 1) postings.get(`value-${(id * seed) % (values + 3)}`)?.add(id);
    return postings;
  }

  const readFrom = (postings: ReadonlyMap<string, Bitmap>, cache: ReaderCache, version: number) => {
    const at = { version, ownVersion: 0 };
    const sizes = sizesOf(postings);
    const pages = readGroups(cache, 'country', at, async (limit, offset) =>
      sizes.slice(offset, offset + limit),
    );
    let reads = 0;
    const column = readColumn(cache, 'country', at, pages, async () => {
      reads += 1;
      return makeCounter(postings).snapshot;
    });
    return column.then((found) => ({ column: found, reads }));
  };

  it('gives the same result as postings, until the index changes', async () => {
    const shape = fc.record({
      seed: fc.integer({ min: 1, max: 1000 }),
      values: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.constantFrom(254, 255)),
      first: fc.integer({ min: 1, max: 250 }),
      every: fc.integer({ min: 1, max: 60 }),
    });
    await fc.assert(
      fc.asyncProperty(shape, async ({ seed, values, first, every }) => {
        const cache = new ReaderCache(1024 * 1024);
        for (const [version, postings] of [makeColumn(seed, values), makeColumn(seed + 1, values)].entries())
          for (const matches of [everyNth(every), new Bitmap()]) {
            const { column } = await readFrom(postings, cache, version);
            expect(column?.count(matches, first)).toEqual(countEach(postings, matches, first));
          }
      }),
      { numRuns: 40 },
    );
  });

  it('is read once for a version, and takes the memory that the cache reports', async () => {
    const cache = new ReaderCache(1024 * 1024);
    const postings = makeColumn(7, 20);
    expect((await readFrom(postings, cache, 1)).reads).toBe(1);
    const { bytes } = cache;
    expect(bytes).toBeGreaterThan(COMPANIES);
    expect((await readFrom(postings, cache, 1)).reads).toBe(0);
    expect(cache.bytes).toBe(bytes);
    expect((await readFrom(postings, cache, 2)).reads).toBe(1);
  });

  it('has no room for more values than a byte tells apart', async () => {
    const postings = new Map(
      Array.from({ length: 256 }, (_, id) => [`value-${id}`, new Bitmap([id])] as const),
    );
    expect(await readFrom(postings, new ReaderCache(1024 * 1024), 1)).toEqual({
      column: undefined,
      reads: 0,
    });
    postings.delete('value-9');
    expect((await readFrom(postings, new ReaderCache(1024 * 1024), 1)).column).toBeDefined();
  });
});

describe('countNumbers', () => {
  it('counts each number, including zero', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 60 }), (numbers) => {
        const existing = new Bitmap(numbers.keys());
        const bits = Array.from(
          { length: 6 },
          (_, bit) => new Bitmap([...numbers.keys()].filter((id) => (((numbers[id] ?? 0) >> bit) & 1) === 1)),
        );
        const counts = new Map<number, number>();
        for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
        const found = countNumbers({ existing, negative: new Bitmap(), bits }, existing, 100);
        expect(new Map(found.map(({ value, count }) => [Number(value), count]))).toEqual(counts);
      }),
    );
  });
});

describe('countPartners', () => {
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
});
