import { describe, expect, it } from '@jest/globals';
import { isObjectType, parse, print, validate } from 'graphql';
import { schema } from '../../src/api/schema.ts';
import { readConfig } from '../../src/config.ts';
import { analyze } from '../../src/graphql/analysis/analyze.ts';
import { routes } from '../../src/rest/routes.ts';

/** Returns the cost of a valid document as { class: points }. */
function cost(
  query: string,
  variables?: Record<string, unknown>,
  operationName?: string,
): Record<string, number> {
  const document = parse(query);
  expect(validate(schema, document)).toEqual([]);
  const charges = analyze(schema, document, operationName, variables)?.charges ?? [];
  return Object.fromEntries(charges.map(({ costClass, points }) => [costClass, points]));
}

describe('the schema', () => {
  it('declares these cost classes, and every other root field has the default', () => {
    const declared = Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type))
      .flatMap((type) =>
        Object.values(type.getFields())
          .filter(({ extensions }) => extensions.costClass !== undefined)
          .map(({ name, extensions: { costClass, costWhen } }) => [
            `${type.name}.${name}`,
            costWhen === undefined ? costClass : `${costClass} when ${costWhen}`,
          ]),
      );
    expect(Object.fromEntries(declared)).toEqual({
      'Company.lists': 'evaluate',
      'Company.similar': 'evaluate',
      'List.explain': 'evaluate',
      'List.exportEstimate': 'evaluate',
      'List.members': 'evaluate when forceRefresh',
      'List.previewDefinition': 'evaluate',
      'Mutation.enrichPartnerships': 'enrich',
      'Mutation.createExportJob': 'export',
      'Mutation.exportList': 'export',
      'Mutation.materializeList': 'evaluate',
      'Mutation.watchList': 'evaluate',
      'Query.listOverlap': 'evaluate',
      'Query.matchCompanies': 'evaluate',
      'Query.previewCount': 'evaluate',
      'Query.rateLimit': 'free',
      'Query.suggestDefinitions': 'evaluate',
      'Query.technologyMove': 'evaluate',
      'Query.technologyMoves': 'evaluate',
    });
  });
});

/** The saved documents by the name of their operation. */
const documents = new Map<string, string>(routes.map(({ document, name }) => [name, print(document)]));
const saved = (name: string): string => documents.get(name) ?? '';

describe('a cost estimate', () => {
  it('is computed once for look-ups of different companies', () => {
    const document = parse(`query ($identifier: String!, $first: Int) {
      company(identifier: $identifier) { name partnerships(first: $first) { totalCount } }
    }`);
    const of = (variables: Record<string, unknown>) => analyze(schema, document, undefined, variables);
    const acme = of({ identifier: 'acme.example', first: 10 });
    expect(acme).toBe(of({ identifier: 'globex.example', first: 10 }));
    expect(acme).not.toBe(of({ identifier: 'acme.example', first: 11 }));
  });

  it('is cached with only those variables that it depends on', () => {
    const document = parse(`query ($identifier: String!, $first: Int) {
      company(identifier: $identifier) { name partnerships(first: $first) { totalCount } }
    }`);
    const read = new Set<PropertyKey>();
    const sent = new Proxy<Record<string, unknown>>(
      { identifier: 'x'.repeat(1_000_000), first: 10 },
      {
        get(target, name, receiver) {
          read.add(name);
          return Reflect.get(target, name, receiver);
        },
        ownKeys() {
          throw new Error('all variables are copied');
        },
      },
    );
    const found = analyze(schema, document, undefined, sent);
    expect([...read]).toEqual(['first']);
    read.clear();
    expect(found?.pageSize()).toBe(10);
    expect([...read]).toEqual([]);
  });
});

describe('the REST routes', () => {
  it('cost the same as their saved documents', () => {
    const costs: Record<string, string> = {};
    const variables = { limit: 100, domains: ['acme.example'], with_pair: true };
    for (const [name, text] of documents)
      costs[name] = Object.entries(cost(text, variables)).flat().join(' ');
    const { 'read 1': read = [], 'write 1': write = [], ...others } = group(costs);
    expect(read).toContain('GetCompany');
    expect(write).toContain('CreateList');
    expect(read.filter((name) => !/^(Get|Search|Estimate)/.test(name))).toEqual([
      'DownloadImportRejects',
      'DownloadJobResult',
    ]);
    expect(write.filter((name) => /^(Get|Search|Preview|Materialize|Enrich|Export)/.test(name))).toEqual([]);
    expect(others).toEqual({
      'evaluate 1': ['GetListOverlap', 'PreviewMatches', 'PreviewCount', 'MatchCompanies'],
      'evaluate 5': ['WatchList'],
      'read 1 evaluate 1': ['ExplainMembership'],
      'read 1 evaluate 2': ['GetCompanyLists'],
      'read 1 evaluate 11': ['GetSimilarCompanies'],
      'evaluate 2': ['GetTechnologyMoves'],
      'read 1 evaluate 5': ['GetExportEstimate'],
      'evaluate 6': ['MaterializeList'],
      'evaluate 75': ['SuggestDefinitions'],
      'enrich 1': ['EnrichPartnerships'],
      'export 10': ['ExportList', 'DownloadExport'],
      'read 1 evaluate 6': ['PreviewDefinition'],
      'read 2': ['GetCatalogueImports', 'GetListChanges'],
      'read 3': ['SearchCompanies', 'SearchListCompanies', 'SearchFilterValues', 'GetTechnologies'],
      'read 10': ['GetInstallationChecks'],
      'read 11': ['GetCreditEntries'],
      // It mails a link to an address that the caller chooses.
      'write 10': ['InviteUser', 'CreateOrganization', 'TestWebhook'],
    });
  });
});

