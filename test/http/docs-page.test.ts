import { describe, expect, it } from '@jest/globals';
import { asyncApiDocument } from '../../src/rest/asyncapi/document.ts';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { requestEncoded } from '../harness/raw-http.ts';
import { useTestService } from '../harness/use-service.ts';

const fetchPath = (path: string, init: RequestInit = {}) => fetch(`${service.url}${path}`, init);

const service = useTestService();

const FILES = [
  ['/docs', 'text/html; charset=utf-8'],
  ['/v1/openapi.json', 'application/json; charset=utf-8'],
  ['/v1/asyncapi.json', 'application/json; charset=utf-8'],
] as const;

describe('the documentation', () => {
  it.each(FILES)(
    'serves %s without a key, and answers 304 if the client has it already',
    async (path, type) => {
      const response = await fetchPath(path);
      expect([response.status, response.headers.get('Content-Type')]).toEqual([200, type]);
      expect((await response.text()).length).toBeGreaterThan(100);
      const etag = response.headers.get('ETag') ?? '';
      const again = await fetchPath(path, { headers: { 'If-None-Match': `"other", W/${etag}` } });
      expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', etag]);
      const other = await fetchPath(path, { headers: { 'If-None-Match': '"other"' } });
      expect(other.status).toBe(200);
      expect(response.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it.each([
    ['OpenAPI', '/v1/openapi.json', openApiDocument],
    ['AsyncAPI', '/v1/asyncapi.json', asyncApiDocument],
  ])('contains the %s document with which the tests compare messages', async (_name, path, document) => {
    const served = await (await fetchPath(path)).json();
    expect({ ...served, servers: document.servers }).toEqual(document);
  });

  it.each<[string, Record<string, string>, string | undefined]>([
    ['the host of the request', { Host: 'data.example:8080' }, 'http://data.example:8080'],
    [
      'https behind a proxy that ends TLS',
      { Host: 'data.example', 'X-Forwarded-Proto': 'https' },
      'https://data.example',
    ],
    [
      'http for another scheme',
      { Host: 'data.example', 'X-Forwarded-Proto': 'javascript' },
      'http://data.example',
    ],
    ['the host without anything else', { Host: 'data.example/"><x' }, 'http://data.example'],
    ['a relative one for a host that is none', { Host: 'a b' }, '/'],
    ['the address of the test', {}, undefined],
  ])('names %s as its server', async (_name, headers, url = service.url) => {
    const read = async (path: string) => {
      const { body, headers: sent } = await requestEncoded(new URL(path, service.url), headers);
      expect(sent.vary).toBe('X-Forwarded-Proto, Accept-Encoding');
      return JSON.parse(body.toString()).servers;
    };
    const description = 'The address through which this document was requested.';
    expect(await read('/v1/openapi.json')).toEqual([{ url, description }]);
    const servers = asyncApiDocument.servers as object;
    const [protocol, host] = url.split('://');
    expect(await read('/v1/asyncapi.json')).toEqual(
      url === '/' ? servers : { ...servers, service: { host, protocol, description } },
    );
  });

  it('writes an OpenAPI document for few addresses, whatever hosts callers send', async () => {
    const serverFor = async (host: string) => {
      const { body } = await requestEncoded(new URL('/v1/openapi.json', service.url), { Host: host });
      return JSON.parse(body.toString()).servers[0].url;
    };
    const first = await serverFor('host0.example');
    const servers: string[] = [];
    for (let sent = 1; sent < 20; sent += 1) servers.push(await serverFor(`host${sent}.example`));
    expect(servers.filter((url) => url !== '/').length).toBeLessThan(8);
    expect(servers.at(-1)).toBe('/');
    expect([first, await serverFor('host0.example')]).toEqual([
      'http://host0.example',
      'http://host0.example',
    ]);
  });

  it('serves no other file of its library', async () => {
    for (const name of ['package.json', 'index.html', 'swagger-ui.js', '..%2fpackage.json'])
      for (const folder of ['docs', 'assets'])
        expect((await fetchPath(`/${folder}/${name}`)).status).toBe(404);
  });
});
