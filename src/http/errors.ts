import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorRequestHandler } from 'express';
import { unexpectedFault } from '../database/errors.ts';
import { noteError, toRequestError } from '../graphql/errors.ts';
import { acceptedMediaType, type MediaType } from '../graphql/media-type.ts';
import { Fault, HTTP_STATUS, validationFault } from '../lib/fault.ts';
import { propertyOf } from '../lib/json.ts';
import { type Logger, logFault } from '../lib/logger.ts';
import { sendBody } from '../lib/send.ts';
import { toProblem } from '../rest/problem.ts';
import { announcedLength, awaitsContinue, hasBody } from './read-json.ts';
import { type Middleware, pathOf, stateOf } from './request.ts';

/** Media type: JSON unless it says otherwise. */
type ToResponse = (
  fault: Fault,
  req: IncomingMessage,
) => { status: number; body: object; mediaType?: MediaType };

/**
 * Builds the GraphQL response for a request that never became an operation. Malformed parameters are 400 for clients that accept only
 * application/json. src/api reports the errors of operations.
 */
export const toGraphQLErrors: ToResponse = (fault, req) => {
  const mediaType = acceptedMediaType(req.headers.accept) ?? 'application/json';
  const isOlder = mediaType === 'application/json' && fault.code === 'validation_error';
  const status = isOlder ? 400 : toProblem(fault).status;
  return { status, body: { errors: [toRequestError(fault)] }, mediaType };
};

/** Creates the handler that reports errors in the form of one API. */
export function handleErrors(toResponse: ToResponse, logger: Logger): ErrorRequestHandler {
  return (error, req, res, next) => {
    const fault = toFault(error);
    noteError(stateOf(req).report, res, fault.code);
    logFault(logger, fault, 'a request failed', stateOf(req).requestId);
    if (res.headersSent) return next(error);
    // Each 401 needs a challenge (RFC 9110, 15.5.2).
    if (HTTP_STATUS[fault.code] === 401) res.setHeader('WWW-Authenticate', 'Bearer realm="company-data"');
    res.setHeader('Cache-Control', 'no-store');
    res.removeHeader('ETag');
    res.removeHeader('Content-Encoding');
    const { retry_after } = fault.details;
    if (typeof retry_after === 'number') res.setHeader('Retry-After', retry_after);
    const { status, body, mediaType = 'application/json' } = toResponse(fault, req);
    res.statusCode = status;
    res.setHeader('Content-Type', `${mediaType}; charset=utf-8`);
    const text = JSON.stringify(body);
    if (!hasUnreadBody(req)) return sendBody(res, text);
    sendAndClose(req, res, text);
  };
}

export const notFound: Middleware = (req) => {
  throw new Fault('not_found', `There is nothing at ${req.method} ${pathOf(req)}.`);
};

/** Creates the handler of all methods that a path does not support. @param use methods that the message recommends. */
export function refuseMethod(methods: readonly string[], use = methods.join(', ')): Middleware {
  return (req, res) => {
    res.setHeader('Allow', methods.join(', '));
    throw new Fault('method_not_allowed', `${req.method} is not allowed; use ${use}.`);
  };
}

/** Converts an error that Express raised. Unknown errors become internal or database faults. */
function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof URIError) {
    return validationFault([{ pointer: '', message: 'The path holds a broken percent-encoding.' }]);
  }
  const status = propertyOf(error, 'status');
  const isOfClient = typeof status === 'number' && status >= 400 && status < 500;
  if (isOfClient) return new Fault('malformed_json', 'The body could not be read.', { cause: error });
  return unexpectedFault(error);
}

/** Size up to which a refused body is read and discarded, so that the connection stays usable. */
const SMALL_BYTES = 64 * 1024;
/** Bounds on discarding a larger body. A client that is still sending reads the response only afterwards. */
const DISCARDED_BYTES = 4 * 1024 * 1024;
const DISCARD_MS = 2_000;

/** Returns whether a large part of the request's body has not arrived yet, or may never arrive. */
function hasUnreadBody(req: IncomingMessage): boolean {
  if (req.complete || !hasBody(req)) return false;
  return awaitsContinue(req) || (announcedLength(req) ?? Number.POSITIVE_INFINITY) > SMALL_BYTES;
}

/**
 * Sends a last response, then closes the connection. Before closing, it discards a bounded part of the body that is still
 * arriving: if a socket is closed with unread input, the kernel drops a response that the client has not read yet.
 */
function sendAndClose(req: IncomingMessage, res: ServerResponse, text: string): void {
  res.setHeader('Connection', 'close');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  if (awaitsContinue(req) || req.method === 'HEAD') {
    res.end(text);
    return;
  }
  res.write(text);
  let discarded = 0;
  const timer = setTimeout(end, DISCARD_MS).unref();
  function end(): void {
    clearTimeout(timer);
    req.off('data', discard);
    if (!res.writableEnded) res.end();
  }
  function discard(chunk: Buffer): void {
    discarded += chunk.length;
    if (discarded > DISCARDED_BYTES) end();
  }
  req.on('data', discard).once('end', end).once('close', end).once('error', end);
  req.resume();
}
