import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { COUNTRY_CODES } from '../../../src/modules/catalogue/countries.ts';
import { parseSlug } from '../../../src/modules/import/company-values.ts';
import { parseTimestamp } from '../../../src/modules/import/fields.ts';
import { isDataFile, kindOfFile } from '../../../src/modules/import/kinds.ts';
import { MAX_LINE_BYTES, readLines } from '../../../src/modules/import/read-lines.ts';

async function linesOf(
  chunks: readonly Buffer[],
): Promise<{ number: number; text: string; invalid?: string }[]> {
  const lines = [];
  for await (const { firstLine, texts, invalid } of readLines(toStream(chunks))) {
    for (const [index, text] of texts.entries()) {
      const fault = invalid.get(index);
      lines.push({ number: firstLine + index, text, ...(fault === undefined ? {} : { invalid: fault }) });
    }
  }
  return lines;
}

async function* toStream(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}

function cut(bytes: Buffer, at: readonly number[]): Buffer[] {
  const ends = [...at.map((point) => point % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

describe('readLines', () => {
  it('returns the same lines for any chunks, even when a chunk ends within a character', async () => {
    const text = '{"a":"Ünï"}\r\n\n株式会社 🚀\nlast';
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(60), { maxLength: 6 }), async (cuts) => {
        expect((await linesOf(cut(Buffer.from(`\uFEFF${text}`), cuts))).map((line) => line.text)).toEqual([
          '{"a":"Ünï"}\r',
          '',
          '株式会社 🚀',
          'last',
        ]);
      }),
    );
  });

  it('numbers lines across many blocks', async () => {
    const count = 200_000;
    const lines = await linesOf([
      Buffer.from(Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n')),
    ]);
    expect(lines).toHaveLength(count);
    expect(lines.every(({ number, text }) => text === `line ${number}`)).toBe(true);
  });

  it('marks only the line that is not valid UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('né\n'), Buffer.from([0x61, 0xff, 0x0a]), Buffer.from('après')]);
    expect(await linesOf([bytes])).toEqual([
      { number: 1, text: 'né' },
      { number: 2, text: 'a\uFFFD', invalid: expect.stringMatching(/^is not valid UTF-8; save/) },
      { number: 3, text: 'après' },
    ]);
  });

  it('accepts a line of exactly the limit, and does not keep a longer one in memory', async () => {
    const limit = Buffer.alloc(MAX_LINE_BYTES, 'x');
    const newline = Buffer.from('\n');
    const huge = Array.from({ length: 40 }, () => Buffer.alloc(MAX_LINE_BYTES, 'y'));
    const multibyte = Buffer.from('é'.repeat(MAX_LINE_BYTES / 2 + 1));
    const lines = await linesOf([
      limit,
      newline,
      ...huge,
      newline,
      multibyte,
      newline,
      Buffer.from('end\n'),
      ...huge,
    ]);
    expect(lines.map(({ number, text, invalid }) => [number, text.length, invalid])).toEqual([
      [1, MAX_LINE_BYTES, undefined],
      [2, 4000, 'is longer than 1048576 bytes'],
      [3, 2000, 'is longer than 1048576 bytes'],
      [4, 3, undefined],
      [5, 4000, 'is longer than 1048576 bytes'],
    ]);
  });
});

