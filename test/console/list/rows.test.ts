import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type DiffLine, diffLines } from '../../../console/src/lib/line-diff.ts';

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
