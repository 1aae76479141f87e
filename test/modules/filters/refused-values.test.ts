import { beforeAll } from '@jest/globals';
import { useTenant, useTestService } from '../../harness/use-service.ts';
import { describeRefusals, good, many, mistake, type Refused, type RefusedTree } from './refusals-support.ts';
import { condition, seedSmallCatalogue } from './support.ts';

const service = useTestService();
const tenant = useTenant(service, 'mistaken');
beforeAll(() => seedSmallCatalogue(service.database.pool));

const REVERSED = 'the first value must not be greater than the second';

/** Pointer of the values of a root, or of one of them. */
const at = (index?: number) => `/root/condition/values${index === undefined ? '' : `/${index}`}`;

/** Conditions by the code of their error: name, field, operator, values, index of the wrong value, message. */
const WRONG: Record<string, [string, string, string, unknown[], number | undefined, string][]> = {
  wrong_number_of_values: [
    ['no values', 'industry', 'any_of', [], undefined, 'any_of takes at least 1 value, not 0'],
    [
      'one end of a range',
      'founded_year',
      'between',
      [1999],
      undefined,
      'between takes exactly 2 values, not 1',
    ],
    ['two years at once', 'founded_year', 'eq', [1999, 2000], undefined, 'eq takes exactly 1 value, not 2'],
  ],
  too_many_values: [
    [
      '251 values',
      'industry',
      'any_of',
      many(251, 'Retail'),
      undefined,
      'has 251 values; at most 250 are allowed',
    ],
  ],
  wrong_type: [
    ['a year as text', 'founded_year', 'gte', ['1999'], 0, 'must be a whole number'],
    ['a fractional year', 'founded_year', 'gte', [1999.5], 0, 'must be a whole number'],
    ['yes instead of true', 'industry', 'is_known', ['yes'], 0, 'must be true or false'],
  ],
  out_of_range: [
    ['a reversed range', 'founded_year', 'between', [2010, 1999], undefined, REVERSED],
    ['a year too large', 'founded_year', 'gte', [1e12], 0, 'must be from -2147483647 to 2147483647'],
    ['an empty value', 'technology', 'any_of', [''], 0, 'must be 1 to 1000 characters long'],
    ['a name too short', 'name', 'contains', ['a'], 0, 'must be 2 to 100 characters long'],
    ['a name too long', 'name', 'contains', ['a'.repeat(101)], 0, 'must be 2 to 100 characters long'],
    ['a domain too long', 'domain', 'contains', ['a'.repeat(254)], 0, 'must be 1 to 253 characters long'],
    ['a lone surrogate', 'name', 'contains', ['ab\ud800'], 0, 'contains characters that cannot be stored'],
    ['a NUL', 'technology', 'any_of', ['kuber\0netes'], 0, 'contains characters that cannot be stored'],
  ],
};

/** Returns the error of a value that its vocabulary does not have. */
function unknown(pointer: string, field: string, value: string, ...suggestions: string[]): Refused {
  const hint =
    suggestions.length > 0
      ? `Did you mean ${suggestions.map((each) => `"${each}"`).join(' or ')}?`
      : `Search filter-fields/${field}/values.`;
  return mistake(pointer, 'unknown_value', `Unknown ${field} "${value}". ${hint}`, undefined, ...suggestions);
}

/** Name, field, unknown value and suggestions. */
const UNKNOWN: [string, string, string, ...string[]][] = [
  ['an unknown category', 'technology_category', 'xyz'],
  ['a country by name', 'country', 'germany', 'DE'],
  ['an unknown band', 'employee_range', '1-100', '1-10', '11-50', '501-1000'],
  ['an unknown investor', 'investor', 'north fond', 'North Fund', 'South Fund'],
  ['an unknown partner', 'partner', 'acme.com', 'acme.io'],
];

const TREES: RefusedTree[] = [
  ...Object.entries(WRONG).flatMap(([code, rows]) =>
    rows.map(
      ([name, field, operator, values, index, message]): RefusedTree => [
        name,
        condition(field, operator, values),
        mistake(at(index), code, message),
      ],
    ),
  ),
  [
    'values of wrong types',
    condition('technology', 'any_of', ['kubernetes', 1, null, ['kubernetes']]),
    ...[1, 2, 3].map((index) => mistake(at(index), 'wrong_type', 'must be a string')),
  ],
  [
    'an unknown technology',
    condition('technology', 'any_of', ['kubernetes', 'Kubernets']),
    unknown(at(1), 'technology', 'Kubernets', 'kubernetes'),
  ],
  [
    'an unknown value in a negation',
    { and: [good, { not: condition('industry', 'any_of', ['Sofware']) }] },
    unknown('/root/and/1/not/condition/values/0', 'industry', 'Sofware', 'Software'),
  ],
  ...UNKNOWN.map(
    ([name, field, value, ...suggestions]): RefusedTree => [
      name,
      condition(field, 'any_of', [value]),
      unknown(at(0), field, value, ...suggestions),
    ],
  ),
];

describeRefusals(TREES, () => ({ service, tenant }));