/** Groups names by their cost. */
function group(costs: Record<string, string>): Record<string, string[]> {
  const groups: Record<string, string[]> = {};
  for (const [name, text] of Object.entries(costs)) groups[text] = [...(groups[text] ?? []), name];
  return groups;
}

const ONE_OF = (count: number, operator = 'any_of') => ({
  condition: { field: 'technology', operator, values: Array.from({ length: count }, (_, i) => `t${i}`) },
});
const tree = (children: object[]) => ({ registry_version: '1', root: { and: children } });

describe('the default budget of a minute', () => {
  const { rateLimit } = readConfig({});
  const points = rateLimit?.points;
  const DRAFT = `query ($d: JSON) { previewCount(definitionJson: $d) {
    exactCount tierCounts { total high medium exploratory } funnel { pointer exactCount }
    a: breakdown(field: "country") { value label count } b: breakdown(field: "industry") { value label count }
    c: breakdown(field: "technology") { value label count } } }`;
  /** 50 nodes: a root and 49 conditions. */
  const definition = tree(Array.from({ length: 49 }, () => ONE_OF(5)));

  it('allows 20 look-ups with both includes a second', () => {
    const both = { identifier: 'acme', technologies: true, firmographics: true };
    const { read = 0 } = cost(saved('GetCompany'), both);
    expect(60 * 20 * read).toBeLessThanOrEqual(points?.read ?? 0);
  });

  it('allows 60 full batches, but not twice as many', () => {
    const domains = Array.from({ length: 100 }, (_, i) => `a${i}.example`);
    const { enrich = 0 } = cost(saved('EnrichPartnerships'), { domains });
    expect(60 * enrich).toBeLessThanOrEqual(points?.enrich ?? 0);
    expect(120 * enrich).toBeGreaterThan(points?.enrich ?? 0);
  });

  it('allows 5 full draft previews a second, but not twice as many', () => {
    const { evaluate = 0, ...others } = cost(DRAFT, { d: definition });
    expect(others).toEqual({});
    expect(60 * 5 * evaluate).toBeLessThanOrEqual(points?.evaluate ?? 0);
    expect(60 * 10 * evaluate).toBeGreaterThan(points?.evaluate ?? 0);
  });

  it('allows 20 exports', () => {
    expect(20 * (cost(saved('DownloadExport')).export ?? 0)).toBe(points?.export);
  });

  it.each([
    ['90 breakdowns', 'previewCount { breakdown(field: "country") { count } }', 90, 'evaluate', 490],
    [
      '200 searches of members',
      'list(listId: 1) { members(search: "ab", first: 1) { totalCount } }',
      200,
      'read',
      410,
    ],
  ] as const)('allows %s only a few times', (_name, field, times, costClass, atLeast) => {
    const aliased = Array.from({ length: times }, (_, i) => `a${i}: ${field}`).join(' ');
    const { [costClass]: found = 0 } = cost(`{ ${aliased} }`);
    expect(found).toBeGreaterThanOrEqual(atLeast);
    expect((points?.[costClass] ?? 0) / found).toBeLessThan(16);
  });
});

describe('the cost of a preview', () => {
  const preview = (root: object) =>
    analyze(schema, parse('query ($d: JSON) { previewCount(definitionJson: $d) { count } }'), undefined, {
      d: { registry_version: '1', root },
    })?.cost ?? 0;
  const pattern = (values: number) => ({
    condition: { field: 'name', operator: 'contains', values: Array(values).fill('ab') },
  });

  it('increases with each condition and value, and most with text patterns', () => {
    expect(preview(ONE_OF(1))).toBe(500 + 20 + 2);
    expect(preview(ONE_OF(250))).toBe(500 + 20 + 500);
    expect(preview({ and: [ONE_OF(1), { not: { or: [ONE_OF(1), pattern(10)] } }] })).toBe(
      500 + 22 + 22 + 1020,
    );
  });

  it('is the same for an argument, a variable and the GraphQL spelling', () => {
    const input = `{ registryVersion: "1", root: { condition: { field: NAME, operator: CONTAINS, values: ["ab", "cd"] } } }`;
    const literal = parse(`{ previewCount(definition: ${input}) { count } }`);
    expect(analyze(schema, literal, undefined, {})?.cost).toBe(500 + 20 + 200);
    expect(preview(pattern(2))).toBe(500 + 20 + 200);
  });

  it.each([undefined, null, 7, 'text', [], { and: 'x', or: { length: 9 }, not: [], condition: 5 }])(
    'is the minimum for an invalid definition: %j',
    (root) => {
      expect(preview(root as object)).toBe(500);
    },
  );
});

