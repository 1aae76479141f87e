import { afterAll, describe, expect, it } from '@jest/globals';
import { seedPlain } from '../harness/seed.ts';
import { startTestService } from '../harness/service.ts';

/** Status codes and negotiation as GraphQL over HTTP has them (September 2026), which the audits of graphql-http do not know yet. */

const service = await startTestService();
const { userKey } = await service.createTenant('published');
await seedPlain(service.database.pool, 'acme');
afterAll(() => service.close());

const RESPONSE = 'application/graphql-response+json';
const JSON_TYPE = 'application/json';

async function post(body: unknown, accept: string | undefined, headers: Record<string, string> = {}) {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: {
      'X-API-Key': userKey,
      'Content-Type': JSON_TYPE,
      ...(accept && { Accept: accept }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const [type] = (response.headers.get('content-type') ?? '').split(';');
  return { status: response.status, type, body: await response.json() };
}

const LOOK_UP = 'query ($id: String!) { company(identifier: $id) { name } }';
const TWO = '{ a: company(identifier: "acme") { name } b: company(identifier: "nobody") { name } }';
const INVALID = { query: '{ nothing }' };
const AMBIGUOUS = { query: 'query A { __typename } query B { __typename }' };
const UNCOERCED = { query: LOOK_UP, variables: { id: 7 } };

describe('the status of a response', () => {
  it.each<[string, unknown, number, number]>([
    ['data alone', { query: LOOK_UP, variables: { id: 'acme' } }, 200, 200],
    ['data and an error', { query: TWO }, 294, 200],
    ['null fields and an error', { query: LOOK_UP, variables: { id: 'nobody' } }, 294, 200],
    ['a body that is no JSON', '{"query":', 400, 400],
    ['parameters of a wrong type', { query: '{ __typename }', variables: [7] }, 422, 400],
    ['no query', { qeury: '{ __typename }' }, 422, 400],
    ['a list of requests', [{ query: '{ __typename }' }], 422, 400],
    ['a document that does not parse', { query: '{' }, 400, 200],
    ['a document that is not valid', INVALID, 422, 200],
    ['an operation that is not clear', AMBIGUOUS, 422, 400],
    ['variables that cannot be coerced', UNCOERCED, 422, 200],
  ])('for %s', async (_what, body, strict, older) => {
    for (let time = 0; time < 4; time += 1) {
      const answer = await post(body, RESPONSE);
      expect([answer.status, answer.type]).toEqual([strict, RESPONSE]);
      // `data` means a success, and without it there is none.
      expect('data' in answer.body).toBe(strict < 300);
    }
    const answer = await post(body, JSON_TYPE);
    expect([answer.status, answer.type]).toEqual([older, JSON_TYPE]);
  });

  it('is that of the key where it repeats a mutation under another content', async () => {
    const create = (name: string) => ({
      query: `mutation { createList(input: { name: "${name}" }) { list { name } } }`,
    });
    const headers = { 'Idempotency-Key': 'over-http' };
    expect((await post(create('One'), RESPONSE, headers)).status).toBe(200);
    const reused = await post(create('Two'), RESPONSE, headers);
    expect([reused.status, 'data' in reused.body]).toEqual([422, false]);
  });

  it('is 294 where a field fails by a fault of the service', async () => {
    const { pool } = service.database;
    await pool.query('ALTER TABLE list RENAME TO gone');
    try {
      const failed = await post({ query: '{ lists { totalCount } }' }, RESPONSE);
      const beside = await post(
        { query: '{ lists { totalCount } company(identifier: "acme") { name } }' },
        RESPONSE,
      );
      expect([failed.status, beside.status]).toEqual([294, 294]);
      expect(failed.body.errors[0].extensions.code).toBe('INTERNAL_ERROR');
    } finally {
      await pool.query('ALTER TABLE gone RENAME TO list');
    }
  });
});

describe('a request', () => {
  const send = (method: string, query: string, headers: Record<string, string>) =>
    fetch(`${service.url}/graphql${query}`, { method, headers: { 'X-API-Key': userKey, ...headers } });
  const MUTATION = `?query=${encodeURIComponent('mutation { createList(input: { name: "Got" }) { list { name } } }')}`;

  it.each<[string, string, string, Record<string, string>, number]>([
    ['a mutation by GET', 'GET', MUTATION, { Accept: RESPONSE }, 405],
    ['another method', 'PUT', '', { Accept: RESPONSE }, 405],
    ['HEAD', 'HEAD', '?query={__typename}', { Accept: RESPONSE }, 405],
    ['another type of body', 'POST', '', { 'Content-Type': 'text/plain', Accept: RESPONSE }, 415],
    ['an Accept without a known type', 'POST', '', { 'Content-Type': JSON_TYPE, Accept: 'text/html' }, 406],
    ['a key that is not known', 'GET', '?query={__typename}', { 'X-API-Key': 'x', Accept: RESPONSE }, 401],
  ])('is refused for %s', async (_what, method, query, headers, status) => {
    const response = await send(method, query, headers);
    expect(response.status).toBe(status);
    if (status === 405) expect(response.headers.get('allow')).toContain('POST');
  });

  it('may have keys that the service does not know', async () => {
    for (const path of ['', '?']) {
      const response = await service
        .rest(userKey)
        .post(`/graphql${path}`, { query: '{ __typename }', other: 1, more: { a: [] } });
      expect([response.status, response.body.data]).toEqual([200, { __typename: 'Query' }]);
    }
  });

  it('may leave optional parameters of a URL empty', async () => {
    const { status, body } = await service
      .rest(userKey)
      .get('/graphql?query=%7B__typename%7D&operationName=&variables=&extensions=')
      .set('Accept', RESPONSE);
    expect([status, body.data]).toEqual([200, { __typename: 'Query' }]);
  });

  it.each([
    [`${JSON_TYPE};q=0.5, ${RESPONSE}`, RESPONSE],
    [`${RESPONSE};q=0.5, ${JSON_TYPE};q=0.9`, JSON_TYPE],
    [`${RESPONSE};q=0, */*;q=0.1`, JSON_TYPE],
    [`${RESPONSE}, ${JSON_TYPE};q=0.9`, RESPONSE],
    [`${JSON_TYPE};q=0, */*`, RESPONSE],
    [`*/*;q=0.5, ${RESPONSE};q=0.4`, JSON_TYPE],
    [`application/*;q=0.3, ${RESPONSE};q=0.4`, RESPONSE],
    [`${JSON_TYPE};charset=latin1, ${JSON_TYPE};q=0.1`, JSON_TYPE],
  ])('gets the media type that it prefers: %s', async (accept, expected) => {
    for (const query of ['{ __typename }', '{ nothing }'])
      expect((await post({ query }, accept)).type).toBe(expected);
  });
});
