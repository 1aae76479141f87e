import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PoolClient } from '../../src/database/client.ts';
import { copyRows, fromPostgresMicroseconds, toIsoTimestamp } from '../../src/database/copy-reader.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';

let database: TestDatabase;
let client: PoolClient;

beforeAll(async () => {
  database = await createTestDatabase();
  client = await database.pool.connect();
});
afterAll(async () => {
  client.release();
  await database.drop();
});

async function read<T>(query: string, take: (row: Parameters<Parameters<typeof copyRows>[2]>[0]) => T) {
  const rows: T[] = [];
  await copyRows(client, query, (row) => rows.push(take(row)));
  return rows;
}

describe('copyRows', () => {
  it('reads integers, texts, bytes and NULL', async () => {
    const query = `SELECT 7, -3::int2, 'Öl', '\\x00ff'::bytea, NULL::text, ''`;
    const rows = await read(query, (row) => [
      row.int4(0),
      row.int2(1),
      row.text(2),
      row.bytes(3).toString('hex'),
      row.isNull(4),
      row.isNull(5),
      row.text(5),
    ]);
    expect(rows).toEqual([[7, -3, 'Öl', '00ff', true, false, '']]);
  });

  it('reads timestamps in milliseconds, of any year', async () => {
    const times = [
      '0001-01-01T00:00:00.001Z',
      '1714-06-05T04:03:02.001Z',
      '1999-12-31T23:59:59.999Z',
      '2024-02-29T00:00:00.000Z',
      '2024-02-29T10:20:30.040Z',
      '9999-12-31T23:59:59.999Z',
    ];
    const rows = await read(`SELECT unnest('{${times.join(',')}}'::timestamptz[])`, (row) =>
      row.timestamp(0),
    );
    expect(rows).toEqual(times);
  });

  it('reads no rows', async () => {
    expect(await read('SELECT 1 WHERE false', (row) => row.int4(0))).toEqual([]);
  });

  it('reads rows of any size, regardless of the chunks in which they arrive', async () => {
    const sizes = Array.from({ length: 400 }, (_, index) => (index * 7919) % 200_000);
    const query = `SELECT n, repeat(chr(97 + n % 26), n) FROM unnest(ARRAY[${sizes.join(',')}]) AS n`;
    const rows = await read(query, (row) => [row.int4(0), row.text(1)] as const);
    expect(rows.map(([n]) => n)).toEqual(sizes);
    expect(rows.every(([n, text]) => text === String.fromCharCode(97 + (n % 26)).repeat(n))).toBe(true);
  });

  it('reads a hundred thousand rows in their order', async () => {
    const rows = await read('SELECT n FROM generate_series(1, 100000) n', (row) => row.int4(0));
    expect(rows).toEqual(Array.from({ length: 100_000 }, (_, index) => index + 1));
  });

  it('fails with the error of the statement, and leaves the connection usable', async () => {
    await expect(
      read('SELECT 1 / (n - 5000) FROM generate_series(1, 9999) n', (row) => row.int4(0)),
    ).rejects.toThrow('division by zero');
    expect(await read('SELECT 1', (row) => row.int4(0))).toEqual([1]);
  });

  it('fails with the error of the row handler, calls it no more, and leaves the connection usable', async () => {
    const taken: number[] = [];
    const take = copyRows(client, 'SELECT n FROM generate_series(1, 50000) n', (row) => {
      taken.push(row.int4(0));
      if (taken.length === 2) throw new Error('enough');
    });
    await expect(take).rejects.toThrow('enough');
    expect(taken).toEqual([1, 2]);
    expect(await read('SELECT 3', (row) => row.int4(0))).toEqual([3]);
  });
});

describe('a timestamp of PostgreSQL', () => {
  it.each([
    ['2024-03-01 00:00:00+00', '2024-03-01T00:00:00.000Z'],
    ['2024-03-01 10:20:30.5+00', '2024-03-01T10:20:30.500Z'],
    ['2024-03-01 10:20:30.123+00', '2024-03-01T10:20:30.123Z'],
    ['2024-03-01 01:30:00+05:30', '2024-02-29T20:00:00.000Z'],
  ])('%s is %s, as a Date prints it', (text, iso) => {
    expect(toIsoTimestamp(text)).toBe(iso);
    expect(new Date(iso).toISOString()).toBe(iso);
  });

  it('in microseconds since 2000 is what a Date prints', () => {
    const epoch = Date.UTC(2000, 0, 1);
    const dates = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) => {
        const microseconds = (date.getTime() - epoch) * 1000;
        // Numbers hold these exactly.
        fc.pre(Number.isSafeInteger(microseconds));
        expect(fromPostgresMicroseconds(microseconds)).toBe(date.toISOString());
        expect(fromPostgresMicroseconds(microseconds + 999)).toBe(date.toISOString());
      }),
      { numRuns: 2_000 },
    );
  });
});
