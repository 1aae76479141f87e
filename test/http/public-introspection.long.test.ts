import { describe, expect, it } from '@jest/globals';
import { buildClientSchema, getIntrospectionQuery, type IntrospectionOptions, printSchema } from 'graphql';
import { schema } from '../../src/api/schema.ts';
import { useTenant, useTestService } from '../harness/use-service.ts';

const service = useTestService();
const tenant = useTenant(service, 'tools');

const ask = (query: string, more: object = {}) =>
  fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, ...more }),
  });

const SWITCHES = [
  'descriptions',
  'specifiedByUrl',
  'directiveIsRepeatable',
  'schemaDescription',
  'inputValueDeprecation',
  'oneOf',
] as const;
const COMBINATIONS = Array.from({ length: 2 ** SWITCHES.length }, (_, bits) =>
  Object.fromEntries(SWITCHES.map((name, bit) => [name, (bits & (1 << bit)) !== 0])),
) as IntrospectionOptions[];

describe('introspection without a key', () => {
  it('answers the complete standard query', async () => {
    const response = await ask(getIntrospectionQuery({ oneOf: true }), {
      operationName: 'IntrospectionQuery',
    });
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    const { data } = await response.json();
    expect(printSchema(buildClientSchema(data)).length).toBeGreaterThan(10_000);
    expect(Object.keys(schema.getTypeMap()).length).toBe(data.__schema.types.length);
  });

  it('answers the standard query with any combination of options', async () => {
    const answers = new Set<string>();
    // Answers are computed one at a time, with pauses. These few combinations have each option on and off.
    for (const options of [0, 21, 42, 63].map((bits) => COMBINATIONS[bits])) {
      const response = await ask(getIntrospectionQuery(options));
      expect(response.status).toBe(200);
      answers.add(await response.text());
    }
    expect(answers.size).toBe(4);
  });

  it.each([
    ['a type', '{ __type(name: "Company") { name fields { name type { name ofType { name } } } } }', {}],
    ['a type by variable', 'query ($n: String!) { __type(name: $n) { name } }', { variables: { n: 'List' } }],
    ['the roots', '{ __schema { queryType { name fields { name } } } }', {}],
    ['fragments', '{ __schema { types { ...T } } } fragment T on __Type { kind name ... { name } }', {}],
    ['names of types', '{ __schema { __typename types { __typename name } } }', {}],
  ])('answers %s', async (_name, query, more) => {
    const response = await ask(query, more);
    const { data, errors } = await response.json();
    expect([response.status, errors]).toEqual([200, undefined]);
    expect(data).toEqual((await service.graphql(tenant.userKey, query, Object(more).variables)).body.data);
  });

  it.each([
    ['two fields', '{ __schema { queryType { name } } __type(name: "List") { name } }'],
    ['a field twice', '{ __schema { queryType { name } } __schema { queryType { name } } }'],
    ['an alias', '{ s: __schema { queryType { name } } }'],
    [
      'aliases below the root',
      `{ __schema { ${'abcdef'
        .split('')
        .map((a) => `${a}: types { name }`)
        .join(' ')} } }`,
    ],
    ['an alias in a fragment', '{ __schema { ...F } } fragment F on __Schema { x: types { name } }'],
    ['a directive', '{ __schema @include(if: true) { queryType { name } } }'],
    ['fields of types of fields', '{ __schema { types { fields { type { fields { name } } } } } }'],
    ['fields of possible types', '{ __schema { types { possibleTypes { fields { name } } } } }'],
    ['fields below ofType', '{ __schema { types { ofType { fields { name } } } } }'],
    ['a root in a fragment', '{ ...F } fragment F on Query { __schema { queryType { name } } }'],
    ['a second operation', 'query A { __schema { queryType { name } } } query B { __typename }'],
    ['__typename alone', '{ __typename }'],
    ['an unknown field', '{ __schema { nothing } }'],
    ['a missing argument', '{ __type { name } }'],
    ['a wrong argument', '{ __type(name: 1) { name } }'],
    ['a fragment that spreads itself', '{ __schema { ...F } } fragment F on __Schema { ...F }'],
    ['a definition', '{ __schema { queryType { name } } } type X { a: Int }'],
    ['prose', 'what is this'],
  ])('refuses %s like any other query without a key', async (_name, query) => {
    const response = await ask(query);
    expect([response.status, (await response.json()).errors[0].extensions.code]).toEqual([
      401,
      'INVALID_API_KEY',
    ]);
  });

  it('computes an answer once for any number of parallel requests', async () => {
    const query = '{ __schema { types { name description } } }';
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask(query)));
    const texts = await Promise.all(answers.map((each) => each.text()));
    expect([new Set(texts).size, answers.every(({ status }) => status === 200)]).toEqual([1, true]);
  });

  it('refuses different queries when too many wait', async () => {
    // After each answer, the next waits nine times as long as it took: three long ones delay the short ones.
    const fields = (i: number) => (i < 3 ? 'types { name fields { name } }' : 'queryType { name }');
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, i) => ask(`query Q${i} { __schema { ${fields(i)} } }`)),
    );
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].sort()).toEqual([200, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect([refused?.headers.get('Retry-After'), await refused?.json()]).toMatchObject([
      '2',
      { errors: [{ extensions: { code: 'OVERLOADED', retry_after: 2 } }] },
    ]);
  });
});

describe('introspection with a key', () => {
  const TYPES = 'types { name fields { name args { name type { name } } type { name ofType { name } } } }';

  it('is refused by its cost when repeated by aliases', async () => {
    const aliases = Array.from({ length: 50 }, (_, i) => `t${i}: ${TYPES}`).join(' ');
    const { status, body } = await service.graphql(tenant.userKey, `{ __schema { ${aliases} } }`);
    expect([status, body.errors[0].extensions.code]).toEqual([200, 'COST_LIMIT_EXCEEDED']);
  });

  it('is within the cost limit as one standard query, and exceeds it as two', async () => {
    const { status, body } = await service.graphql(tenant.userKey, getIntrospectionQuery({ oneOf: true }));
    const { requested, limit } = body.extensions.cost;
    expect(status).toBe(200);
    expect(requested).toBeGreaterThan(limit / 10);
    expect(requested).toBeLessThan(limit);
  });
});
