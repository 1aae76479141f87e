import { expect, test } from '@jest/globals';
import { binsOf } from '../../../console/src/features/builder/numbers/bins.ts';
import type { CatalogueField } from '../../../console/src/filter/catalogue.ts';

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
