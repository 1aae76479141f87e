import { describe, expect, it } from '@jest/globals';
import { type GraphQLObjectType, parse } from 'graphql';
import { schema } from '../../src/api/schema.ts';
import { isCompilable } from '../../src/graphql/compilable.ts';
import { selectsPlainRows, withRowsAsLeaves } from '../../src/graphql/selections.ts';

const judge = (document: string) => isCompilable(schema, parse(document));

describe('a document that runs compiled', () => {
  it.each([
    '{ list(listId: 1) { members(first: 100) { edges { node { company { partnerships { edges { node { partnerSlug } } } } } } } } }',
    '{ companies(search: "x") { edges { node { ...C } } } } fragment C on Company { name }',
    '{ list(listId: 1) { owner { name } permissions(first: 1) { edges { node { user { email } } } } } }',
    '{ company(identifier: "x") { name technologies(first: 20) { edges { node { techKey } } } } }',
    'mutation { flagCompany(input: { identifier: "x" }) { flag { status company { name } } } }',
    'mutation ($d: String!, $e: String = "y") { flagCompany(input: { identifier: $e, description: $d }) { flag { status } } }',
    'query ($t: MemberTier) { list(listId: 1) { members(tier: $t) { totalCount } } }',
    'mutation ($input: MaterializeListInput!) { materializeList(input: $input) { counts { total } } }',
  ])('may select the nodes of edges, which do not lead to Prisma: %s', (document) => {
    expect(judge(document)).toBe(true);
  });
});

describe('a document that is interpreted', () => {
  it.each([
    ['that may lead to a relation', '{ node(id: "x") { id } }'],
    ['that leads to a relation under another name', '{ company: viewer { user { name } } }'],
    ['that leads to a relation in a fragment', '{ ...Q } fragment Q on Query { nodes(ids: []) { id } }'],
    ['that leads to a relation in an inline fragment', '{ ... on Query { viewer { user { name } } } }'],
    ['that creates a key', 'mutation { createApiKey(input: { kind: USER }) { apiKey { keyId } } }'],
    ['that changes a key', 'mutation { updateApiKey(input: { keyId: 1 }) { apiKey { keyId } } }'],
    ['that rotates a key', 'mutation { rotateApiKey(input: { keyId: 1 }) { apiKey { keyId } } }'],
    ['that revokes a key', 'mutation { revokeApiKey(input: { keyId: 1 }) { createdKeys { keyId } } }'],
    ['that reads the schema', '{ __schema { queryType { name } } }'],
    ['that reads a type', '{ __type(name: "Company") { name } }'],
    [
      'with an optional variable in an input object, in a fragment as well',
      'fragment M on Mutation { flagCompany(input: { identifier: "x", description: $d }) { flag { status } } } mutation ($d: String) { ...M }',
    ],
    ['with a directive', '{ company(identifier: "x") @include(if: true) { name } }'],
  ])('is one %s', (_, document) => {
    expect(judge(document)).toBe(false);
  });
});

describe('a saved document', () => {
  const judgeSaved = (document: string) => isCompilable(schema, parse(document), true);

  it('may have directives, and lead to what could select a relation', () => {
    expect(judgeSaved('{ company(identifier: "x") @include(if: true) { name } }')).toBe(true);
    expect(judgeSaved('{ viewer { organization { name } } }')).toBe(true);
  });

  it('is interpreted if it selects a relation', () => {
    expect(judgeSaved('mutation { updateApiKey(input: { keyId: 1 }) { apiKey { user { name } } } }')).toBe(
      false,
    );
  });
});

const enrich = (selected: string, more = '') =>
  `mutation { enrichPartnerships(input: { domains: ["x.example"] }) { results { ${selected} } } } ${more}`;
const isPacked = (document: string) => selectsPlainRows(schema, parse(document));

describe('a list of rows', () => {
  it.each([
    enrich('domain partnerships { partnerName firstObservedAt description }'),
    enrich('partnerships { name: partnerName again: partnerName }'),
    enrich(
      '...R',
      'fragment R on EnrichmentResult { partnerships { ...P } } fragment P on Partnership { partnerName }',
    ),
    enrich('partnerships { ... on Partnership { partnerName } ... { partnerSlug } }'),
    '{ company(identifier: "x") { name detections(first: 3) { key: techKey firstSeen } } }',
  ])('stays packed where only properties of rows are selected: %s', (document) => {
    expect(isPacked(document)).toBe(true);
  });

  it.each([
    ['is not selected', enrich('domain partnershipCount')],
    ['has the name of its type selected', enrich('partnerships { __typename partnerName }')],
    ['has a field with a directive', enrich('partnerships { partnerName @include(if: true) }')],
    [
      'has a fragment with a directive',
      enrich('partnerships { ...P @skip(if: true) }', 'fragment P on Partnership { partnerName }'),
    ],
    [
      'has an inline fragment with a directive',
      enrich('partnerships { ... @include(if: true) { partnerName } }'),
    ],
  ])('is one of objects if it %s', (_, document) => {
    expect(isPacked(document)).toBe(false);
  });

  it('has its type and its resolver again after compiling, also after a failure', () => {
    const field = () => {
      const { type, resolve } = (schema.getType('EnrichmentResult') as GraphQLObjectType).getFields()
        .partnerships ?? { type: undefined, resolve: undefined };
      return { type: String(type), resolve };
    };
    const before = field();
    expect(before.type).toBe('[Partnership!]!');
    expect(withRowsAsLeaves(schema, () => field().type)).toBe('Rows!');
    // A refusal leaves the fields beside the list alone.
    const detections = () => (schema.getType('Company') as GraphQLObjectType).getFields().detections;
    expect(withRowsAsLeaves(schema, () => String(detections()?.type))).toBe('Rows');
    expect(field()).toEqual(before);
    const fail = () => {
      throw new Error('no code');
    };
    expect(() => withRowsAsLeaves(schema, fail)).toThrow('no code');
    expect(field()).toEqual(before);
  });
});
