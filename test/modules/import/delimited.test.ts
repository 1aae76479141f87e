import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readDelimited } from '../../../src/modules/import/formats/delimited.ts';
import { ROW_FIELDS } from '../../../src/modules/import/row-fields.ts';

const LAYOUT = { path: 'technologies.csv', fields: ROW_FIELDS.technologies, renames: [] };

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

interface Found {
  line: number;
  text: string;
  /** Undefined for a rejected row. */
  row?: unknown;
}

async function readAll(text: string, chunk = 1024): Promise<Found[]> {
  const found: Found[] = [];
  for await (const block of readDelimited(inChunks(Buffer.from(text), chunk), LAYOUT, undefined)) {
    block.deliver({
      add: (line, row, text) => found.push({ line, text, row }),
      reject: (line, _error, text) => found.push({ line, text }),
      warnUnknown: (_line, field) => {
        throw new Error(`unknown column ${field}`);
      },
    });
  }
  return found;
}

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const cellText = fc
  .array(fc.constantFrom('a', 'é', '🚀', '"', ',', ';', '\n', '\t', '|', ' '), { maxLength: 8 })
  .map((parts) => `x${parts.join('')}x`);

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
});
