import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { Fault, type FaultCode, HTTP_STATUS, StartupError } from '../lib/fault.ts';
import { MAX_HEAD_BYTES } from '../lib/request-limits.ts';
import { toProblem } from '../rest/problem.ts';
import { deferContinue } from './read-json.ts';
import { DEFAULT_HEADERS, REQUEST_ID_HEADER, requestIdOf } from './request.ts';

export interface HttpServer {
  /** URL of the server, without a trailing slash. */
  url: string;
  /** Stops accepting connections, waits for running requests, and closes their connections after `timeoutMs`. */
  close(timeoutMs: number): Promise<void>;
}

interface ListenOptions {
  host: string;
  port: number;
  /** Milliseconds until an idle connection is closed; 5,000 if absent. Clients should close first (docs/operate/operations.md). */
  keepAliveMs?: number;
  /** Milliseconds in which a request must arrive, including its body; 60,000 if absent. */
  requestTimeoutMs?: number;
}

/** Time in which the headers of a request must arrive. */
const HEADERS_TIMEOUT_MS = 20_000;
/** Interval at which Node checks for requests that take too long. */
const CHECK_MS = 5_000;

/** Settings that error messages recommend. */
const SETTINGS = { port: 'PORT', host: 'HOST' };

/**
 * Fails early if a port cannot be used, before a database is started in vain.
 *
 * @throws StartupError
 */
export async function assertPortIsFree(host: string, port: number, names = SETTINGS): Promise<void> {
  const server = createServer();
  await bind(server, host, port, names);
  await new Promise((resolve) => server.close(resolve));
}

/** @throws StartupError when the port is in use or not permitted. */
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
      maxHeaderSize: MAX_HEAD_BYTES,
      // `requireHost` checks it, because Node's own response has no body.
      requireHostHeader: false,
    },
    withHost,
  );
  server.on('clientError', refuseBrokenRequest);
  server.on('checkContinue', deferContinue(withHost));
  server.on('checkExpectation', refuseExpectation);
  await bind(server, host, port, names);
  const { port: bound } = server.address() as AddressInfo;
  return { url: urlOf(host, bound), close: (timeoutMs) => close(server, timeoutMs) };
}

/**
 * Connections that the kernel queues until the process accepts them. Node's default of 511 fills up quickly when many
 * clients connect at once, and a client whose connection is dropped retries only after a second. The kernel may allow
 * fewer (somaxconn).
 */
const BACKLOG = 4096;

/** Refuses HTTP/1.1 requests without a Host header with 400, as RFC 9112, 3.2, requires. */
function requireHost(app: RequestListener): RequestListener {
  return (req, res) => {
    if (req.headers.host !== undefined || req.httpVersion !== '1.1') return app(req, res);
    refuse(req, res, 'bad_request', 'The Host header is missing; HTTP/1.1 requires it.');
  };
}

const refuseExpectation: RequestListener = (req, res) =>
  refuse(req, res, 'expectation_failed', 'The Expect header must be "100-continue", or absent.');

/** Refuses a request before it reaches the app, and closes the connection, because the body stays unread. */
function refuse(req: IncomingMessage, res: ServerResponse, code: FaultCode, message: string): void {
  const [headers, body] = lastResponse(code, message, requestIdOf(req));
  res.writeHead(HTTP_STATUS[code], headers.flat()).end(body);
}

/** Returns the headers and the body of an error after which the connection is closed. */
function lastResponse(code: FaultCode, message: string, requestId: string) {
  const body = JSON.stringify(toProblem(new Fault(code, message)).body);
  const headers = [
    ...DEFAULT_HEADERS,
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Connection', 'close'],
    ['Content-Length', `${Buffer.byteLength(body)}`],
    [REQUEST_ID_HEADER, requestId],
  ];
  return [headers, body] as const;
}

/** Connections whose request has a time limit of its own. */
const ownLimits = new WeakSet<Duplex>();

/**
 * Exempts a request from the time in which requests must arrive. The caller bounds the time of its body.
 *
 * @returns a function that ends this; call it before the next request of the connection.
 */
export function limitOwnTime({ socket }: IncomingMessage): () => void {
  ownLimits.add(socket);
  return () => ownLimits.delete(socket);
}

/** Answers input that Node could not parse as a request, in the format of all other errors. */
function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && ownLimits.has(socket)) return;
  // While a response is being sent, the client would take another one for a part of it.
  if (!socket.writable || socket.writableLength > 0 || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, message] = BROKEN_REQUESTS[error.code ?? ''] ?? [
    HTTP_STATUS.bad_request,
    'The request is not valid HTTP.',
  ];
  const [headers, body] = lastResponse('bad_request', message, randomUUID());
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}

/** HTTP has more exact statuses for some causes of `bad_request`. */
const BROKEN_REQUESTS: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The request line and headers are larger than 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
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
        `port ${port} on ${host} is in use; stop the program that listens there, or set ${names.port}`,
      );
    case 'EACCES':
      return new StartupError(
        `this user may not listen on port ${port} of ${host}; set ${names.port} to 1024 or above`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartupError(`${names.host} "${host}" is not an address of this machine`);
    default:
      return error;
  }
}

/** Returns the URL at which a server on this machine is reached, without a trailing slash. */
export function urlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

async function close(server: Server, timeoutMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that becomes idle after its last response would keep the server open until its keep-alive time ends.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const cutOff = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cutOff);
}
