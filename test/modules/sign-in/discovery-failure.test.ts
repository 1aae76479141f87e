import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer, type Server } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { checkIssuer } from '../../../src/modules/doctor/sign-in.ts';
import { explainDiscovery } from '../../../src/modules/sign-in/discovery-failure.ts';
import { createCertificate } from '../../harness/certificate.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const check = (issuer: string) =>
  checkIssuer({ oidc: { issuer, clientId: 'x', clientSecret: undefined, label: 'x' } });

/** Serves answers to the request of the discovery document. */
async function answer(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(listener))}`;
}

it('a refused connection and an unknown name are said', async () => {
  const port = await listen(createTcpServer());
  const [server] = servers.splice(0);
  await new Promise((resolve) => server?.close(resolve));
  const refused = `http://127.0.0.1:${port}`;
  expect(await check(refused)).toEqual({
    state: 'failure',
    message: `${refused} cannot be used: 127.0.0.1:${port} refuses connections (ECONNREFUSED)`,
    remedy: 'start the provider, or correct the host and port in OIDC_ISSUER',
  });
  expect(await check('https://login.invalid')).toMatchObject({
    message: expect.stringMatching(
      /: no (server has the name|DNS server answers for) login\.invalid \(E\w+\)$/,
    ),
    remedy: 'correct the host in OIDC_ISSUER, or the DNS of this machine',
  });
});

it('a certificate that is not trusted is said', async () => {
  const { key, cert } = createCertificate();
  const port = await listen(createTlsServer({ key, cert }, (_req, res) => res.end()));
  expect(await check(`https://127.0.0.1:${port}`)).toMatchObject({
    message: expect.stringMatching(/the certificate of 127\.0\.0\.1:\d+ is not accepted: .+ \([A-Z_]+\)$/),
    remedy: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
  });
});

it('a status, a page and another issuer are said', async () => {
  const json = { 'Content-Type': 'application/json' };
  const missing = await answer((_req, res) => res.writeHead(404).end());
  const moved = await answer((_req, res) => res.writeHead(302, { Location: '/login' }).end());
  const page = await answer((_req, res) => res.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>'));
  const broken = await answer((_req, res) => res.writeHead(200, json).end('{'));
  const other = await answer((_req, res) => res.writeHead(200, json).end('{"issuer":"https://b.example"}'));
  const closing = await answer((req) => req.socket.destroy());
  for (const [url, message] of [
    [missing, '{} answers with HTTP status 404'],
    [moved, '{} answers with HTTP status 302'],
    [page, '{} sends no JSON as its discovery document (OAUTH_RESPONSE_IS_NOT_JSON)'],
    [broken, '{} sends no JSON as its discovery document (OAUTH_PARSE_ERROR)'],
    [other, 'its discovery document names the issuer https://b.example'],
  ] as const)
    expect(await check(url)).toEqual({
      state: 'failure',
      message: `${url} cannot be used: ${message.replace('{}', new URL(url).host)}`,
      remedy: expect.stringContaining('correct OIDC_ISSUER'),
    });
  expect(await check(closing)).toMatchObject({ message: expect.stringContaining('closed the connection') });
});

it('a time-out, a proxy without effect and an unknown failure are said, and causes end', () => {
  const issuer = 'https://login.example';
  const late = new Error('x', { cause: Object.assign(new Error('y'), { name: 'TimeoutError' }) });
  const { message, remedy } = explainDiscovery(late, issuer, {});
  expect(message).toBe('login.example does not answer in time (OAUTH_TIMEOUT)');
  expect(explainDiscovery(late, issuer, { HTTPS_PROXY: 'http://proxy' })).toEqual({
    message,
    remedy: `${remedy}; HTTPS_PROXY has no effect without NODE_USE_ENV_PROXY=1`,
  });
  const set = { HTTPS_PROXY: 'http://proxy', NODE_USE_ENV_PROXY: '1' };
  expect(explainDiscovery(late, issuer, set)).toEqual({ message, remedy });
  const endless = Object.assign(new Error('odd'), { cause: undefined as unknown });
  endless.cause = endless;
  expect(explainDiscovery(endless, issuer, {}).message).toMatch(/^odd: odd/);
  expect(explainDiscovery(new Error('a', { cause: new Error('b') }), issuer, {}).message).toBe('a: b');
});
