import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';
import { codeFor, send as signInBy } from '../harness/sessions.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';
import { CURRENT, connect } from './client.ts';

const PAGE = 'https://agents.example';

let service: TestService;
let off: TestService;
let tenant: Tenant;
beforeAll(async () => {
  service = await startTestService({ corsOrigins: [PAGE] });
  off = await startTestService({ beside: service, mcp: false });
  await seedSmallCatalogue(service.database.pool);
  tenant = await service.createTenant('agents');
});
afterAll(async () => {
  await off.close();
  await service.close();
});

interface Sent {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  query?: string;
  key?: string | undefined;
  from?: TestService;
}

/** A message of older revisions, which says what it wants and nothing of the client. */
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

async function send({
  method = 'POST',
  body = PING,
  headers,
  query = '',
  key = tenant.userKey,
  from = service,
}: Sent) {
  const response = await fetch(`${from.url}/mcp${query}`, {
    method,
    headers: {
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      ...(key && { Authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

describe('/mcp', () => {
  it.each(['auto', 'legacy'] as const)('serves a client that begins with %s', async (mode) => {
    const { client, call, close } = await connect(service, tenant.userKey, { mode });
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(12);
    expect((await call('search', { query: 'acme' })).body.results).toHaveLength(1);
    expect(client.getServerVersion()).toMatchObject({ name: 'company-data' });
    expect(client.getInstructions()).toContain('count_companies');
    await close();
  });

  it('speaks the revision without sessions where the client knows it', async () => {
    const { client, close } = await connect(service, tenant.userKey);
    expect(client.getNegotiatedProtocolVersion()).toBe(CURRENT);
    await close();
  });

  it('refuses the session of a person: an agent has a key of its own', async () => {
    const code = await codeFor(service, tenant.userId);
    const signedIn = await signInBy(service, 'POST /v1/session', { body: { code } });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const { status, body } = await send({ key: '', headers: { Cookie: cookie, Origin: service.publicUrl } });
    expect([status, body.error.data.error]).toEqual([403, 'cross_site_request']);
  });

  it('says how to get a key, with a challenge', async () => {
    const { status, headers, body } = await send({ key: '' });
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="company-data"']);
    expect(body).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: {
        code: -32_000,
        message: expect.stringContaining('/app/settings/keys'),
        data: { error: 'invalid_api_key' },
      },
    });
  });

  it('leaves out the endpoint where MCP is off', async () => {
    expect((await send({ from: off })).status).toBe(404);
  });

  it.each([
    ['no origin', {}, 200],
    ['the origin of PUBLIC_URL', { Origin: 'http://localhost:4000' }, 200],
    ['an origin of CORS_ORIGINS', { Origin: PAGE }, 200],
    ['another origin', { Origin: 'https://evil.example' }, 403],
    ['an opaque origin', { Origin: 'null' }, 403],
  ])('answers requests with %s', async (_what, headers, status) => {
    expect((await send({ headers })).status).toBe(status);
  });

  it('refuses a page whose host name was made to lead here', async () => {
    const { request } = await import('node:http');
    const { port } = new URL(service.url);
    const status = await new Promise((resolve, reject) => {
      const headers = {
        Host: `evil.example:${port}`,
        Origin: 'http://localhost:4000',
        Authorization: `Bearer ${tenant.userKey}`,
      };
      request({ port, path: '/mcp', method: 'POST', headers }, (res) => resolve(res.resume().statusCode))
        .on('error', reject)
        .end('{}');
    });
    expect(status).toBe(403);
  });

  it('answers preflights of pages that may call it', async () => {
    const headers = { Origin: PAGE, 'Access-Control-Request-Method': 'POST' };
    const { status, headers: answered } = await send({ method: 'OPTIONS', headers, key: '' });
    expect([status, answered.get('access-control-allow-origin')]).toEqual([204, PAGE]);
    expect(answered.get('access-control-allow-headers')).toContain('MCP-Protocol-Version');
  });

  it.each([
    ['GET, as there are no sessions', { method: 'GET' }, 405, 'method_not_allowed'],
    ['DELETE', { method: 'DELETE' }, 405, 'method_not_allowed'],
    ['a batch', { body: [PING, PING] }, 400, 'bad_request'],
    ['text that is no JSON', { body: '{' }, 400, 'malformed_json'],
    ['an unknown toolset', { query: '?toolsets=reserch' }, 400, 'validation_error'],
    ['an unknown parameter', { query: '?tools=research' }, 400, 'validation_error'],
    ['an unclear choice', { query: '?read_only=1' }, 400, 'validation_error'],
  ])('refuses %s', async (_what, sent, status, error) => {
    const refused = await send(sent as Sent);
    expect([refused.status, refused.body.error.data.error]).toEqual([status, error]);
  });

  it('serves nothing below its path', async () => {
    const response = await fetch(`${service.url}/mcp/sse`, { method: 'POST' });
    expect(response.status).toBe(404);
  });

  it.each([
    ['?toolsets=spend', ['enrich']],
    ['?toolsets=spend&read_only=true', []],
    ['?toolsets=lists&read_only=true', ['get_lists', 'compare_lists', 'suggest_filter', 'read_events']],
    [
      '?toolsets=research',
      ['search', 'fetch', 'find_filter_values', 'count_companies', 'get_company', 'match_companies'],
    ],
  ])('narrows the tools by %s, also for calls', async (query, names) => {
    const { client, close } = await connect(service, tenant.userKey, { query });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(names);
    const others = ['search', 'enrich', 'save_list'].filter((name) => !names.includes(name));
    for (const name of others)
      await expect(client.callTool({ name, arguments: {} })).rejects.toThrow(`Unknown tool "${name}"`);
    await close();
  });

  it('lists all tools with an organization key, whose list tools need a person', async () => {
    const { client, call, close } = await connect(service, tenant.orgKey);
    expect((await client.listTools()).tools).toHaveLength(12);
    expect((await call('search', { query: 'acme' })).body.results).toHaveLength(1);
    expect((await call('get_lists')).body).toMatchObject({
      error: 'user_credential_required',
      next: { do: expect.stringContaining('personal key') },
    });
    await close();
  });

  it('keeps no stream open: there is nothing to subscribe to', async () => {
    const { client, close } = await connect(service, tenant.userKey);
    expect(client.getServerCapabilities()).toEqual({ tools: {}, resources: {}, prompts: {} });
    await close();
  });
});

describe('limits', () => {
  it('take the points of what a tool runs, and tell a model when to try again', async () => {
    const limited = await startTestService({
      beside: service,
      rateLimit: { store: 'memory', points: { read: 20, evaluate: 60, write: 60, enrich: 60, export: 10 } },
    });
    const { call, client, close } = await connect(limited, tenant.userKey, { mode: 'legacy' });
    let last = await call('search', { query: 'acme' });
    for (let calls = 0; !last.isError && calls < 30; calls += 1)
      last = await call('search', { query: 'acme' });
    expect(last.body).toMatchObject({
      error: 'rate_limited',
      class: 'read',
      retry_after: expect.any(Number),
      next: { do: expect.stringContaining('retry_after') },
    });
    // What runs no operation takes a point as well.
    await expect(client.listTools()).rejects.toThrow();
    await close();
    await limited.close();
  });
});
