import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { cleanDomains } from '../../../console/src/features/enrich/input/clean-domains.ts';
import {
  columnOf,
  readTable,
  splitEntries,
} from '../../../console/src/features/enrich/input/read-entries.ts';
import { parseCsv, toCsv } from '../../../console/src/lib/csv.ts';
import { cleanDomain } from '../../../src/lib/domain-name.ts';

describe('cleaning', () => {
  test('trims, lower-cases, removes one www., drops with the reason and keeps the first of duplicates', () => {
    const long = `${'a'.repeat(250)}.com`;
    expect(
      cleanDomains([' ACME.com ', 'www.acme.com', 'www.www.foo.de', 'localhost', long, '', 'x.io']),
    ).toEqual({
      domains: ['acme.com', 'www.foo.de', 'x.io'],
      duplicates: 1,
      addresses: 0,
      dropped: [
        { entry: 'localhost', reason: 'has no dot, as in “acme.com”' },
        { entry: long, reason: 'has more than 253 characters' },
      ],
    });
  });

  test('takes the host of web and e-mail addresses', () => {
    const entries = [
      'https://www.acme.com:8443/about?x=1#y',
      'mailto:ada@foo.de',
      'grace@bar.io',
      'baz.test/path',
    ];
    expect(cleanDomains(entries)).toEqual({
      domains: ['acme.com', 'foo.de', 'bar.io', 'baz.test'],
      duplicates: 0,
      addresses: 4,
      dropped: [],
    });
  });

  test('agrees with the service on every text without the signs of addresses', () => {
    const part = fc.constantFrom(
      'www.',
      'WWW.',
      'a',
      'Ü',
      '.',
      ' ',
      '-',
      '_',
      'b'.repeat(130),
      'com',
      '\u00a0',
      '\t',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const text = parts.join('');
        const expected = cleanDomain(text).domain;
        expect(cleanDomains([text]).domains).toEqual(expected === undefined ? [] : [expected]);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('reading', () => {
  test('splits pasted text at any separator', () => {
    const text = 'a.com, b.com;c.com\r\n"d.com"\t<e.com>\n\n f.com ';
    expect(splitEntries(text)).toEqual(['a.com', 'b.com', 'c.com', 'd.com', 'e.com', 'f.com']);
  });

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
