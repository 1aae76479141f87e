import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { loadTrustedDocuments } from '../../src/api/trusted-documents.ts';
import { withoutCost } from '../harness/errors.ts';
import { seedPlain } from '../harness/seed.ts';
import { startTestService } from '../harness/service.ts';

const DOCUMENTS = {
  '4f1c': 'query Viewer { viewer { organization { name } } }',
  'sha256:77aa': 'query Same { viewer { organization { name } } }',
  two: 'query A { __typename } query B($identifier: String!) { company(identifier: $identifier) { name } }',
  flag: 'mutation Flag($input: FlagCompanyInput!) { flagCompany(input: $input) { flag { flagId } } }',
  watch: 'subscription Watch($id: ID!) { listChanged(listId: $id) { kind } }',
};
const ANSWER = { data: { viewer: { organization: { name: 'trusting' } } } };
const REFUSAL = {
  errors: [
    {
      message:
        'This service runs only trusted documents. Send the id of one, as documentId or as extensions.persistedQuery.sha256Hash, and no query.',
      extensions: { code: 'DOCUMENT_NOT_TRUSTED' },
    },
  ],
};

async function file(content: unknown): Promise<string> {
  const path = join(directory, `documents-${Math.random()}.json`);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const directory: string = await mkdtemp(join(tmpdir(), 'trusted-'));
const service = await startTestService({ trustedDocuments: loadTrustedDocuments(await file(DOCUMENTS)) });
const tenant = await service.createTenant('trusting');
await seedPlain(service.database.pool, 'acme');
afterAll(async () => {
  await service.close();
  await rm(directory, { recursive: true });
});

const send = (body: object) => service.rest(tenant.userKey).post('/graphql', body);
const hashed = (sha256Hash: unknown) => ({ persistedQuery: { version: 1, sha256Hash } });

describe('trusted documents', () => {
  it.each([
    ['documentId', { documentId: '4f1c' }],
    ['documentId with the algorithm of its hash', { documentId: 'sha256:4f1c' }],
    ['documentId of a file that has the algorithm', { documentId: 'sha256:77aa' }],
    ['documentId that lacks the algorithm of the file', { documentId: '77aa' }],
    ['extensions.persistedQuery', { extensions: hashed('4f1c') }],
  ])('run by id: %s', async (_name, body) => {
    for (let use = 0; use < 4; use++) {
      const response = await send(body);
      expect([response.status, withoutCost(response)]).toEqual([200, ANSWER]);
    }
  });
});

describe('a document that is not trusted', () => {
  it.each<[string, object]>([
    ['a query', { query: '{ __typename }' }],
    ['the text of a trusted document', { query: DOCUMENTS['4f1c'] }],
    ['a text beside an id', { query: '{ __typename }', documentId: '4f1c' }],
    ['a query for the schema', { query: '{ __schema { queryType { name } } }' }],
    ['a query that does not parse', { query: '{' }],
    ['an unknown id', { documentId: 'nothing' }],
    ['an unknown hash', { extensions: hashed('nothing') }],
    ['an id that is a property of every object', { documentId: 'constructor' }],
    ['an id that is not a string', { documentId: { $ne: 1 } }],
    ['no id', { variables: {} }],
  ])('is refused with 403: %s', async (_name, body) => {
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const response = await send(body).set('Accept', accept);
      expect([response.status, JSON.parse(response.text)]).toEqual([403, REFUSAL]);
    }
  });

  it('is refused over GET as well, also with its hash', async () => {
    const query = encodeURIComponent('{ __typename }');
    const get = await service
      .rest(tenant.userKey)
      .get(`/graphql?query=${query}`)
      .set('Accept', 'application/json');
    expect([get.status, get.body]).toEqual([403, REFUSAL]);
  });

  it('does not matter over REST, which uses the saved documents of the service', async () => {
    expect((await service.rest(tenant.userKey).get('/v1/companies/acme')).status).toBe(200);
    expect((await service.rest(tenant.userKey).post('/v1/companies/acme/flags')).status).toBe(201);
  });
});

describe('the file of trusted documents', () => {
  const load = async (content: unknown) => {
    const path = await file(content);
    return { path, documents: () => loadTrustedDocuments(path) };
  };

  it('is refused with all errors at once, each with its document', async () => {
    const { path, documents } = await load({
      good: '{ __typename }',
      broken: '{ viewer {',
      unknown: '{ viewr { user { name age } } }',
      number: 7,
      empty: '',
    });
    expect(documents).toThrow(
      `wrong documents in ${path} (TRUSTED_DOCUMENTS): broken: Syntax Error: Expected Name, found <EOF>.; ` +
        'unknown: Cannot query field "viewr" on type "Query". Did you mean "viewer"?; number: must be a text; ' +
        'empty: Syntax Error: Unexpected <EOF>.',
    );
  });

  it('is refused with at most twenty errors and the number of further ones', async () => {
    const { documents } = await load(
      Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`d${i}`, '{'])),
    );
    expect(documents).toThrow(/d19: .*; and 5 more$/);
  });

  it.each(['[]', 'null', '"x"', '{}'])(
    'must be an object with at least one document: %s',
    async (content) => {
      const { path, documents } = await load(content);
      expect(documents).toThrow(
        `${path} (TRUSTED_DOCUMENTS) must hold a JSON object of documents by their ids`,
      );
    },
  );

  it('must exist and be JSON', async () => {
    expect(() => loadTrustedDocuments('/nowhere.json')).toThrow(
      /^cannot read \/nowhere.json \(TRUSTED_DOCUMENTS\): .*ENOENT/,
    );
    const { path, documents } = await load('{"a": ');
    expect(documents).toThrow(`cannot read ${path} (TRUSTED_DOCUMENTS): `);
    expect(documents).toThrow('Unexpected end of JSON input');
  });
});
