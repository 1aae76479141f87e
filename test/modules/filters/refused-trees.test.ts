import { afterAll, beforeAll } from '@jest/globals';
import { OPERATOR_KEYS } from '../../../src/modules/filters/operators.ts';
import { FIELD_KEYS } from '../../../src/modules/filters/registry.ts';
import { startTestService, type Tenant, type TestService } from '../../harness/service.ts';
import { bad, describeRefusals, good, many, nest, type RefusedTree } from './refusals-support.ts';
import { condition, seedSmallCatalogue } from './support.ts';

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startTestService();
  tenant = await service.createTenant('mistaken');
  await seedSmallCatalogue(service.database.pool);
});
afterAll(() => service.close());

const NODE_KEYS = ['and', 'or', 'not', 'condition'];
const CONDITION_KEYS = ['field', 'operator', 'values'];
const UNBOUNDED = 'must narrow the catalogue; combine it with a positive condition, using "and"';
const NO_NODE = 'must be an object with one of the keys and, or, not, condition';

const UNKNOWN_KEY = 'is an unknown key; use and, or, not or condition.';

const TOO_MANY_PATTERNS =
  'contains, starts_with and ends_with have 251 values in this definition; at most 250 are allowed in total. Use equals for complete texts, or split the list';
const patterns = (field: string, operator: string, count: number) =>
  condition(
    field,
    operator,
    Array.from({ length: count }, (_, at) => `${field}${at}`),
  );

