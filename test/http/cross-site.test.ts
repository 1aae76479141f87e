import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';

const APP = 'https://app.example';
const CREATE = 'mutation { createList(input: { name: "Planted" }) { list { listId } } }';

let service: TestService;
let open: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startTestService();
  open = await startTestService({ beside: service, corsOrigins: [APP, 'http://localhost:3000'] });
  tenant = await service.createTenant('surfers');
});
afterAll(async () => {
  await open.close();
  await service.close();
});

async function countLists(): Promise<number> {
  const { rows } = await service.database.pool.query('SELECT count(*)::int AS n FROM list');
  return rows[0].n;
}

describe('a cross-site request that a browser sends without a preflight', () => {
  /** Types that a form or simple request may have (Fetch, "CORS-safelisted request-header"), and variants of them. */
  const TYPES = [
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'text/plain; application/json',
    'text/plain, application/json',
    'application/jsonp',
    '',
  ];

  it.each(TYPES)('is refused by the GraphQL API with any key: Content-Type %j', async (type) => {
    for (const key of [undefined, tenant.userKey]) {
      const response = await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': type, ...(key ? { 'X-API-Key': key } : {}) },
        body: JSON.stringify({ query: CREATE }),
      });
      expect([response.status, await response.json()]).toEqual([
        415,
        {
          errors: [
            {
              message: 'Send the header Content-Type: application/json.',
              extensions: { code: 'UNSUPPORTED_MEDIA_TYPE' },
            },
          ],
        },
      ]);
    }
    expect(await countLists()).toBe(0);
  });

  it('has no credential: both APIs ignore cookies and Basic authentication', async () => {
    const headers = {
      Cookie: `X-API-Key=${tenant.userKey}; api_key=${tenant.userKey}`,
      Authorization: `Basic ${Buffer.from(`${tenant.userKey}:`).toString('base64')}`,
    };
    const body = '{"name": "Planted"}';
    const rest = await fetch(`${service.url}/v1/lists`, { method: 'POST', headers, body });
    const graphql = await fetch(
      `${service.url}/graphql?query=${encodeURIComponent('{viewer{user{name}}}')}`,
      {
        headers: { ...headers, Accept: 'application/json' },
      },
    );
    expect([rest.status, graphql.status, await countLists()]).toEqual([401, 401, 0]);
  });

  it.each(['Application/JSON', 'application/json ; charset=UTF-8', 'application/graphql+json'])(
    'is not confused with other spellings of a JSON Content-Type: %s',
    async (type) => {
      const response = await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': type, 'X-API-Key': tenant.userKey },
        body: '{"query": "{ __typename }"}',
      });
      const { data } = (await response.json()) as { data: unknown };
      expect([response.status, data]).toEqual([200, { __typename: 'Query' }]);
    },
  );
});

describe('a GET with unparsable parameters', () => {
  it.each(['{', '[]', '7', '"x"', `{"a":${'['.repeat(1000)}${']'.repeat(1000)}}`])(
    'is refused with 400, not with an internal error: variables=%.9s',
    async (variables) => {
      for (const name of ['variables', 'extensions']) {
        const query = new URLSearchParams({ query: '{ __typename }', [name]: variables });
        const response = await service
          .rest(tenant.userKey)
          .get(`/graphql?${query}`)
          .set('Accept', 'application/json');
        expect([response.status, response.body.errors[0].extensions]).toEqual([
          400,
          {
            code: 'VALIDATION_ERROR',
            errors: [
              { pointer: `/${name}`, message: 'must be a JSON object, nested at most 100 levels deep' },
            ],
          },
        ]);
      }
    },
  );
});

