import { describe, expect, test } from '@jest/globals';
import { inNaturalOrder, typicalValues } from '../../../console/src/features/list/overview/typical.ts';

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
    expect(typical).toEqual([
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

  test('ranges stand in their natural order', () => {
    const ranges = ['1001-5000', '51-200', '10001+', '11-50', '1-10'].map((range) => value(range, 1));
    expect(inNaturalOrder(ranges).map((each) => each.value)).toEqual([
      '1-10',
      '11-50',
      '51-200',
      '1001-5000',
      '10001+',
    ]);
  });
});
