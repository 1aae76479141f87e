import { describe, expect, it } from '@jest/globals';
import { areEquivalent, greatestWeight, wordVariantsOf } from '../../../src/modules/match/common-words.ts';

describe('common words', () => {
  it.each([
    ['intl', 'international'],
    ['internacional', 'international'],
    ['gruppe', 'groupe'],
    ['elec', 'electric'],
    ['elec', 'electronics'],
  ])('%s and %s stand for each other', (a, b) => {
    expect([areEquivalent(a, b), areEquivalent(b, a)]).toEqual([true, true]);
  });

  it.each([
    ['electric', 'electronics'],
    ['brightwater', 'brightwater'],
    ['bank', 'group'],
  ])('%s and %s do not', (a, b) => {
    expect([areEquivalent(a, b), areEquivalent(b, a)]).toEqual([false, false]);
  });

  it('weigh less than names, and the same in all languages', () => {
    expect(
      ['of', 'com', 'group', 'gruppe', 'international', 'systems', 'bank', 'banque'].map(greatestWeight),
    ).toEqual([0.04, 0.1, 0.2, 0.2, 0.3, 0.4, 0.55, 0.55]);
    expect(['brightwater', 'el', 'fin', 'x'].map(greatestWeight)).toEqual([1, 0.04, 1, 0.3]);
  });

  it('have variants under which names are looked up', () => {
    expect(wordVariantsOf('intl')).toEqual([
      'international',
      'int',
      'internatl',
      'internacional',
      'internationale',
      'internazionale',
      'intls',
    ]);
    expect(wordVariantsOf('motors')).toEqual(['motor']);
    expect(wordVariantsOf('brightwater')).toEqual(['brightwaters']);
  });
});
