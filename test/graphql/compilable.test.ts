import { describe, expect, it } from '@jest/globals';
import { parse } from 'graphql';
import { schema } from '../../src/api/schema.ts';
import { isCompilable } from '../../src/graphql/compilable.ts';

const judge = (document: string) => isCompilable(schema, parse(document));

describe('a document that runs compiled', () => {
  it.each([
    '{ list(listId: 1) { members(first: 100) { edges { node { company { partnerships { edges { node { partnerSlug } } } } } } } } }',
    '{ companies(search: "x") { edges { node { ...C } } } } fragment C on Company { name }',
    '{ list(listId: 1) { owner { name } permissions(first: 1) { edges { node { user { email } } } } } }',
    '{ company(identifier: "x") { name technologies(first: 20) { edges { node { techKey } } } } }',
    'mutation { flagCompany(input: { identifier: "x" }) { flag { status company { name } } } }',
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
    ['with a directive', '{ company(identifier: "x") @include(if: true) { name } }'],
  ])('is one %s', (_, document) => {
    expect(judge(document)).toBe(false);
  });
});
