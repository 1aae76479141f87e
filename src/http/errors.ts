import type { ServerResponse } from 'node:http';
import type { ErrorRequestHandler } from 'express';
import { unexpectedFault } from '../database/unavailable.ts';
import { noteError } from '../graphql/error-report.ts';
import { toPublicError } from '../graphql/errors.ts';
import { Fault, validationFault } from '../lib/fault.ts';
import { logFault } from '../lib/log-fault.ts';
import type { Logger } from '../lib/logger.ts';
import { sendJson } from '../lib/send-json.ts';
import { RETRY_AFTER_SECONDS } from '../modules/idempotency/memory.ts';
import { toProblem } from '../rest/problem.ts';
import { type DoorHandler, pathOf } from './door.ts';
import { stateOf } from './request-state.ts';

type Send = (res: ServerResponse, fault: Fault) => void;

const sendProblem: Send = (res, fault) => {
  const { status, body } = toProblem(fault);
  sendJson(res, status, body);
};

/** A request that is no operation is 400 here (GraphQL over HTTP); what is wrong inside one, Yoga answers. */
const sendGraphQLError: Send = (res, fault) => {
  const status = fault.code === 'validation_error' ? 400 : toProblem(fault).status;
  sendJson(res, status, { errors: [toPublicError(fault)] });
};

/** Answers an error in the form of the door that it came through. */
function createErrorHandler(send: Send, logger: Logger): ErrorRequestHandler {
  return (error, req, res, next) => {
    const fault = toFault(error);
    noteError(stateOf(req).report, fault.code);
    logFault(logger, fault, 'a request failed', stateOf(req).requestId);
    if (res.headersSent) return next(error);
    if (fault.code === 'invalid_api_key') res.setHeader('WWW-Authenticate', 'Bearer realm="company-data"');
    // The rest of a body that was refused is not read: the connection ends with the answer.
    if (fault.code === 'body_too_large') res.setHeader('Connection', 'close');
    if (fault.code === 'idempotency_in_progress') res.setHeader('Retry-After', RETRY_AFTER_SECONDS);
    const { retry_after } = fault.details;
    if (typeof retry_after === 'number') res.setHeader('Retry-After', retry_after);
    send(res, fault);
  };
}

export const restErrors = (logger: Logger) => createErrorHandler(sendProblem, logger);
export const graphqlErrors = (logger: Logger) => createErrorHandler(sendGraphQLError, logger);

export const notFound: DoorHandler = (req) => {
  throw new Fault('not_found', `There is nothing at ${req.method} ${pathOf(req)}.`);
};

/** The Fault of an error that Express or its body parser raised; an unknown one is a fault of ours. */
function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  switch (type) {
    case 'entity.too.large':
      return new Fault('body_too_large', 'The body is over 1 MiB. Send less at a time.');
    case 'entity.parse.failed':
    case 'request.aborted':
    case 'request.size.invalid':
    case 'encoding.invalid':
      return new Fault('malformed_json', 'The body is not valid JSON.', { cause: error });
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return new Fault('unsupported_media_type', 'The body must be JSON in UTF-8.', { cause: error });
  }
  if (error instanceof URIError) {
    return validationFault([{ pointer: '', message: 'The path holds a broken percent-encoding.' }]);
  }
  if (isClientError(error))
    return new Fault('malformed_json', 'The body could not be read.', { cause: error });
  return unexpectedFault(error);
}

function isClientError(error: unknown): boolean {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 500;
}
