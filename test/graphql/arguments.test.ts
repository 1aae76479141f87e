import { afterAll, describe, expect, it } from '@jest/globals';
import { type GraphQLArgument, type GraphQLInputField, isInputObjectType, isObjectType } from 'graphql';
import { schema } from '../../src/api/schema.ts';
import { DEFINITION_ERROR_CODES, HTTP_STATUS } from '../../src/lib/fault.ts';
import { codes } from '../harness/errors.ts';
import { startTestService } from '../harness/service.ts';
import { createList } from '../modules/lists/operations.ts';

const service = await startTestService();
const tenant = await service.createTenant('callers');
const listId: number = await createList(service, tenant.userKey, 'Mine');
afterAll(() => service.close());

const graphql = (query: string, variables?: object) => service.graphql(tenant.userKey, query, variables);
const globalId = (type: string, id: number) => Buffer.from(`${type}:${id}`).toString('base64');

const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
const inputs: [string, GraphQLArgument | GraphQLInputField][] = types.flatMap((type) => {
  if (isInputObjectType(type))
    return Object.values(type.getFields()).map((field): [string, GraphQLInputField] => [
      `${type.name}.${field.name}`,
      field,
    ]);
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields()).flatMap(({ name, args }) =>
    args.map((argument): [string, GraphQLArgument] => [`${type.name}.${name}(${argument.name})`, argument]),
  );
});

describe('arguments that name an object', () => {
  it('are of the type ID', () => {
    const named = inputs.filter(([, { name }]) => /(^id|Id|Ids|[mM]aterialization)$/.test(name));
    const others = named.filter(([, { type }]) => !/^(ID!?|\[ID!\])$/.test(String(type)));
    expect([named.length > 15, others.map(([place]) => place)]).toEqual([true, []]);
  });

  it.each<[string, () => unknown]>([
    ['a number', () => listId],
    ['a numeric text', () => String(listId)],
    ['a global id', () => globalId('List', listId)],
  ])('take %s, as a literal, as a variable and in an input', async (_form, idOf) => {
    const id = idOf();
    const found = { list: { listId } };
    expect((await graphql(`{ list(listId: ${JSON.stringify(id)}) { listId } }`)).body.data).toEqual(found);
    const query = 'query ($id: ID!) { list(listId: $id) { listId } }';
    expect((await graphql(query, { id })).body.data).toEqual(found);
    const rename =
      'mutation ($input: UpdateListInput!) { updateList(input: $input) { list { listId name } } }';
    const { body } = await graphql(rename, { input: { listId: id, name: 'Mine again' } });
    expect(body.data).toEqual({ updateList: { list: { listId, name: 'Mine again' } } });
  });

  it.each<[string, () => unknown]>([
    ['of another type', () => globalId('Company', listId)],
    ['of a type that there is not', () => globalId('Nothing', listId)],
    ['that is malformed', () => 'no id'],
    ['that is empty', () => ''],
    ['with a sign', () => `+${listId}`],
    ['with leading zeros', () => `00${listId}`],
    ['that is negative', () => -listId],
    ['larger than any', () => 2 ** 31],
    ['of nothing', () => 999_999],
  ])('find nothing by an id %s', async (_form, idOf) => {
    const { body } = await graphql('query ($id: ID!) { list(listId: $id) { listId } }', { id: idOf() });
    expect(body).toMatchObject({
      data: { list: null },
      errors: [{ path: ['list'], extensions: { code: 'LIST_NOT_FOUND' } }],
    });
  });

  it.each([
    ['revokePermission', '{ listId: $list, permissionId: $id }', 'PERMISSION_NOT_FOUND'],
    ['grantPermission', '{ listId: $list, accessLevel: VIEWER, to: { userId: $id } }', 'USER_NOT_FOUND'],
    ['transferOwnership', '{ listId: $list, to: { userId: $id } }', 'USER_NOT_FOUND'],
    ['exportList', '{ listId: $list, materializationId: $id }', 'EXPORT_EXPIRED'],
    ['updateApiKey', '{ keyId: $id }', 'API_KEY_NOT_FOUND'],
    ['rotateApiKey', '{ keyId: $id }', 'API_KEY_NOT_FOUND'],
    ['revokeApiKey', '{ keyId: $id }', 'API_KEY_NOT_FOUND'],
  ])('%s answers a malformed id as an unknown one', async (mutation, input, code) => {
    const list = input.includes('$list') ? '$list: ID!, ' : '';
    const query = `mutation (${list}$id: ID!) { ${mutation}(input: ${input}) { __typename } }`;
    for (const id of ['no id', globalId('List', 1), 999_999])
      expect(codes(await graphql(query, { list: listId, id }))).toEqual([code]);
  });

  it('take the global ids of keys', async () => {
    const { body } = await graphql('{ viewer { apiKeys { edges { node { id keyId } } } } }');
    const { id, keyId } = body.data.viewer.apiKeys.edges[0].node;
    const update = `mutation ($id: ID!) { updateApiKey(input: { keyId: $id, label: "here" }) { apiKey { keyId label } } }`;
    expect((await graphql(update, { id })).body.data).toEqual({
      updateApiKey: { apiKey: { keyId, label: 'here' } },
    });
  });
});

