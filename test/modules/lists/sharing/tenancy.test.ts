import { beforeAll, describe, expect, it } from '@jest/globals';
import { type GraphQLInputField, isEnumType, isInputObjectType, isNonNullType } from 'graphql';
import { schema } from '../../../../src/api/schema.ts';
import { routes } from '../../../../src/rest/routes.ts';
import { answer, codes, refusal } from '../../../harness/errors.ts';
import type { Colleague, Tenant } from '../../../harness/service.ts';
import { useService } from '../../../harness/use-service.ts';
import { seedSmallCatalogue } from '../../filters/support.ts';
import { createList, GERMAN, KUBERNETES } from '../operations.ts';

/** Bodies of the routes that require one. */
const BODIES: Record<string, object> = {
  'PATCH /lists/:list_id': { name: 'Taken over' },
  'PUT /lists/:list_id/definition': GERMAN,
  'POST /lists/:list_id/definition/preview': GERMAN,
  'POST /lists/:list_id/domains': { domains: ['beta.example'] },
  'POST /lists/:list_id/excluded-domains': { domains: ['beta.example'] },
  'POST /lists/:list_id/permissions': { org_wide: true, access_level: 'editor' },
  'POST /lists/:list_id/owner': { email: 'nobody@nowhere.example' },
};

/** Parameters that a path needs. */
const QUERIES: Record<string, string> = {
  'GET /lists/:list_id/explain': '?company=acme',
  'GET /lists/:list_id/changes': '?since=1',
};

const ABSENT = 2_000_000_000;

const { service, tenant } = useService('owners', { seed: seedSmallCatalogue });
let other: Tenant;
let stranger: Colleague;
let listId: number;
let permissionId: number;

beforeAll(async () => {
  other = await service.createTenant('others');
  stranger = await service.createColleague(tenant, 'Sam');
  const friend = await service.createColleague(tenant, 'Grace');
  listId = await createList(service, tenant.userKey, 'Secret', KUBERNETES);
  const rest = service.rest(tenant.userKey);
  await rest.post(`/v1/lists/${listId}/domains`, { domains: ['hub.example'] });
  await rest.post(`/v1/lists/${listId}/excluded-domains`, { domains: ['acme.example'] });
  const grant = { user_id: friend.userId, access_level: 'editor' };
  permissionId = (await rest.post(`/v1/lists/${listId}/permissions`, grant)).body.permission_id;
  await rest.get(`/v1/lists/${listId}/members`);
});

const outsiders = () => [stranger.userKey, other.userKey];
const INVISIBLE = {
  status: 404,
  body: {
    detail: { error: 'list_not_found', message: 'List not found, or it is not shared with you.' },
  },
};

/** Reads everything stored about the list, and what both tenants have paid. */
async function dump(): Promise<unknown> {
  const { pool } = service.database;
  const read = async (sql: string, values: unknown[] = []) => (await pool.query(sql, values)).rows;
  const tables = [
    'list_definition',
    'list_domain',
    'list_permission',
    'list_materialization',
    'list_event',
    'list_watch',
    'list_favourite',
    'draft',
  ];
  const parts = tables.map((table) => `SELECT * FROM ${table} WHERE list_id = $1 ORDER BY 1, 2`);
  const rows = ['SELECT * FROM list WHERE id = $1', ...parts].map((sql) => read(sql, [listId]));
  return Promise.all([...rows, read('SELECT * FROM credit_entry ORDER BY id')]);
}

