import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parsePastedDomain } from '../../../console/src/lib/pasted-domain.ts';
import { distinct, readPaste } from '../../../console/src/lib/pasted-text.ts';
import { parsePastedDomain as parseInService } from '../../../src/lib/domain-name.ts';
import { INVALID, VALID } from '../../modules/lists/domains/pasted-inputs.ts';

const PARTS = [
  'http://',
  'www.',
  'acme',
  '.',
  '.com',
  'bücher',
  ':443',
  '/x?y',
  '@',
  '[',
  ']',
  '::1',
  '%',
  '192.0.2.1',
  '_',
  '-',
  ' ',
  '0x7f',
  'xn--',
  '*',
  '#',
  '\\',
  '。',
  'github.io',
  'mailto:',
];

describe('the console reads pasted domains as the service does', () => {
  test.each([...VALID, ...INVALID])('%j', (input) => {
    expect(parsePastedDomain(input)).toEqual(parseInService(input));
  });

  test('any combination of parts of addresses', () => {
    const texts = fc.array(fc.constantFrom(...PARTS), { maxLength: 7 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, (text) => expect(parsePastedDomain(text)).toEqual(parseInService(text))),
      { numRuns: 3000 },
    );
  });
});

describe('a pasted text', () => {
  const entriesOf = (text: string) =>
    distinct(readPaste(text)).map(({ input, parsed }) => [input, parsed.domain ?? parsed.reason]);

  test('is split into lines, cells and words, and each domain counts once', () => {
    expect(entriesOf('acme.com\r\nwww.acme.com\n\nb.com, c.com;d.com\te.com\nf.com g.com')).toEqual([
      ['acme.com', 'acme.com'],
      ['b.com', 'b.com'],
      ['c.com', 'c.com'],
      ['d.com', 'd.com'],
      ['e.com', 'e.com'],
      ['f.com', 'f.com'],
      ['g.com', 'g.com'],
    ]);
  });

  test('of CSV keeps the cells with domains, and says why a line has none', () => {
    expect(entriesOf('name,website\n"Acme, Inc.",https://acme.com/about,Berlin\nNobody,192.0.2.1')).toEqual([
      ['name', 'A domain needs a dot, as in "acme.com".'],
      ['website', 'A domain needs a dot, as in "acme.com".'],
      ['https://acme.com/about', 'acme.com'],
      ['Nobody', 'A domain needs a dot, as in "acme.com".'],
      ['192.0.2.1', 'An IP address is not a domain.'],
    ]);
  });

  test('of CSV leaves out profiles and personal addresses beside a domain, and refuses them alone', () => {
    const reason = "Many companies share this host: give the company's own domain.";
    expect(entriesOf('Acme,acme.com,linkedin.com/company/acme,jane@gmail.com\nBolt,x.com/bolt')).toEqual([
      ['acme.com', 'acme.com'],
      ['Bolt', 'A domain needs a dot, as in "acme.com".'],
      ['x.com/bolt', reason],
    ]);
  });

  test('keeps markup and texts with blanks as they are, and takes the address out of an e-mail header', () => {
    expect(entriesOf('<script>alert(1)</script>\nacme corp.com\nJane Doe <jane@acme.com>')).toEqual([
      ['<script>alert(1)</script>', parseInService('<script>alert(1)</script>').reason],
      ['acme corp.com', 'A domain cannot contain blanks.'],
      ['jane@acme.com', 'acme.com'],
    ]);
  });
});
