import type { ErrorRequestHandler } from 'express';
import { unexpectedFault } from '../database/unavailable.ts';
import { noteError } from '../graphql/error-report.ts';
import { toRequestError } from '../graphql/errors.ts';
import { Fault, validationFault } from '../lib/fault.ts';
import { logFault } from '../lib/log-fault.ts';
import type { Logger } from '../lib/logger.ts';
import { propertyOf } from '../lib/property.ts';
import { sendJson } from '../lib/send-json.ts';
import { RETRY_AFTER_SECONDS } from '../modules/idempotency/replay-log.ts';
import { toProblem } from '../rest/problem.ts';
import { type Middleware, pathOf } from './middleware.ts';
import { stateOf } from './request-state.ts';
import { hasUnreadBody, sendAndClose } from './unread-body.ts';

type ToResponse = (fault: Fault) => { status: number; body: object };

/**
 * Builds the GraphQL response for a request that never became an operation; GraphQL over HTTP gives it status 400. Yoga
 * reports the errors of operations.
 */
export const toGraphQLErrors: ToResponse = (fault) => {
  const status = fault.code === 'validation_error' ? 400 : toProblem(fault).status;
  return { status, body: { errors: [toRequestError(fault)] } };
};

/** Creates the handler that reports errors in the form of one API. */
function createErrorHandler(toResponse: ToResponse, logger: Logger): ErrorRequestHandler {
  return (error, req, res, next) => {
    const fault = toFault(error);
    noteError(stateOf(req).report, fault.code);
    logFault(logger, fault, 'a request failed', stateOf(req).requestId);
    if (res.headersSent) return next(error);
    if (fault.code === 'invalid_api_key') res.setHeader('WWW-Authenticate', 'Bearer realm="company-data"');
    res.setHeader('Cache-Control', 'no-store');
    res.removeHeader('ETag');
    res.removeHeader('Content-Encoding');
    const { retry_after } = fault.details;
    if (typeof retry_after === 'number') res.setHeader('Retry-After', retry_after);
    if (fault.code === 'idempotency_in_progress') res.setHeader('Retry-After', RETRY_AFTER_SECONDS);
    const { status, body } = toResponse(fault);
    if (!hasUnreadBody(req)) return sendJson(res, status, body);
    res.statusCode = status;
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    sendAndClose(req, res, JSON.stringify(body));
  };
}

export const restErrors = (logger: Logger) => createErrorHandler(toProblem, logger);
export const graphqlErrors = (logger: Logger) => createErrorHandler(toGraphQLErrors, logger);

export const notFound: Middleware = (req) => {
  throw new Fault('not_found', `There is nothing at ${req.method} ${pathOf(req)}.`);
};

/** Converts an error that Express raised. Unknown errors become internal or database faults. */
function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof URIError) {
    return validationFault([{ pointer: '', message: 'The path holds a broken percent-encoding.' }]);
  }
  if (isClientError(error))
    return new Fault('malformed_json', 'The body could not be read.', { cause: error });
  return unexpectedFault(error);
}

function isClientError(error: unknown): boolean {
  const status = propertyOf(error, 'status');
  return typeof status === 'number' && status >= 400 && status < 500;
}