describe('the points of an operation', () => {
  it('are at least one of read', () => {
    expect(cost('{ viewer { user { name } } a: __typename __schema { queryType { name } } }')).toEqual({
      read: 1,
    });
    expect(cost('{ __typename }')).toEqual({ read: 1 });
  });

  it('are one for each started 1,000 of cost', () => {
    const page = (first: number) =>
      `{ companies(search: "ab", first: ${first}) { edges { node { name } } } }`;
    expect([1, 1000].map((first) => cost(page(first)))).toEqual([{ read: 3 }, { read: 3 }]);
    expect(
      cost('{ a: companies(search: "ab", first: 1000) { edges { node { firmographics { country } } } } }'),
    ).toEqual({
      read: 4,
    });
  });

  it('are of write for a mutation', () => {
    const flag = (alias: string) =>
      `${alias}: flagCompany(input: { identifier: "acme" }) { flag { flagId } }`;
    expect(cost(`mutation { ${flag('a')} ${flag('b')} __typename }`)).toEqual({ write: 1 });
    const domains = Array.from({ length: 1000 }, (_, i) => `a${i}.example`);
    const add =
      'mutation ($domains: [String!]!) { addDomains(input: { listId: 1, domains: $domains }) { added } }';
    expect(cost(add, { domains })).toEqual({ write: 6 });
  });

  it('are zero if it selects only rate limits', () => {
    expect(cost('{ rateLimit { limited } again: rateLimit { classes { limit } } }')).toEqual({});
    expect(cost('{ rateLimit { limited } __typename }')).toEqual({ read: 1 });
  });

  it('are those of the named operation', () => {
    const query = 'query A { __typename } mutation B { __typename }';
    expect([cost(query, {}, 'A'), cost(query, {}, 'B')]).toEqual([{ read: 1 }, { write: 1 }]);
    expect(analyze(schema, parse(query), 'C', {})).toBeUndefined();
  });

  it('include classes of deep fields, through lists, aliases and types of a node', () => {
    const explain = (name: string) => `${name}: explain(identifier: "acme") { member }`;
    expect(
      cost(`{
        node(id: "x") { ... on List { ${explain('a')} ${explain('b')} } }
        lists { edges { node { ...F } } }
      }
      fragment F on List { ... { ... @include(if: true) { ${explain('c')} } } }`),
    ).toEqual({ read: 1, evaluate: Math.ceil((2 * 200 + 100 * 200) / 1000) });
  });

  it('include each spread of a fragment, computed in no time for any number of spreads', () => {
    const levels = Array.from(
      { length: 60 },
      (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`,
    );
    const query = `{ ...F0 } ${levels.join(' ')} fragment F60 on Query { viewer { user { name } } }`;
    expect(cost(query)).toEqual({ read: Math.ceil(Number.MAX_SAFE_INTEGER / 1000) });
  });
});

describe('a field that costs more if an argument is true', () => {
  const members = (value: string, head = 'query ($f: Boolean)') =>
    `${head} { list(listId: 1) { members(forceRefresh: ${value}) { totalCount } } }`;
  const [plain, forced] = [{ read: 1 }, { read: 1, evaluate: 6 }];

  it('follows the literal', () => {
    expect(cost(members('true', 'query'))).toEqual(forced);
    expect(cost(members('false', 'query'))).toEqual(plain);
    expect(cost(members('null', 'query'))).toEqual(plain);
    expect(cost('{ list(listId: 1) { members { totalCount } } }')).toEqual(plain);
  });

  it('follows the variable, or its default if none is sent', () => {
    const byDefault = members('$f', 'query ($f: Boolean = true)');
    expect(cost(members('$f'), { f: true })).toEqual(forced);
    expect([{ f: false }, { f: null }, { f: 'true' }, {}].map((sent) => cost(members('$f'), sent))).toEqual(
      Array(4).fill(plain),
    );
    expect([cost(byDefault), cost(byDefault, {}), cost(byDefault, { f: undefined })]).toEqual(
      Array(3).fill(forced),
    );
    expect([{ f: false }, { f: null }].map((sent) => cost(byDefault, sent))).toEqual([plain, plain]);
  });

  it('costs for each occurrence, in one charge', () => {
    const query = `query ($f: Boolean, $g: Boolean) { list(listId: 1) {
      a: members(forceRefresh: $f) { totalCount } b: members(forceRefresh: $f) { totalCount }
      c: members(forceRefresh: $g) { totalCount } d: members(forceRefresh: true) { totalCount }
    } }`;
    expect(cost(query, { f: true, g: true })).toEqual({ read: 1, evaluate: 21 });
    expect(cost(query, { g: true })).toEqual({ read: 1, evaluate: 11 });
  });
});
