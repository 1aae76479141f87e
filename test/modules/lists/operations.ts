import { expect } from '@jest/globals';
import type { Response } from 'supertest';
import type { TestService } from '../../harness/service.ts';
import { condition, definition } from '../filters/support.ts';

/** The definition that most of these tests use: companies with Kubernetes. */
export const KUBERNETES = definition(condition('technology', 'any_of', ['kubernetes']));
export const GERMAN = definition(condition('country', 'any_of', ['DE']));

/** Creates a list over REST. @returns its id. */
export async function createList(
  service: TestService,
  key: string,
  name: string,
  tree?: object,
): Promise<number> {
  const { status, body } = await service
    .rest(key)
    .post('/v1/lists', { name, ...(tree ? { definition: tree } : {}) });
  expect([status, body.detail]).toEqual([201, undefined]);
  return body.list_id;
}

export type Level = 'viewer' | 'editor' | 'owner';

/** An operation on a list, over each API. */
export interface Operation {
  name: string;
  /** The lowest access level that allows it (contract, section 6). */
  needs: Level;
  rest: (service: TestService, key: string, listId: number) => PromiseLike<Response>;
  /** A query field of the list, or a mutation with its input. */
  graphql: { list: string } | { mutation: string; input?: object; selects: string };
}

const path = (listId: number, rest = '') => `/v1/lists/${listId}${rest}`;