describe('pages of other origins', () => {
  const PREFLIGHT = {
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'x-api-key',
  };
  const corsOf = ({ headers }: Response) =>
    Object.fromEntries(
      [...headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary'),
    );
  const ask = (url: string, origin: string, init: RequestInit = {}) =>
    fetch(url, { ...init, headers: { ...init.headers, Origin: origin } });
  const PATHS = ['/graphql', '/v1/lists', '/v1/companies/acme'];

  it.each(PATHS)('get no CORS headers unless CORS_ORIGINS names them: %s', async (path) => {
    const preflight = await ask(service.url + path, APP, { method: 'OPTIONS', headers: PREFLIGHT });
    const answer = await ask(service.url + path, APP);
    expect([corsOf(preflight), corsOf(answer)]).toEqual([{}, {}]);
    expect(preflight.ok).toBe(false);
    for (const origin of ['https://evil.example', 'null', `${APP}.evil.example`, APP.toUpperCase()]) {
      const refused = await ask(open.url + path, origin, { method: 'OPTIONS', headers: PREFLIGHT });
      expect([refused.ok, corsOf(refused)]).toEqual([false, { vary: 'Origin' }]);
      expect(corsOf(await ask(open.url + path, origin))).toEqual({ vary: 'Origin' });
    }
  });

  it.each(PATHS)(
    'may send a preflight and read all responses if CORS_ORIGINS names them: %s',
    async (path) => {
      const preflight = await ask(open.url + path, APP, { method: 'OPTIONS', headers: PREFLIGHT });
      expect([preflight.status, await preflight.text(), corsOf(preflight)]).toEqual([
        204,
        '',
        {
          'access-control-allow-origin': APP,
          'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
          'access-control-allow-headers':
            'Authorization, X-API-Key, Content-Type, Idempotency-Key, If-Match, If-None-Match, MCP-Protocol-Version, Mcp-Method, Mcp-Name, X-Request-Id',
          'access-control-max-age': '86400',
          vary: 'Origin',
        },
      ]);
      expect(preflight.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
      const refusal = await ask(open.url + path, APP);
      expect([refusal.status, corsOf(refusal)]).toEqual([
        401,
        {
          'access-control-allow-origin': APP,
          'access-control-expose-headers':
            'X-Request-Id, WWW-Authenticate, ETag, Cache-Control, Location, Content-Location, Link, Content-Disposition, X-Credits-Charged, X-Credits-Remaining, Retry-After, RateLimit, RateLimit-Policy, Idempotency-Replayed, Allow',
          vary: 'Origin',
        },
      ]);
    },
  );

  it.each([
    ['/graphql', 'GET, HEAD, POST, OPTIONS'],
    ['/v1/lists', 'GET, HEAD, POST'],
    ['/v1/companies/acme', 'GET, HEAD'],
    ['/v1/session', 'GET, HEAD, POST, DELETE'],
    ['/v1/openapi.json', 'GET, HEAD'],
  ])(
    'learn from a refused preflight which setting allows them, with a key or without: %s',
    async (path, allow) => {
      for (const at of [service, open])
        for (const headers of [PREFLIGHT, {}, { 'X-API-Key': tenant.userKey }]) {
          const refused = await ask(at.url + path, 'https://evil.example', { method: 'OPTIONS', headers });
          const text = await refused.text();
          expect([refused.status, refused.headers.get('Allow')?.split(', ').sort()]).toEqual([
            403,
            allow.split(', ').sort(),
          ]);
          expect(refused.headers.get('WWW-Authenticate')).toBeNull();
          const { errors: [error] = [], detail } = JSON.parse(text);
          const said = error ? [error.extensions.code, error.message] : [detail.error, detail.message];
          expect(said).toEqual([
            path === '/graphql' ? 'CROSS_SITE_REQUEST' : 'cross_site_request',
            'OPTIONS is answered for preflights of browsers alone, from origins that CORS_ORIGINS names. Operators: add the origin of the page to this setting.',
          ]);
        }
    },
  );

  it('find nothing at an unknown path', async () => {
    for (const path of ['/v1/nothing', '/nothing']) {
      const missing = await ask(service.url + path, APP, { method: 'OPTIONS', headers: PREFLIGHT });
      expect(missing.status).toBe(404);
    }
  });

  it('get responses over both APIs if CORS_ORIGINS names them', async () => {
    const headers = { 'X-API-Key': tenant.userKey, 'Content-Type': 'application/json' };
    const rest = await ask(`${open.url}/v1/lists`, 'http://localhost:3000', { headers });
    const graphql = await ask(`${open.url}/graphql`, 'http://localhost:3000', {
      method: 'POST',
      headers,
      body: '{"query": "{ lists { totalCount } }"}',
    });
    for (const response of [rest, graphql]) {
      expect([response.status, response.headers.get('Access-Control-Allow-Origin')]).toEqual([
        200,
        'http://localhost:3000',
      ]);
    }
  });

  it('are all allowed by *', async () => {
    const all = await startTestService({ beside: service, corsOrigins: ['*'] });
    try {
      const answer = await ask(`${all.url}/v1/lists`, 'https://anybody.example');
      expect(corsOf(answer)).toMatchObject({ 'access-control-allow-origin': '*' });
      expect(answer.headers.get('Vary')).toBeNull();
    } finally {
      await all.close();
    }
  });
});
