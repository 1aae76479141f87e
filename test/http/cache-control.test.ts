import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { seedPlain } from '../harness/seed.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';

let service: TestService;
let tenant: Tenant;
let list: number;

beforeAll(async () => {
  service = await startTestService();
  tenant = await service.createTenant('keepers');
  await seedPlain(service.database.pool, 'acme');
  list = (await service.rest(tenant.userKey).post('/v1/lists', { name: 'Kept' })).body.list_id;
});
afterAll(() => service.close());

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
  it('keeps exports, changes, GraphQL answers and errors out of every cache', async () => {
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

  it('lets a caller keep what was read, and everybody the pages, if they ask again', async () => {
    expect(await send('GET', '/v1/companies/acme')).toEqual([200, 'private, no-cache']);
    expect(await send('GET', '/v1/lists')).toEqual([200, 'private, no-cache']);
    expect(await send('GET', '/docs')).toEqual([200, 'public, no-cache']);
    expect(await send('GET', '/graphql', undefined, { Accept: 'text/html' })).toEqual([
      200,
      'public, no-cache',
    ]);
  });
});
