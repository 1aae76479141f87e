import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type HttpServer, listen } from '../../src/http/server.ts';
import { exchange } from '../harness/raw-http.ts';
import { startTestService, type TestService } from '../harness/service.ts';

let service: TestService;
let server: HttpServer;

beforeAll(async () => {
  service = await startTestService();
  server = await listen(service.app, {
    host: '127.0.0.1',
    port: 0,
    requestTimeoutMs: 60_000,
    keepAliveMs: 75_000,
  });
});
afterAll(async () => {
  await server.close(0);
  await service.close();
});

const NO_HOST = 'The Host header is missing; HTTP/1.1 requires it.';

describe('an error that Node would answer by itself', () => {
  it.each([
    ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n', 400, 'bad_request', NO_HOST],
    [
      'no Host, a body',
      'POST /graphql HTTP/1.1\r\nContent-Length: 9999999\r\n\r\nx',
      400,
      'bad_request',
      NO_HOST,
    ],
    [
      'an expectation',
      'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: magic\r\n\r\n',
      417,
      'expectation_failed',
      'The Expect header must be "100-continue", or absent.',
    ],
    ['nonsense', 'nonsense\r\n\r\n', 400, 'bad_request', 'The request is not valid HTTP.'],
    [
      'endless headers',
      `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      431,
      'bad_request',
      'The request line and headers are larger than 16 KiB.',
    ],
  ])('has the same form of body as any error: %s', async (_name, request, status, code, message) => {
    const answer = await exchange(server.url, request);
    expect([answer.status, JSON.parse(answer.body)]).toEqual([status, { detail: { error: code, message } }]);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('is not raised for HTTP/1.0, which has no Host', async () => {
    expect((await exchange(server.url, 'GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  it('does not occur for Expect: 100-continue, which is confirmed only where a body is read', async () => {
    const request = (key: string) =>
      `POST /v1/enrich/partnerships HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nExpect: 100-continue\r\nContent-Length: 15\r\nConnection: close\r\n\r\n`;
    const { orgKey } = await service.createTenant('asking');
    expect((await exchange(server.url, request('no'))).status).toBe(401);
    const asked = await exchange(server.url, request(orgKey), '{"domains": []}');
    expect(asked.status).toBe(100);
    expect(asked.body).toContain('HTTP/1.1 422');
  });
});

describe('an idle connection', () => {
  it('is kept for the configured time, which callers can read in Keep-Alive', async () => {
    const { headers } = await fetch(server.url);
    expect(headers.get('connection')).toBe('keep-alive');
    expect(headers.get('keep-alive')).toBe('timeout=75');
  });
});
