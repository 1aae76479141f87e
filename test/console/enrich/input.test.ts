import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { cleanDomains } from '../../../console/src/features/enrich/input/clean-domains.ts';
import { columnOf, readTable } from '../../../console/src/features/enrich/input/read-entries.ts';
import { parseCsv, toCsv } from '../../../console/src/lib/csv.ts';
import { readPaste } from '../../../console/src/lib/pasted-text.ts';
import { cleanDomain } from '../../../src/lib/domain-name.ts';

const clean = (text: string) => cleanDomains(readPaste(text));

describe('cleaning', () => {
  test('drops what is no domain with the reason, and keeps the first of duplicates', () => {
    const long = `${'a'.repeat(60)}.`.repeat(5);
    expect(clean(` ACME.com \nwww.acme.com\nwww.www.foo.de\nlocalhost\n${long}com\n\nx.io`)).toEqual({
      domains: ['acme.com', 'www.foo.de', 'x.io'],
      duplicates: 1,
      addresses: 0,
      dropped: [
        { entry: 'localhost', reason: 'A domain needs a dot, as in "acme.com".' },
        { entry: `${long}com`, reason: 'A domain has at most 253 characters.' },
      ],
    });
  });

  test('takes the host of web and e-mail addresses, also in the form of an e-mail client', () => {
    const text =
      'https://www.acme.com:8443/about?x=1#y\nmailto:ada@foo.de\nJane Doe <jane@bar.io>\nbaz.test/path';
    expect(clean(text)).toEqual({
      domains: ['acme.com', 'foo.de', 'bar.io', 'baz.test'],
      duplicates: 0,
      addresses: 4,
      dropped: [],
    });
  });

  test('gives domains that the service takes', () => {
    const part = fc.constantFrom('a', 'Ü', '.', ' ', '-', '_', 'b'.repeat(60), 'com', '\u00a0');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        for (const domain of clean(`WWW.${parts.join('')}`).domains)
          expect(cleanDomain(domain).reason).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
  });
});

describe('reading', () => {
  test('takes the column of a table that looks like domains, below its heading', () => {
    const table = readTable(
      'Name;Contact;Website\n"Acme; Inc";ada@acme.com;https://acme.com\nFoo;x@foo.de;foo.de\n',
    );
    expect(table).toMatchObject({ columns: ['Name', 'Contact', 'Website'], hasHeading: true, best: 2 });
    expect(table && columnOf(table, 2)).toEqual(['https://acme.com', 'foo.de']);
  });

  test('takes the first row as data where it is a domain', () => {
    const table = readTable('acme.com,Acme\nfoo.de,Foo');
    expect(table).toMatchObject({ columns: ['1', '2'], hasHeading: false, best: 0 });
    expect(table && columnOf(table, 0)).toEqual(['acme.com', 'foo.de']);
  });

  test('reads lists of domains, and texts without any, as no table', () => {
    expect(readTable('a.com\nb.com')).toBeUndefined();
    expect(readTable('a.com, b.com\nc.com, d.com')).toBeUndefined();
    expect(readTable('one, two\nthree, four')).toBeUndefined();
    expect(readTable('')).toBeUndefined();
  });

  test('reads any CSV that it wrote, apart from the apostrophe before formulas', () => {
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
});
