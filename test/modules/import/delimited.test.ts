import { afterEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { textIn } from '../../../src/lib/json.ts';
import { readDelimited } from '../../../src/modules/import/formats/delimited.ts';
import { RecordSplitter } from '../../../src/modules/import/formats/records.ts';
import { ROW_FIELDS } from '../../../src/modules/import/kinds.ts';

const LAYOUT = { path: 'technologies.csv', fields: ROW_FIELDS.technologies, renames: [] };

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

interface Found {
  line: number;
  text: string;
  /** Undefined for a rejected row. */
  row?: unknown;
  /** Set for a rejected row. */
  reason?: string;
}

async function readAll(text: string, chunk = 1024): Promise<Found[]> {
  const found: Found[] = [];
  const reading = readDelimited(inChunks(Buffer.from(text), chunk), LAYOUT, undefined, {
    add: (line, row, text) => found.push({ line, text, row }),
    reject: (line, error, text) => found.push({ line, text, reason: textIn(error, 'reason') ?? '' }),
    warnUnknown: (_line, field) => {
      throw new Error(`unknown column ${field}`);
    },
  });
  while (!(await reading.next()).done);
  return found;
}

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const cellText = fc
  .array(fc.constantFrom('a', 'é', '🚀', '"', ',', ';', '\n', '\t', '|', ' '), { maxLength: 8 })
  .map((parts) => `x${parts.join('')}x`);

const HEADER = 'tech_key,display_name';

/** Reads records as the documentation says: after a fault, from the line after the first one of the record. */
function readFromEachLine(lines: readonly string[]): Found[] {
  const splitter = new RecordSplitter(',');
  const found: Found[] = [];
  for (let first = 0; first < lines.length; ) {
    if (lines[first]?.trim() === '') {
      first += 1;
      continue;
    }
    let last = first;
    let outcome = splitter.begin(lines[first] ?? '');
    while (outcome === 'open' && last + 1 < lines.length && last - first < 999) {
      last += 1;
      outcome = splitter.proceed(lines[last] ?? '');
    }
    if (outcome !== 'complete') last = first;
    const text = lines.slice(first, last + 1).join('\n');
    splitter.begin(text);
    const [tech_key, display_name] = splitter.cells.map((cell) => cell.trim());
    const isRow = outcome === 'complete' && splitter.cells.length === 2;
    found.push({ line: first + 2, text, ...(isRow && { row: { tech_key, display_name } }) });
    first = last + 1;
  }
  return found;
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe('delimited text', () => {
  it('gives back any quoted cells, however its bytes are cut', async () => {
    const rows = fc.array(fc.tuple(cellText, cellText), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.constantFrom(',', ';', '\t', '|'),
        fc.integer({ min: 1, max: 9 }),
        async (cells, delimiter, chunk) => {
          const lines = [['tech_key', 'display_name'], ...cells.map((row) => row.map(quote))];
          const found = await readAll(lines.map((line) => line.join(delimiter)).join('\n'), chunk);
          expect(found.map(({ row }) => row)).toEqual(
            cells.map(([key, name]) => ({ tech_key: key, display_name: name })),
          );
        },
      ),
    );
  });

  it('accounts for every line of a text with stray quotes', async () => {
    const stray = fc.array(fc.constantFrom('a,b', '"a,b', 'a","b', '"a,"b', '"', 'a,""', '"a"b,c', '""",x'), {
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(stray, async (lines) => {
        const found = await readAll(['tech_key,display_name', ...lines].join('\n'));
        expect(found.map(({ text }) => text).join('\n')).toBe(lines.join('\n'));
        let next = 2;
        for (const { line, text } of found) {
          expect(line).toBe(next);
          next += text.split('\n').length;
        }
      }),
    );
  });

  const line = fc.constantFrom(
    'kx,b',
    '"kx,b',
    'kx","b',
    '"kx,"b',
    '"',
    'kx,"b""',
    '"kx"b,c',
    '""",x',
    '"k,",x',
    '',
  );

  it('reads any text as if it began anew after the first line of each broken record', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 40 }), async (lines) => {
        const found = await readAll([HEADER, ...lines].join('\n'));
        expect(found.map(({ reason: _, ...rest }) => rest)).toEqual(readFromEachLine(lines));
      }),
    );
  });

  it.each([
    ['a quote that every line closes and opens again', 'a","b\n'.repeat(3000)],
    ['such quotes, ended by a broken one every 900 lines', `${'a","b\n'.repeat(900)}x"y\n`.repeat(3)],
    ['CRLF', 'a","b\r\n'.repeat(3000)],
    ['tabs', 'a"\t"b\n'.repeat(3000)],
    ['semicolons', 'a";"b\n'.repeat(3000)],
    ['bars', 'a"|"b\n'.repeat(3000)],
    ['a quote alone in each line', '"\n'.repeat(3001)],
    ['one quote that is never closed', `"\n${'a,b\n'.repeat(3000)}`],
    ['open and closed lines by turns', 'a,"b\na","b\n'.repeat(1500)],
    ['open cells longer than a record may be', `a","${'b'.repeat(20_000)}\n`.repeat(200)],
    ['records of many lines', `"a","${'b\n'.repeat(900)}c"\n`.repeat(3)],
    ['doubled quotes alone', `"${'""'.repeat(400_000)}",x\n`.repeat(2)],
  ])('splits no line more than three times: %s', async (_name, text) => {
    const delimiter = ['\t', ';', '|'].find((each) => text.includes(each)) ?? ',';
    const split = [
      jest.spyOn(RecordSplitter.prototype, 'begin'),
      jest.spyOn(RecordSplitter.prototype, 'proceed'),
    ];
    const found = await readAll(`tech_key${delimiter}display_name\n${text}`, 65_536);
    expect(found.map((each) => each.text).join('\n')).toBe(text.slice(0, -1));
    const characters = split.flatMap(({ mock }) => mock.calls).reduce((sum, [{ length }]) => sum + length, 0);
    expect(characters).toBeLessThan(3 * text.length + 1000);
  });

  it('rejects the first line alone where a quote is not closed within 1,000 lines or 1,048,576 characters', async () => {
    const reason = 'has a quote that is not closed within 1000 lines or 1048576 characters';
    const lines = await readAll(`${HEADER}\n"\n${'a,b\n'.repeat(999)}`);
    expect(lines).toHaveLength(1000);
    expect(lines.filter((each) => each.reason !== undefined)).toEqual([{ line: 2, text: '"', reason }]);
    const rest = 'x'.repeat(600_000);
    const long = `"${rest}`;
    const [first, second] = await readAll(`${HEADER}\n${long}\n${rest}`);
    expect(first).toEqual({ line: 2, text: long, reason });
    expect(second).toEqual({ line: 3, text: rest, reason: 'has 1 cells, but the header has 2' });
  });

  it.each([
    ['is never closed', '"tech_key,display_name\na,b', 'has a quote that is not closed'],
    [
      'has text after it',
      '"tech_key,display_name\na"b',
      'has a quoted cell with text after its closing quote',
    ],
    [
      'is not closed in time',
      `"tech_key,display_name\n${'a,b\n'.repeat(2000)}`,
      'has a quote that is not closed within 1000 lines or 1048576 characters',
    ],
  ])('refuses a file with a quote in its header that %s', async (_name, text, reason) => {
    await expect(readAll(text)).rejects.toThrow(`technologies.csv: line 1, the header, ${reason}`);
  });
});
