import { describe, expect, test } from '@jest/globals';
import { additionOf, unfinished } from '../../../console/src/features/builder/adding/addition.ts';
import { keepPlaces } from '../../../console/src/features/builder/adding/keep-places.ts';

const merge = (shown: string, highlighted: number | undefined, ranked: string) =>
  keepPlaces([...shown], highlighted, [...ranked], (row) => row).join('');

describe('results that arrive late', () => {
  test('never move the highlighted row, nor those above it', () => {
    expect(merge('abc', 1, 'xaybzc')).toBe('abxyzc');
  });

  test('are ranked alone when nothing is highlighted', () => {
    expect(merge('abc', undefined, 'xaybzc')).toBe('xaybzc');
  });

  test('leave out rows that no longer match', () => {
    expect(merge('abc', 2, 'cxa')).toBe('acx');
  });
});

describe('a value of a breakdown becomes a condition', () => {
  const base = { label: 'Field', when: null, values: null };
  const industry = {
    ...base,
    key: 'industry',
    type: 'vocabulary' as const,
    operators: ['any_of', 'none_of', 'is_known'],
  };
  const year = { ...base, key: 'founded_year', type: 'integer' as const, operators: ['eq', 'gte', 'lte'] };

  test('with the negative operator of its field', () => {
    expect([additionOf(industry, 'Retail', false), additionOf(industry, 'Retail', true)]).toEqual([
      { field: 'industry', operator: 'any_of', values: ['Retail'], negated: false },
      { field: 'industry', operator: 'none_of', values: ['Retail'], negated: false },
    ]);
  });

  test('within a `not` where the field has none', () => {
    expect(additionOf(year, '2015', true)).toEqual({
      field: 'founded_year',
      operator: 'eq',
      values: [2015],
      negated: true,
    });
  });

  test('and a field alone becomes an unfinished one', () => {
    expect(
      [unfinished(industry), unfinished(year)].map(({ operator, values }) => [operator, values]),
    ).toEqual([
      ['any_of', []],
      ['gte', []],
    ]);
  });
});
