import { afterAll, describe, expect, it } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { withoutCost } from '../harness/errors.ts';
import { startTestService, type TestService } from '../harness/service.ts';

const on = await startTestService();
const off = await startTestService({ beside: on, introspection: false });
const tenant = await on.createTenant('switchers');
afterAll(async () => {
  await off.close();
  await on.close();
});

const page = ({ url }: TestService, path = '/graphql', key?: string) =>
  fetch(url + path, {
    redirect: 'manual',
    headers: { Accept: 'text/html', ...(key ? { 'X-API-Key': key } : {}) },
  });

const REFUSED = {
  message:
    'The operator of this service has disabled introspection. Read the schema in the documentation, or ask the operator.',
  locations: expect.any(Array),
  extensions: { code: 'INTROSPECTION_DISABLED' },
};

describe('disabled introspection', () => {
  it.each([
    ['the whole schema', getIntrospectionQuery()],
    ['a type', '{ __type(name: "Query") { name } }'],
    ['an alias', '{ viewer { organization { name } } x: __schema { queryType { name } } }'],
    ['a fragment', '{ ...F } fragment F on Query { __schema { queryType { name } } }'],
  ])('is refused with a code even with a key: %s', async (_name, query) => {
    const { status, body } = await off.graphql(tenant.userKey, query);
    expect(status).toBe(403);
    expect(body.errors[0]).toEqual(REFUSED);
    expect(body.data).toBeUndefined();
  });

  it('is refused identically for each use of a document', async () => {
    const answers = [];
    for (let use = 0; use < 5; use++) {
      const { status, body } = await off.graphql(tenant.userKey, '{ __schema { queryType { name } } }');
      answers.push({ status, body });
    }
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
  });

  it('is refused without a key as well', async () => {
    const { status, body } = await off.graphql(undefined, '{ __schema { queryType { name } } }');
    expect([status, body.errors[0].extensions.code]).toEqual([401, 'INVALID_API_KEY']);
  });

  it('does not affect __typename', async () => {
    const response = await off.graphql(
      tenant.userKey,
      '{ __typename viewer { __typename organization { __typename } } }',
    );
    expect([response.status, withoutCost(response)]).toEqual([
      200,
      {
        data: {
          __typename: 'Query',
          viewer: { __typename: 'Viewer', organization: { __typename: 'Organization' } },
        },
      },
    ]);
  });

  const MISTAKES: Array<[string, string, object]> = [
    ['a field', '{ viewr { user { name } } }', {}],
    ['an argument', '{ company(identifer: "acme") { name } }', {}],
    ['a type', 'query ($d: DefinitionInptu) { __typename }', {}],
    [
      'a value of an enum',
      'mutation { grantPermission(input: { listId: 1, to: { orgWide: true }, accessLevel: VIEWR }) { created } }',
      {},
    ],
    [
      'a value of an enum in variables',
      'mutation ($input: GrantPermissionInput!) { grantPermission(input: $input) { created } }',
      { input: { listId: 1, to: { orgWide: true }, accessLevel: 'VIEWR' } },
    ],
    [
      'a field of an input in variables',
      'mutation ($input: GrantPermissionInput!) { grantPermission(input: $input) { created } }',
      { input: { listId: 1, to: { orgWid: true }, accessLevel: 'VIEWER' } },
    ],
  ];

  it.each(MISTAKES)('removes suggestions of schema names: %s', async (_name, query, variables) => {
    const shown = await on.graphql(tenant.userKey, query, variables);
    const hidden = await off.graphql(tenant.userKey, query, variables);
    expect(shown.text).toContain('Did you mean');
    expect(hidden.text).not.toContain('Did you mean');
    const plain = ({ body }: typeof shown) =>
      JSON.parse(JSON.stringify(body).replace(/ Did you mean .*?\?/g, ''));
    expect({ status: hidden.status, body: hidden.body }).toEqual({
      status: shown.status,
      body: plain(shown),
    });
  });

  it('keeps suggestions of values, which are not part of the schema', async () => {
    const root = { condition: { field: 'country', operator: 'any_of', values: ['Germany'] } };
    const query = 'query ($d: JSON!) { previewCount(definitionJson: $d) { exactCount } }';
    const ask = (service: TestService) =>
      service.graphql(tenant.userKey, query, { d: { registry_version: '1', root } });
    const [shown, hidden] = [await ask(on), await ask(off)];
    expect(hidden.body).toEqual(shown.body);
    expect(hidden.body.errors[0].extensions.code).toBe('INVALID_DEFINITION');
  });
});

describe('GraphiQL', () => {
  it('is a page while it is enabled, and the root redirects to it', async () => {
    const response = await page(on);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    const root = await page(on, '/');
    expect([root.status, root.headers.get('Location')]).toEqual([302, '/graphql']);
  });

  it('is 404 while it is disabled, with or without a key', async () => {
    for (const key of [undefined, tenant.userKey]) {
      const response = await page(off, '/graphql', key);
      expect([response.status, response.headers.get('Content-Type'), await response.json()]).toEqual([
        404,
        'application/json; charset=utf-8',
        { errors: [{ message: 'There is nothing at GET /graphql.', extensions: { code: 'NOT_FOUND' } }] },
      ]);
    }
    const root = await page(off, '/');
    expect([root.status, await root.json()]).toEqual([
      404,
      { detail: { error: 'not_found', message: 'There is nothing at GET /.' } },
    ]);
  });

  it('does not affect the API itself while it is disabled', async () => {
    const response = await off.graphql(tenant.userKey, '{ viewer { organization { name } } }');
    expect(withoutCost(response)).toEqual({ data: { viewer: { organization: { name: 'switchers' } } } });
  });
});
