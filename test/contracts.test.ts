import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { breakingChanges, checkContracts, faultsOf, keepContracts } from '../tools/contracts/contracts.ts';
import { breakingOpenApi, type OpenApi } from '../tools/contracts/openapi-changes.ts';

type Json = Record<string, unknown>;

const folder = await mkdtemp(join(tmpdir(), 'contracts-'));
afterAll(() => rm(folder, { recursive: true }));

const NO_REST: OpenApi = { paths: {}, components: { schemas: { ErrorBody: {} } } };
const SCHEMA = `
  type Query { list(listId: ID!, first: Int = 10): List }
  type List { name: String!, tags: [String!]! }
`;
const changesTo = (graphql: string) =>
  breakingChanges({ graphql: SCHEMA, openApi: NO_REST }, { graphql, openApi: NO_REST });

describe('contracts since the last release', () => {
  it('break callers only as CHANGELOG.md says (npm run contracts)', async () => {
    expect(await checkContracts(process.cwd())).toEqual([]);
  });

  it('are kept by a release, after which nothing has changed', async () => {
    for (const name of ['schema.graphql', 'openapi.json']) await cp(name, join(folder, name));
    await keepContracts(folder);
    const changelog = '# Changelog\n\n## Unreleased\n\n## 99.0.0 - 2031-01-02\n';
    await writeFile(join(folder, 'CHANGELOG.md'), changelog);
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    expect(await checkContracts(folder)).toEqual([
      `tools/contracts/released has the contracts of ${version}, not of 99.0.0, the last release.`,
    ]);
    const released = join(folder, 'tools/contracts/released');
    const before = {
      graphql: await readFile(join(released, 'schema.graphql'), 'utf8'),
      openApi: JSON.parse(await readFile(join(released, 'openapi.json'), 'utf8')),
    };
    const after = {
      graphql: await readFile('schema.graphql', 'utf8'),
      openApi: JSON.parse(await readFile('openapi.json', 'utf8')),
    };
    expect(await breakingChanges(before, after)).toEqual([]);
    expect(before.graphql).not.toContain('"""');
    expect(JSON.stringify(before.openApi)).not.toContain('"summary":"');
  });
});

describe('a change of the schema that breaks callers', () => {
  const removed = SCHEMA.replace(', tags: [String!]!', '');

  it('needs an entry of the changelog, and says how to write it', async () => {
    const [fault, ...others] = faultsOf(await changesTo(removed), [], []);
    expect(others).toEqual([]);
    expect(fault).toMatch(/^List\.tags: Field 'tags' was removed from object type 'List'\n/);
    expect(fault).toContain('Describe it in CHANGELOG.md below "### Breaking" of "Unreleased"');
    expect(fault).toContain("    - 'List.tags'");
  });

  it('is described by a pattern of an entry that the changelog has', async () => {
    const changes = await changesTo(removed);
    const described = (...patterns: string[]) => [{ entry: 'Tags are gone.', changes: patterns }];
    const entries = ['Tags are gone. Read labels.'];
    for (const pattern of ['List.tags', 'List.*', '*: Field * was removed *'])
      expect(faultsOf(changes, described(pattern), entries)).toEqual([]);
    expect(faultsOf(changes, described('List.tags'), ['Something else.'])).toEqual([
      'tools/contracts/breaking.yaml: not one entry below "Breaking" or "Removed" begins with "Tags are gone.".',
    ]);
    expect(faultsOf(changes, described('List.tags', 'List.name'), entries)).toEqual([
      'tools/contracts/breaking.yaml: \'List.name\' of "Tags are gone." is no breaking change. Remove it.',
    ]);
  });

  it.each([
    ['a type', SCHEMA.replace('[String!]!', '[String!]'), 'List.tags'],
    ['an argument that is required', SCHEMA.replace('first: Int = 10', 'first: Int!'), 'Query.list.first'],
    ['a default', SCHEMA.replace('= 10', '= 20'), 'Query.list.first'],
  ])('is %s', async (_, graphql, path) =>
    expect(new Set((await changesTo(graphql)).map((change) => change.path))).toEqual(new Set([path])),
  );

  it('is no new field, and no description', async () => {
    expect(
      await changesTo(SCHEMA.replace('name:', '"Its name." name: String! id: ID! owner: Int title:')),
    ).toEqual([]);
  });
});

