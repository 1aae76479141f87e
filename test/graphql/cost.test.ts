import { afterAll, describe, expect, it } from '@jest/globals';
import { isObjectType } from 'graphql';
import { schema } from '../../src/api/schema.ts';
import { answer, codes } from '../harness/errors.ts';
import { captureLog } from '../harness/log.ts';
import { seedPlain } from '../harness/seed.ts';
import { startTestService, testConfig } from '../harness/service.ts';

const service = await startTestService();
const tenant = await service.createTenant('cost');
await seedPlain(service.database.pool, 'acme');
afterAll(() => service.close());

const LIMIT = 500_000;
const report = (requested: number) => ({ requested, limit: LIMIT, remaining: LIMIT - requested });
const ask = (query: string, variables?: object) => service.graphql(tenant.userKey, query, variables);
const costOf = async (query: string, variables?: object): Promise<number> =>
  (await ask(query, variables)).body.extensions.cost.requested;

const PAGE = `query ($first: Int, $size: Int = 20) {
  companies(search: "acme", first: $first) { edges { node { technologies(first: $size) { edges { node { techKey } } } } } }
}`;
/** A search, its companies, and for each of them the connection of its technologies. */
const pageCost = (first: number, size = 20) => 2000 + first * (1 + 1 + size);

describe('extensions.cost', () => {
  it('is sent beside the data, also when the document is repeated and runs compiled', async () => {
    for (let use = 0; use < 5; use++) {
      expect(answer(await ask('{ company(identifier: "acme") { name } }'))).toEqual({
        status: 200,
        body: { data: { company: { name: 'ACME' } }, extensions: { cost: report(1) } },
      });
    }
  });

  it('is sent beside an error of a field', async () => {
    const { body } = await ask('{ company(identifier: "nobody") { name } }');
    expect([body.data, body.errors.length, body.extensions]).toEqual([
      { company: null },
      1,
      { cost: report(1) },
    ]);
  });

  it('is the cost of the operation that runs', async () => {
    const query =
      'query One { viewer { user { name } } } query Two { companies(search: "ab", first: 1) { totalCount } }';
    const costs = ['One', 'Two'].map(async (operationName) => {
      const sent = service.rest(tenant.userKey).post('/graphql', { query, operationName });
      return (await sent).body.extensions.cost.requested;
    });
    expect(await Promise.all(costs)).toEqual([2, 2000]);
  });

  it.each(['{ nonsense }', '{ viewer {', 'query A { __typename } query B { __typename }'])(
    'is not sent if no operation runs: %s',
    async (query) => {
      expect((await ask(query)).body.extensions).toBeUndefined();
    },
  );

  it('is in the log line of the request, refused or not', async () => {
    const log = captureLog();
    const logging = await startTestService({ beside: service, logger: log.logger });
    const logged = async (requestId: string, query: string) => {
      await logging.graphql(tenant.userKey, query).set('X-Request-Id', requestId);
      const { operation, cost } = await log.ofRequest(requestId);
      return [operation, cost];
    };
    const dear = '{ lists(first: 1000) { edges { node { members(first: 1000) { totalCount } } } } }';
    try {
      expect(await logged('1', 'query Cheap { viewer { user { name } } }')).toEqual(['Cheap', 2]);
      expect(await logged('2', `query Dear ${dear}`)).toEqual(['Dear', 51_001]);
      expect(await logged('3', '{ nonsense }')).toEqual([undefined, undefined]);
    } finally {
      await logging.close();
    }
  });

  it('is not sent over REST, whose operations have no cost limit', async () => {
    const operationLimits = {
      ...testConfig().operationLimits,
      maxCost: 1,
      maxNodes: 1,
      maxDepth: 1,
      maxRootFields: 1,
      maxAliases: 0,
      maxDirectives: 0,
    };
    const tight = await startTestService({ beside: service, operationLimits });
    try {
      const response = await tight.rest(tenant.orgKey).get('/v1/companies/acme?include=technologies');
      expect([response.status, response.body.name, 'extensions' in response.body]).toEqual([
        200,
        'ACME',
        false,
      ]);
      const graphql = await tight.graphql(tenant.orgKey, '{ company(identifier: "acme") { name } }');
      expect(codes(graphql)).toEqual(['DEPTH_LIMIT_EXCEEDED']);
    } finally {
      await tight.close();
    }
  });
});

