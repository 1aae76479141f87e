import { describe, expect, test } from '@jest/globals';
import type { CatalogueField } from '../../../console/src/filter/catalogue.ts';
import { additionOf, keepPlaces, unfinished } from '../../../console/src/workspace/adding/addition.ts';
import { binsOf } from '../../../console/src/workspace/numbers/bins.ts';
import {
  hasSeveralValues,
  readPastedValues,
  resolveDomain,
  resolveListed,
} from '../../../console/src/workspace/values/values.ts';

const field = (key: string): CatalogueField => ({
  key,
  label: key,
  type: 'integer',
  operators: ['eq', 'gte', 'lte', 'between'],
  when: null,
  values: null,
});
const entries = (counts: Readonly<Record<number, number>>) =>
  Object.entries(counts).map(([value, count]) => ({ value, label: value, count }));
const shown = (key: string, counts: Readonly<Record<number, number>>) =>
  binsOf(field(key), entries(counts)).map(({ label, count, operator, values }) => [
    label,
    count,
    operator,
    ...values,
  ]);

test('few numbers are a bar each, in their order and without a gap', () => {
  expect(shown('founded_year', { 2012: 3, 2010: 1 })).toEqual([
    ['2010', 1, 'eq', 2010],
    ['2011', 0, 'eq', 2011],
    ['2012', 3, 'eq', 2012],
  ]);
  expect(shown('founded_year', {})).toEqual([]);
});

test('many numbers are bars of one width, that begin at its multiples', () => {
  const bins = shown('technology_count', { 3: 5, 40: 5, 99: 5 });
  expect(bins[0]).toEqual(['0–4', 5, 'between', 0, 4]);
  expect(bins).toHaveLength(20);
  expect(bins.at(-1)).toEqual(['95–99', 5, 'between', 95, 99]);
});

test('a few far numbers are in the bars at the ends, which are open, and nothing is lost', () => {
  const bins = shown('founded_year', { 1789: 1, 2000: 200, 2003: 200, 2900: 1 });
  expect(bins).toEqual([
    ['up to 2000', 201, 'lte', 2000],
    ['2001', 0, 'eq', 2001],
    ['2002', 0, 'eq', 2002],
    ['2003 and more', 201, 'gte', 2003],
  ]);
});

test('numbers that are almost all the same are one bar', () => {
  expect(shown('technology_count', { 1: 1, 5: 1000, 2000: 1 })).toEqual([
    ['1–2,000', 1002, 'between', 1, 2000],
  ]);
});

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

const resolve = resolveListed([
  { value: 'DE', label: 'Germany' },
  { value: 'AT', label: 'Austria' },
  { value: 'CI', label: 'Côte d’Ivoire' },
  { value: 'Acme, Inc.', label: 'Acme, Inc.' },
]);

describe('pasted values', () => {
  test('are split at line ends, commas, semicolons and tabs, and appear once', () => {
    expect(readPastedValues('DE, AT;DE\r\n"AT"\tCI\n\n', resolve)).toEqual(['DE', 'AT', 'CI']);
  });

  test('are found by label, whatever the case and accents', () => {
    expect(readPastedValues('germany\nCOTE D’IVOIRE', resolve)).toEqual(['DE', 'CI']);
  });

  test('stay together where the separator belongs to a value', () => {
    expect(readPastedValues('at, acme, inc., de', resolve)).toEqual(['AT', 'Acme, Inc.', 'DE']);
  });

  test('stay as they are where they mean nothing', () => {
    expect(readPastedValues('Germania, DE', resolve)).toEqual(['Germania', 'DE']);
  });

  test('of companies are the hosts of their addresses', () => {
    expect(readPastedValues('https://www.Acme.de/about?x=1, aws.example\nacme', resolveDomain)).toEqual([
      'acme.de',
      'aws.example',
      'acme',
    ]);
  });

  test('are recognized as several by their separators', () => {
    expect(['DE', 'DE, AT', 'DE\n', 'DE\nAT', 'a;b'].map(hasSeveralValues)).toEqual([
      false,
      true,
      false,
      true,
      true,
    ]);
  });
});
