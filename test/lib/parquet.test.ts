import { describe, expect, it } from '@jest/globals';
import type { ParquetColumn } from '../../src/lib/parquet/parquet-column.ts';
import { toParquet } from '../../src/lib/parquet/parquet-stream.ts';
import { readParquet } from '../harness/parquet.ts';

const COLUMNS: ParquetColumn[] = [
  { name: 'a.b', type: 'text' },
  { name: 'count', type: 'integer' },
  { name: 'share', type: 'number' },
  { name: 'ok', type: 'boolean' },
  { name: 'day', type: 'date' },
  { name: 'tags', type: 'text', isList: true },
];

async function* of<T>(items: Iterable<T>) {
  yield* items;
}

async function write(columns: ParquetColumn[], pieces: Iterable<string | Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const bytes of toParquet(columns, of(pieces))) parts.push(bytes);
  return Buffer.concat(parts);
}

describe('a Parquet file', () => {
  it('has the types and the values of its columns, wherever pieces of rows end', async () => {
    const rows = [
      ['=Müller 日本 \u{1f600}', -3, 0.25, true, '2024-02-29', ['x', 'y']],
      [null, null, null, null, null, null],
      ['', 2_147_483_647, -1e300, false, '1900-01-01', []],
    ];
    const text = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const pieces = Array.from(text, (_, index) => text.subarray(index, index + 1));
    const file = await readParquet(await write(COLUMNS, pieces));
    expect(file).toEqual({
      columns: [
        ['a.b', 'STRING'],
        ['count', 'INT32'],
        ['share', 'DOUBLE'],
        ['ok', 'BOOLEAN'],
        ['day', 'DATE'],
        ['tags', 'LIST'],
      ],
      groups: [3],
      rows: [
        {
          ...{ 'a.b': '=Müller 日本 \u{1f600}', count: -3, share: 0.25, ok: true },
          ...{ day: new Date('2024-02-29T00:00:00Z'), tags: ['x', 'y'] },
        },
        { 'a.b': null, count: null, share: null, ok: null, day: null, tags: undefined },
        {
          ...{ 'a.b': '', count: 2_147_483_647, share: -1e300, ok: false },
          ...{ day: new Date('1900-01-01T00:00:00Z'), tags: [] },
        },
      ],
    });
  });

  it('has no rows if there are none', async () => {
    expect(await readParquet(await write([{ name: 'a', type: 'text' }], []))).toEqual({
      columns: [['a', 'STRING']],
      groups: [],
      rows: [],
    });
  });

  it('has groups of at most 10,000 rows and about 8 MiB, which are sent before the next rows are read', async () => {
    const columns: ParquetColumn[] = [{ name: 'a', type: 'text' }];
    const read: number[] = [];
    const sent: number[] = [];
    async function* pieces() {
      for (let piece = 0; piece < 25; piece++) {
        read.push(piece);
        yield '["x"]\n'.repeat(1_000);
      }
      for (let piece = 0; piece < 5; piece++) yield `["${String(piece).repeat(3 * 1024 * 1024)}"]\n`;
    }
    const parts: Uint8Array[] = [];
    for await (const bytes of toParquet(columns, pieces())) {
      parts.push(bytes);
      sent.push(read.length);
    }
    const { rows, groups } = await readParquet(Buffer.concat(parts));
    expect(groups).toEqual([10_000, 10_000, 5_003, 2]);
    expect(sent.slice(0, 3)).toEqual([1, 10, 20]);
    expect(rows.map(({ a }) => String(a).length)).toEqual([
      ...Array(25_000).fill(1),
      ...Array(5).fill(3 * 1024 * 1024),
    ]);
  });

  it('fails if a value does not fit, and ends its thread if nobody reads on', async () => {
    await expect(write([{ name: 'n', type: 'integer' }], ['[1.5]\n'])).rejects.toThrow('1.5');
    const read: number[] = [];
    async function* pieces() {
      try {
        for (let piece = 0; ; piece++) {
          read.push(piece);
          yield '["x"]\n'.repeat(10_000);
        }
      } finally {
        read.push(-1);
      }
    }
    for await (const _ of toParquet([{ name: 'a', type: 'text' }], pieces())) break;
    expect(read).toEqual([0, -1]);
  });
});