/** Every row of the contract's table of access, on a list that has added.example and excluded.example. */
export const OPERATIONS: readonly Operation[] = [
  {
    name: 'read',
    needs: 'viewer',
    rest: (s, k, id) => s.rest(k).get(path(id)),
    graphql: { list: 'name definition' },
  },
  {
    name: 'definition',
    needs: 'viewer',
    rest: (s, k, id) => s.rest(k).get(path(id, '/definition')),
    graphql: { list: 'definition' },
  },
  {
    name: 'members',
    needs: 'viewer',
    rest: (s, k, id) => s.rest(k).get(path(id, '/members')),
    graphql: { list: 'members { totalCount }' },
  },
  {
    name: 'force_refresh',
    needs: 'viewer',
    rest: (s, k, id) => s.rest(k).get(path(id, '/members?force_refresh=true')),
    graphql: { list: 'members(forceRefresh: true) { totalCount }' },
  },
  {
    name: 'materialize',
    needs: 'viewer',
    rest: (s, k, id) => s.rest(k).post(path(id, '/materialize')),
    graphql: { mutation: 'materializeList', selects: 'counts { total }' },
  },
  {
    name: 'versions',
    needs: 'viewer',
    rest: (s, k, id) => s.rest(k).get(path(id, '/definition/versions')),
    graphql: { list: 'versions { totalCount }' },
  },
  {
    name: 'version',
    needs: 'viewer',
    rest: (s, k, id) => s.rest(k).get(path(id, '/definition/versions/1')),
    graphql: { list: 'version(version: 1) { version }' },
  },
  {
    name: 'audit log',
    needs: 'viewer',
    rest: (s, k, id) => s.rest(k).get(path(id, '/audit-log')),
    graphql: { list: 'auditLog { totalCount }' },
  },
  {
    name: 'permissions',
    needs: 'viewer',
    rest: (s, k, id) => s.rest(k).get(path(id, '/permissions')),
    graphql: { list: 'permissions { edges { node { permissionId } } }' },
  },
  {
    name: 'domains',
    needs: 'viewer',
    rest: (s, k, id) => s.rest(k).get(path(id, '/domains')),
    graphql: { list: 'addedDomains { totalCount }' },
  },
  {
    name: 'excluded domains',
    needs: 'viewer',
    rest: (s, k, id) => s.rest(k).get(path(id, '/excluded-domains')),
    graphql: { list: 'excludedDomains { totalCount }' },
  },
  {
    name: 'definition preview',
    needs: 'viewer',
    rest: (s, k, id) => s.rest(k).post(path(id, '/definition/preview'), GERMAN),
    graphql: {
      list: `previewDefinition(definitionJson: {registry_version: "1", root: {condition: {field: "country", operator: "any_of", values: ["DE"]}}}) { count }`,
    },
  },
  {
    name: 'export',
    needs: 'viewer',
    rest: (s, k, id) => s.rest(k).get(path(id, '/export.csv')),
    graphql: { mutation: 'exportList', selects: 'creditsCharged' },
  },
  {
    name: 'rename',
    needs: 'editor',
    rest: (s, k, id) => s.rest(k).patch(path(id), { name: 'Renamed' }),
    graphql: { mutation: 'renameList', input: { name: 'Renamed again' }, selects: 'list { name }' },
  },
  {
    name: 'replace definition',
    needs: 'editor',
    rest: (s, k, id) => s.rest(k).put(path(id, '/definition'), GERMAN),
    graphql: {
      mutation: 'replaceDefinition',
      input: { definitionJson: KUBERNETES },
      selects: 'list { definitionVersion }',
    },
  },
  {
    name: 'restore',
    needs: 'editor',
    rest: (s, k, id) => s.rest(k).post(path(id, '/definition/versions/1/restore')),
    graphql: { mutation: 'restoreDefinition', input: { version: 1 }, selects: 'list { definitionVersion }' },
  },
  {
    name: 'add domains',
    needs: 'editor',
    rest: (s, k, id) => s.rest(k).post(path(id, '/domains'), { domains: ['acme.example'] }),
    graphql: { mutation: 'addDomains', input: { domains: ['acme.example'] }, selects: 'added' },
  },
  {
    name: 'exclude domains',
    needs: 'editor',
    rest: (s, k, id) => s.rest(k).post(path(id, '/excluded-domains'), { domains: ['beta.example'] }),
    graphql: { mutation: 'excludeDomains', input: { domains: ['beta.example'] }, selects: 'added' },
  },
  {
    name: 'remove domain',
    needs: 'editor',
    rest: (s, k, id) => s.rest(k).delete(path(id, '/domains/added.example')),
    graphql: { mutation: 'removeDomain', input: { domain: 'added2.example' }, selects: 'list { listId }' },
  },
  {
    name: 'unexclude domain',
    needs: 'editor',
    rest: (s, k, id) => s.rest(k).delete(path(id, '/excluded-domains/excluded.example')),
    graphql: {
      mutation: 'unexcludeDomain',
      input: { domain: 'excluded2.example' },
      selects: 'list { listId }',
    },
  },
  {
    name: 'share',
    needs: 'owner',
    rest: (s, k, id) => s.rest(k).post(path(id, '/permissions'), { org_wide: true, access_level: 'viewer' }),
    graphql: {
      mutation: 'grantPermission',
      input: { to: { orgWide: true }, accessLevel: 'VIEWER' },
      selects: 'created',
    },
  },
  {
    name: 'delete',
    needs: 'owner',
    rest: (s, k, id) => s.rest(k).delete(path(id)),
    graphql: { mutation: 'deleteList', selects: 'deletedListId' },
  },
];

/** Runs an operation over GraphQL. */
export function overGraphQL(
  service: TestService,
  key: string,
  listId: number,
  { graphql }: Pick<Operation, 'graphql'>,
): PromiseLike<Response> {
  if ('list' in graphql)
    return service.graphql(key, `query ($id: ID!) { list(listId: $id) { ${graphql.list} } }`, {
      id: listId,
    });
  const { mutation, input = {}, selects } = graphql;
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
  const named: Record<string, string> = {
    AddDomainsInput: 'ListDomainsInput',
    ExcludeDomainsInput: 'ListDomainsInput',
    RemoveDomainInput: 'ListDomainInput',
    UnexcludeDomainInput: 'ListDomainInput',
  };
  const query = `mutation ($input: ${named[type] ?? type}!) { ${mutation}(input: $input) { ${selects} } }`;
  return service.graphql(key, query, { input: { listId, ...input } });
}
