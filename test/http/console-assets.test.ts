import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConsole } from '../../src/http/console.ts';
import { buildConsole, FONT, SCRIPT } from '../harness/console.ts';
import { exchange, requestEncoded, requestText } from '../harness/raw-http.ts';
import { startTestService, type TestService } from '../harness/service.ts';

const JS = '/assets/index-Ab12_-cd.js';

let build: Awaited<ReturnType<typeof buildConsole>>;
let service: TestService;

beforeAll(async () => {
  build = await buildConsole();
  service = await startTestService({ consoleFiles: loadConsole(build.folder), corsOrigins: ['*'] });
});
afterAll(async () => {
  await service.close();
  await build.remove();
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  requestEncoded(new URL(path, service.url), headers, { method });

describe('a file of the console', () => {
  it('is kept for a year, and comes with headers of its own alone', async () => {
    const { status, headers, body } = await get(JS, {
      'Accept-Encoding': 'br',
      Origin: 'https://app.example',
    });
    const { date, 'x-request-id': id, etag, ...rest } = headers;
    expect([status, etag]).toEqual([200, expect.stringMatching(/^"[\w-]{16}-br"$/)]);
    expect(rest).toEqual({
      'cache-control': 'public, max-age=31536000, immutable',
      connection: 'keep-alive',
      'content-encoding': 'br',
      'content-length': String(body.length),
      'content-type': 'text/javascript; charset=utf-8',
      'keep-alive': 'timeout=5',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    [undefined, undefined],
    ['identity', undefined],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.9', 'gzip'],
    ['zstd', undefined],
  ])('has the coding that the client prefers: Accept-Encoding %s', async (accepted, coding) => {
    const { headers, body } = await get(JS, accepted === undefined ? {} : { 'Accept-Encoding': accepted });
    expect([headers['content-encoding'], headers.vary]).toEqual([coding, 'Accept-Encoding']);
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }[coding ?? ''] ?? ((bytes: Buffer) => bytes);
    expect(decode(body).toString()).toBe(SCRIPT);
  });

  it('has no coding that the build did not write', async () => {
    const answers = await Promise.all([
      get('/assets/only-gzip-1.js', { 'Accept-Encoding': 'br, gzip;q=0.1' }),
      get('/assets/only-gzip-1.js', { 'Accept-Encoding': 'br' }),
      get('/assets/small-1.js', { 'Accept-Encoding': 'br' }),
    ]);
    expect(answers.map(({ headers }) => [headers['content-encoding'], headers.vary])).toEqual([
      ['gzip', 'Accept-Encoding'],
      [undefined, 'Accept-Encoding'],
      [undefined, undefined],
    ]);
  });

  it.each([
    ['index-Ef34gh.css', 'text/css; charset=utf-8'],
    ['inter-1.woff2', 'font/woff2'],
    ['logo-1.svg', 'image/svg+xml; charset=utf-8'],
    ['alone-1.gz', 'application/octet-stream'],
  ])('has its media type: %s', async (name, type) => {
    const { status, headers } = await get(`/assets/${name}`);
    expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([
      200,
      type,
      'nosniff',
    ]);
  });

  it('has the bytes of the build, also if they are no text', async () => {
    const { body } = await get('/assets/inter-1.woff2', { 'Accept-Encoding': 'br' });
    expect(body.equals(FONT)).toBe(true);
  });

  it('answers HEAD, and 304 to a client that has it', async () => {
    const { headers, body } = await get(JS, { 'Accept-Encoding': 'br' });
    const head = await get(JS, { 'Accept-Encoding': 'br' }, 'HEAD');
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
      200,
      0,
      String(body.length),
    ]);
    const again = await get(JS, { 'Accept-Encoding': 'br', 'If-None-Match': String(headers.etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it('cannot be changed', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await get(JS, {}, method);
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
    }
  });

  it.each([
    'unknown-1.js',
    'index-Ab12_-cd.js.br',
    'index-Ab12_-cd.js.gz',
    'INDEX-Ab12_-cd.js',
    '',
    '__proto__',
  ])('is found by its exact name only: /assets/%s is 404', async (name) => {
    const { status, body } = await get(`/assets/${name}`, { Accept: 'text/html' });
    expect([status, JSON.parse(body.toString()).detail.error]).toEqual([404, 'not_found']);
  });

  it.each([
    '/assets/../index.html',
    '/assets/../documents.json',
    '/assets/..%2findex.html',
    '/assets/%2e%2e/documents.json',
    '/assets/..\\documents.json',
    '/assets/./index-Ab12_-cd.js',
    '/assets//index-Ab12_-cd.js',
    '/assets/index-Ab12_-cd.js%00.css',
    '/assets/../../../../../../etc/passwd',
    '/assets/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  ])('is never outside its folder: %s', async (path) => {
    const { status, body } = await exchange(service.url, requestText(`GET ${path}`, { Connection: 'close' }));
    expect([status, JSON.parse(body).detail.error]).toEqual([404, 'not_found']);
  });
});
