import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { withoutCost } from '../harness/errors.ts';
import { startTestService } from '../harness/service.ts';

const QUERY = '{ viewer { organization { name } } }';
const ANSWER = { data: { viewer: { organization: { name: 'savers' } } } };

const service = await startTestService();
const tenant = await service.createTenant('savers');
afterAll(() => service.close());

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const named = (sha256Hash: unknown, version: unknown = 1) => ({ persistedQuery: { version, sha256Hash } });
const send = (body: object, key: string | undefined = tenant.userKey) =>
  service.rest(key).post('/graphql', body);
const codeOf = ({ body }: { body: { errors?: Array<{ extensions: { code: string } }> } }) =>
  body.errors?.[0]?.extensions.code;

describe('automatic persisted queries', () => {
  it('request the text of an unknown hash, then run by POST and by GET', async () => {
    const extensions = named(hashOf(QUERY));
    const unknown = await send({ extensions });
    expect([unknown.status, codeOf(unknown)]).toEqual([200, 'PERSISTED_QUERY_NOT_FOUND']);
    expect(unknown.body.errors[0].message).toBe('PersistedQueryNotFound');
    expect(withoutCost(await send({ query: QUERY, extensions }))).toEqual(ANSWER);
    expect(withoutCost(await send({ extensions }))).toEqual(ANSWER);
    const get = await service
      .rest(tenant.userKey)
      .get(`/graphql?extensions=${encodeURIComponent(JSON.stringify(extensions))}`)
      .set('Accept', 'application/json');
    expect(withoutCost(get)).toEqual(ANSWER);
  });

  it('refuse a hash of another text, and store nothing', async () => {
    const extensions = named(hashOf('{ __typename }'));
    const wrong = await send({ query: QUERY, extensions });
    expect([wrong.status, codeOf(wrong)]).toEqual([200, 'PERSISTED_QUERY_MISMATCH']);
    expect(codeOf(await send({ extensions }))).toBe('PERSISTED_QUERY_NOT_FOUND');
  });

  it('run no mutation over GET', async () => {
    const query = 'mutation { createList(input: { name: "By GET" }) { list { listId } } }';
    await send({ query: 'query Q { __typename }', extensions: named(hashOf('query Q { __typename }')) });
    // This POST is refused for its variables: the text is stored now, but nothing was created.
    await send({ query, extensions: named(hashOf(query)), variables: 7 });
    const response = await service
      .rest(tenant.userKey)
      .get(`/graphql?extensions=${encodeURIComponent(JSON.stringify(named(hashOf(query))))}`)
      .set('Accept', 'application/json');
    expect(response.status).toBe(405);
    const { rows } = await service.database.pool.query('SELECT name FROM list');
    expect(rows).toEqual([]);
  });

  it.each([named(7), named(null), named(hashOf(QUERY), 2), { persistedQuery: 7 }, { persistedQuery: null }])(
    'treat a malformed extension as a missing query: %j',
    async (extensions) => {
      const response = await send({ extensions });
      expect([codeOf(response), response.body.errors[0].message]).toEqual([
        'BAD_REQUEST',
        'Must provide query string.',
      ]);
    },
  );

  it('drop the least recently used documents: the store is bounded', async () => {
    const first = '{ viewer { user { name } } }';
    await send({ query: first, extensions: named(hashOf(first)) });
    expect(codeOf(await send({ extensions: named(hashOf(first)) }))).toBeUndefined();
    for (let i = 0; i < 140; i++) {
      const query = `{ __typename } # ${i} ${'x'.repeat(62_000)}`;
      await send({ query, extensions: named(hashOf(query)) });
    }
    expect(codeOf(await send({ extensions: named(hashOf(first)) }))).toBe('PERSISTED_QUERY_NOT_FOUND');
  });

  it('do not store a document of unusual length, but run it', async () => {
    const query = `${QUERY} # ${'x'.repeat(70_000)}`;
    expect(withoutCost(await send({ query, extensions: named(hashOf(query)) }))).toEqual(ANSWER);
    expect(codeOf(await send({ extensions: named(hashOf(query)) }))).toBe('PERSISTED_QUERY_NOT_FOUND');
  });
});
