import { hash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConsole } from '../../src/http/console.ts';
import { loadGuide } from '../../src/http/guide.ts';
import { buildConsole } from '../harness/console.ts';
import { buildGuide, ERRORS, INLINE } from '../harness/guide.ts';
import { requestEncoded } from '../harness/raw-http.ts';
import { startTestService, type TestService } from '../harness/service.ts';

let guide: Awaited<ReturnType<typeof buildGuide>>;
let built: Awaited<ReturnType<typeof buildConsole>>;
let service: TestService;
/** Another one, without a guide. */
let plain: TestService;

beforeAll(async () => {
  guide = await buildGuide();
  built = await buildConsole();
  const consoleFiles = loadConsole(built.folder);
  service = await startTestService({ guideFiles: loadGuide(guide.folder), consoleFiles });
  plain = await startTestService({ beside: service, consoleFiles });
});
afterAll(async () => {
  await plain.close();
  await service.close();
  await guide.remove();
  await built.remove();
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET', from = service) =>
  requestEncoded(new URL(path, from.url), headers, { method });

const HTML = 'text/html; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const ASK = 'public, no-cache';
const FOREVER = 'public, max-age=31536000, immutable';

describe('the guide', () => {
  it.each([
    ['/guide/', HTML, ASK],
    ['/guide/errors', HTML, ASK],
    ['/guide/errors?from=link', HTML, ASK],
    ['/guide/decisions/', HTML, ASK],
    ['/guide/decisions/0001-first', HTML, ASK],
    ['/guide/hashmap.json', 'application/json; charset=utf-8', ASK],
    ['/guide/files/schema.graphql', TEXT, ASK],
    ['/guide/assets/app.Ab12_-cd.js', SCRIPT, FOREVER],
    ['/guide/assets/chunks/theme.Ef34_-gh.js', SCRIPT, FOREVER],
  ])('is served without a key: %s', async (path, type, caching) => {
    const { status, headers } = await get(path);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, type, caching]);
  });

  it.each([
    ['/guide', 'guide/'],
    ['/guide/decisions', 'decisions/'],
  ])('redirects from %s to its folder, also behind a proxy that adds a prefix', async (path, location) => {
    const { status, headers } = await get(path);
    expect([status, headers.location]).toEqual([301, location]);
  });

  it('sends a page as the build compressed it, and 304 to a client that has it', async () => {
    const page = await get('/guide/errors', { 'Accept-Encoding': 'br, gzip' });
    expect([page.headers['content-encoding'], page.headers.vary]).toEqual(['br', 'Accept-Encoding']);
    expect(brotliDecompressSync(page.body).toString()).toBe(ERRORS);
    const fresh = await get('/guide/errors', {
      'Accept-Encoding': 'br',
      'If-None-Match': String(page.headers.etag),
    });
    expect([fresh.status, fresh.body.length]).toEqual([304, 0]);
    const head = await get('/guide/errors', {}, 'HEAD');
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
      200,
      0,
      String(Buffer.byteLength(ERRORS)),
    ]);
  });

  it('runs its own files and the scripts that its build wrote into pages, nothing else', async () => {
    const digestOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
    for (const path of ['/guide/', '/guide/unknown']) {
      const { headers } = await get(path);
      const policy = String(headers['content-security-policy']).split(';');
      expect(policy.slice(0, 2)).toEqual(["default-src 'none'", expect.stringMatching(/^script-src /)]);
      expect(policy[1]?.split(' ').slice(1).sort()).toEqual(
        ["'self'", digestOf(INLINE), digestOf('other()')].sort(),
      );
    }
  });

  it.each([
    '/guide/unknown',
    '/guide/errors/',
    '/guide/errors.html',
    '/guide/errors.html.br',
    '/guide/404',
    '/guide/llms.txt',
    '/guide/..%2fllms.txt',
    '/guide/__proto__',
  ])('has a page for what does not exist: %s', async (path) => {
    const { status, headers, body } = await get(path);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([404, HTML, 'no-store']);
    expect(body.toString()).toContain('<title>Not found</title>');
  });

  it('cannot be changed', async () => {
    for (const path of ['/guide', '/guide/', '/guide/errors', '/guide/unknown']) {
      const { status, headers } = await get(path, {}, 'POST');
      expect([path, status, headers.allow]).toEqual([path, 405, 'GET, HEAD']);
    }
  });

  it('is linked from the console', async () => {
    const [page, without] = await Promise.all(
      [service, plain].map((each) => get('/', { Accept: 'text/html' }, 'GET', each)),
    );
    expect(page?.body.toString()).toContain('<meta name="guide" content="/guide/">\n</head>');
    expect(without?.body.toString()).not.toContain('guide');
  });

  it('must be complete', async () => {
    const broken = await buildGuide();
    await rm(join(broken.folder, '404.html'));
    expect(() => loadGuide(broken.folder)).toThrow(`${broken.folder}/404.html is missing; run npm run docs`);
    await broken.remove();
  });
});

describe('a service without the guide', () => {
  it('starts, and says at /guide how it is built', async () => {
    expect(loadGuide(join(guide.folder, 'nothing'))).toBeUndefined();
    for (const path of ['/guide', '/guide/', '/guide/errors']) {
      const { status, body } = await get(path, {}, 'GET', plain);
      const message = 'The guide is not built. Run npm run docs, then start the service again.';
      expect([status, JSON.parse(body.toString())]).toEqual([
        404,
        { detail: { error: 'not_found', message } },
      ]);
    }
  });

  it.each(['/llms.txt', '/guided'])('has nothing at %s', async (path) => {
    const { status, body } = await get(path, {}, 'GET', plain);
    expect([status, JSON.parse(body.toString()).detail.message]).toEqual([
      404,
      `There is nothing at GET ${path}.`,
    ]);
  });
});
