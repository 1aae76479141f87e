import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { typingErrors } from '../../../src/modules/match/edit-distance.ts';

const words = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });

/** Optimal string alignment, by its definition. */
function errorsBetween(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [restA, restB] = [a.slice(1), b.slice(1)];
  if (a[0] === b[0]) return errorsBetween(restA, restB);
  const changed = [errorsBetween(restA, b), errorsBetween(a, restB), errorsBetween(restA, restB)];
  if (a[0] === b[1] && a[1] === b[0] && a.length > 1) changed.push(errorsBetween(a.slice(2), b.slice(2)));
  return 1 + Math.min(...changed);
}

describe('typing errors', () => {
  it.each([
    ['harbour', 'harbour', 0],
    ['harbour', 'harbor', 1],
    ['harbour', 'harbouur', 1],
    ['harbour', 'harboor', 1],
    ['harbour', 'hrabour', 1],
    ['harbour', 'hrabuor', 2],
    ['', 'ab', 2],
  ])('between %s and %s are %i', (a, b, errors) => {
    expect(typingErrors(a, b, 2)).toBe(errors);
    expect(typingErrors(b, a, 2)).toBe(errors);
  });

  it('are those of the definition, up to one more than asked for', () => {
    fc.assert(
      fc.property(words, words, fc.integer({ min: 0, max: 3 }), (a, b, max) => {
        expect(typingErrors(a, b, max)).toBe(Math.min(errorsBetween(a, b), max + 1));
      }),
      { numRuns: 2000 },
    );
  });

  it('of long words are counted in their beginnings', () => {
    const [a, b] = ['ab'.repeat(500), 'ba'.repeat(500)];
    expect(typingErrors(a, b, 2)).toBe(2);
    expect(typingErrors(`x${a}`, `y${b}`, 200)).toBeLessThanOrEqual(41);
  });
});
