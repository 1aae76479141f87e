import { readFileSync } from 'node:fs';
import { gql, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { describe, expect, it } from '@jest/globals';
import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { buildSchema, type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { connectionPolicies } from '../../clients/typescript/src/apollo.ts';
import { CONNECTIONS, KEYLESS_TYPES } from '../../clients/typescript/src/generated/caches.ts';
import { cacheConfig } from '../../clients/typescript/src/urql.ts';

const ROOTS = ['Query', 'Mutation', 'Subscription'];
const PAGE = ['first', 'after', 'last', 'before', 'offset'];
const TYPES = Object.values(buildSchema(readFileSync('schema.graphql', 'utf8')).getTypeMap())
  .filter(isObjectType)
  .filter(({ name }) => !name.startsWith('__'));

/** Every field of a type that returns a connection, with its arguments but those that name a page. */
function connectionsOf(type: GraphQLObjectType) {
  const connections = Object.values(type.getFields())
    .filter((field) => {
      const returned = getNamedType(field.type);
      return isObjectType(returned) && 'edges' in returned.getFields();
    })
    .map(({ name, args }) => [name, args.map((each) => each.name).filter((each) => !PAGE.includes(each))]);
  return Object.fromEntries(connections);
}

describe('what the package knows of the schema', () => {
  it('has every connection, with all arguments but those of a page', () => {
    const connections = TYPES.map((type) => [type.name, connectionsOf(type)] as const);
    expect(CONNECTIONS).toEqual(
      Object.fromEntries(connections.filter(([, fields]) => Object.keys(fields).length > 0)),
    );
  });

  it('has every type without an id', () => {
    const keyless = TYPES.filter((type) => !('id' in type.getFields()) && !ROOTS.includes(type.name));
    expect([...KEYLESS_TYPES].sort()).toEqual(keyless.map(({ name }) => name).sort());
    expect(keyless.length).toBeGreaterThan(50);
  });
});

it('the policies for Apollo Client have one set of pages for a connection without such an argument', () => {
  const policies = connectionPolicies((keyArgs) => ({ keyArgs }));
  expect(Object.keys(policies).toSorted()).toEqual(Object.keys(CONNECTIONS).toSorted());
  expect(policies.Query).toEqual({
    fields: {
      companies: { keyArgs: ['search'] },
      drafts: { keyArgs: ['listId'] },
      events: { keyArgs: ['listId', 'types'] },
      filterFieldValues: { keyArgs: ['field', 'search'] },
      jobs: { keyArgs: ['kind', 'status'] },
      lists: { keyArgs: ['favourite', 'orderBy', 'owned', 'search', 'tag'] },
      technologies: { keyArgs: ['orderBy', 'search'] },
    },
  });
  expect(policies.List?.fields).toMatchObject({
    members: { keyArgs: ['forceRefresh', 'orderBy', 'search', 'tier'] },
    versions: { keyArgs: false },
  });
});

interface Page {
  tier?: string;
  search?: string;
  orderBy?: { field: string };
  after?: string;
}

const TEXT = `
  query Members($tier: MemberTier, $search: String, $orderBy: MemberOrder, $after: String) {
    list(listId: "1") {
      id
      counts { total }
      members(first: 1, tier: $tier, search: $search, orderBy: $orderBy, after: $after) {
        edges { cursor node { tier company { id name } } }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }
    }
  }`;

/** The response with the page that variables ask for. Its one member is called after them. */
function responseTo({ tier = '', search = '', orderBy, after = '' }: Page) {
  const name = [tier, search, orderBy?.field, after].join('/');
  const pageInfo = {
    __typename: 'PageInfo',
    hasNextPage: after === '',
    hasPreviousPage: false,
    startCursor: name,
    endCursor: name,
  };
  const company = { __typename: 'Company', id: `company-${name}`, name };
  const node = { __typename: 'Member', tier: 'HIGH', company };
  const edges = [{ __typename: 'MemberEdge', cursor: name, node }];
  return {
    list: {
      __typename: 'List',
      id: 'list-1',
      counts: { __typename: 'TierCounts', total: 7 },
      members: { __typename: 'MemberConnection', edges, pageInfo },
    },
  };
}
type Data = ReturnType<typeof responseTo>;

const namesIn = (data: Data | null | undefined) =>
  data?.list.members.edges.map(({ node }) => node.company.name);

const PAGES: Page[] = [
  { tier: 'HIGH' },
  { tier: 'MEDIUM' },
  { search: 'a' },
  { orderBy: { field: 'NAME' } },
  { tier: 'HIGH', after: 'HIGH///' },
];
const JOINED = [['HIGH///', 'HIGH///HIGH///'], ['MEDIUM///'], ['/a//'], ['//NAME/']];

describe('a cache of Apollo Client', () => {
  function fill(typePolicies: NonNullable<ConstructorParameters<typeof InMemoryCache>[0]>['typePolicies']) {
    const cache = new InMemoryCache(typePolicies && { typePolicies });
    const query = gql(TEXT);
    for (const variables of PAGES) cache.writeQuery({ query, variables, data: responseTo(variables) });
    return PAGES.slice(0, -1).map((variables) => namesIn(cache.readQuery<Data>({ query, variables })));
  }

  it('joins pages of one connection, and keeps those of other arguments apart', () => {
    expect(fill(connectionPolicies(relayStylePagination))).toEqual(JOINED);
  });

  it('mixes them with the policy that knows no arguments', () => {
    const mixed = fill({ List: { fields: { members: relayStylePagination() } } });
    expect(mixed).not.toContainEqual(['MEDIUM///']);
  });
});

describe('the cache of urql', () => {
  async function fill(config: Parameters<typeof cacheExchange>[0]) {
    const warnings: string[] = [];
    const logger = (level: string, text: string) => {
      if (level === 'warn') warnings.push(text);
    };
    const client = new Client({
      url: 'https://data.example/graphql',
      preferGetMethod: false,
      exchanges: [cacheExchange({ ...config, logger }), fetchExchange],
      fetch: async (_url, init) =>
        Response.json({ data: responseTo(JSON.parse(String(init?.body)).variables) }),
    });
    for (const variables of PAGES) await client.query<Data>(TEXT, variables).toPromise();
    const cached = PAGES.slice(0, -1).map((variables) =>
      namesIn(client.readQuery<Data>(TEXT, variables)?.data),
    );
    return { cached, warnings };
  }

  it('joins pages of one connection, keeps those of other arguments apart, and finds a key for every object', async () => {
    expect(await fill(cacheConfig(relayPagination))).toEqual({ cached: JOINED, warnings: [] });
  });

  it('joins no pages and misses keys without our configuration', async () => {
    const { cached, warnings } = await fill({});
    expect(cached).toEqual([['HIGH///'], ...JOINED.slice(1)]);
    expect(warnings.join()).toMatch(/Member.*TierCounts|TierCounts.*Member/s);
  });
});