describe('defaults', () => {
  it('are declared in the schema, not only described', () => {
    const described = inputs.filter(([, { description }]) => /\bdefault:? \d/i.test(description ?? ''));
    expect(described.map(([place]) => place)).toEqual([]);
    const firsts = inputs.filter(([, { name }]) => name === 'first');
    const without = firsts.filter(([, { defaultValue }]) => typeof defaultValue !== 'number');
    expect([firsts.length > 5, without.map(([place]) => place)]).toEqual([true, []]);
  });

  it('apply to an explicit null, to which the cost is that of a field without the argument', async () => {
    const cost = async (page: string, variables = {}) => {
      const head = page.includes('$n') ? 'query ($n: Int) ' : '';
      const query = `${head}{ lists${page} { edges { node { name } } totalCount } }`;
      const { body } = await graphql(query, variables);
      expect(body.errors).toBeUndefined();
      return body.extensions.cost.requested;
    };
    const usual = await cost('');
    expect(usual).toBe(101);
    expect(await cost('(first: null)')).toBe(usual);
    expect(await cost('(first: 100)')).toBe(usual);
    expect(await cost('(first: $n)')).toBe(usual);
    expect(await cost('(first: $n)', { n: null })).toBe(usual);
    expect(await cost('(first: 1, offset: null)')).toBe(2);
  });

  it('apply to an explicit null of other arguments', async () => {
    const { body } = await graphql('{ viewer { apiKeys { edges { node { usage(days: null) { day } } } } } }');
    expect(body.errors).toBeUndefined();
    const create =
      'mutation { createApiKey(input: { kind: USER, label: "old" }) { apiKey { keyId expiresAt } } }';
    const { keyId } = (await graphql(create)).body.data.createApiKey.apiKey;
    const rotate = `mutation ($id: ID!) { rotateApiKey(input: { keyId: $id, overlapSeconds: null }) { apiKey { replaces { expiresAt } } } }`;
    const rotated = await graphql(rotate, { id: keyId });
    const expiresAt = new Date(service.clock.now().getTime() + 86_400_000).toISOString();
    expect(rotated.body.data.rotateApiKey.apiKey.replaces.expiresAt).toBe(expiresAt);
  });
});

describe('definition and definitionJson', () => {
  const BOTH =
    'definition: { registryVersion: "1", root: null }, definitionJson: { registry_version: "1", root: null }';
  const places = [
    ['previewCount', (args: string) => `{ previewCount${args} { count } }`],
    [
      'previewDefinition',
      (args: string) => `{ list(listId: ${listId}) { previewDefinition${args} { count } } }`,
    ],
  ] as const;

  it.each(places)('are two spellings of one argument of %s', async (_name, write) => {
    const refused = { code: 'VALIDATION_ERROR', errors: [{ pointer: '/definition' }] };
    for (const args of [`(${BOTH})`, '(definition: null, definitionJson: null)', '']) {
      const { body } = await graphql(write(args));
      expect(body.errors).toMatchObject([{ extensions: refused }]);
    }
  });

  it.each([
    ['replaceDefinition', 'ReplaceDefinitionInput', true],
    ['createList', 'CreateListInput', false],
  ])('are two spellings of one field of %s', async (mutation, type, isNeeded) => {
    const query = `mutation ($input: ${type}!) { ${mutation}(input: $input) { list { listId } } }`;
    const of = mutation === 'createList' ? { name: 'New' } : { listId };
    const definition = { registryVersion: '1', root: null };
    const definitionJson = { registry_version: '1', root: null };
    const send = async (input: object) => codes(await graphql(query, { input: { ...of, ...input } }));
    expect(await send({ definition, definitionJson })).toEqual(['VALIDATION_ERROR']);
    expect(await send({})).toEqual(isNeeded ? ['VALIDATION_ERROR'] : []);
    expect(await send({ definition: null, definitionJson: null })).toEqual(
      isNeeded ? ['VALIDATION_ERROR'] : [],
    );
    expect(await send({ definition })).toEqual([]);
    expect(await send({ definitionJson })).toEqual([]);
  });
});

describe('enums of codes', () => {
  it('hold every code of the tables behind them', async () => {
    const query = '{ __type(name: $NAME) { enumValues { name description } } }';
    const names = async (name: string): Promise<string[]> => {
      const { body } = await graphql(query.replace('$NAME', JSON.stringify(name)));
      return body.data.__type.enumValues.map((value: { name: string }) => value.name);
    };
    const outside = [
      'not_found',
      'expectation_failed',
      'sign_in_failed',
      'insecure_origin',
      'oidc_unavailable',
    ];
    const all = Object.keys(HTTP_STATUS).filter((code) => !outside.includes(code));
    expect(await names('ErrorCode')).toEqual(all.map((code) => code.toUpperCase()).toSorted());
    expect(await names('DefinitionFaultCode')).toEqual(
      DEFINITION_ERROR_CODES.map((code) => code.toUpperCase()).toSorted(),
    );
  });

  it('name the actions of the audit log, which REST spells in lower case', async () => {
    const own = await createList(service, tenant.userKey, 'Logged');
    const query =
      'query ($id: ID!) { list(listId: $id) { auditLog(first: 1) { edges { node { action } } } } }';
    const { body } = await graphql(query, { id: own });
    expect(body.data.list.auditLog.edges).toEqual([{ node: { action: 'LIST_CREATED' } }]);
    const log = await service.rest(tenant.userKey).get(`/v1/lists/${own}/audit-log?limit=1`);
    expect(log.body.events[0].action).toBe('list_created');
  });
});
