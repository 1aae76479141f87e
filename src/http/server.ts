import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { StartupError } from '../lib/fault.ts';
import { withoutContinue } from './continue.ts';
import { REQUEST_ID_HEADER, requestIdOf } from './request-id.ts';

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
  /** How long a request may take to arrive, its body included. */
  requestTimeoutMs?: number;
}

/** How long the headers of a request may take. */
const HEADERS_TIMEOUT_MS = 20_000;
/** How often Node looks for requests that took too long. */
const CHECK_MS = 5_000;

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
  { host, port, keepAliveMs = 5_000, requestTimeoutMs = 60_000 }: ListenOptions,
  names = SETTINGS,
): Promise<HttpServer> {
  const withHost = requireHost(app);
  const server = createServer(
    {
      keepAliveTimeout: keepAliveMs,
      requestTimeout: requestTimeoutMs,
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestTimeoutMs),
      connectionsCheckingInterval: CHECK_MS,
      // Node's own answer has no body.
      requireHostHeader: false,
    },
    withHost,
  );
  server.on('clientError', refuseBrokenRequest);
  server.on('checkContinue', withoutContinue(withHost));
  server.on('checkExpectation', refuseExpectation);
  await bind(server, host, port, names);
  return { url: urlOf(server, host), close: (timeoutMs) => close(server, timeoutMs) };
}

/**
 * Connections that the system keeps until they are accepted. Node's 511 are full in a moment when many open at once; a
 * caller whose connection is dropped then tries again only after a second. The system may allow fewer (somaxconn).
 */
const BACKLOG = 4096;

/** HTTP/1.1 asks for a Host (RFC 9112, 3.2), and for this answer without one. */
function requireHost(app: RequestListener): RequestListener {
  return (req, res) => {
    if (req.headers.host !== undefined || req.httpVersion !== '1.1') return app(req, res);
    refuse(req, res, 400, 'bad_request', 'The request has no Host header, which HTTP/1.1 requires.');
  };
}

const refuseExpectation: RequestListener = (req, res) =>
  refuse(req, res, 417, 'expectation_failed', 'Of expectations, only 100-continue can be met.');

/** Answers a request that never reaches the app, and closes: its body is not read. */
function refuse(
  ...[req, res, status, error, message]: [...Parameters<RequestListener>, number, string, string]
) {
  const body = JSON.stringify({ detail: { error, message } });
  res.writeHead(status, {
    ...ERROR_HEADERS,
    'Content-Length': Buffer.byteLength(body),
    [REQUEST_ID_HEADER]: requestIdOf(req),
  });
  res.end(body);
}

const ERROR_HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  Connection: 'close',
};

/** What Node could not read as a request at all is answered here, in the form of every other error. */
function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  // In the middle of an answer, another one would be taken for a part of it.
  if (!socket.writable || socket.writableLength > 0 || error.code === 'ECONNRESET') {
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
      ...Object.entries(ERROR_HEADERS).map(([name, value]) => `${name}: ${value}`),
      `Content-Length: ${Buffer.byteLength(body)}`,
      `${REQUEST_ID_HEADER}: ${randomUUID()}`,
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
    server.listen({ port, host, backlog: BACKLOG }, resolve);
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
