import { beforeAll, describe, expect, it } from '@jest/globals';
import { answer, codes, problem } from '../harness/errors.ts';
import { seedPlain } from '../harness/seed.ts';
import { useTenant, useTestService } from '../harness/use-service.ts';

let list: number;

const service = useTestService();
const tenant = useTenant(service, 'keepers');
beforeAll(async () => {
  await seedPlain(service.database.pool, 'acme');
  list = (await service.rest(tenant.userKey).post('/v1/lists', { name: 'Kept' })).body.list_id;
});

const send = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
  const response = await fetch(service.url + path, {
    method,
    redirect: 'manual',
    headers: { 'X-API-Key': tenant.userKey, 'Content-Type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  await response.text();
  return [response.status, response.headers.get('Cache-Control')];
};

describe('Cache-Control', () => {
  it('keeps exports, changes, GraphQL responses and errors out of every cache', async () => {
    const newKey = 'mutation { createApiKey(input: { label: "x" }) { key } }';
    expect(
      await Promise.all([
        send('GET', `/v1/lists/${list}/export.csv`),
        send('PATCH', `/v1/lists/${list}`, { name: 'Renamed' }),
        send('POST', '/v1/enrich/partnerships', { domains: ['acme.example'] }),
        send('POST', '/graphql', { query: '{ viewer { user { name } } }' }),
        send('POST', '/graphql', { query: newKey }),
        send('POST', '/graphql', { query: '{ nothing' }),
        send('POST', '/graphql', { query: '{ viewer { user { name } } }' }, { 'X-API-Key': 'no' }),
        send('POST', '/graphql', { query: '{ __schema { queryType { name } } }' }, { 'X-API-Key': 'no' }),
        send('GET', '/v1/companies/nobody'),
        send('GET', '/v1/companies/acme', undefined, { 'X-API-Key': 'no' }),
        send('GET', '/v1/companies/acme?include=nothing'),
        send('GET', '/v1/nothing'),
        send('POST', '/v1/companies/acme'),
        send('GET', '/nothing'),
        send('GET', '/healthz'),
      ]),
    ).toEqual(
      [200, 200, 200, 200, 200, 200, 401, 200, 404, 401, 422, 404, 405, 404, 200].map((status) => [
        status,
        'no-store',
      ]),
    );
  });

  it('allows caching with revalidation: reads for the caller, pages for all', async () => {
    expect(await send('GET', '/v1/companies/acme')).toEqual([200, 'private, no-cache']);
    expect(await send('GET', '/v1/lists')).toEqual([200, 'private, no-cache']);
    expect(await send('GET', '/docs')).toEqual([200, 'public, no-cache']);
    expect(await send('GET', '/graphql', undefined, { Accept: 'text/html' })).toEqual([
      200,
      'public, no-cache',
    ]);
  });
});

describe('the GraphQL API', () => {
  it.each([
    ['[]', '', 'must be a JSON object'],
    ['null', '', 'must be a JSON object'],
    ['7', '', 'must be a JSON object'],
    ['{}', '/query', 'is missing; it must be a string'],
  ])('refuses the body %s at once', async (body, pointer, message) => {
    const response = await service.rest(tenant.userKey).post('/graphql', body);
    expect(answer(response)).toEqual({
      status: 400,
      body: {
        errors: [
          {
            message: `${pointer || 'body'}: ${message}`,
            extensions: { code: 'VALIDATION_ERROR', errors: [{ pointer, message }] },
          },
        ],
      },
    });
  });

  it.each([
    ['nested fifty thousand deep', '{a'.repeat(50_000)],
    ['of a thousand searches', `{${'a:companies(search:"ab"){totalCount}'.repeat(1000)}}`],
  ])('refuses a document %s without executing it', async (_name, query) => {
    const response = await service.graphql(tenant.userKey, query);
    expect(codes(response)).toEqual(['GRAPHQL_PARSE_FAILED']);
  });

  it('accepts only the methods of GraphQL over HTTP', async () => {
    const response = await fetch(`${service.url}/graphql`, { method: 'PUT' });
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
  });
});

describe('the REST API', () => {
  it.each(['/v1x/companies/acme', '/v', '/v1.5'])('does not include %s', async (path) => {
    expect(answer(await service.rest().get(path))).toEqual(
      problem(404, 'not_found', `There is nothing at GET ${path}.`),
    );
  });

  it('treats a __proto__ in the query as an unknown parameter', async () => {
    const response = await service.rest(tenant.userKey).get('/v1/companies/acme?__proto__=x');
    expect(response.body.detail.errors).toEqual([
      { pointer: '/__proto__', message: 'is not a known parameter' },
    ]);
  });

  it('accepts a body with any Content-Type', async () => {
    const response = await service
      .rest(tenant.userKey)
      .post('/v1/enrich/partnerships')
      .set('Content-Type', 'application/x-www-form-urlencoded')
      .send('{"domains": ["acme.example"]}');
    expect(response.status).toBe(200);
  });

  it('refuses a body in another charset', async () => {
    const response = await service
      .rest(tenant.userKey)
      .post('/v1/enrich/partnerships')
      .set('Content-Type', 'application/json; charset=klingon')
      .send('{"domains": ["acme.example"]}');
    expect([response.status, response.body.detail.error]).toEqual([415, 'unsupported_media_type']);
  });
});
