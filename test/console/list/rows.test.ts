import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { joinPages } from '../../../console/src/features/list/members/member-rows.ts';
import { placeOn } from '../../../console/src/features/list/members/time-axis.ts';
import { typicalValues } from '../../../console/src/features/list/numbers/typical.ts';
import { identifierOf } from '../../../console/src/lib/identifier.ts';
import { type DiffLine, diffLines } from '../../../console/src/lib/line-diff.ts';

describe('rows of joined pages', () => {
  test('are those of the flattened pages, whatever the sizes of the pages', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer(), { maxLength: 5 }), { maxLength: 8 }), (pages) => {
        const rows = joinPages(pages);
        const all = Array.from({ length: rows.count }, (_, index) => rows.at(index));
        expect(all).toEqual(pages.flat());
        expect([rows.at(-1), rows.at(rows.count)]).toEqual([undefined, undefined]);
      }),
    );
  });
});

describe('the time axis', () => {
  test('places sightings as shares of its length', () => {
    const axis = { from: '2024-01-01T00:00:00Z', to: '2024-01-11T00:00:00Z' };
    const seen = { firstSeen: '2024-01-03T00:00:00Z', lastSeen: '2024-01-08T00:00:00Z' };
    expect(placeOn(axis, seen)).toEqual({ start: 0.2, length: 0.5 });
  });
});

describe('identifiers in pasted texts', () => {
  test.each([
    ['https://user@www.Acme.com:8443/about?x=y', 'acme.com'],
    ['jane@acme.com', 'acme.com'],
    ['mailto:jane@acme.com', 'acme.com'],
    [' ACME.com. ', 'acme.com'],
    ['acme-gmbh', 'acme-gmbh'],
    ['www.com', 'www.com'],
    ['https://www。Acme．com/about', 'acme.com'],
    ['   ', undefined],
  ])('%j is %j', (text, expected) => {
    expect(identifierOf(text)).toBe(expected);
  });
});

const value = (name: string, count: number) => ({ value: name, label: name, count });
const SIZES = { members: 100, companies: 1000 };

describe('values that are typical for a list', () => {
  const countries = {
    field: 'country',
    values: [
      value('DE', 60),
      value('US', 20),
      value('FR', 2),
      value('LI', 9),
      value('AT', 10),
      value('XX', 10),
    ],
    companies: new Map([
      ['DE', 200],
      ['US', 300],
      ['FR', 1],
      ['LI', 5],
      ['AT', 40],
    ]),
  };
  const typicalOf = (...named: string[]) =>
    typicalValues([countries], SIZES, new Set(named)).map((each) => [each.value, each.ratio]);

  test('have a share that is clearly larger than in the catalogue, the largest ratio first', () => {
    const technologies = {
      field: 'technology',
      values: [value('helm', 50)],
      companies: new Map([['helm', 100]]),
    };
    const typical = typicalValues([countries, technologies], SIZES, new Set());
    // The interval of 60 of 100 members is 50.2 % to 69.1 %.
    expect(typical.map(({ low, high }) => [low.toFixed(2), high.toFixed(2)])[1]).toEqual(['2.51', '3.45']);
    expect(typical.map(({ low: _low, high: _high, ...each }) => each)).toEqual([
      { ...value('helm', 50), field: 'technology', inList: 0.5, inCatalogue: 0.1, ratio: 5 },
      { ...value('DE', 60), field: 'country', inList: 0.6, inCatalogue: 0.2, ratio: 3 },
      { ...value('AT', 10), field: 'country', inList: 0.1, inCatalogue: 0.04, ratio: 2.5 },
    ]);
  });

  test('are neither those of the filter, nor of fewer than ten members, nor of an unknown number of companies', () => {
    expect(typicalOf()).toEqual([
      ['DE', 3],
      ['AT', 2.5],
    ]);
    expect(typicalOf('country:DE', 'country:AT')).toEqual([]);
    expect(typicalValues([countries], { ...SIZES, members: 0 }, new Set())).toEqual([]);
  });
});

const without = (lines: readonly DiffLine[], kind: DiffLine['kind']) =>
  lines.filter((line) => line.kind !== kind).map(({ text }) => text);
const changed = (lines: readonly DiffLine[]) => lines.filter(({ kind }) => kind !== 'same').length;
const kept = (lines: readonly DiffLine[]) => lines.length - changed(lines);

/** Length of the longest common subsequence, by the textbook's table. */
function commonLength(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const line of a) {
    const next = [0];
    for (const [index, other] of b.entries())
      next.push(line === other ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0));
    row = next;
  }
  return row[b.length] ?? 0;
}

describe('a difference', () => {
  test('has all lines of both texts in their order, and as few changes as possible', () => {
    const texts = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 14 });
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const lines = diffLines(before, after);
        expect(without(lines, 'added')).toEqual(before);
        expect(without(lines, 'removed')).toEqual(after);
        expect(kept(lines)).toBe(commonLength(before, after));
      }),
      { numRuns: 2_000 },
    );
  });

  test('shows removed lines before those that replace them', () => {
    expect(diffLines(['a', 'b', 'c', 'd', 'e'], ['a', 'c', 'x', 'y', 'e'])).toEqual([
      { kind: 'same', text: 'a' },
      { kind: 'removed', text: 'b' },
      { kind: 'same', text: 'c' },
      { kind: 'removed', text: 'd' },
      { kind: 'added', text: 'x' },
      { kind: 'added', text: 'y' },
      { kind: 'same', text: 'e' },
    ]);
  });
});

/** Lines of the largest definition: 100 conditions of 250 values. */
const values = (prefix: string, count = 25_000) => Array.from({ length: count }, (_, n) => `${prefix}${n}`);

describe('a difference of 25,000 values', () => {
  test('is exact where few of them change, wherever they stand', () => {
    const before = values('a');
    const after = before.flatMap((line, n) => (n % 100 === 0 ? ['new'] : n % 100 === 50 ? [] : [line]));
    const lines = diffLines(before, after);
    expect([kept(lines), changed(lines)]).toEqual([24_500, 750]);
  });

  test.each([
    ['replaces all', values('a'), values('b')],
    ['is in another order', values('a'), values('a').reverse()],
    [
      'has the same few lines',
      values('').map((n) => String(Number(n) % 7)),
      values('').map((n) => String(Number(n) % 5)),
    ],
    ['removes all', values('a'), []],
  ])('ends, and has all lines, where the second text %s', (_, before, after) => {
    const lines = diffLines(before, after);
    expect(without(lines, 'added')).toEqual(before);
    expect(without(lines, 'removed')).toEqual(after);
  });

  test('is exact up to the place where too many lines changed', () => {
    const before = [...values('a', 2_000), ...values('b'), 'end'];
    const after = ['new', ...values('a', 2_000), ...values('c'), 'end'];
    const lines = diffLines(before, after);
    expect(lines.slice(0, 2_001)).toEqual([
      { kind: 'added', text: 'new' },
      ...values('a', 2_000).map((text) => ({ kind: 'same', text })),
    ]);
    expect(kept(lines)).toBe(2_001);
  });
});
