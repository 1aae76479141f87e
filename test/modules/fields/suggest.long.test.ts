import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { StartupError } from '../../../src/lib/fault.ts';
import { KEY_PART } from '../../../src/modules/fields/own-field.ts';
import { readFileValue } from '../../../src/modules/fields/read-value.ts';
import { suggestFields } from '../../../src/modules/fields/suggest.ts';
import { toParquet } from '../import/files-of-formats.ts';
import { refusalOf } from '../import/fixture.ts';
import { Workspace } from '../import/support.ts';
import { ENGLISH, FORTY, GERMAN, type Style, TYPED } from './forty-columns.ts';

let workspace: Workspace;
beforeAll(async () => {
  workspace = await Workspace.create();
});
afterAll(() => workspace.remove());

const ROWS = Array.from({ length: 60 }, (_, row) => row);
const quote = (cell: unknown) => `"${String(cell).replaceAll('"', '""')}"`;

function toTable(style: Style, delimiter: string): string {
  const lines = ROWS.map((row) => FORTY.map(({ cell }) => quote(cell(row, style))).join(delimiter));
  return ['\uFEFF'.concat(FORTY.map(({ header }) => quote(header)).join(delimiter)), ...lines].join('\r\n');
}

const nullable = (cell: unknown) => (cell === '' ? null : cell);
const named = FORTY.filter(({ header }) => header !== '');

const FILES = {
  'crm.csv': [() => toTable(GERMAN, ';'), '1.200,50'],
  'crm.tsv': [() => toTable(ENGLISH, '\t'), '1,200.50'],
  'crm.ndjson': [
    () =>
      ROWS.map((row) =>
        JSON.stringify(
          Object.fromEntries(FORTY.map(({ header, cell }) => [header, nullable(cell(row, TYPED))])),
        ),
      ).join('\n'),
    undefined,
  ],
  'crm.parquet': [
    () =>
      toParquet(
        named.map(({ header, cell }) => ({
          name: header,
          // The writer has lists as JSON, as many writers do.
          data: ROWS.map((row) => nullable(cell(row, TYPED))).map((value) =>
            Array.isArray(value) ? JSON.stringify(value) : value,
          ),
          nullable: true,
        })),
      ),
    undefined,
  ],
} as const;

/** Suggests for one file. */
async function fieldsOf(name: string, content: string | Buffer) {
  return suggestFields([await workspace.write(name, content)], {});
}

/** Returns the types of the only column beside the built-in ones, with its format. */
async function typeOf(values: readonly string[], header = 'X') {
  const lines = values.map((value, row) => `A,a${row}.example,${quote(value)}`);
  const { fields } = await fieldsOf('one.csv', [`name,domain,${quote(header)}`, ...lines].join('\n'));
  const [{ type, multiple, number_format: format } = { type: 'none' }] = fields;
  return [multiple ? 'list' : type, ...(format === undefined ? [] : [format])].join(' ');
}

