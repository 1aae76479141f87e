import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { isObjectType, parse, validate } from 'graphql';
import { chargesOf, conditionalCharges, costOf } from '../../src/graphql/operation-cost.ts';
import { schema } from '../../src/graphql/schema.ts';

/** What a valid document costs, as { class: points }. */
function cost(query: string, variables?: Record<string, unknown>, operationName?: string) {
  const document = parse(query);
  expect(validate(schema, document)).toEqual([]);
  const charges = chargesOf(costOf(document, operationName), variables);
  return Object.fromEntries(charges.map(({ costClass, points }) => [costClass, points]));
}

describe('the schema', () => {
  it('declares these classes, and every other root field has the default', () => {
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
      'List.explain': 'evaluate',
      'List.exportEstimate': 'evaluate',
      'List.members': 'evaluate when forceRefresh',
      'List.previewDefinition': 'evaluate',
      'Mutation.enrichPartnerships': 'enrich',
      'Mutation.exportList': 'export',
      'Mutation.materializeList': 'evaluate',
      'Query.previewCount': 'evaluate',
      'Query.rateLimit': 'free',
    });
  });
});

describe('the routes of REST', () => {
  it('cost what their saved documents say', async () => {
    const folder = new URL('../../src/rest/operations/', import.meta.url);
    const costs: Record<string, string> = {};
    for (const file of await readdir(folder)) {
      const { charges, conditional } = costOf(parse(await readFile(new URL(file, folder), 'utf8')));
      costs[file.replace('.graphql', '')] = [...charges, ...conditional]
        .map(({ costClass, points, ...rest }) => [costClass, points, ...Object.values(rest)].join(' '))
        .join(', ');
    }
    const { read = [], write = [], ...others } = group(costs);
    expect(read).toContain('get-company');
    expect(write).toContain('create-list');
    expect(read.filter((name) => !/^(get|search)-/.test(name))).toEqual([]);
    expect(write.filter((name) => /^(get|search|preview|materialize|enrich-|export)-?/.test(name))).toEqual(
      [],
    );
    expect(others).toEqual({
      'evaluate 1': ['materialize-list', 'preview-count'],
      'enrich 1': ['enrich-partnerships'],
      'export 1': ['export-list'],
      'read 1, evaluate 1': ['preview-definition'],
      'read 1, evaluate 1 forceRefresh false': ['get-members'],
    });
  });
});

/** Names by what they cost; one point of a default class goes by the name of the class. */
function group(costs: Record<string, string>): Record<string, string[]> {
  const groups: Record<string, string[]> = {};
  for (const [name, text] of Object.entries(costs)) {
    const key = text.replace(/^(read|write) 1$/, '$1');
    groups[key] = [...(groups[key] ?? []), name];
  }
  return groups;
}

describe('an operation', () => {
  it('costs a point of read for each root field, whatever it is', () => {
    expect(cost('{ viewer { user { name } } a: __typename __schema { queryType { name } } }')).toEqual({
      read: 3,
    });
  });

  it('costs a point of write for each field of a mutation', () => {
    const flag = (alias: string) =>
      `${alias}: flagCompany(input: { identifier: "acme" }) { flag { flagId } }`;
    expect(cost(`mutation { ${flag('a')} ${flag('b')} __typename }`)).toEqual({ write: 3 });
  });

  it('costs nothing when it asks for limits alone', () => {
    expect(cost('{ rateLimit { limited } again: rateLimit { classes { limit } } }')).toEqual({});
    expect(cost('{ rateLimit { limited } __typename }')).toEqual({ read: 1 });
  });

  it('is the one that is named', () => {
    const query = 'query A { __typename } mutation B { __typename }';
    expect([cost(query, {}, 'A'), cost(query, {}, 'B'), cost(query, {}, 'C')]).toEqual([
      { read: 1 },
      { write: 1 },
      { read: 1 },
    ]);
  });

  it('costs what fields far down declare, through lists, aliases and types of a node', () => {
    const explain = (name: string) => `${name}: explain(identifier: "acme") { member }`;
    expect(
      cost(`{
        node(id: "x") { ... on List { ${explain('a')} ${explain('b')} } }
        lists { edges { node { ...F } } }
      }
      fragment F on List { ... { ... @include(if: true) { ${explain('c')} } } }`),
    ).toEqual({ read: 2, evaluate: 3 });
  });

  it('costs each spread of a fragment, however they multiply, in no time', () => {
    const levels = Array.from(
      { length: 60 },
      (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`,
    );
    const query = `{ ...F0 } ${levels.join(' ')} fragment F60 on Query { __typename }`;
    expect(cost(query)).toEqual({ read: 2 ** 60 });
  });
});

describe('a field that costs more while an argument is true', () => {
  const members = (value: string, head = 'query ($f: Boolean)') =>
    `${head} { list(listId: 1) { members(forceRefresh: ${value}) { totalCount } } }`;
  const plain = { read: 1 };
  const forced = { read: 1, evaluate: 1 };

  it('goes by the literal', () => {
    expect(cost(members('true', 'query'))).toEqual(forced);
    expect(cost(members('false', 'query'))).toEqual(plain);
    expect(cost(members('null', 'query'))).toEqual(plain);
    expect(cost('{ list(listId: 1) { members { totalCount } } }')).toEqual(plain);
  });

  it('goes by the variable, and its default where none is sent', () => {
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
    expect(cost(query, { f: true, g: true })).toEqual({ read: 1, evaluate: 4 });
    expect(cost(query, { g: true })).toEqual({ read: 1, evaluate: 2 });
    const later = conditionalCharges(costOf(parse(query)), { f: true, g: true });
    expect(later).toEqual([{ costClass: 'evaluate', points: 3 }]);
  });
});