describe('parseTimestamp', () => {
  it('refuses a text that is longer than any time before it looks for a zone', () => {
    expect(parseTimestamp(`2012-01-01${' '.repeat(1_000_000)}x`)).toBeUndefined();
  });

  it.each([
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2024-01-01T10:20:30Z', '2024-01-01T10:20:30.000Z'],
    ['2024-01-01t10:20:30.98765z', '2024-01-01T10:20:30.987Z'],
    ['2024-01-01 00:30:00+02:00', '2023-12-31T22:30:00.000Z'],
    ['2024-01-01T23:30:00-05:30', '2024-01-02T05:00:00.000Z'],
    ['2024-12-31 22:00:00+00', '2024-12-31T22:00:00.000Z'],
    ['2024-12-31 22:00:00.123456-03:30', '2025-01-01T01:30:00.123Z'],
    ['2024-12-31T22:00+0200', '2024-12-31T20:00:00.000Z'],
    ['2024-12-31T22:00Z', '2024-12-31T22:00:00.000Z'],
    ['2024-12-31 22:00:00', '2024-12-31T22:00:00.000Z'],
    ['2024-01-02 03:04:05 UTC', '2024-01-02T03:04:05.000Z'],
    ['2024-01-02 03:04:05UTC', '2024-01-02T03:04:05.000Z'],
    ['2024-01-02 03:04:05.000000 UTC', '2024-01-02T03:04:05.000Z'],
    ['2024-01-02T03:04:05 GMT', '2024-01-02T03:04:05.000Z'],
    ['2024-01-02 03:04:05 +00:00', '2024-01-02T03:04:05.000Z'],
    ['2024-01-02 05:04:05 +0200', '2024-01-02T03:04:05.000Z'],
    ['2024-01-02 03:04:05 +0000 UTC', '2024-01-02T03:04:05.000Z'],
  ])('reads %s', (text, expected) => {
    expect(new Date(parseTimestamp(text) ?? Number.NaN).toISOString()).toBe(expected);
  });

  it.each([
    '2023-02-29',
    '2024-13-01',
    '2024-00-10',
    '2024-04-31',
    '2024-1-1',
    '20240101',
    '2024-01-01T10',
    '2024-01-01T10:20:30+2',
    '2024-01-01T24:00:00Z',
    '2024-01-01T10:60:00Z',
    '2024-01-01T10:20:30+25:00',
    '1899-12-31',
    '2101-01-01',
    '0000-01-01',
    '',
    ' 2024-01-01',
    '2024-01-02 UTC+1',
    '2024-01-02 03:04:05 CET',
    '2024-02-30 00:00:00 UTC',
    'UTC',
  ])('refuses "%s"', (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });
});

describe('names of files, countries and slugs', () => {
  it.each([
    ['companies.ndjson', 'companies'],
    ['companies.ndjson.gz', 'companies'],
    ['2026-03_Companies.jsonl', 'companies'],
    ['technologies.ndjson', 'technologies'],
    ['company_technologies.ndjson', 'company_technologies'],
    ['eu-company-technologies-1.ndjson.gz', 'company_technologies'],
    ['all partnerships.json', 'partnerships'],
    ['companies.csv.zst', 'companies'],
    ['technologies.tsv', 'technologies'],
    ['partnerships.parquet', 'partnerships'],
    ['companies.v2.tab.gz', 'companies'],
    ['companies.txt', 'companies'],
    ['technologies_of_companies.ndjson', undefined],
    ['README.md', undefined],
  ])('show that the file %s has rows of kind %s', (name, kind) => {
    expect(kindOfFile(name)).toBe(kind);
  });

  it('need an extension, for files in a folder', () => {
    expect(
      ['companies.ndjson', 'companies.jsonl.gz', 'companies.csv', 'companies', 'notes.ndjson'].map(
        isDataFile,
      ),
    ).toEqual([true, true, true, false, false]);
  });

  it('are the 249 codes of ISO 3166-1, for countries', () => {
    expect(COUNTRY_CODES.size).toBe(249);
    expect(['GB', 'US', 'SS', 'CW'].every((code) => COUNTRY_CODES.has(code))).toBe(true);
    expect(['UK', 'XK', 'EU', 'AN'].some((code) => COUNTRY_CODES.has(code))).toBe(false);
  });

  it('are lower-cased, for slugs, and refused with a dot, a space or a slash', () => {
    expect(['Acme-2', ' été_1 ', 'a.b', 'a b', 'a/b', '', 'x'.repeat(81)].map(parseSlug)).toEqual([
      'acme-2',
      'été_1',
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
