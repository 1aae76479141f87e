import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type DiffLine, diffLines } from '../../../console/src/lib/line-diff.ts';

const without = (lines: readonly DiffLine[], kind: DiffLine['kind']) =>
  lines.filter((line) => line.kind !== kind).map(({ text }) => text);

test('a difference has all lines of both texts in their order', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const lines = diffLines(before.join('\n'), after.join('\n'));
      expect(without(lines, 'added')).toEqual(before);
      expect(without(lines, 'removed')).toEqual(after);
    }),
  );
});

test('lines that both texts have stay', () => {
  expect(diffLines('a\nb\nc\nd', 'a\nc\nx\nd')).toEqual([
    { kind: 'same', text: 'a' },
    { kind: 'removed', text: 'b' },
    { kind: 'same', text: 'c' },
    { kind: 'added', text: 'x' },
    { kind: 'same', text: 'd' },
  ]);
});
