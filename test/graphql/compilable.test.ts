import { describe, expect, it } from '@jest/globals';
import { parse } from 'graphql';
import { schema } from '../../src/api/schema.ts';
import { isCompilable } from '../../src/graphql/compilable.ts';

const judge = (document: string) => isCompilable(schema, parse(document));

describe('a document runs compiled', () => {
  it.each([
    '{ list(listId: 1) { members(first: 100) { edges { node { company { partnerships { edges { node { partnerSlug } } } } } } } } }',
    '{ companies(search: "x") { edges { node { ...C } } } } fragment C on Company { name }',
    'mutation ($input: MaterializeListInput!) { materializeList(input: $input) { counts { total } } }',
  ])('with edges that have a node, which is no way to Prisma: %s', (document) => {
    expect(judge(document)).toBe(true);
  });
});

describe('a document is interpreted', () => {
  it.each([
    ['that may lead to a relation', '{ node(id: "x") { id } }'],
    ['that leads there under another name', '{ company: viewer { user { name } } }'],
    ['that leads there in a fragment', '{ ...Q } fragment Q on Query { nodes(ids: []) { id } }'],
    ['that leads there in an inline fragment', '{ ... on Query { viewer { user { name } } } }'],
    ['with a directive', '{ company(identifier: "x") @include(if: true) { name } }'],
  ])('%s', (_, document) => {
    expect(judge(document)).toBe(false);
  });
});
