import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { type OperationLimits, readConfig } from '../../src/config.ts';
import { answer, codes } from '../harness/errors.ts';
import { seedPlain } from '../harness/seed.ts';
import { startTestService } from '../harness/service.ts';
import { recordStatements } from '../harness/statements.ts';

const DEFAULTS = readConfig({}).operationLimits;
/** The service under test reads this object for each request. */
const limits: OperationLimits = { ...DEFAULTS };

const service = await startTestService({ operationLimits: limits });
const tenant = await service.createTenant('limits');
await seedPlain(service.database.pool, 'acme');
afterEach(() => {
  Object.assign(limits, DEFAULTS);
});
afterAll(() => service.close());

const ask = (query: string, variables?: object) => service.graphql(tenant.userKey, query, variables);
const aliased = (count: number, field: string) =>
  `{ ${Array.from({ length: count }, (_, i) => `a${i}: ${field}`).join(' ')} }`;

/** Returns `fields` as the fragment F, which includes them 2^doublings times. */
function doubled(doublings: number, type: string, fields: string): string {
  const names = Array.from({ length: doublings + 1 }, (_, i) => (i === doublings ? 'F' : `F${i}`));
  const bodies = names.map((_, i) => (i === 0 ? fields : `...${names[i - 1]} ...${names[i - 1]}`));
  return names.map((name, i) => `fragment ${name} on ${type} { ${bodies[i]} }`).join('\n');
}

const SMALLER = 'Ask for fewer at a time (a smaller `first`), or split it into several requests.';
const LISTS = `query ($first: Int = 3) {
  lists(first: $first) { edges { node { name addedDomains(first: 5) { edges { node { domain } } } } } }
}`;
interface Limited {
  /** Name of what is counted. */
  name: string;
  limit: keyof OperationLimits;
  query: string;
  /** Number of them in the query. */
  found: number;
  code: string;
  message: (found: number, limit: number) => string;
}
const LIMITED: readonly Limited[] = [
  {
    name: 'levels of fields',
    limit: 'maxDepth',
    query:
      '{ viewer { ...V } } fragment V on Viewer { ... { organization { ...O } } } fragment O on Organization { name }',
    found: 3,
    code: 'DEPTH_LIMIT_EXCEEDED',
    message: (found, limit) =>
      `The operation is ${found} levels deep; the limit is ${limit}. Request what lies deeper separately, by its id.`,
  },
  {
    name: 'root fields',
    limit: 'maxRootFields',
    query:
      '{ viewer { user { name } } ...Q ...Q } fragment Q on Query { company(identifier: "acme") { name } ... on Query { __typename } }',
    found: 5,
    code: 'ROOT_FIELD_LIMIT_EXCEEDED',
    message: (found, limit) =>
      `The operation has ${found} root fields; the limit is ${limit}. Split it into several requests.`,
  },
  {
    name: 'aliases',
    limit: 'maxAliases',
    query: '{ me: viewer { who: user { ...U } again: user { ...U } } } fragment U on User { called: name }',
    found: 5,
    code: 'ALIAS_LIMIT_EXCEEDED',
    message: (found, limit) =>
      `The operation has ${found} aliases; the limit is ${limit}. Split it into several requests, or use a field that takes many inputs at once.`,
  },
  {
    name: 'directives',
    limit: 'maxDirectives',
    query:
      '{ viewer @include(if: true) { ...V @skip(if: false) ...V ... @include(if: true) { user { name } } } } fragment V on Viewer { user { name @include(if: true) } }',
    found: 5,
    code: 'DIRECTIVE_LIMIT_EXCEEDED',
    message: (found, limit) =>
      `The operation has ${found} directives; the limit is ${limit}. Put a condition on a whole selection rather than on each field.`,
  },
  {
    name: 'objects of pages',
    limit: 'maxNodes',
    query: LISTS,
    found: 3 + 3 * 5,
    code: 'NODE_LIMIT_EXCEEDED',
    message: (found, limit) =>
      `The pages of the operation can hold ${found} objects together; the limit is ${limit}. ${SMALLER}`,
  },
  {
    name: 'units of cost',
    limit: 'maxCost',
    query: LISTS,
    found: 1 + 3 * (1 + 1 + 5),
    code: 'COST_LIMIT_EXCEEDED',
    message: (found, limit) =>
      `The operation has a cost of ${found}; the limit is ${limit}. Most of it is lists.edges.node.addedDomains.edges.node: 15. ${SMALLER}`,
  },
];

describe.each(LIMITED)('$name', ({ limit, query, found, code, message }) => {
  it('are accepted up to their limit', async () => {
    limits[limit] = found;
    const { status, body } = await ask(query);
    expect([status, body.errors]).toEqual([200, undefined]);
  });

  it('are refused above it before anything runs, with the number found and advice', async () => {
    limits[limit] = found - 1;
    await ask('{ __typename }');
    const { result, statements } = await recordStatements(async () => answer(await ask(query)));
    const said = {
      message: message(found, found - 1),
      extensions: expect.objectContaining({ code, limit: found - 1 }),
    };
    expect(result).toEqual({ status: 200, body: { errors: [said], extensions: expect.anything() } });
    expect(statements).toEqual([]);
  });

  it('are refused with the same HTTP status as an invalid operation, for each media type', async () => {
    limits[limit] = found - 1;
    const statusOf = async (text: string, type: string) => (await ask(text).set('Accept', type)).status;
    for (const type of ['application/json', 'application/graphql-response+json']) {
      expect(await statusOf(query, type)).toBe(await statusOf('{ nonsense }', type));
    }
    expect(await statusOf(query, 'application/graphql-response+json')).toBe(422);
  });
});

