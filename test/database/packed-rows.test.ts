import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type Columns, readPackedRows } from '../../src/database/packed-rows.ts';
import { type RowList, toJsonPieces } from '../../src/lib/json-writer.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';

interface Row {
  name: string;
  seen: string;
  count: number;
}

const COLUMNS: Columns<Row> = { name: ['text', 1], seen: ['timestamp', 2], count: ['int4', 3] };
const KEYS = [
  ['quoted "key"', 'name'],
  ['seen', 'seen'],
  ['nothing', 'category'],
  ['count', 'count'],
  ['again', 'name'],
] as const;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const read = (text: string) => readPackedRows<Row>(database.pool, { text }, COLUMNS);

async function writtenAs(rows: RowList<Row> | undefined): Promise<unknown> {
  const source = rows?.select(KEYS);
  const pieces = (await toJsonPieces(source, Number.POSITIVE_INFINITY)) ?? [];
  const text = Buffer.concat(pieces).toString();
  expect(text).toBe(JSON.stringify(source));
  return JSON.parse(text);
}

const NAMES = [
  '',
  'plain',
  'say "no"',
  'back\\slash',
  'tab\tand\u0001\u001f',
  'Öl ☃ 𝄞',
  '\u2028\u007f',
  'x'.repeat(200_000),
];

describe('packed rows', () => {
  it('are the objects of the query, group by group, and written as those', async () => {
    const sent = NAMES.map((name, index) => ({ name, n: index + 1 }));
    // Groups alternate, so that none is in one part of a block.
    const literals = sent.map(({ n, name }) => `(${n}, ${pg.escapeLiteral(name)})`).join(',');
    const groups = await read(
      `SELECT (n % 2)::int, name, timestamptz '2024-02-29 00:00:00.0015Z' + n * interval '1.25 days', n - 4
       FROM (VALUES ${literals}) given(n, name) ORDER BY n`,
    );
    expect([...groups.keys()]).toEqual([1, 0]);
    for (const [group, rows] of groups) {
      const expected = sent
        .filter(({ n }) => n % 2 === group)
        .map(({ n, name }) => ({
          name,
          seen: new Date(Date.parse('2024-02-29T00:00:00.001Z') + n * 1.25 * 86_400_000).toISOString(),
          count: n - 4,
        }));
      expect([...rows]).toEqual(expected);
      expect(rows).toHaveLength(expected.length);
      expect(await writtenAs(rows)).toEqual(
        expected.map(({ name, seen, count }) => ({
          'quoted "key"': name,
          seen,
          nothing: null,
          count,
          again: name,
        })),
      );
    }
  });

  it('of thousands are written in pieces, and measured before', async () => {
    const groups = await read(
      `SELECT 7, repeat('ab', n % 50), now(), n FROM generate_series(1, 5000) n ORDER BY n`,
    );
    const source = groups.get(7)?.select(KEYS);
    const pieces = (await toJsonPieces(source, Number.POSITIVE_INFINITY)) ?? [];
    const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
    expect(pieces.length).toBeGreaterThan(3);
    expect(source?.characters).toBeGreaterThan(bytes / 2);
    expect(source?.characters).toBeLessThan(bytes * 2);
    expect(await toJsonPieces(source, bytes)).toBeDefined();
    expect(await toJsonPieces(source, bytes - 1)).toBeUndefined();
  });

  it('are no groups if there are no rows', async () => {
    expect((await read("SELECT 1, 'x', now(), 1 WHERE false")).size).toBe(0);
  });
});
