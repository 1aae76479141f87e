import type { ErrorRequestHandler } from 'express';
import { unexpectedFault } from '../database/unavailable.ts';
import { noteError } from '../graphql/error-report.ts';
import { toRequestError } from '../graphql/errors.ts';
import { Fault, validationFault } from '../lib/fault.ts';
import { logFault } from '../lib/log-fault.ts';
import type { Logger } from '../lib/logger.ts';
import { sendJson } from '../lib/send-json.ts';
import { RETRY_AFTER_SECONDS } from '../modules/idempotency/memory.ts';
import { toProblem } from '../rest/problem.ts';
import { type DoorHandler, pathOf } from './door.ts';
import { leavesBody, sendAndClose } from './refuse-body.ts';
import { stateOf } from './request-state.ts';

type Answer = (fault: Fault) => { status: number; body: object };

/** A request that is no operation is 400 here (GraphQL over HTTP); what is wrong inside one, Yoga answers. */
export const toGraphQLAnswer: Answer = (fault) => {
  const status = fault.code === 'validation_error' ? 400 : toProblem(fault).status;
  return { status, body: { errors: [toRequestError(fault)] } };
};

/** Answers an error in the form of the door that it came through. */
function createErrorHandler(answer: Answer, logger: Logger): ErrorRequestHandler {
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
    const { status, body } = answer(fault);
    if (!leavesBody(req)) return sendJson(res, status, body);
    res.statusCode = status;
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    sendAndClose(req, res, JSON.stringify(body));
  };
}

export const restErrors = (logger: Logger) => createErrorHandler(toProblem, logger);
export const graphqlErrors = (logger: Logger) => createErrorHandler(toGraphQLAnswer, logger);

export const notFound: DoorHandler = (req) => {
  throw new Fault('not_found', `There is nothing at ${req.method} ${pathOf(req)}.`);
};

/** The Fault of an error that Express raised; an unknown one is a fault of ours. */
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
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 500;
}
