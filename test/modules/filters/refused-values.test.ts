import { afterAll, beforeAll } from '@jest/globals';
import { startTestService, type Tenant, type TestService } from '../../harness/service.ts';
import { describeRefusals, good, many, type RefusedTree } from './refusals-support.ts';
import { condition, seedSmallCatalogue } from './support.ts';

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startTestService();
  tenant = await service.createTenant('mistaken');
  await seedSmallCatalogue(service.database.pool);
});
afterAll(() => service.close());

const TREES: RefusedTree[] = [
  [
    'no values',
    condition('industry', 'any_of', []),
    {
      pointer: '/root/condition/values',
      code: 'wrong_number_of_values',
      message: 'any_of takes at least 1 value, not 0',
    },
  ],
  [
    '251 values',
    condition('industry', 'any_of', many(251, 'Retail')),
    {
      pointer: '/root/condition/values',
      code: 'too_many_values',
      message: 'has 251 values; at most 250 are allowed',
    },
  ],
  [
    'one end of a range',
    condition('founded_year', 'between', [1999]),
    {
      pointer: '/root/condition/values',
      code: 'wrong_number_of_values',
      message: 'between takes exactly 2 values, not 1',
    },
  ],
  [
    'two years at once',
    condition('founded_year', 'eq', [1999, 2000]),
    {
      pointer: '/root/condition/values',
      code: 'wrong_number_of_values',
      message: 'eq takes exactly 1 value, not 2',
    },
  ],
  [
    'a reversed range',
    condition('founded_year', 'between', [2010, 1999]),
    {
      pointer: '/root/condition/values',
      code: 'out_of_range',
      message: 'the first value must not be greater than the second',
    },
  ],
  [
    'a year as text',
    condition('founded_year', 'gte', ['1999']),
    { pointer: '/root/condition/values/0', code: 'wrong_type', message: 'must be a whole number' },
  ],
  [
    'a fractional year',
    condition('founded_year', 'gte', [1999.5]),
    { pointer: '/root/condition/values/0', code: 'wrong_type', message: 'must be a whole number' },
  ],
  [
    'a year too large',
    condition('founded_year', 'gte', [1e12]),
    {
      pointer: '/root/condition/values/0',
      code: 'out_of_range',
      message: 'must be from -2147483647 to 2147483647',
    },
  ],
  [
    'yes instead of true',
    condition('industry', 'is_known', ['yes']),
    { pointer: '/root/condition/values/0', code: 'wrong_type', message: 'must be true or false' },
  ],
  [
    'values of wrong types',
    condition('technology', 'any_of', ['kubernetes', 1, null, ['kubernetes']]),
    ...[1, 2, 3].map((index) => ({
      pointer: `/root/condition/values/${index}`,
      code: 'wrong_type',
      message: 'must be a string',
    })),
  ],
  [
    'an empty value',
    condition('technology', 'any_of', ['']),
    {
      pointer: '/root/condition/values/0',
      code: 'out_of_range',
      message: 'must be 1 to 1000 characters long',
    },
  ],
  [
    'a name too short',
    condition('name', 'contains', ['a']),
    {
      pointer: '/root/condition/values/0',
      code: 'out_of_range',
      message: 'must be 2 to 100 characters long',
    },
  ],
  [
    'a name too long',
    condition('name', 'contains', ['a'.repeat(101)]),
    {
      pointer: '/root/condition/values/0',
      code: 'out_of_range',
      message: 'must be 2 to 100 characters long',
    },
  ],
  [
    'a domain too long',
    condition('domain', 'contains', ['a'.repeat(254)]),
    {
      pointer: '/root/condition/values/0',
      code: 'out_of_range',
      message: 'must be 1 to 253 characters long',
    },
  ],
  [
    'a lone surrogate',
    condition('name', 'contains', ['ab\ud800']),
    {
      pointer: '/root/condition/values/0',
      code: 'out_of_range',
      message: 'contains characters that cannot be stored',
    },
  ],
  [
    'a NUL',
    condition('technology', 'any_of', ['kuber\0netes']),
    {
      pointer: '/root/condition/values/0',
      code: 'out_of_range',
      message: 'contains characters that cannot be stored',
    },
  ],
  [
    'an unknown technology',
    condition('technology', 'any_of', ['kubernetes', 'Kubernets']),
    {
      pointer: '/root/condition/values/1',
      code: 'unknown_value',
      message: 'Unknown technology "Kubernets". Did you mean "kubernetes"?',
      did_you_mean: ['kubernetes'],
    },
  ],
  [
    'an unknown value in a negation',
    { and: [good, { not: condition('industry', 'any_of', ['Sofware']) }] },
    {
      pointer: '/root/and/1/not/condition/values/0',
      code: 'unknown_value',
      message: 'Unknown industry "Sofware". Did you mean "Software"?',
      did_you_mean: ['Software'],
    },
  ],
  [
    'an unknown category',
    condition('technology_category', 'any_of', ['xyz']),
    {
      pointer: '/root/condition/values/0',
      code: 'unknown_value',
      message: 'Unknown technology_category "xyz". Search filter-fields/technology_category/values.',
    },
  ],
  [
    'a country by name',
    condition('country', 'any_of', ['germany']),
    {
      pointer: '/root/condition/values/0',
      code: 'unknown_value',
      message: 'Unknown country "germany". Did you mean "DE"?',
      did_you_mean: ['DE'],
    },
  ],
  [
    'an unknown band',
    condition('employee_range', 'any_of', ['1-100']),
    {
      pointer: '/root/condition/values/0',
      code: 'unknown_value',
      message: 'Unknown employee_range "1-100". Did you mean "1-10" or "11-50" or "501-1000"?',
      did_you_mean: ['1-10', '11-50', '501-1000'],
    },
  ],
  [
    'an unknown investor',
    condition('investor', 'any_of', ['north fond']),
    {
      pointer: '/root/condition/values/0',
      code: 'unknown_value',
      message: 'Unknown investor "north fond". Did you mean "North Fund" or "South Fund"?',
      did_you_mean: ['North Fund', 'South Fund'],
    },
  ],
  [
    'an unknown partner',
    condition('partner', 'any_of', ['acme.com']),
    {
      pointer: '/root/condition/values/0',
      code: 'unknown_value',
      message: 'Unknown partner "acme.com". Did you mean "acme.io"?',
      did_you_mean: ['acme.io'],
    },
  ],
];

describeRefusals(TREES, () => ({ service, tenant }));