describe('an operation that exceeds several limits', () => {
  it('gets all of the errors at once', async () => {
    Object.assign(limits, { maxDepth: 2, maxAliases: 1, maxRootFields: 1 });
    const response = await ask('{ a: viewer { organization { name } } b: __typename }');
    expect(codes(response)).toEqual([
      'DEPTH_LIMIT_EXCEEDED',
      'ROOT_FIELD_LIMIT_EXCEEDED',
      'ALIAS_LIMIT_EXCEEDED',
    ]);
  });
});

describe('the default limits', () => {
  it('allow typical queries: lists, their members, and the partners and technologies of those', async () => {
    const query = `{ lists { edges { node { name members(first: 100) { totalCount edges { node { tier company {
      name slug primaryDomain firmographics { industry country }
      partnerships(first: 10) { totalCount edges { node { partnerName lastObservedAt } } }
      technologies(first: 20) { edges { lastSeen node { displayName category } } } } } } } } } } }`;
    const { status, body } = await ask(query);
    expect([status, body.errors]).toEqual([200, undefined]);
    expect(body.extensions.cost.remaining).toBeGreaterThan(DEFAULTS.maxCost / 4);
  });

  it.each([
    [
      'breakdowns',
      'previewCount { breakdown(field: "country") { count } }',
      'previewCount (300 times): 1656000',
    ],
    ['searches', 'companies(search: "works", first: 1) { totalCount }', 'companies (300 times): 600000'],
  ])('refuse 300 %s in one request', async (_name, field, most) => {
    Object.assign(limits, { maxAliases: 1000, maxRootFields: 1000 });
    const response = await ask(aliased(300, field));
    expect(codes(response)).toEqual(['COST_LIMIT_EXCEEDED']);
    expect(response.body.errors[0].message).toContain(`Most of it is ${most}.`);
  });

  it('refuse a recursive introspection query', async () => {
    const circle = `{ __type(name: "List") { ${'ofType { '.repeat(19)} name ${'}'.repeat(19)} } }`;
    const response = await ask(circle);
    expect(codes(response)).toEqual(['DEPTH_LIMIT_EXCEEDED']);
    expect(codes(await ask(circle.replace('ofType { ', '').replace('}', '')))).toEqual([]);
  });
});

describe('a document with many brackets', () => {
  const nested = (levels: number) =>
    `{ __type(name: "List") { ${'ofType { '.repeat(levels - 2)} name ${'}'.repeat(levels - 2)} } }`;
  const listed = (levels: number) =>
    `{ nodes(ids: ${'['.repeat(levels - 2)}${']'.repeat(levels - 2)}) { id } }`;

  it('has its depth counted up to 300 levels, and is not parsed beyond', async () => {
    expect(codes(await ask(nested(300)))).toEqual(['DEPTH_LIMIT_EXCEEDED']);
    for (const query of [nested(301), nested(1600), listed(301), listed(2400)]) {
      expect(codes(await ask(query))).toEqual(['GRAPHQL_PARSE_FAILED']);
    }
  });
});

describe('fragments that double', () => {
  it('to 2^30 fields are counted without a walk through each of them', async () => {
    const times = 2 ** 30;
    const field = 'a: companies(search: "ab") @include(if: true) { totalCount }';
    const query = `{ ...F } ${doubled(30, 'Query', field)}`;
    const { body } = await ask(query);
    const found = body.errors.map(
      ({ extensions }: { extensions: { found?: number; requested?: number } }) =>
        extensions.found ?? extensions.requested,
    );
    expect(found).toEqual([times, times, times, times * 100, times * 2000]);
    expect(body.errors[4].message).toContain('Most of it is companies: ');
  });

  it('beyond the range of numbers are refused as well, also with variables', async () => {
    const fields = 'companies(search: "ab", first: $first) { totalCount }';
    const query = `query ($first: Int) { ...F } ${doubled(300, 'Query', fields)}`;
    const response = await ask(query, { first: 10 });
    expect(codes(response)).toEqual([
      'ROOT_FIELD_LIMIT_EXCEEDED',
      'NODE_LIMIT_EXCEEDED',
      'COST_LIMIT_EXCEEDED',
    ]);
    expect(response.body.errors[0].message).toContain('has more than 9007199254740991 root fields');
    expect(response.body.extensions.cost).toEqual({
      requested: Number.MAX_SAFE_INTEGER,
      limit: DEFAULTS.maxCost,
      remaining: 0,
    });
  });

  it('in a cycle are refused before anything is counted', async () => {
    const response = await ask(
      '{ ...F } fragment F on Query { __typename ...G } fragment G on Query { ...F }',
    );
    expect(codes(response)).toEqual(['GRAPHQL_VALIDATION_FAILED']);
  });
});
