import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Bitmap } from '../../../src/modules/facets/bitmap.ts';
import { ReaderCache } from '../../../src/modules/facets/reader-cache.ts';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { createFiltersService } from '../../../src/modules/filters/service.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { condition, definition } from '../filters/support.ts';

const MB = 1024 * 1024;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await rebuildIndex(database.pool);
});
afterAll(() => database.drop());

const result = (...ids: number[]) => ({ found: true, ids: new Bitmap(ids), validAt: 1 });
const textOf = (length: number, at: number, letter = 'x') => `${at}`.padEnd(length, letter);

describe('the bytes of the cache', () => {
  it('include the keys of entries, at two bytes a character if any character needs two', () => {
    const sizeOf = (name: string) => {
      const cache = new ReaderCache(MB);
      cache.keep(name, result());
      return cache.bytes;
    };
    const short = sizeOf('x');
    expect(sizeOf('x'.repeat(201)) - short).toBe(200);
    expect(sizeOf('ж'.repeat(201)) - short).toBe(2 * 201 - 1);
  });

  it('are bounded for long keys by a digest, while each key keeps a separate result', () => {
    const cache = new ReaderCache(MB);
    for (let at = 0; at < 10; at += 1) cache.keep(textOf(25_000, at), result(at));
    expect(cache.bytes).toBeLessThan(10 * 1200);
    const results = Array.from({ length: 10 }, (_, at) => cache.result(textOf(25_000, at))?.ids.toArray());
    expect(results).toEqual(Array.from({ length: 10 }, (_, at) => [at]));
  });

  it('limit the number of entries, even of tiny bitmaps', () => {
    const cache = new ReaderCache(MB);
    for (let at = 0; at < 5000; at += 1) cache.keep(textOf(250, at), result(at));
    expect(cache.bytes).toBeLessThanOrEqual(MB);
    expect(cache.size).toBeGreaterThan(100);
    expect(cache.size * (250 + 850)).toBeLessThanOrEqual(MB);
  });
});

it('conditions of 250 names of 100 characters take no more memory than the cache reports', async () => {
  const filters = createFiltersService(database.pool, { cacheBytes: MB });
  const { cache } = filters.reader;
  const kept: string[] = [];
  const keep = cache.keep.bind(cache);
  jest.spyOn(cache, 'keep').mockImplementation((name, entry) => {
    kept.push(name);
    keep(name, entry);
  });
  for (let round = 0; round < 40; round += 1) {
    const names = Array.from({ length: 250 }, (_, at) => textOf(100, round * 250 + at));
    await (await filters.preview(definition(condition('name', 'equals', names)))).count();
  }
  const distinct = new Set(kept);
  expect(distinct.size).toBeGreaterThanOrEqual(40);
  const ofNames = [...distinct].reduce((sum, name) => sum + name.length, 0);
  expect(cache.bytes).toBeGreaterThanOrEqual(ofNames);
  // Long names are cached as digests, so that the texts of a condition can be garbage-collected.
  expect(Math.max(...kept.map((name) => name.length))).toBeLessThanOrEqual(256);
});