/** A document with one operation. */
function documentOf(
  change: (operation: Json, schemas: Record<string, Json>) => void = () => undefined,
): OpenApi {
  const operation: Json = {
    operationId: 'saveList',
    parameters: [{ name: 'tier', in: 'query', schema: { type: 'string', enum: ['high', 'medium'] } }],
    requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/ListInput' } } } },
    responses: {
      200: {
        headers: { ETag: {} },
        content: { 'application/json': { schema: { $ref: '#/components/schemas/List' } } },
      },
      404: { description: 'None.' },
    },
    security: [{ userKey: [] }, { orgKey: [] }],
  };
  const properties = (): Json => ({ name: { type: 'string', maxLength: 100 }, size: { type: 'integer' } });
  const schemas: Record<string, Json> = {
    List: { type: 'object', properties: properties(), required: ['name', 'size'] },
    ListInput: { type: 'object', properties: properties(), required: ['name'] },
    ErrorBody: { type: 'object', properties: { error: { type: 'string', enum: ['gone', 'busy'] } } },
  };
  change(operation, schemas);
  return {
    paths: { '/v1/list': { put: operation as never } },
    components: { schemas, securitySchemes: { userKey: {}, orgKey: {} } },
  };
}

const propertiesOf = (schema?: Json) => (schema?.properties ?? {}) as Record<string, Json>;

describe('a change of openapi.json that breaks callers', () => {
  it.each<[string, Parameters<typeof documentOf>[0], string[]]>([
    [
      'another operationId',
      (o) => Object.assign(o, { operationId: 'setList' }),
      ['operationId "saveList" is "setList"'],
    ],
    ['a parameter', (o) => Object.assign(o, { parameters: [] }), ['is gone']],
    [
      'a parameter that is required',
      (o) => (o.parameters as Json[]).push({ name: 'q', in: 'query', required: true }),
      ['is required'],
    ],
    [
      'a value of a request',
      (o) => Object.assign((o.parameters as Json[])[0]?.schema as Json, { enum: ['high'] }),
      ['has no value "medium"'],
    ],
    ['a required body', (o) => Object.assign(o.requestBody as Json, { required: true }), ['requires a body']],
    ['credentials', (o) => Object.assign(o, { security: [{ userKey: [] }] }), ['no longer takes orgKey']],
    ['a status', (o) => Object.assign(o, { responses: { 201: {} } }), ['never answers 200']],
    ['a header', (o) => delete (o.responses as Record<string, Json>)[200]?.headers, ['has no header ETag']],
    ['a property of an answer', (_, { List }) => delete propertiesOf(List).size, ['is gone']],
    ['a property of a request', (_, { ListInput }) => delete propertiesOf(ListInput).size, ['is gone']],
    [
      'a property that may be absent',
      (_, { List }) => Object.assign(List ?? {}, { required: ['name'] }),
      ['may be absent'],
    ],
    [
      'a property to send',
      (_, { ListInput }) => Object.assign(ListInput ?? {}, { required: ['name', 'size'] }),
      ['is required'],
    ],
    [
      'null in an answer',
      (_, { List }) => Object.assign(propertiesOf(List).size ?? {}, { type: ['integer', 'null'] }),
      ['may be null'],
    ],
    [
      'another type',
      (_, { List }) => Object.assign(propertiesOf(List).size ?? {}, { type: 'string' }),
      ['type integer is string'],
    ],
    [
      'a lower bound',
      (_, { ListInput }) => Object.assign(propertiesOf(ListInput).name ?? {}, { maxLength: 10 }),
      ['maxLength is 10'],
    ],
    [
      'the code of an error',
      (_, { ErrorBody }) => Object.assign(propertiesOf(ErrorBody).error ?? {}, { enum: ['gone'] }),
      ['has no value "busy"'],
    ],
    [
      'the name of a schema',
      (o, schemas) => {
        const { List = {} } = schemas;
        schemas.SavedList = List;
        const { content } = (o.responses as Record<string, Json>)[200] ?? {};
        Object.assign((content as Record<string, Json>)['application/json']?.schema as Json, {
          $ref: '#/components/schemas/SavedList',
        });
      },
      ['is named SavedList'],
    ],
  ])('is %s', (_, change, messages) => {
    const found = breakingOpenApi(documentOf(), documentOf(change));
    expect(found.map(({ message }) => message)).toEqual(messages);
  });

  it('is an operation that is gone', () => {
    expect(breakingOpenApi(documentOf(), { ...documentOf(), paths: {} })).toEqual([
      { path: 'PUT /v1/list', message: 'is gone' },
    ]);
  });

  it('is nothing that answers have beside the rest, and nothing more that requests may have', () => {
    const more = documentOf((operation, { List, ListInput }) => {
      (operation.parameters as Json[]).push({ name: 'q', in: 'query' });
      Object.assign(propertiesOf(List), { tags: { type: 'array' } });
      Object.assign(propertiesOf(ListInput), { tags: { type: 'array' } });
      Object.assign(propertiesOf(ListInput).size ?? {}, { type: ['integer', 'null'] });
    });
    expect(breakingOpenApi(documentOf(), more)).toEqual([]);
  });
});