describe('a file of forty columns', () => {
  it.each(Object.entries(FILES))(
    'has a field for each of its own columns: %s',
    async (name, [content, format]) => {
      const { fields, rows, notes } = await fieldsOf(name, content());
      expect(rows).toBe(ROWS.length);
      expect(
        fields.map(({ key, type, multiple, columns, number_format }) => ({
          key,
          type,
          multiple,
          columns,
          number_format,
        })),
      ).toEqual(
        FORTY.flatMap(({ header, guess }) => {
          if (guess === undefined) return [];
          const [part, type, { isNumberText = false } = {}] = guess;
          return [
            {
              key: `custom.${part}`,
              type: type === 'list' ? 'category' : type,
              multiple: type === 'list' ? true : undefined,
              columns: [header],
              number_format: isNumberText ? format : undefined,
            },
          ];
        }),
      );
      expect(new Set(fields.map(({ key }) => key)).size).toBe(fields.length);
      for (const { key } of fields) expect(key.slice('custom.'.length)).toMatch(KEY_PART);
      expect(notes.toSorted()).toEqual([
        'Left out columns of an organization: "org.score"',
        ...(name === 'crm.parquet' ? [] : ['Left out columns without a name: "column 40"']),
        'Left out columns without a value: "Empty"',
      ]);
    },
  );

  it.each(Object.entries(FILES))(
    'says what it saw of each, all of which can be read: %s',
    async (name, [content]) => {
      const { fields } = await fieldsOf(name, content());
      const seen = Object.fromEntries(fields.map((field) => [field.key, field.seen]));
      expect(seen['custom.stadt']).toEqual({ filled: 60, distinct: 3, examples: ['Ulm', 'München', 'Köln'] });
      expect(seen['custom.last_contact']).toMatchObject({ filled: 51 });
      expect(seen['custom.tags']).toMatchObject({ filled: 60, distinct: 4 });
      expect(seen['custom.description']).toMatchObject({ distinct: 60, examples: expect.any(Array) });
      expect(seen['custom.description']?.examples[0]).toBe('Builds "thing 0", and ships it; quickly');
      for (const { seen: each, type, multiple = false, number_format } of fields) {
        expect(each.unread).toBeUndefined();
        for (const example of each.examples.filter((text) => !text.endsWith('…')))
          expect(readFileValue({ type, multiple }, example, number_format)).toHaveProperty('value');
      }
    },
  );
});

it('says which type most values have, and one that is not of it', async () => {
  const lines = ROWS.map(
    (row) => `a${row}.example,${row < 20 ? `about ${row}` : row},${row % 3 ? 'x' : 'https://a.example'}`,
  );
  const { fields } = await fieldsOf('almost.csv', ['domain,Volume,Page', ...lines].join('\n'));
  expect(fields.map(({ key, type, seen: { almost } }) => ({ key, type, almost }))).toEqual([
    { key: 'custom.volume', type: 'text', almost: { type: 'number', count: 40, refused: 'about 0' } },
    { key: 'custom.page', type: 'category' },
  ]);
});

describe('a type', () => {
  const many = (of: (row: number) => string, count = 40) =>
    Array.from({ length: count }, (_, row) => of(row));

  it('is text where nearly all values are different, or one is longer than a category can be', async () => {
    expect(await typeOf(many((row) => `value ${row}`))).toBe('text');
    expect(await typeOf(many((row) => `value ${row % 36}`))).toBe('category');
    expect(await typeOf(['a', 'b', 'x'.repeat(201)])).toBe('text');
    expect(await typeOf(['Ulm', 'Berlin', 'Köln'])).toBe('category');
    expect(
      await typeOf(['A sentence that nobody would filter by at all', 'And another of them, as long as that']),
    ).toBe('text');
  });

  it('ignores placeholders, and a few values of another type, which it counts', async () => {
    expect(await typeOf(['31.01.2026', 'n/a', '-', 'NULL', '?'])).toBe('date');
    expect(await typeOf(['n/a', '-'])).toBe('category');
    const { fields } = await fieldsOf(
      'stray.csv',
      `domain,Seats\n${many((row) => `a${row}.example,${row === 7 ? 'a few' : row}`).join('\n')}`,
    );
    expect(fields).toEqual([
      {
        key: 'custom.seats',
        label: 'Seats',
        type: 'number',
        columns: ['Seats'],
        seen: { filled: 40, distinct: 39, examples: ['0', '1', '2'], unread: { count: 1, example: 'a few' } },
      },
    ]);
    expect(await typeOf(many((row) => (row % 5 === 0 ? 'a few' : '12')))).toBe('category');
  });

  it('is no number for codes, and no boolean for a digit alone', async () => {
    expect(await typeOf(['80331', '01067'])).toBe('category');
    expect(await typeOf(['80331', '20095'], 'Postal Code')).toBe('category');
    expect(await typeOf(['80331', '20095'])).toBe('number');
    expect(await typeOf(['1', '0', '1'])).toBe('boolean');
    expect(await typeOf(['1', '1'])).toBe('number');
    expect(await typeOf(['0', '0'])).toBe('number');
    expect(await typeOf(['1', '0', '2'])).toBe('number');
    expect(await typeOf(['1', '0'], 'Customer ID')).toBe('category');
    expect(await typeOf(['03/04/2026', '05/06/2026'])).toBe('category');
    expect(await typeOf(['03/14/2026', '05/06/2026'])).toBe('category');
    expect(await typeOf(['12/31/2026', '05/26/2026'])).toBe('date');
  });

  it('is a list where entries recur between separators', async () => {
    expect(await typeOf(['SaaS;Cloud', 'Cloud'])).toBe('list');
    expect(await typeOf(many((row) => `t${row % 5}|t${row % 3}`))).toBe('list');
    expect(await typeOf(many((row) => `called ${row}; wants ${row} more`))).toBe('text');
    expect(await typeOf(['[broken', '{too', 'plain'])).toBe('category');
  });

  it('has the format of its own values, else that of the file', async () => {
    expect(await typeOf(['12,5', '1.200'])).toBe('number 1.200,50');
    expect(await typeOf(['12.5', '1,200'])).toBe('number 1,200.50');
    expect(await typeOf(['1.200', '3.500'])).toBe('number 1.200,50');
    expect(await typeOf(['1,200', '3,500'])).toBe('number 1,200.50');
    expect(await typeOf(['0.125', '0.250'])).toBe('number 1,200.50');
    expect(await typeOf(['12', '7'])).toBe('number');
    const { fields } = await fieldsOf(
      'two.csv',
      'domain;Umsatz;Breite;Kunden\na.example;1.200,50;48.137;1.200\nb.example;12,5;9.5;7\n',
    );
    expect(fields.map((field) => field.number_format)).toEqual(['1.200,50', '1,200.50', '1.200,50']);
  });
});

