import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConsole } from '../../src/http/console.ts';
import { buildConsole, PAGE } from '../harness/console.ts';
import { type CapturedLog, captureLog } from '../harness/log.ts';
import { requestEncoded } from '../harness/raw-http.ts';
import { startTestService, type TestService } from '../harness/service.ts';

const APP = 'https://app.example';
/** What Chromium sends when somebody opens an address. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const PATHS = ['/', '/app', '/app/', '/app/lists/7?tab=members', '/app/..%2f%E0%A4%A/x.js', '/?x=1'];

const log: CapturedLog = captureLog();
let build: Awaited<ReturnType<typeof buildConsole>>;
let service: TestService;
/** Has no console, as with CONSOLE=off. */
let off: TestService;

beforeAll(async () => {
  build = await buildConsole();
  service = await startTestService({
    consoleFiles: loadConsole(build.folder),
    corsOrigins: [APP],
    logger: log.logger,
  });
  off = await startTestService({ beside: service, corsOrigins: [APP] });
});
afterAll(async () => {
  await off.close();
  await service.close();
  await build.remove();
});

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET', at = service) =>
  requestEncoded(new URL(at.url + path), headers, { method });
const open = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  ask(path, { Accept: BROWSER, ...headers }, method);
const nonceOf = (body: Buffer) => /nonce="([^"]*)"/.exec(body.toString())?.[1] ?? '';

function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "font-src 'self'",
    "worker-src 'self'",
  ].join(';');
}

describe('the page of the console', () => {
  it.each(PATHS)(
    'answers a browser at %s, with headers that allow its own files and no cookie',
    async (path) => {
      const { status, headers, body } = await open(path, { Origin: APP });
      const { date, 'x-request-id': id, ...rest } = headers;
      const nonce = nonceOf(body);
      expect(nonce).toMatch(/^[\w+/]{22}==$/);
      expect(status).toBe(200);
      expect(body.toString()).toBe(PAGE.replaceAll('__CSP_NONCE__', nonce));
      expect(rest).toEqual({
        'cache-control': 'no-store',
        connection: 'keep-alive',
        'content-length': String(body.length),
        'content-security-policy': policyWith(nonce),
        'content-type': 'text/html; charset=utf-8',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'keep-alive': 'timeout=5',
        'origin-agent-cluster': '?1',
        'referrer-policy': 'no-referrer',
        vary: 'Accept',
        'x-content-type-options': 'nosniff',
        'x-dns-prefetch-control': 'off',
        'x-download-options': 'noopen',
        'x-frame-options': 'SAMEORIGIN',
        'x-permitted-cross-domain-policies': 'none',
        'x-xss-protection': '0',
      });
    },
  );

  it('has another nonce in each response', async () => {
    const pages = await Promise.all(Array.from({ length: 20 }, () => open('/app')));
    expect(new Set(pages.map(({ body }) => nonceOf(body))).size).toBe(20);
  });

  it('answers HEAD like GET, without a body', async () => {
    const [get, head] = await Promise.all([open('/app'), open('/app', {}, 'HEAD')]);
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(Object.keys(head.headers).sort()).toEqual(Object.keys(get.headers).sort());
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  });

  it.each([
    'text/html',
    'TEXT/HTML ; charset=utf-8',
    'application/json, text/html;q=0.1',
    '*/*, text/html;q=1.0',
  ])('answers a client that lists text/html: Accept %s', async (accept) => {
    const { status, headers } = await ask('/app', { Accept: accept });
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it.each([
    undefined,
    '*/*',
    'text/*',
    'application/json',
    'text/html;q=0',
    'text/html;q=0.000, */*',
    'text/htmlx',
  ])(
    'does not answer any other client, which is answered as without a console: Accept %s',
    async (accept) => {
      const headers = accept === undefined ? {} : { Accept: accept };
      for (const method of ['GET', 'HEAD']) {
        for (const path of ['/', '/app', '/app/lists']) {
          const [withConsole, without] = await Promise.all([
            ask(path, headers, method),
            ask(path, headers, method, off),
          ]);
          expect(withConsole.status).toBe(path === '/' ? 302 : 404);
          expect([withConsole.status, withConsole.headers.location, withConsole.body.toString()]).toEqual([
            without.status,
            without.headers.location,
            without.body.toString(),
          ]);
          expect(String(withConsole.headers.vary)).toContain('Accept');
        }
      }
    },
  );

  it.each([
    '/apple',
    '/App',
    '/application',
    '//app',
    '/index.html',
    '/documents.json',
    '/assets',
    '/v1',
    '/nothing',
  ])('is not at %s', async (path) => {
    const { status, body } = await open(path);
    expect([status, JSON.parse(body.toString()).detail.error]).toEqual([404, 'not_found']);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('refuses %s with 405', async (method) => {
    for (const path of ['/', '/app', '/app/lists']) {
      const { status, headers, body } = await open(path, { Origin: APP }, method);
      expect([status, headers.allow, JSON.parse(body.toString())]).toEqual([
        405,
        'GET, HEAD',
        {
          detail: {
            error: 'method_not_allowed',
            message: `${method} is not allowed; use GET, HEAD.`,
          },
        },
      ]);
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  it('is logged under few routes, whatever the path', async () => {
    const routes: unknown[] = [];
    for (const path of ['/', '/app', '/app/lists/7', '/assets/index-Ab12_-cd.js', '/assets/small-1.js']) {
      const { headers } = await open(path);
      routes.push((await log.ofRequest(String(headers['x-request-id']))).route);
    }
    expect(routes).toEqual(['/', '/app/*', '/app/*', '/assets/*', '/assets/*']);
  });
});

describe('a service without the console', () => {
  it.each(['/', '/app', '/app/lists', '/assets/index-Ab12_-cd.js'])(
    'has nothing at %s but what it had before',
    async (path) => {
      const { status, headers } = await ask(path, { Accept: BROWSER }, 'GET', off);
      expect([status, headers.location]).toEqual(path === '/' ? [302, '/graphql'] : [404, undefined]);
    },
  );
});