const TREES: RefusedTree[] = [
  ['null', null, { pointer: '/root', code: 'unbounded_definition', message: UNBOUNDED }],
  ['a text', 'x', { pointer: '/root', code: 'wrong_type', message: NO_NODE, allowed: NODE_KEYS }],
  ['an array', [good], { pointer: '/root', code: 'wrong_type', message: NO_NODE, allowed: NODE_KEYS }],
  [
    'no key',
    {},
    {
      pointer: '/root',
      code: 'not_one_key',
      message: 'must have exactly one key, not 0',
      allowed: NODE_KEYS,
    },
  ],
  [
    'two keys',
    { ...good, and: [good] },
    {
      pointer: '/root',
      code: 'not_one_key',
      message: 'must have exactly one key, not 2',
      allowed: NODE_KEYS,
    },
  ],
  [
    'an unknown key',
    { nott: good },
    {
      pointer: '/root/nott',
      code: 'unknown_key',
      message: `${UNKNOWN_KEY} Did you mean "not"?`,
      allowed: NODE_KEYS,
      did_you_mean: ['not'],
    },
  ],
  [
    'a key to be escaped',
    { 'a/b~c': 1 },
    { pointer: '/root/a~1b~0c', code: 'unknown_key', message: UNKNOWN_KEY, allowed: NODE_KEYS },
  ],
  [
    '__proto__',
    JSON.parse('{"__proto__": {"condition": 1}}'),
    { pointer: '/root/__proto__', code: 'unknown_key', message: UNKNOWN_KEY, allowed: NODE_KEYS },
  ],
  [
    'an and without an array',
    { and: good },
    { pointer: '/root/and', code: 'wrong_type', message: 'must be an array of nodes' },
  ],
  ['an empty and', { and: [] }, { pointer: '/root/and', code: 'empty', message: 'needs at least one node' }],
  [
    'an empty or',
    { and: [good, { or: [] }] },
    { pointer: '/root/and/1/or', code: 'empty', message: 'needs at least one node' },
  ],
  [
    'an or with a null',
    { or: [good, null] },
    { pointer: '/root/or/1', code: 'wrong_type', message: NO_NODE, allowed: NODE_KEYS },
  ],
  [
    'a not with an array',
    { not: [good] },
    { pointer: '/root/not', code: 'wrong_type', message: NO_NODE, allowed: NODE_KEYS },
  ],
  [
    'nine levels',
    nest(9),
    {
      pointer: `/root${'/and/0'.repeat(8)}`,
      code: 'too_deep',
      message: 'is nested deeper than 8 levels; flatten the tree',
    },
  ],
  [
    '101 conditions',
    { and: many(101, good) },
    {
      pointer: '/root',
      code: 'too_many_conditions',
      message: 'has more than 100 conditions; combine values in one condition',
    },
  ],
  [
    '251 patterns in three conditions',
    {
      and: [
        good,
        { or: [patterns('name', 'contains', 150), patterns('domain', 'ends_with', 100)] },
        patterns('name', 'starts_with', 1),
      ],
    },
    {
      pointer: '/root/and/2/condition/values',
      code: 'too_many_patterns',
      message: TOO_MANY_PATTERNS,
    },
  ],
  [
    'patterns beyond the bound and another mistake',
    { and: [patterns('name', 'contains', 250), patterns('name', 'contains', 1), { or: [] }] },
    { pointer: '/root/and/2/or', code: 'empty', message: 'needs at least one node' },
    { pointer: '/root/and/1/condition/values', code: 'too_many_patterns', message: TOO_MANY_PATTERNS },
  ],
  [
    'a condition that is no object',
    { condition: 'x' },
    {
      pointer: '/root/condition',
      code: 'wrong_type',
      message: 'must be an object with field, operator and values',
      allowed: CONDITION_KEYS,
    },
  ],
  [
    'an empty condition',
    { condition: {} },
    {
      pointer: '/root/condition/field',
      code: 'missing',
      message: 'is missing; it must be a string',
      allowed: FIELD_KEYS,
    },
    {
      pointer: '/root/condition/operator',
      code: 'missing',
      message: 'is missing; it must be a string',
      allowed: OPERATOR_KEYS,
    },
    { pointer: '/root/condition/values', code: 'missing', message: 'is missing; it must be an array' },
  ],
  [
    'everything of a wrong type',
    { condition: { field: 1, operator: null, values: {} } },
    {
      pointer: '/root/condition/field',
      code: 'wrong_type',
      message: 'must be a string',
      allowed: FIELD_KEYS,
    },
    {
      pointer: '/root/condition/operator',
      code: 'wrong_type',
      message: 'must be a string',
      allowed: OPERATOR_KEYS,
    },
    { pointer: '/root/condition/values', code: 'wrong_type', message: 'must be an array' },
  ],
  [
    'a further key',
    { condition: { ...good, ...{ field: 'country', operator: 'any_of', values: ['DE'] } } },
    {
      pointer: '/root/condition/condition',
      code: 'unknown_key',
      message: 'is an unknown key; use field, operator and values',
      allowed: CONDITION_KEYS,
    },
  ],
  [
    'an unknown field',
    condition('contry', 'any_of', ['DE']),
    {
      pointer: '/root/condition/field',
      code: 'unknown_field',
      message: 'Unknown field "contry". Did you mean "country"?',
      allowed: FIELD_KEYS,
      did_you_mean: ['country'],
    },
  ],
  [
    'a field of Object.prototype',
    condition('constructor', 'any_of', ['DE']),
    {
      pointer: '/root/condition/field',
      code: 'unknown_field',
      message: 'Unknown field "constructor".',
      allowed: FIELD_KEYS,
    },
  ],
  [
    'the index of all companies',
    condition('*', 'any_of', ['x']),
    {
      pointer: '/root/condition/field',
      code: 'unknown_field',
      message: 'Unknown field "*".',
      allowed: FIELD_KEYS,
    },
  ],
  [
    'a field in upper case',
    condition('COUNTRY', 'any_of', ['DE']),
    {
      pointer: '/root/condition/field',
      code: 'unknown_field',
      message: 'Unknown field "COUNTRY". Did you mean "country"?',
      allowed: FIELD_KEYS,
      did_you_mean: ['country'],
    },
  ],
  [
    'an unknown operator',
    condition('industry', 'anyof', ['Retail']),
    {
      pointer: '/root/condition/operator',
      code: 'unknown_operator',
      message: 'Unknown operator "anyof". Did you mean "any_of"?',
      allowed: ['any_of', 'none_of', 'is_known'],
      did_you_mean: ['any_of'],
    },
  ],
  [
    'an operator of another field',
    condition('industry', 'gte', ['Retail']),
    {
      pointer: '/root/condition/operator',
      code: 'operator_not_allowed',
      message: 'industry does not support gte; use any_of, none_of, is_known',
      allowed: ['any_of', 'none_of', 'is_known'],
    },
  ],
  ['none_of alone', bad, { pointer: '/root', code: 'unbounded_definition', message: UNBOUNDED }],
  ['not alone', { not: good }, { pointer: '/root', code: 'unbounded_definition', message: UNBOUNDED }],
  [
    'a negative branch of or',
    { or: [good, bad] },
    { pointer: '/root', code: 'unbounded_definition', message: UNBOUNDED },
  ],
  [
    'negations alone',
    { and: [bad, { not: good }] },
    { pointer: '/root', code: 'unbounded_definition', message: UNBOUNDED },
  ],
  [
    'what is unknown',
    condition('country', 'is_known', [false]),
    { pointer: '/root', code: 'unbounded_definition', message: UNBOUNDED },
  ],
  [
    'not of and with a negative child',
    { not: { and: [good, bad] } },
    { pointer: '/root', code: 'unbounded_definition', message: UNBOUNDED },
  ],
];

describeRefusals(TREES, () => ({ service, tenant }));