describe('the cost of a page', () => {
  it('depends on the requested size, as a literal or as a variable', async () => {
    const literal = (first: number, selection: string) =>
      `{ companies(search: "acme", first: ${first}) { edges { ${selection} } } }`;
    expect(await costOf(literal(7, 'cursor'))).toBe(2000);
    expect(await costOf(literal(7, 'node { name }'))).toBe(2000 + 7);
    expect(await costOf(PAGE, { first: 7 })).toBe(pageCost(7));
    expect(await costOf(PAGE, { first: 3, size: 2 })).toBe(pageCost(3, 2));
    expect(await costOf(PAGE, { first: 7 })).toBe(pageCost(7));
  });

  it('is that of 100 items if the size is absent or null', async () => {
    expect(await costOf(PAGE)).toBe(pageCost(100));
    expect(await costOf(PAGE, { first: null })).toBe(pageCost(100));
    expect(await costOf(PAGE, { first: 1, size: null })).toBe(pageCost(1, 100));
  });

  it.each([1001, 2 ** 31 - 1, 0, -5])(
    'is limited for first: %d, which the field then refuses',
    async (first) => {
      const response = await ask(PAGE, { first });
      expect(codes(response)).toEqual(['VALIDATION_ERROR']);
      expect(response.body.extensions.cost).toEqual(report(pageCost(Math.min(Math.max(first, 1), 1000))));
    },
  );

  it.each(['ten', 1.5, {}, [5], true, 1e99])(
    'is limited for first: %j, which is refused as a variable',
    async (first) => {
      const response = await ask(PAGE, { first });
      expect(codes(response)).toEqual(['VALIDATION_ERROR']);
      expect(response.body.extensions.cost.requested).toBeLessThanOrEqual(pageCost(1000));
    },
  );

  it('is declared by every field with the argument `first`', () => {
    const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
      isObjectType(type) ? Object.values(type.getFields()) : [],
    );
    const paged = fields.filter((field) => field.args.some(({ name }) => name === 'first'));
    const unpriced = paged.filter(({ name }) => {
      const priceOf = paged.find((field) => field.name === name)?.extensions.price;
      if (typeof priceOf !== 'function') return true;
      const { multiplier, sizedBy } = priceOf({ first: 7 });
      return multiplier !== 7 || sizedBy !== 'page';
    });
    expect(paged.length).toBeGreaterThan(10);
    expect(unpriced.map(({ name }) => name)).toEqual([]);
  });
});

describe('the cost of a selection', () => {
  const INSIDE = 'viewer { organization { name } user { name } }';

  it('is the same in a fragment, and counts for each spread', async () => {
    const plain = await costOf(`{ ${INSIDE} }`);
    expect(await costOf(`{ ...F } fragment F on Query { ${INSIDE} }`)).toBe(plain);
    expect(await costOf(`{ ... on Query { ... { ${INSIDE} } } }`)).toBe(plain);
    expect(await costOf(`{ ...F ...F } fragment F on Query { ${INSIDE} }`)).toBe(2 * plain);
    expect(await costOf(`{ a: viewer { user { name } } b: viewer { user { name } } }`)).toBe(4);
  });

  it('is zero when @skip or @include excludes it', async () => {
    const query = `query ($with: Boolean!, $without: Boolean = true) {
      viewer { user { name } } all: companies(search: "ab") @include(if: $with) @skip(if: false) { totalCount }
      ...F @skip(if: $without) } fragment F on Query { companies(search: "ab", first: 10) { edges { node { name } } } }`;
    expect(await costOf(query, { with: false })).toBe(2);
    expect(await costOf(query, { with: true })).toBe(2 + 2000);
    expect(await costOf(query, { with: true, without: false })).toBe(2 + 2000 + 2010);
  });

  it('increases with a search, a refresh and every input', async () => {
    const members = (args: string) =>
      `{ lists(first: 1) { edges { node { members(first: 10${args}) { edges { node { tier } } } } } } }`;
    const plain = 1 + 1 + 50 + 10;
    expect(await costOf(members(''))).toBe(plain);
    expect(await costOf(members(', search: "ab"'))).toBe(plain + 2000);
    expect(await costOf(members(', search: "ab", forceRefresh: true'))).toBe(plain + 7000);
    expect(
      await costOf('{ nodes(ids: ["a", "b", "c"]) { ... on Company { firmographics { country } } } }'),
    ).toBe(6);
    const enrich =
      'mutation ($domains: [String!]!) { enrichPartnerships(input: { domains: $domains }) { results { company { name } partnerships { partnerName } } } }';
    expect(await costOf(enrich, { domains: ['acme.example', 'b.example'] })).toBe(1 + 2 * (1 + 1 + 100));
  });
});

