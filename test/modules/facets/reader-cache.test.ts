import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Bitmap } from '../../../src/modules/facets/bitmap.ts';
import { ReaderCache } from '../../../src/modules/facets/reader-cache.ts';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { createFiltersService } from '../../../src/modules/filters/filters-service.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { condition, definition } from '../filters/support.ts';

const MB = 1024 * 1024;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await rebuildIndex(database.pool);
});
afterAll(() => database.drop());

const held = (...ids: number[]) => ({ answer: { found: true, ids: new Bitmap(ids) }, validAt: 1 });
const textOf = (length: number, at: number, letter = 'x') => `${at}`.padEnd(length, letter);

describe('the bytes of the cache', () => {
  it('count the names of its entries, two bytes a character where one needs them', () => {
    const sizeOf = (name: string) => {
      const cache = new ReaderCache(MB);
      cache.keep(name, held());
      return cache.bytes;
    };
    const short = sizeOf('x');
    expect(sizeOf('x'.repeat(201)) - short).toBe(200);
    expect(sizeOf('ж'.repeat(201)) - short).toBe(2 * 201 - 1);
  });

  it('are bounded by a digest where names are long, and each name keeps its own answer', () => {
    const cache = new ReaderCache(MB);
    for (let at = 0; at < 10; at += 1) cache.keep(textOf(25_000, at), held(at));
    expect(cache.bytes).toBeLessThan(10 * 1200);
    const answers = Array.from({ length: 10 }, (_, at) =>
      cache.answer(textOf(25_000, at))?.answer.ids.toArray(),
    );
    expect(answers).toEqual(Array.from({ length: 10 }, (_, at) => [at]));
  });

  it('bound the number of entries, however small their bitmaps are', () => {
    const cache = new ReaderCache(MB);
    for (let at = 0; at < 5000; at += 1) cache.keep(textOf(250, at), held(at));
    expect(cache.bytes).toBeLessThanOrEqual(MB);
    expect(cache.size).toBeGreaterThan(100);
    expect(cache.size * (250 + 850)).toBeLessThanOrEqual(MB);
  });
});

it('conditions of 250 names of 100 characters leave no more behind than the cache says', async () => {
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
  const held = new Set(kept);
  expect(held.size).toBeGreaterThanOrEqual(40);
  const ofNames = [...held].reduce((sum, name) => sum + name.length, 0);
  expect(cache.bytes).toBeGreaterThanOrEqual(ofNames);
  // A name is a digest by the time it is kept: nothing holds on to the texts of a condition.
  expect(Math.max(...kept.map((name) => name.length))).toBeLessThanOrEqual(256);
});
