import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { exchange, openConnection, requestEncoded, requestText } from '../harness/raw-http.ts';
import { useTestService } from '../harness/use-service.ts';

const service = useTestService();

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  requestEncoded(new URL(path, service.url), { Accept: 'text/html', ...headers }, { method });

describe('a static page', () => {
  /** Pages, and the files that they load. */
  const resources = async () => {
    const found = ['/v1/openapi.json', '/v1/asyncapi.json'];
    for (const page of ['/graphql', '/docs']) {
      const { body } = await get(page);
      const links = [...body.toString().matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, link]) =>
        String(link),
      );
      found.push(page, ...links);
    }
    return found;
  };

  it('loads files whose names hold a hash, to be kept for ever, and nothing else', async () => {
    expect((await resources()).map((path) => path.replace(/\.[\w-]{16}\./, '.HASH.'))).toEqual([
      '/v1/openapi.json',
      '/v1/asyncapi.json',
      '/graphql',
      '/assets/graphiql.HASH.css',
      '/assets/graphiql.HASH.js',
      '/assets/graphiql-start.HASH.js',
      '/docs',
      '/assets/swagger-ui.HASH.css',
      '/assets/swagger-ui-bundle.HASH.js',
      '/assets/docs.HASH.js',
    ]);
  });

  it('has a representation with a separate ETag for each encoding', async () => {
    const large = (await resources()).filter(
      (path) => !['/graphql', '/docs'].includes(path) && !path.includes('docs.'),
    );
    for (const path of large) await compareEncodings(path);
  });

  async function compareEncodings(path: string) {
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
    expect(br.body.length).toBeLessThan(plain.body.length * 0.6);
    const tags = [plain, br, gzip].map((each) => each.headers.etag);
    expect(new Set(tags).size).toBe(3);
    for (const { headers, body } of [plain, br, gzip]) {
      expect(String(headers.vary)).toContain('Accept-Encoding');
      expect(headers['content-length']).toBe(String(body.length));
      expect(headers['cache-control']).toBe(
        path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, no-cache',
      );
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
  }

  const POLICY = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];

  it.each([
    ['/graphql', POLICY.concat("font-src 'self' data:", "worker-src 'self'"), 'Accept'],
    ['/docs', POLICY, undefined],
  ])('%s may load its own files and call its own server, nothing else', async (path, policy, vary) => {
    const { headers, body } = await get(path);
    expect([headers['content-type'], headers.vary]).toEqual(['text/html; charset=utf-8', vary]);
    expect(String(headers['content-security-policy']).split(';')).toEqual(policy);
    expect(body.toString()).not.toMatch(/<script>|<style/);
    const links = [...body.toString().matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link);
    expect(links.filter((link) => !link?.startsWith('/assets/'))).toEqual(['data:,']);
  });

  it('takes no memory for clients that do not read it', async () => {
    const bundle = (await resources()).find(
      (path) => path.startsWith('/assets/graphiql.') && path.endsWith('.js'),
    );
    await get(String(bundle));
    const before = process.memoryUsage();
    const request = requestText(`GET ${bundle}`);
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
