import { describe, expect, test } from '@jest/globals';
import type { CatalogueAnswer } from '../../../clients/typescript/src/filter/catalogue.ts';
import { catalogueOf, findField, fitsType, valueEditor } from '../../../console/src/filter/catalogue.ts';
import type { Value } from '../../../console/src/filter/definition.ts';
import { draftCondition, withField } from '../../../console/src/filter/edit-rows.ts';
import { quickAdd } from '../../../console/src/filter/quick-add.ts';
import { ownValueOf } from '../../../console/src/filter/reasons.ts';
import { labelsOf, nodeSentence } from '../../../console/src/filter/sentence.ts';
import { additionOf, unfinished } from '../../../console/src/workspace/adding/addition.ts';
import { binsOf } from '../../../console/src/workspace/numbers/bins.ts';
import { catalogue as builtIn } from './support.ts';

const COMPARED = ['EQ', 'GTE', 'LTE', 'BETWEEN', 'IS_KNOWN'];
const field = (
  key: string,
  label: string,
  type: string,
  operators: readonly string[],
  ...values: string[]
) => ({
  ...{ key, label, type, operators },
  values: values.length > 0 ? values.map((value) => ({ value, label: value, companyCount: 7 })) : null,
});
const ANSWER: CatalogueAnswer = {
  registryVersion: '2.1.4',
  operators: [],
  fields: [
    field('custom.revenue', 'Revenue', 'NUMBER', COMPARED),
    field('org.arr', 'ARR', 'NUMBER', COMPARED),
    field('org.renewal', 'Renewal', 'DATE', COMPARED),
    field('org.hiring', 'Hiring', 'BOOLEAN', ['EQ', 'IS_KNOWN']),
    field('org.city', 'City', 'CATEGORY', ['ANY_OF', 'NONE_OF', 'IS_KNOWN'], 'Berlin', 'Kiel'),
    field('org.owner', 'Owner', 'CATEGORY', ['ANY_OF', 'NONE_OF', 'IS_KNOWN']),
  ],
};
const own = catalogueOf(ANSWER, [
  { key: 'custom.revenue', unit: 'EUR' },
  { key: 'org.arr', unit: null },
]);
const catalogue = { ...builtIn, fields: [...builtIn.fields, ...own.fields] };
const labels = labelsOf(catalogue);
const fieldOf = (key: string) => {
  const found = findField(catalogue, key);
  if (!found) throw new Error(`no field ${key}`);
  return found;
};
const words = (key: string, operator: string, ...values: Value[]) =>
  nodeSentence({ condition: { field: key, operator, values } }, labels);

test('conditions on own fields are sentences with units, days and yes or no', () => {
  expect([
    words('custom.revenue', 'gte', 10_000_000),
    words('custom.revenue', 'between', -0.0001, 1200.5),
    words('org.arr', 'eq', 7),
    words('org.renewal', 'lte', '2026-12-31'),
    words('org.renewal', 'gte', '2026-01-01'),
    words('org.renewal', 'between', '2026-01-01', '2026-03-31'),
    words('org.hiring', 'eq', false),
    words('org.hiring', 'is_known', true),
    words('org.city', 'none_of', 'Berlin', 'Kiel'),
    words('org.gone', 'gte', 5),
  ]).toEqual([
    'Revenue (EUR) is at least 10,000,000',
    'Revenue (EUR) is from -0.0001 to 1,200.5',
    'ARR is 7',
    'Renewal is on or before 31 Dec 2026',
    'Renewal is on or after 1 Jan 2026',
    'Renewal is from 1 Jan 2026 to 31 Mar 2026',
    'Hiring is no',
    'Hiring is known',
    'City is none of Berlin or Kiel',
    'org.gone (no such field) is at least 5',
  ]);
});