describe('untidy files', () => {
  it('of several formats are one: columns of one name are one field', async () => {
    const one = await workspace.write('a.csv', 'domain,City,City\na.example,Ulm,Berlin\n');
    const two = await workspace.write(
      'b.ndjson',
      '{"domain":"b.example","city":"Köln","extra":{"a":1},"toString":"x"}\n',
    );
    expect(await suggestFields([one, two], {})).toEqual({
      rows: 2,
      notes: ['Left out columns of objects, or of texts over 2000 characters: "extra"'],
      fields: [
        {
          key: 'custom.city',
          label: 'City',
          type: 'category',
          columns: ['City'],
          seen: { filled: 2, distinct: 2, examples: ['Ulm', 'Köln'] },
        },
        {
          key: 'custom.city_2',
          label: 'City#2',
          type: 'category',
          columns: ['City#2'],
          seen: { filled: 1, distinct: 1, examples: ['Berlin'] },
        },
        {
          key: 'custom.to_string',
          label: 'ToString',
          type: 'category',
          columns: ['toString'],
          seen: { filled: 1, distinct: 1, examples: ['x'] },
        },
      ],
    });
  });

  it('take objects with any keys, cells that clear, and guarded cells', async () => {
    const json =
      '{"domain":"a.example","x":{"toString":1,"nullable":2},"y":["\\ud800"],"__proto__":3,"constructor":null}';
    expect((await fieldsOf('odd.ndjson', json)).fields.map(({ key, type }) => [key, type])).toEqual([
      ['custom.proto', 'number'],
    ]);
    const { fields } = await fieldsOf(
      'null.csv',
      "domain,Change\na.example,'-5\nb.example,\\N\nc.example,'+7\n",
    );
    expect(fields[0]).toMatchObject({ type: 'number', seen: { filled: 2, examples: ['-5', '+7'] } });
  });

  it('are read within bounds: 1,000 rows, 500 columns, long cells', async () => {
    const wide = Array.from({ length: 600 }, (_, index) => `c${index}`);
    const cell = 'y'.repeat(900);
    const { fields, notes } = await fieldsOf(
      'wide.csv',
      `domain,${wide.join(',')}\na.example${`,${cell}`.repeat(600)}\n`,
    );
    expect(fields).toHaveLength(499);
    expect(fields[0]).toMatchObject({ type: 'text', seen: { examples: [`${'y'.repeat(40)}…`] } });
    expect(notes).toEqual([expect.stringMatching(/^Left out columns after the first 500 of a file: ".*"$/)]);
    const tall = Array.from({ length: 5000 }, (_, row) => `a${row}.example,${row % 9}`).join('\n');
    expect(await fieldsOf('tall.csv', `domain,n\n${tall}`)).toMatchObject({
      rows: 1000,
      fields: [{ seen: { filled: 1000 } }],
    });
    const MANY = Array.from({ length: 900 }, (_, row) => row);
    const large = toParquet([
      { name: 'domain', data: MANY.map((row) => `a${row}.example`) },
      { name: 'Blob', data: MANY.map((row) => `${row}${'z'.repeat(1900)}`) },
    ]);
    const found = await fieldsOf('large.parquet', large);
    expect(found.rows).toBeLessThan(MANY.length);
    expect(found.fields).toMatchObject([{ key: 'custom.blob', type: 'text' }]);
    const longName = `domain,${'h'.repeat(201)},"a\nb"\na.example,1,2\n`;
    expect(await fieldsOf('names.csv', longName)).toMatchObject({
      notes: [expect.stringContaining('with a name over 200 characters')],
      fields: [{ key: 'custom.a_b', label: 'A b', columns: ['a\nb'] }],
    });
  });

  it('are refused in one line where they have no columns that a field could name', async () => {
    expect(await refusalOf(fieldsOf('empty.csv', ''))).toMatch(/empty\.csv: has no columns$/);
    expect(await refusalOf(fieldsOf('none.ndjson', '[]\n'))).toMatch(/none\.ndjson: has no columns$/);
    expect(
      await refusalOf(fieldsOf('latin.csv', Buffer.from('domain,Stra\xdfe\na.example,x\n', 'latin1'))),
    ).toMatch(/latin\.csv: the header is not valid UTF-8; save the file as "CSV UTF-8"/);
    expect(await refusalOf(fieldsOf('list.json', '[{"a":1}]'))).toMatch(/is a JSON array/);
    expect(await refusalOf(fieldsOf('partnerships.csv', 'a\n'))).toMatch(
      /partnerships\.csv: is named after partnerships; own fields belong to companies$/,
    );
    expect(await refusalOf(suggestFields(Array(21).fill('x.csv'), {}))).toBe(
      'at most 20 files can be read at once',
    );
    expect(await refusalOf(suggestFields(['-'], { format: 'xls' }))).toMatch(/^--format must be one of /);
  });

  it('are read or refused, however they are damaged', async () => {
    const files = [FILES['crm.csv'][0](), FILES['crm.tsv'][0](), FILES['crm.ndjson'][0]()].map((text) =>
      Buffer.from(text),
    );
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 8 }),
      fc
        .constantFrom('"', '\n', '\r', ';', '\0', '{', '[', '\\N', '\u2028', '999999999999999999')
        .map((text) => Buffer.from(text)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), piece, fc.nat(40)), { maxLength: 6 }),
        async (file, changes) => {
          const damaged = changes.reduce((bytes, [share, inserted, removed]) => {
            const at = Math.floor(share ** 3 * bytes.length);
            return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + removed)]);
          }, file);
          const outcome = await suggestFields(['-'], { stdin: Readable.from([damaged]) }).catch(
            (error) => error,
          );
          if (outcome instanceof Error) expect(outcome).toBeInstanceOf(StartupError);
          else for (const { key } of outcome.fields) expect(key).toMatch(/^custom\.[a-z][a-z0-9_]{0,39}$/);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('may come from standard input, and may have built-in fields alone', async () => {
    const stdin = Readable.from([Buffer.from('name,primary_domain\nA,a.example\n')]);
    expect(await suggestFields(['-'], { stdin })).toEqual({ fields: [], rows: 1, notes: [] });
  });
});
