import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadGuide } from '../../src/http/guide.ts';
import { HTTP_STATUS } from '../../src/lib/fault.ts';
import { createHelpLinks } from '../../src/lib/request-context.ts';
import { buildGuide } from '../harness/guide.ts';
import { seedPlain } from '../harness/seed.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';

const APP = 'https://app.example';

let guide: Awaited<ReturnType<typeof buildGuide>>;
let service: TestService;
/** Another one, without a guide. */
let plain: TestService;
let tenant: Tenant;

beforeAll(async () => {
  guide = await buildGuide();
  service = await startTestService({ guideFiles: loadGuide(guide.folder), corsOrigins: [APP] });
  plain = await startTestService({ beside: service });
  tenant = await service.createTenant('readers');
  await seedPlain(service.database.pool, 'acme');
});
afterAll(async () => {
  await plain.close();
  await service.close();
  await guide.remove();
});

interface Sent {
  method?: string;
  key?: string;
  headers?: Record<string, string>;
  body?: string | object;
}

async function send(path: string, { method = 'GET', key, headers = {}, body }: Sent = {}, to = service) {
  const response = await fetch(to.url + path, {
    method,
    headers: { 'X-API-Key': key ?? tenant.userKey, 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, link: response.headers.get('Link'), headers: response.headers, text };
}

const ask = (query: string, more: Sent = {}, to = service) =>
  send('/graphql', { method: 'POST', body: { query }, ...more }, to);

const helpFor = (code: string) => `</guide/errors#${code}>; rel="help"`;

describe('a refusal', () => {
  it.each<[code: string, path: string, sent: Sent]>([
    ['company_not_found', '/v1/companies/nobody', {}],
    ['list_not_found', '/v1/lists/77', {}],
    ['invalid_api_key', '/v1/lists', { key: 'no' }],
    ['not_found', '/v1/nothing', {}],
    ['not_found', '/nothing', {}],
    ['method_not_allowed', '/v1/lists', { method: 'DELETE' }],
    ['malformed_json', '/v1/lists', { method: 'POST', body: '{' }],
    ['validation_error', '/v1/lists', { method: 'POST', body: {} }],
    ['company_not_found', '/v1/companies/nobody', { method: 'HEAD' }],
  ])('of REST leads to its code: %s at %s', async (code, path, sent) => {
    const { link, status } = await send(path, sent);
    expect([link, status]).toEqual([helpFor(code), HTTP_STATUS[code as keyof typeof HTTP_STATUS]]);
  });

  it.each<[code: string, query: string, sent: Sent]>([
    ['list_not_found', '{ list(listId: "77") { name } }', {}],
    ['graphql_parse_failed', '{ viewer', {}],
    ['graphql_validation_failed', '{ nothing }', {}],
    ['invalid_api_key', '{ viewer { user { name } } }', { key: 'no' }],
    ['unsupported_media_type', '{ viewer { user { name } } }', { headers: { 'Content-Type': 'text/plain' } }],
    ['validation_error', '', { body: {} }],
    [
      'persisted_query_not_found',
      '',
      { body: { extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } } },
    ],
    ['graphql_validation_failed', '{ nothing }', { headers: { Accept: 'text/event-stream' } }],
  ])('of GraphQL leads to its code: %s for %s', async (code, query, sent) => {
    expect((await ask(query, sent)).link).toBe(helpFor(code));
  });

  it('of several operations of GraphQL leads to the first code', async () => {
    const { link, text } = await ask(
      '{ list(listId: "77") { name } company(identifier: "nobody") { name } }',
    );
    const [first] = JSON.parse(text).errors;
    expect(link).toBe(helpFor(first.extensions.code.toLowerCase()));
  });

  it('of a retry leads to the code of the first request', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const flag = { method: 'POST', headers, body: { description: 'Wrong.' } };
    const first = await send('/v1/companies/nobody/flags', flag);
    const again = await send('/v1/companies/nobody/flags', flag);
    expect([again.status, again.text, again.link]).toEqual([404, first.text, helpFor('company_not_found')]);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    const query = 'mutation { deleteList(input: { listId: "77" }) { deletedId } }';
    const keyed = { headers: { 'Idempotency-Key': randomUUID() } };
    const links = [(await ask(query, keyed)).link, (await ask(query, keyed)).link];
    expect(links).toEqual([helpFor('list_not_found'), helpFor('list_not_found')]);
  });

  it('has the same body as without the guide', async () => {
    const [path, query] = ['/v1/companies/nobody', '{ list(listId: "77") { name } }'];
    for (const request of [
      (to: TestService) => send(path, {}, to),
      (to: TestService) => ask(query, {}, to),
    ]) {
      const [one, other] = [await request(service), await request(plain)];
      expect([other.status, other.text, other.link]).toEqual([one.status, one.text, null]);
    }
  });

  it('lets pages of other origins read the link', async () => {
    const { headers } = await send('/v1/companies/nobody', { headers: { Origin: APP } });
    expect(headers.get('Access-Control-Expose-Headers')?.split(', ')).toContain('Link');
  });
});

describe('a response without an error', () => {
  it('leads nowhere', async () => {
    const answers = await Promise.all([
      send('/v1/companies/acme'),
      send('/v1/lists'),
      ask('{ viewer { user { name } } }'),
      send('/healthz'),
    ]);
    expect(answers.map(({ status, link }) => [status, link])).toEqual(answers.map(() => [200, null]));
  });
});

it('each error code has a link', () => {
  expect([...createHelpLinks('/guide/errors').keys()]).toEqual(Object.keys(HTTP_STATUS));
});
