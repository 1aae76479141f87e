import { readFileSync } from 'node:fs';
import { gql, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { describe, expect, it } from '@jest/globals';
import { buildSchema, getNamedType, isObjectType } from 'graphql';
import { CONNECTION_KEYS, connectionPolicies } from '../../clients/typescript/src/apollo.ts';

const PAGE = ['first', 'after', 'last', 'before', 'offset'];

/** Every field of the schema that returns a connection, with its arguments but those that name a page. */
function connectionsOfSchema() {
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  return Object.fromEntries(
    types.flatMap((type) => {
      const connections = Object.values(type.getFields())
        .filter((field) => getNamedType(field.type).name.endsWith('Connection'))
        .map(({ name, args }) => [
          name,
          args.map((each) => each.name).filter((each) => !PAGE.includes(each)),
        ]);
      return connections.length > 0 ? [[type.name, Object.fromEntries(connections)]] : [];
    }),
  );
}

it('the policies for Apollo Client know every connection of the schema, by all arguments but those of a page', () => {
  expect(CONNECTION_KEYS).toEqual(connectionsOfSchema());
});

it('make a policy for each connection, which has one set of pages if it has no such argument', () => {
  const policies = connectionPolicies((keyArgs) => ({ keyArgs }));
  expect(Object.keys(policies).toSorted()).toEqual(Object.keys(CONNECTION_KEYS).toSorted());
  expect(policies.Query).toEqual({
    fields: { companies: { keyArgs: ['search'] }, lists: { keyArgs: ['orderBy', 'search'] } },
  });
  expect(policies.List?.fields).toMatchObject({
    members: { keyArgs: ['forceRefresh', 'search', 'sort', 'tier'] },
    versions: { keyArgs: false },
  });
});

describe('a cache of Apollo Client', () => {
  const MEMBERS = gql`
    query Members($tier: MemberTier, $search: String, $after: String) {
      list(listId: "1") {
        id
        members(first: 1, tier: $tier, search: $search, after: $after) {
          edges { cursor node { id } }
          pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        }
      }
    }`;

  function pageOf(name: string, hasNextPage: boolean) {
    const edges = [{ __typename: 'MemberEdge', cursor: name, node: { __typename: 'Member', id: name } }];
    const pageInfo = {
      __typename: 'PageInfo',
      hasNextPage,
      hasPreviousPage: false,
      startCursor: name,
      endCursor: name,
    };
    const members = { __typename: 'MemberConnection', edges, pageInfo };
    return { list: { __typename: 'List', id: 'list-1', members } };
  }

  /** Reads what a query of the first page gets from the cache: all pages that were joined to it. */
  function namesIn(cache: InMemoryCache, variables: object) {
    const read = cache.readQuery<ReturnType<typeof pageOf>>({ query: MEMBERS, variables });
    return read?.list.members.edges.map(({ node }) => node.id);
  }

  function fill(cache: InMemoryCache) {
    cache.writeQuery({ query: MEMBERS, variables: { tier: 'HIGH' }, data: pageOf('high-1', true) });
    cache.writeQuery({ query: MEMBERS, variables: { tier: 'MEDIUM' }, data: pageOf('medium-1', false) });
    cache.writeQuery({ query: MEMBERS, variables: { search: 'a' }, data: pageOf('found-1', false) });
    cache.writeQuery({
      query: MEMBERS,
      variables: { tier: 'HIGH', after: 'high-1' },
      data: pageOf('high-2', false),
    });
    return [{ tier: 'HIGH' }, { tier: 'MEDIUM' }, { search: 'a' }].map((variables) =>
      namesIn(cache, variables),
    );
  }

  it('joins pages of one connection, and keeps those of other arguments apart', () => {
    const typePolicies = connectionPolicies(relayStylePagination);
    expect(fill(new InMemoryCache({ typePolicies }))).toEqual([
      ['high-1', 'high-2'],
      ['medium-1'],
      ['found-1'],
    ]);
  });

  it('mixes them with the policy that knows no arguments', () => {
    const typePolicies = { List: { fields: { members: relayStylePagination() } } };
    expect(fill(new InMemoryCache({ typePolicies }))).not.toContainEqual(['medium-1']);
  });
});
