import { beforeAll } from '@jest/globals';
import { OPERATOR_KEYS } from '../../../src/modules/filters/operators.ts';
import { FIELD_KEYS } from '../../../src/modules/filters/registry.ts';
import { useTenant, useTestService } from '../../harness/use-service.ts';
import { bad, describeRefusals, good, many, mistake, nest, type RefusedTree } from './refusals-support.ts';
import { condition, seedSmallCatalogue } from './support.ts';

const service = useTestService();
const tenant = useTenant(service, 'mistaken');
beforeAll(() => seedSmallCatalogue(service.database.pool));

const NODE_KEYS = ['and', 'or', 'not', 'condition'];
const CONDITION_KEYS = ['field', 'operator', 'values', 'when'];
const UNBOUNDED = mistake(
  '/root',
  'unbounded_definition',
  'must narrow the catalogue; combine it with a positive condition, using "and"',
);
const noNode = (pointer: string) =>
  mistake(pointer, 'wrong_type', 'must be an object with one of the keys and, or, not, condition', NODE_KEYS);

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
  ['null', null, UNBOUNDED],
  ['a text', 'x', noNode('/root')],
  ['an array', [good], noNode('/root')],
  ['no key', {}, mistake('/root', 'not_one_key', 'must have exactly one key, not 0', NODE_KEYS)],
  [
    'two keys',
    { ...good, and: [good] },
    mistake('/root', 'not_one_key', 'must have exactly one key, not 2', NODE_KEYS),
  ],
  [
    'an unknown key',
    { nott: good },
    mistake('/root/nott', 'unknown_key', `${UNKNOWN_KEY} Did you mean "not"?`, NODE_KEYS, 'not'),
  ],
  ['a key to be escaped', { 'a/b~c': 1 }, mistake('/root/a~1b~0c', 'unknown_key', UNKNOWN_KEY, NODE_KEYS)],
  [
    '__proto__',
    JSON.parse('{"__proto__": {"condition": 1}}'),
    mistake('/root/__proto__', 'unknown_key', UNKNOWN_KEY, NODE_KEYS),
  ],
  ['an and without an array', { and: good }, mistake('/root/and', 'wrong_type', 'must be an array of nodes')],
  ['an empty and', { and: [] }, mistake('/root/and', 'empty', 'needs at least one node')],
  ['an empty or', { and: [good, { or: [] }] }, mistake('/root/and/1/or', 'empty', 'needs at least one node')],
  ['an or with a null', { or: [good, null] }, noNode('/root/or/1')],
  ['a not with an array', { not: [good] }, noNode('/root/not')],
  [
    'nine levels',
    nest(9),
    mistake(`/root${'/and/0'.repeat(8)}`, 'too_deep', 'is nested deeper than 8 levels; flatten the tree'),
  ],
  [
    '101 conditions',
    { and: many(101, good) },
    mistake('/root', 'too_many_conditions', 'has more than 100 conditions; combine values in one condition'),
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
    mistake('/root/and/2/condition/values', 'too_many_patterns', TOO_MANY_PATTERNS),
  ],
  [
    'patterns beyond the bound and another mistake',
    { and: [patterns('name', 'contains', 250), patterns('name', 'contains', 1), { or: [] }] },
    mistake('/root/and/2/or', 'empty', 'needs at least one node'),
    mistake('/root/and/1/condition/values', 'too_many_patterns', TOO_MANY_PATTERNS),
  ],
  [
    'a condition that is no object',
    { condition: 'x' },
    mistake(
      '/root/condition',
      'wrong_type',
      'must be an object with field, operator and values',
      CONDITION_KEYS,
    ),
  ],
  [
    'an empty condition',
    { condition: {} },
    mistake('/root/condition/field', 'missing', 'is missing; it must be a string', FIELD_KEYS),
    mistake('/root/condition/operator', 'missing', 'is missing; it must be a string', OPERATOR_KEYS),
    mistake('/root/condition/values', 'missing', 'is missing; it must be an array'),
  ],
  [
    'everything of a wrong type',
    { condition: { field: 1, operator: null, values: {} } },
    mistake('/root/condition/field', 'wrong_type', 'must be a string', FIELD_KEYS),
    mistake('/root/condition/operator', 'wrong_type', 'must be a string', OPERATOR_KEYS),
    mistake('/root/condition/values', 'wrong_type', 'must be an array'),
  ],
  [
    'a further key',
    { condition: { ...good, ...{ field: 'country', operator: 'any_of', values: ['DE'] } } },
    mistake(
      '/root/condition/condition',
      'unknown_key',
      'is an unknown key; use field, operator, values and when',
      CONDITION_KEYS,
    ),
  ],
  [
    'an unknown field',
    condition('contry', 'any_of', ['DE']),
    mistake(
      '/root/condition/field',
      'unknown_field',
      'Unknown field "contry". Did you mean "country"?',
      FIELD_KEYS,
      'country',
    ),
  ],
  [
    'a field of Object.prototype',
    condition('constructor', 'any_of', ['DE']),
    mistake('/root/condition/field', 'unknown_field', 'Unknown field "constructor".', FIELD_KEYS),
  ],
  [
    'the index of all companies',
    condition('*', 'any_of', ['x']),
    mistake('/root/condition/field', 'unknown_field', 'Unknown field "*".', FIELD_KEYS),
  ],
  [
    'a field in upper case',
    condition('COUNTRY', 'any_of', ['DE']),
    mistake(
      '/root/condition/field',
      'unknown_field',
      'Unknown field "COUNTRY". Did you mean "country"?',
      FIELD_KEYS,
      'country',
    ),
  ],
  [
    'an unknown operator',
    condition('industry', 'anyof', ['Retail']),
    mistake(
      '/root/condition/operator',
      'unknown_operator',
      'Unknown operator "anyof". Did you mean "any_of"?',
      ['any_of', 'none_of', 'is_known'],
      'any_of',
    ),
  ],
  [
    'an operator of another field',
    condition('industry', 'gte', ['Retail']),
    mistake(
      '/root/condition/operator',
      'operator_not_allowed',
      'industry does not support gte; use any_of, none_of, is_known',
      ['any_of', 'none_of', 'is_known'],
    ),
  ],
  ['none_of alone', bad, UNBOUNDED],
  ['not alone', { not: good }, UNBOUNDED],
  ['a negative branch of or', { or: [good, bad] }, UNBOUNDED],
  ['negations alone', { and: [bad, { not: good }] }, UNBOUNDED],
  ['what is unknown', condition('country', 'is_known', [false]), UNBOUNDED],
  ['not of and with a negative child', { not: { and: [good, bad] } }, UNBOUNDED],
];

describeRefusals(TREES, () => ({ service, tenant }));
