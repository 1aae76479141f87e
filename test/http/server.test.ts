import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type HttpServer, listen } from '../../src/http/server.ts';

let server: HttpServer;

beforeAll(async () => {
  server = await listen((_req, res) => res.end('ok'), { host: '127.0.0.1', port: 0, keepAliveMs: 75_000 });
});
afterAll(() => server.close(0));

async function exchange(request: string): Promise<{ status: string | undefined; body: unknown }> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(request);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  expect(head).toMatch(/\r\nX-Request-Id: /);
  return { status: head.split('\r\n')[0], body: JSON.parse(body) };
}

describe('an idle connection', () => {
  it('is kept for the configured time, which callers can read in Keep-Alive', async () => {
    const { headers } = await fetch(server.url);
    expect(headers.get('connection')).toBe('keep-alive');
    expect(headers.get('keep-alive')).toBe('timeout=75');
  });
});

describe('input that is not an HTTP request', () => {
  it.each([
    ['nonsense', 'nonsense\r\n\r\n', 'HTTP/1.1 400 Bad Request', 'The request is not valid HTTP.'],
    [
      'endless headers',
      `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      'HTTP/1.1 431 Request Header Fields Too Large',
      'The request line and headers are larger than 16 KiB.',
    ],
  ])('gets an error of the usual form: %s', async (_name, request, status, message) => {
    expect(await exchange(request)).toEqual({
      status,
      body: { detail: { error: 'bad_request', message } },
    });
  });
});