describe('operationCost', () => {
  const DRY = `query ($query: String!, $variables: JSON, $name: String) {
    operationCost(query: $query, variables: $variables, operationName: $name) { requested limit depth nodes allowed refusals } }`;
  const dry = async (variables: object, key = tenant.userKey) =>
    (await service.graphql(key, DRY, variables)).body;

  it('returns in advance what extensions.cost reports afterwards, with any key', async () => {
    const variables = { first: 4, size: 5 };
    for (const key of [tenant.userKey, tenant.orgKey]) {
      expect((await dry({ query: PAGE, variables }, key)).data).toEqual({
        operationCost: {
          requested: pageCost(4, 5),
          limit: LIMIT,
          depth: 7,
          nodes: 24,
          allowed: true,
          refusals: [],
        },
      });
    }
    expect(await costOf(PAGE, variables)).toBe(pageCost(4, 5));
  });

  it('states why an operation would be refused', async () => {
    const query = `{ lists(first: 1000) { edges { node { members(first: 1000) { edges { node { tier } } } } } } }`;
    const { operationCost } = (await dry({ query })).data;
    const { errors } = (await ask(query)).body;
    expect(operationCost).toMatchObject({ allowed: false, nodes: 1_001_000 });
    expect(operationCost.refusals).toEqual(errors.map(({ message }: { message: string }) => message));
  });

  it('does not execute the operation', async () => {
    const query = 'mutation { createList(input: { name: "Never" }) { list { listId } } }';
    expect((await dry({ query })).data.operationCost.allowed).toBe(true);
    const { rows } = await service.database.pool.query('SELECT count(*)::int AS lists FROM list');
    expect(rows).toEqual([{ lists: 0 }]);
  });

  it('selects one of several operations by name', async () => {
    const query = 'query A { viewer { user { name } } } query B { __typename }';
    expect((await dry({ query, name: 'A' })).data.operationCost.requested).toBe(2);
    expect((await dry({ query, name: 'B' })).data.operationCost.requested).toBe(0);
    for (const name of ['C', undefined]) {
      const [error] = (await dry({ query, name })).errors;
      expect(error.extensions.errors).toEqual([
        { pointer: '/operationName', message: 'must name an operation of the document' },
      ]);
    }
  });

  it.each([
    ['{ nonsense more }', 2],
    ['{ viewer {', 1],
    ['', 1],
    ['{ ...F } fragment F on Query { ...F }', 1],
    [`{ ${'a: __typename '.repeat(5000)} }`, 1],
    ['{a'.repeat(2000), 1],
  ])('refuses an invalid document: %.30s', async (query, faults) => {
    const { errors } = await dry({ query });
    expect(errors[0].extensions.code).toBe('VALIDATION_ERROR');
    const pointers = errors[0].extensions.errors.map(({ pointer }: { pointer: string }) => pointer);
    expect(pointers).toEqual(Array.from({ length: faults }, () => '/query'));
  });

  it.each([[[1]], ['text'], [7]])('refuses variables that are not an object: %j', async (variables) => {
    const [error] = (await dry({ query: '{ __typename }', variables })).errors;
    expect(error.extensions.errors).toEqual([{ pointer: '/variables', message: 'must be an object' }]);
  });

  it('has a cost of its own that limits how often one request can select it', async () => {
    const many = Array.from(
      { length: 60 },
      (_, i) => `a${i}: operationCost(query: "{ __typename }") { depth }`,
    );
    expect(codes(await ask(`{ ${many.join(' ')} }`))).toEqual(['COST_LIMIT_EXCEEDED']);
  });
});
