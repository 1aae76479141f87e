import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseCsv, toCsv } from '../../../../console/src/lib/csv.ts';
import { guard } from '../../../../src/lib/formula-guard.ts';
import { rebuildIndex } from '../../../../src/modules/filters/facet-index.ts';
import { parseCell } from '../../../../src/modules/import/formats/cells.ts';
import { csvCell } from '../../../../src/modules/lists/export/columns.ts';
import { seedCompany } from '../../../harness/seed.ts';
import { useService } from '../../../harness/use-service.ts';
import { condition, definition } from '../../filters/support.ts';
import { createList } from '../operations.ts';

const RUN = {
  signs: ['=1+1', '+1', '-1', '@x', '=', '-'],
  'full-width signs': ['＝1+1', '＋1', '－1', '＠SUM(1)'],
  'small, raised and lowered signs': [
    '﹢1',
    '﹣1',
    '﹦1',
    '﹫x',
    '⁺1',
    '⁼1',
    '₊1',
    '₌1',
    '⁻1',
    '₋1',
    '⩵1',
    '⩶1',
    '﬩1',
  ],
  'the minus sign': ['\u22121'],
  'tab and line breaks': ['\tx', '\rx', '\nx', '\u200b\tx', ' \r\nx'],
  'signs behind zero-width characters': [
    '\u200b=1',
    '\u200c+1',
    '\u200d-1',
    '\u2060@x',
    '\u2064=1',
    '\ufeff＝1',
  ],
  'signs behind controls of direction': [
    '\u200e=1',
    '\u200f+1',
    '\u202e-1',
    '\u2066@x',
    '\u2069=1',
    '\u061c=1',
  ],
  'signs behind characters without a shape': [
    ...['\u00ad=1', '\u034f+1', '\u180e-1', '\ufe0f@x', '\u{e0100}=1', '\u{e0041}=1', '\u0001=1', '\u0085=1'],
    ...['\u115f=1', '\u1160=1', '\u3164=1', '\uffa0=1', '\u2800=1'],
  ],
  'signs behind blanks': [
    ' =1',
    '   +1',
    '\u00a0-1',
    '\u3000@x',
    '\u2003＝1',
    '\u2028=1',
    ' \u200b\u00a0 =1',
  ],
  'signs behind apostrophes': ["'=1", "''@x", "'\u200b＝1", "'\tx"],
  'texts that mean NULL': ['\\N', "'\\N", ' \\N', '\\N\u200b'],
};
const PLAIN = {
  'signs that are not first': ['a=1', '1-2', 'acme@example.com', '"=1', '(=1)', 'C++', '#-1', '\u200ba=1'],
  'other signs': ['–1', '—1', '‐1', '≠1', '/x', '|x', '%x', '*1', '¨=1'],
  'apostrophes before other texts': ["'Tis", "'", "''", "'a=1"],
  'other backslashes': ['\\', '\\n', '\\Na', 'a\\N', '\\.'],
  'blanks alone': [' ', '\u200b', '\u00a0x', ' x'],
};
const CASES = [
  ...Object.entries(RUN).map(([name, texts]) => ({ name, texts, isRun: true })),
  ...Object.entries(PLAIN).map(([name, texts]) => ({ name, texts, isRun: false })),
];
const TEXTS = CASES.flatMap(({ texts }) => texts);

/** What a spreadsheet makes of a text, at worst. */
const visible = (text: string) =>
  text.replace(/[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '').normalize('NFKC');
const cellOf = (text: string) => parseCsv(toCsv([[text]]), ',')[0]?.[0] ?? '';

const { service, tenant } = useService('sales', { credits: 1_000 });
/** Name and industry by slug. */
let exported: Map<string, readonly (string | undefined)[]>;

beforeAll(async () => {
  const { pool } = service.database;
  for (const [index, text] of TEXTS.entries()) {
    const slug = `c${index}`;
    await seedCompany(pool, {
      name: text,
      slug,
      domains: [`${slug}.example`],
      country: 'MT',
      industry: text,
    });
  }
  await rebuildIndex(pool);
  const id = await createList(
    service,
    tenant.userKey,
    'Formulas',
    definition(condition('country', 'any_of', ['MT'])),
  );
  const { text } = await service.rest(tenant.userKey).get(`/v1/lists/${id}/export.csv`).expect(200);
  exported = new Map(parseCsv(text, ',').map((cells) => [cells[2] ?? '', [cells[1], cells[7]]]));
});

it.each(CASES)('an import takes $name as they were exported', ({ texts }) => {
  const stored = texts.filter((text) => text !== '' && text.trim() === text);
  expect(stored.map((text) => parseCell(guard(text), 'text'))).toEqual(stored);
});

describe('a cell that a spreadsheet would run', () => {
  it.each(CASES)('has an apostrophe or not: $name', ({ texts, isRun }) => {
    for (const text of texts) {
      const expected = isRun ? `'${text}` : text;
      expect(exported.get(`c${TEXTS.indexOf(text)}`)).toEqual([expected, expected]);
      expect(cellOf(text)).toBe(expected);
    }
  });

  it('is never a number: those of numeric columns stay', () => {
    expect(toCsv([[-5, 0, '-5']])).toBe("-5,0,'-5\r\n");
  });

  it('is the same for every character of Unicode in the service and in the console', async () => {
    const { rows } = await service.database.pool.query<{ code: number; first: boolean; before: boolean }>(`
      SELECT code, ${csvCell('chr(code)')} <> chr(code) AS first,
        ${csvCell(`(chr(code) || '=1')`)} <> chr(code) || '=1' AS before
      FROM generate_series(1, ${0x10ffff}) code WHERE code NOT BETWEEN 55296 AND 57343`);
    const texts = rows.map(({ code }) => [String.fromCodePoint(code), `${String.fromCodePoint(code)}=1`]);
    const cells = parseCsv(toCsv(texts), ',');
    const isRun = (row: number, column: number) => cells[row]?.[column] !== texts[row]?.[column];
    const differing = rows.filter(
      ({ first, before }, row) => first !== isRun(row, 0) || before !== isRun(row, 1),
    );
    expect(differing).toEqual([]);
    const unseen = rows.filter(({ code, before }) => {
      return /^[=+\-@\u2212]/.test(visible(`${String.fromCodePoint(code)}=1`)) && !before;
    });
    expect(unseen).toEqual([]);
  });

  it('is every text that begins with a sign once blanks and invisible characters are gone', () => {
    const piece = fc.constantFrom(
      ...TEXTS,
      ...[' ', '\u200b', '\ufeff', '\u00a0', '\u3164', 'a', '=', '＋', '"', ','],
    );
    const text = fc.oneof(
      fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join('')),
      fc.string(),
    );
    fc.assert(
      fc.property(text, (each) => {
        if (/^[=+\-@\u2212]/.test(visible(each))) expect(cellOf(each)).toBe(`'${each}`);
      }),
      { numRuns: 5_000 },
    );
  });
});