test('values are edited by their type', () => {
  const editors = ['custom.revenue', 'org.renewal', 'org.hiring', 'org.city', 'org.owner'].map((key) =>
    valueEditor(catalogue, key, fieldOf(key).operators[0] ?? ''),
  );
  expect(editors).toEqual([
    { kind: 'number', count: 1 },
    { kind: 'date', count: 1 },
    { kind: 'flag' },
    { kind: 'vocabulary', search: false, maxValues: 250 },
    { kind: 'vocabulary', search: true, maxValues: 250 },
  ]);
  expect(valueEditor(catalogue, 'org.renewal', 'between')).toEqual({ kind: 'date', count: 2 });
  expect(valueEditor(catalogue, 'org.renewal', 'is_known')).toEqual({ kind: 'flag' });
  const fits = (key: string, value: Value) => fitsType(catalogue, key, 'eq', value);
  expect([fits('org.arr', 2.5), fits('org.arr', '2.5'), fits('founded_year', 2.5)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([fits('org.renewal', '2026-01-31'), fits('org.renewal', 'soon')]).toEqual([true, false]);
});

test('a condition starts as people mean it, and keeps values that the next field takes', () => {
  expect(draftCondition(catalogue, 'org.hiring')).toEqual({
    field: 'org.hiring',
    operator: 'eq',
    values: [true],
  });
  expect(unfinished(fieldOf('org.renewal'))).toMatchObject({ operator: 'gte', values: [] });
  const amount = { field: 'org.arr', operator: 'gte', values: [2.5] };
  expect(withField(catalogue, amount, 'custom.revenue').values).toEqual([2.5]);
  expect(withField(catalogue, amount, 'org.renewal').values).toEqual([]);
  expect(withField(catalogue, amount, 'founded_year').values).toEqual([]);
});

test('a bar of a field that is true or false, and its opposite, leave out companies that say nothing', () => {
  const hiring = { field: 'org.hiring', operator: 'eq', negated: false };
  expect(additionOf(fieldOf('org.hiring'), 'true', false)).toEqual({ ...hiring, values: [true] });
  expect(additionOf(fieldOf('org.hiring'), 'true', true)).toEqual({ ...hiring, values: [false] });
});

describe('ranges of a breakdown are bars', () => {
  const bars = (key: string, ...entries: [from: unknown, to: unknown, count: number][]) =>
    binsOf(
      fieldOf(key),
      entries.map(([from, to, count]) => ({ value: String(from), count, from, to })),
    ).map(({ label, count, operator, values }) => [label, count, operator, ...values]);

  test('of numbers, in their order, with the ends that the service gives', () => {
    expect(bars('org.arr', [1.5, 1.9999, 2], [0, 0.4999, 5], [-0.5, -0.0001, 1])).toEqual([
      ['-0.5 to 0', 1, 'between', -0.5, -0.0001],
      ['0 to 0.5', 5, 'between', 0, 0.4999],
      ['0.5 to 1', 0, 'between', 0.5, 0.9999],
      ['1 to 1.5', 0, 'between', 1, 1.4999],
      ['1.5 to 2', 2, 'between', 1.5, 1.9999],
    ]);
    expect(bars('org.arr', [3, 3, 4])).toEqual([['3', 4, 'eq', 3]]);
    expect(bars('org.arr')).toEqual([]);
  });

  test('of days, by months, quarters or years', () => {
    expect(
      bars(
        'org.renewal',
        ['2025-10-01', '2025-12-31', 3],
        ['2026-01-01', '2026-03-31', 1],
        ['2026-07-01', '2026-09-30', 2],
      ),
    ).toEqual([
      ['1 Oct 2025 to 31 Dec 2025', 3, 'between', '2025-10-01', '2025-12-31'],
      ['1 Jan 2026 to 31 Mar 2026', 1, 'between', '2026-01-01', '2026-03-31'],
      ['1 Apr 2026 to 30 Jun 2026', 0, 'between', '2026-04-01', '2026-06-30'],
      ['1 Jul 2026 to 30 Sept 2026', 2, 'between', '2026-07-01', '2026-09-30'],
    ]);
  });
});

describe('what is typed into the builder', () => {
  const first = (typed: string) => {
    const [best] = quickAdd(typed, catalogue).candidates;
    return best && [best.field, best.operator, best.values, best.negated, best.label];
  };

  test('adds conditions on own fields', () => {
    expect([
      first('revenue over 10m'),
      first('arr 2.5-3'),
      first('renewal before 2027'),
      first('not hiring'),
      first('city berl'),
      first('not kiel'),
    ]).toEqual([
      ['custom.revenue', 'gte', [10_000_000], false, '10,000,000'],
      ['org.arr', 'between', [2.5, 3], false, '2.5, 3'],
      ['org.renewal', 'lte', ['2026-12-31'], false, '31 Dec 2026'],
      ['org.hiring', 'eq', [false], false, 'no'],
      ['org.city', 'any_of', ['Berlin'], false, 'Berlin'],
      ['org.city', 'none_of', ['Kiel'], false, 'Kiel'],
    ]);
  });

  test('is searched once for all own fields, by a single digit after the name of one', () => {
    expect(quickAdd('lovelace', catalogue).searches.filter(({ field: key }) => key === 'own')).toEqual([
      { field: 'own', text: 'lovelace', negated: false },
    ]);
    expect(quickAdd('owner 1', catalogue).searches).toEqual([{ field: 'own', text: '1', negated: false }]);
  });
});

test('an explanation says what the company has in the field', () => {
  const verdict = (key: string, value: unknown, deletedFields?: string[]) => ({
    condition: { field: key, operator: 'is_known', values: [true] },
    ...{ met: true, negated: false, value, deletedFields: deletedFields ?? null },
  });
  expect([
    ownValueOf(verdict('custom.revenue', 1234.5), labels),
    ownValueOf(verdict('org.city', ['Berlin', 'Kiel']), labels),
    ownValueOf(verdict('org.hiring', null), labels),
    ownValueOf(verdict('org.gone', null, ['org.gone']), labels),
    ownValueOf(verdict('country', null), labels),
  ]).toEqual([
    'The company has: 1,234.5.',
    'The company has: Berlin, Kiel.',
    'The company has no value.',
    undefined,
    undefined,
  ]);
});
