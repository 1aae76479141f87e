import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { StartupError } from '../lib/fault.ts';

export interface HttpServer {
  /** The address to reach it by, without a trailing slash. */
  url: string;
  /** Takes no new connections, lets running requests finish, cuts off what is left after `timeoutMs`. */
  close(timeoutMs: number): Promise<void>;
}

export interface ListenOptions {
  host: string;
  port: number;
  /** How long an idle connection is kept: whoever calls should close it first (docs/operations.md). Node's 5 s if absent. */
  keepAliveMs?: number;
}

/** What an address is set by, for advice. */
const SETTINGS = { port: 'PORT', host: 'HOST' };

/**
 * Says early that a port cannot be used, before a database is started for nothing.
 *
 * @throws StartupError
 */
export async function assertPortIsFree(host: string, port: number, names = SETTINGS): Promise<void> {
  const server = createServer();
  await bind(server, host, port, names);
  await new Promise((resolve) => server.close(resolve));
}

/** @throws StartupError when the port is taken or may not be used. */
export async function listen(
  app: RequestListener,
  { host, port, keepAliveMs = 5_000 }: ListenOptions,
  names = SETTINGS,
): Promise<HttpServer> {
  const server = createServer({ keepAliveTimeout: keepAliveMs }, app);
  server.on('clientError', refuseBrokenRequest);
  await bind(server, host, port, names);
  return { url: urlOf(server, host), close: (timeoutMs) => close(server, timeoutMs) };
}

/** What Node could not read as a request at all is answered here, in the form of every other error. */
function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, message] = BROKEN_REQUESTS[error.code ?? ''] ?? [
    '400 Bad Request',
    'This is not an HTTP request.',
  ];
  const body = JSON.stringify({ detail: { error: 'bad_request', message } });
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${randomUUID()}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

const BROKEN_REQUESTS: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The address and headers are over 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time.'],
};

function bind(server: Server, host: string, port: number, names: typeof SETTINGS): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, host, port, names)));
    server.listen(port, host, resolve);
  });
}

function explain(error: NodeJS.ErrnoException, host: string, port: number, names: typeof SETTINGS): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartupError(
        `port ${port} on ${host} is in use; stop what listens there or set ${names.port}`,
      );
    case 'EACCES':
      return new StartupError(
        `port ${port} on ${host} may not be used by this user; set ${names.port} to 1024 or above`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartupError(`${names.host} ${host} is not an address of this machine`);
    default:
      return error;
  }
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

async function close(server: Server, timeoutMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // A connection that goes idle after its last answer would keep the server open until its keep-alive runs out.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const cutOff = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cutOff);
}
