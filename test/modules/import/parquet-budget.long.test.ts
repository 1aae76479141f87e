import { open } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { maxExpansion } from '../../../src/modules/import/decoder/output.ts';
import { DECODER_BUDGET } from '../../../src/modules/import/decoder/start-decoder.ts';
import { readParquet } from '../../../src/modules/import/formats/parquet.ts';
import { ROW_FIELDS } from '../../../src/modules/import/kinds.ts';
import { toParquet } from './files-of-formats.ts';
import { useImports } from './fixture.ts';
import { loopingParquet, repeatingParquet, shortParquet } from './hostile-files.ts';

const imports = useImports();

interface Seen {
  rows: number;
  refused: string[];
  reason?: string;
}

/** Reads a file, until `signal` aborts it. @returns its rows, and the reason why it is refused if it is */
async function read(data: Buffer, budget = DECODER_BUDGET, signal = new AbortController().signal) {
  const file = await open(await imports.workspace.write('companies.parquet', data));
  const seen: Seen = { rows: 0, refused: [] };
  const layout = { path: 'companies.parquet', fields: ROW_FIELDS.companies, renames: [] };
  try {
    const reading = readParquet(
      file,
      layout,
      { signal, budget, onRows: () => undefined },
      {
        add: () => {
          seen.rows += 1;
        },
        reject: (line, error, text, row) =>
          seen.refused.push(
            `${line} ${Reflect.get(Object(error), 'reason')} ${text.length} ${Object.keys(row ?? {})}`,
          ),
        warnUnknown: () => undefined,
      },
    );
    while (!(await reading.next()).done);
  } catch (error) {
    seen.reason = (error as Error).message;
  } finally {
    await file.close();
  }
  return seen;
}

const tooLarge = (data: Buffer) =>
  `companies.parquet: ${data.length} bytes of Parquet become more than ${maxExpansion(data.length)} bytes of rows; ` +
  'write the file without dictionaries, or as CSV';

describe('a Parquet file', () => {
  it.each([
    ['one text that is just short enough', repeatingParquet(100_000, 'x'.repeat(900_000))],
    ['texts of several columns', repeatingParquet(50_000, 'x'.repeat(300_000), ['name', 'industry', 'slug'])],
    ['lists of one text', listsOf(5000, Array<string>(20).fill('x'.repeat(10_000)))],
  ])('is refused before any row when a dictionary repeats %s', async (_, data) => {
    expect(await read(data)).toEqual({ rows: 0, refused: [], reason: tooLarge(data) });
  });

  it('is refused for more rows than its size can have', async () => {
    const data = toParquet([
      { name: 'deleted', data: Array<boolean>(1_100_000).fill(true), type: 'BOOLEAN' },
    ]);
    expect(await read(data)).toEqual({ rows: 0, refused: [], reason: tooLarge(data) });
  });

  it('loses a row that is too long, but keeps its key and a part of its texts', async () => {
    const data = toParquet([
      { name: 'name', data: ['A', 'x'.repeat(2 ** 20), 'é'.repeat(600_000), 'D'], type: 'STRING' },
      { name: 'primary_domain', data: ['a.example', 'b.example', 'c.example', 'd.example'], type: 'STRING' },
    ]);
    expect(await read(data)).toEqual({
      rows: 2,
      refused: ['2', '3'].map(
        (row) => `${row} is longer than 1048576 bytes of JSON 2040 name,primary_domain`,
      ),
    });
  });

  it('is refused when decoding needs more memory than the budget', async () => {
    // Its decoding never ends, so the guard looks at it, however fast the machine is.
    expect(await read(loopingParquet(), { ...DECODER_BUDGET, memoryMiB: 20 })).toMatchObject({
      rows: 0,
      reason:
        'companies.parquet: cannot be read as Parquet: decoding needs more than 20 MiB of memory; ' +
        'write it with smaller row groups, or as CSV',
    });
  });

  it('is refused when decoding makes no progress', async () => {
    expect(await read(loopingParquet(), { ...DECODER_BUDGET, idleMs: 1000 })).toMatchObject({
      reason:
        'companies.parquet: cannot be read as Parquet: decoding makes no progress for 1 seconds; ' +
        'write it with smaller row groups, or as CSV',
    });
  });

  it('is not read further after an abort', async () => {
    const stop = new AbortController();
    // Its decoding never ends, so the abort comes while it decodes, however fast the machine is.
    const reading = read(loopingParquet(), DECODER_BUDGET, stop.signal);
    setTimeout(() => stop.abort(new Error('stopped')), 50);
    expect(await reading).toEqual({ rows: 0, refused: [], reason: 'stopped' });
  });

  it('is not read at all after an earlier abort', async () => {
    const stop = AbortSignal.abort(new Error('stopped'));
    expect(await read(loopingParquet(), DECODER_BUDGET, stop)).toEqual({
      rows: 0,
      refused: [],
      reason: 'stopped',
    });
  });

  it('is refused when it has fewer rows than it states', async () => {
    expect(await read(shortParquet(900))).toEqual({
      rows: 0,
      refused: [],
      reason: 'companies.parquet: cannot be read as Parquet: the rows 1 to 901 are incomplete',
    });
  });
});

function listsOf(rows: number, list: readonly string[]): Buffer {
  return toParquet(
    [
      { name: 'domains', data: Array<readonly string[]>(rows).fill(list) },
      { name: 'primary_domain', data: Array.from({ length: rows }, (_, row) => `c${row}.example`) },
    ],
    {
      schema: [
        { name: 'root', num_children: 2 },
        { name: 'domains', converted_type: 'LIST', repetition_type: 'OPTIONAL', num_children: 1 },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        { name: 'element', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
        { name: 'primary_domain', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
      ],
    },
  );
}
