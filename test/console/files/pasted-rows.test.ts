import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { parseCsv, toCsv } from '../../../console/src/lib/csv.ts';
import { beginsWithData, readRows, toNdjson } from '../../../console/src/lib/pasted-text.ts';

describe('rows of a pasted text', () => {
  test.each([
    ['Jane Doe <jane@acme.example>', [{ email: 'jane@acme.example', note: 'Jane Doe' }]],
    ['"Doe, Jane" <jane@acme.example>', [{ email: 'jane@acme.example', note: 'Doe, Jane' }]],
    ['Goldhof, goldhof.example', [{ name: 'Goldhof', domain: 'goldhof.example' }]],
    ['a.example; b.example', [{ domain: 'a.example' }, { domain: 'b.example' }]],
    ['a.example b.example', [{ domain: 'a.example' }, { domain: 'b.example' }]],
    ['Goldhof GmbH', [{ name: 'Goldhof GmbH' }]],
    ['Goldhof; Kupferwald', [{ name: 'Goldhof' }, { name: 'Kupferwald' }]],
    ['Acme, Inc.', [{ name: 'Acme, Inc.' }]],
    ['Acme, Inc., acme.example, Berlin', [{ name: 'Acme, Inc.', domain: 'acme.example', note: 'Berlin' }]],
    ['https://www.acme.example/x?y=1', [{ domain: 'https://www.acme.example/x?y=1' }]],
    ['acme.example\tjane@acme.example', [{ domain: 'acme.example', email: 'jane@acme.example' }]],
    [
      '4711\tGoldhof\tgoldhof.example\t+49 30 1',
      [{ name: 'Goldhof', domain: 'goldhof.example', note: '4711, +49 30 1' }],
    ],
    ['linkedin.com/company/acme, Acme', [{ name: 'Acme', note: 'linkedin.com/company/acme' }]],
    ['"Müller ""Nord""", m.example', [{ name: 'Müller "Nord"', domain: 'm.example' }]],
    ['\ufeff \r\n\n', []],
  ])('%j', (text, rows) => expect(readRows(text)).toEqual(rows));

  test('each line decides by itself', () => {
    expect(readRows('Goldhof, goldhof.example\r\na.example\n\nKupferwald')).toEqual([
      { name: 'Goldhof', domain: 'goldhof.example' },
      { domain: 'a.example' },
      { name: 'Kupferwald' },
    ]);
  });

  test('a table with headings keeps its columns, and each has a name of its own', () => {
    expect(
      readRows('Name\tWebsite\tCity\tCity\t\nGoldhof\tgoldhof.example\tBerlin\tNord\tx\n"A\nB"'),
    ).toEqual([
      { Name: 'Goldhof', Website: 'goldhof.example', City: 'Berlin', City_4: 'Nord', column_5: 'x' },
      { Name: 'A\nB', Website: '', City: '', City_4: '', column_5: '' },
    ]);
    expect(readRows('Domain\na.example')).toEqual([{ Domain: 'a.example' }]);
    // A heading alone is a name.
    expect(readRows('Company')).toEqual([{ name: 'Company' }]);
  });

  test('are written with all columns in one order', () => {
    expect(toNdjson(readRows('jane@acme.example\nGoldhof\nJoe <joe@b.example>, B'))).toBe(
      [
        '{"name":"","email":"jane@acme.example","note":""}',
        '{"name":"Goldhof","email":"","note":""}',
        '{"name":"B","email":"joe@b.example","note":"Joe"}',
        '',
      ].join('\n'),
    );
  });

  test('a file begins with data where its first line has a domain or an address', () => {
    const texts = [
      'a.example\nb.example',
      'Acme;ada@acme.example',
      'Name;Web\nAcme;a.example',
      '{"domain":"a.example"}',
      '',
    ];
    expect(texts.map(beginsWithData)).toEqual([true, true, false, false, false]);
  });

  test('no text breaks the reader, and no row is empty', () => {
    const part = fc.constantFrom(
      'a',
      '.',
      'b.example',
      '@',
      '<',
      '>',
      '"',
      ',',
      ';',
      '\t',
      '\n',
      ' ',
      'Name',
      '1',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        for (const row of readRows(`x${parts.join('')}`)) expect(Object.keys(row)).not.toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });
});

test('CSV is read as it was written, apart from the apostrophe before formulas', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ', 'é'), maxLength: 6 });
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (rows) => {
      const filled = rows.map((cells) => ['x', ...cells]);
      const expected = filled.map((cells) =>
        cells.map((text) => (/^\s*[\r\n]/.test(text) ? `'${text}` : text)),
      );
      expect(parseCsv(toCsv(filled), ',')).toEqual(expected);
    }),
    { numRuns: 1000 },
  );
});
