import { beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATOR_KEYS } from '../../../src/modules/filters/operators.ts';
import {
  BUILT_IN_KEYS,
  KNOWN_REGISTRY_VERSIONS,
  REGISTRY_VERSION,
} from '../../../src/modules/filters/registry.ts';
import { useTenant, useTestService } from '../../harness/use-service.ts';
import {
  bad,
  describeRefusals,
  good,
  many,
  mistake,
  nest,
  PREVIEW_PATH,
  type Refused,
  type RefusedTree,
} from './refusals-support.ts';
import { condition, definition, seedSmallCatalogue } from './support.ts';

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
    mistake('/root/condition/field', 'missing', 'is missing; it must be a string', BUILT_IN_KEYS),
    mistake('/root/condition/operator', 'missing', 'is missing; it must be a string', OPERATOR_KEYS),
    mistake('/root/condition/values', 'missing', 'is missing; it must be an array'),
  ],
  [
    'everything of a wrong type',
    { condition: { field: 1, operator: null, values: {} } },
    mistake('/root/condition/field', 'wrong_type', 'must be a string', BUILT_IN_KEYS),
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
      BUILT_IN_KEYS,
      'country',
    ),
  ],
  [
    'a field of Object.prototype',
    condition('constructor', 'any_of', ['DE']),
    mistake('/root/condition/field', 'unknown_field', 'Unknown field "constructor".', BUILT_IN_KEYS),
  ],
  [
    'the index of all companies',
    condition('*', 'any_of', ['x']),
    mistake('/root/condition/field', 'unknown_field', 'Unknown field "*".', BUILT_IN_KEYS),
  ],
  [
    'a field in upper case',
    condition('COUNTRY', 'any_of', ['DE']),
    mistake(
      '/root/condition/field',
      'unknown_field',
      'Unknown field "COUNTRY". Did you mean "country"?',
      BUILT_IN_KEYS,
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

const VALUES: RefusedTree[] = [
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

describeRefusals(VALUES, () => ({ service, tenant }));

describe('a definition with an invalid field beside its tree', () => {
  const allowed = [REGISTRY_VERSION];
  const advice = `the current one is "${REGISTRY_VERSION}" (see filter-fields)`;
  const root = good;
  it.each<[string, object, object]>([
    [
      'no version',
      { root },
      { pointer: '/registry_version', code: 'missing', message: `is missing; ${advice}`, allowed },
    ],
    [
      'an unknown version',
      { registry_version: '0', root },
      {
        pointer: '/registry_version',
        code: 'unknown_registry_version',
        message: `is unknown; ${advice}`,
        allowed,
      },
    ],
    [
      'a version as a number',
      { registry_version: 1, root },
      {
        pointer: '/registry_version',
        code: 'wrong_type',
        message: `must be a string; ${advice}`,
        allowed,
      },
    ],
    [
      'no root',
      { registry_version: '1' },
      {
        pointer: '/root',
        code: 'missing',
        message: 'is missing; it must be a node, or null for a list without a filter',
      },
    ],
    [
      'a further key',
      { ...definition(root), name: 'x' },
      {
        pointer: '/name',
        code: 'unknown_key',
        message: 'is an unknown key; use registry_version and root',
        allowed: ['registry_version', 'root'],
      },
    ],
  ])('is refused: %s', async (_, body, error) => {
    const response = await service.rest(tenant.userKey).post(PREVIEW_PATH, body);
    expect([response.status, response.body.detail.errors]).toEqual([422, [error]]);
  });

  it('may have the version of any registry since the first', () => {
    expect([KNOWN_REGISTRY_VERSIONS[0], KNOWN_REGISTRY_VERSIONS.at(-1)]).toEqual(['1', REGISTRY_VERSION]);
  });

  it.each([[[]], ['null'], ['3']])('is refused if it is not an object: %j', async (body) => {
    const response = await service.rest(tenant.userKey).post(PREVIEW_PATH, body);
    expect([response.status, response.body.detail.errors]).toEqual([
      422,
      [{ pointer: '', message: 'must be a JSON object' }],
    ]);
  });
});

describe('a tree at the limits', () => {
  it.each<[string, unknown, number]>([
    ['eight levels', nest(8), 4],
    ['100 conditions', { or: many(100, good) }, 4],
    ['250 values', condition('name', 'contains', ['acme', ...many(249, 'nobody')]), 1],
    ['one country repeated 250 times', condition('country', 'any_of', many(250, 'DE')), 2],
    ['a range with equal ends', condition('founded_year', 'between', [2010, 2010]), 1],
    ['or of not none_of', { or: [good, { not: bad }] }, 4],
    ['not of or of negations', { not: { or: [bad, { not: good }] } }, 4],
  ])('is accepted: %s', async (_, root, count) => {
    const { status, body } = await service.rest(tenant.userKey).post(PREVIEW_PATH, definition(root));
    expect([status, body]).toEqual([200, { count, capped: false }]);
  });
});