describe('every REST path of a list', () => {
  const paths = routes
    .filter(({ path }) => path.includes(':list_id'))
    .map(({ method, path }) => [`${method} ${path}`]);

  it('is covered by these tests', () => {
    expect(paths).toHaveLength(35);
    expect(Object.keys(BODIES).filter((name) => !paths.some(([path]) => path === name))).toEqual([]);
  });

  it.each(paths)('%s answers outsiders as if the list were absent', async (name) => {
    const [method = '', path = ''] = name.split(' ');
    const domain = path.includes('excluded') ? 'acme.example' : 'hub.example';
    const at = (id: number) =>
      `/v1${path}`
        .replace(':list_id', String(id))
        .replace(':version', '1')
        .replace(':permission_id', String(permissionId))
        .replace(':domain', domain) + (QUERIES[name] ?? '');
    const send = (key: string, id: number) => {
      const rest = service.rest(key);
      const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
      return rest[verb](at(id), BODIES[name]);
    };
    const before = await dump();
    expect(answer(await send(tenant.userKey, ABSENT))).toEqual(INVISIBLE);
    for (const key of outsiders()) expect(answer(await send(key, listId))).toEqual(INVISIBLE);
    expect(await dump()).toEqual(before);
  });

  it.each(['0', '-1', 'abc', '1e3', '99999999999999999999', '2147483648', '%00'])(
    'answers the malformed or unknown id %s as if the list were absent',
    async (id) => {
      expect(answer(await service.rest(tenant.userKey).get(`/v1/lists/${id}`))).toEqual(INVISIBLE);
    },
  );
});

/** Returns some value for a field of an input. Its content does not matter: access is refused before it is used. */
function someValue({ name, type }: GraphQLInputField): unknown {
  if (name === 'listId') return listId;
  if (name === 'permissionId') return permissionId;
  if (name === 'version') return 1;
  if (name === 'to') return { email: 'nobody@beta.example' };
  if (name === 'domains') return ['beta.example'];
  const named = isNonNullType(type) ? type.ofType : type;
  if (isEnumType(named)) return named.getValues()[0]?.name;
  if (name === 'favourite') return true;
  if (name === 'definition') return GERMAN;
  return name === 'definitionJson' ? GERMAN : 'hub.example';
}

describe('every GraphQL mutation of a list', () => {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap((field) => {
    const type = field.args[0]?.type;
    const input = isNonNullType(type) ? type.ofType : type;
    return isInputObjectType(input) && input.getFields().listId ? [[field.name, input] as const] : [];
  });

  it('is covered by these tests', () => {
    expect(mutations.length).toBeGreaterThanOrEqual(13);
  });

  it.each(mutations)('%s answers outsiders as if the list were absent', async (name, input) => {
    const wanted = Object.values(input.getFields()).filter(
      ({ name, type }) => isNonNullType(type) || name === 'definitionJson' || name === 'listId',
    );
    const values = Object.fromEntries(wanted.map((field) => [field.name, someValue(field)]));
    const query = `mutation ($input: ${input.name}!) { ${name}(input: $input) { __typename } }`;
    const before = await dump();
    const absent = await service.graphql(tenant.userKey, query, { input: { ...values, listId: ABSENT } });
    expect(codes(absent)).toEqual(['LIST_NOT_FOUND']);
    for (const key of outsiders())
      expect(refusal(await service.graphql(key, query, { input: values }))).toEqual(refusal(absent));
    expect(await dump()).toEqual(before);
  });
});

describe('every other operation', () => {
  it('shows outsiders no list', async () => {
    const id = Buffer.from(`List:${listId}`).toString('base64');
    const query = `query ($id: ID!, $listId: ID!) {
      lists { totalCount edges { node { listId } } } node(id: $id) { id } nodes(ids: [$id]) { id } list(listId: $listId) { name } }`;
    for (const key of outsiders()) {
      const { body } = await service.graphql(key, query, { id, listId });
      expect(body.data).toEqual({
        lists: { totalCount: 0, edges: [] },
        node: null,
        nodes: [null],
        list: null,
      });
      expect(body.errors).toHaveLength(1);
      expect(body.errors[0]).toMatchObject({ path: ['list'], extensions: { code: 'LIST_NOT_FOUND' } });
      expect((await service.rest(key).get('/v1/lists')).body).toMatchObject({ lists: [], total: 0 });
    }
  });
});
