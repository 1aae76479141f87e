import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { graphiqlPage } from '../../src/graphql/graphiql-page.ts';
import { exchange, openConnection, requestEncoded, requestText } from '../harness/raw-http.ts';
import { startTestService, type TestService } from '../harness/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const PAGES = ['/graphql', '/docs/swagger-ui-bundle.js', '/v1/openapi.json'];
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  requestEncoded(new URL(path, service.url), { Accept: 'text/html', ...headers }, { method });

describe('a static page', () => {
  it.each(PAGES)('has a representation with a separate ETag for each encoding: %s', async (path) => {
    const plain = await get(path);
    const br = await get(path, { 'Accept-Encoding': 'gzip, br' });
    const gzip = await get(path, { 'Accept-Encoding': 'gzip, br;q=0' });
    expect([plain, br, gzip].map((each) => [each.status, each.headers['content-encoding']])).toEqual([
      [200, undefined],
      [200, 'br'],
      [200, 'gzip'],
    ]);
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(br.body.length).toBeLessThan(plain.body.length / 2);
    const tags = [plain, br, gzip].map((each) => each.headers.etag);
    expect(new Set(tags).size).toBe(3);
    for (const { headers, body } of [plain, br, gzip]) {
      expect(String(headers.vary)).toContain('Accept-Encoding');
      expect(headers['content-length']).toBe(String(body.length));
      expect(headers['cache-control']).toBe('public, no-cache');
    }
    const fresh = await get(path, { 'Accept-Encoding': 'br', 'If-None-Match': String(br.headers.etag) });
    expect([fresh.status, fresh.body.length, fresh.headers.etag]).toEqual([304, 0, br.headers.etag]);
    const other = await get(path, { 'Accept-Encoding': 'gzip', 'If-None-Match': String(br.headers.etag) });
    expect(other.status).toBe(200);
    const head = await get(path, { 'Accept-Encoding': 'br' }, 'HEAD');
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
      200,
      0,
      String(br.body.length),
    ]);
  });

  it('is the complete GraphiQL, with the policy of pages', async () => {
    const { headers, body } = await get('/graphql');
    expect(body.toString()).toBe(graphiqlPage());
    expect([headers['content-type'], headers.vary]).toEqual([
      'text/html; charset=utf-8',
      'Accept, Accept-Encoding',
    ]);
    expect(String(headers['content-security-policy'])).toContain("frame-ancestors 'none'");
  });

  it('takes no memory for clients that do not read it', async () => {
    await get('/graphql');
    const before = process.memoryUsage();
    const request = requestText('GET /graphql', { Accept: 'text/html' });
    const sockets = await Promise.all(Array.from({ length: 100 }, () => openConnection(service.url)));
    for (const socket of sockets) socket.pause().write(request);
    // Requests are handled in the order of their arrival: this response comes after theirs began.
    await get('/graphql', {}, 'HEAD');
    const { external, arrayBuffers } = process.memoryUsage();
    expect(external - before.external).toBeLessThan(20 * 1024 * 1024);
    expect(arrayBuffers - before.arrayBuffers).toBeLessThan(20 * 1024 * 1024);
    for (const socket of sockets) socket.destroy();
  });

  it('is sent in order when requests are pipelined', async () => {
    const request = (path: string, more = {}) =>
      requestText(`GET ${path}`, { 'X-Request-Id': path, ...more });
    const { headers, body } = await exchange(
      service.url,
      request('/docs') + request('/healthz') + request('/nothing', { Connection: 'close' }),
    );
    expect(headers['x-request-id']).toBe('/docs');
    const ids = [...body.matchAll(/X-Request-Id: (\S+)/g)].map(([, id]) => id);
    expect(ids).toEqual(['/healthz', '/nothing']);
  });
});
