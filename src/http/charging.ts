import type { IncomingMessage } from 'node:http';
import type { ErrorRequestHandler } from 'express';
import type { Admission } from '../api/pipeline/admission.ts';
import { type DocumentCache, newDocuments } from '../graphql/documents.ts';
import type { Charge } from '../lib/cost-class.ts';
import { Fault } from '../lib/fault.ts';
import { queryOf } from '../lib/http-headers.ts';
import { textIn } from '../lib/json.ts';
import { callerOf } from './guards.ts';
import { announcedLength, encodingOf, LARGE_BODY_BYTES } from './read-json.ts';
import { type Middleware, stateOf } from './request.ts';

/*
 * What a request costs beside its operation: work that is done before the operation is known.
 */

const BYTES_PER_POINT = 16 * 1024;
/** Charged for a body whose length is unknown until it is read. */
const POINTS_OF_UNKNOWN_LENGTH = 2;

/** Documents up to this length are not charged for. */
const FREE_CHARACTERS = 2_000;
const CHARACTERS_PER_POINT = 1_000;

/**
 * Charges a long body before it is read: one `read` point for each started 16 KiB beyond the first 64 KiB. Reading and
 * parsing happen before the cost of the operation is known.
 */
export function chargeBodySize(admission: Admission): Middleware {
  return async (req, res, next) => {
    const length = encodingOf(req) === undefined ? announcedLength(req) : undefined;
    const points =
      length === undefined
        ? POINTS_OF_UNKNOWN_LENGTH
        : Math.ceil((length - LARGE_BODY_BYTES) / BYTES_PER_POINT);
    if (points > 0) await admission.admit(stateOf(req), res, [{ costClass: 'read', points }]);
    next();
  };
}

/**
 * Charges a long document that is not in the cache: one `read` point for each started 1,000 characters beyond the first
 * 2,000. Parsing and validating happen before the cost of the operation is known. Without this charge, a caller could
 * send invalid documents for next to nothing.
 *
 * @param maxCharacters longer documents are refused unparsed later, and are not charged here.
 */
export function chargeNewDocument(
  admission: Admission,
  { documents }: DocumentCache,
  maxCharacters: number,
): Middleware {
  return async (req, res, next) => {
    const text = textIn(req.method === 'GET' ? queryOf(req.url) : req.body, 'query') ?? '';
    const isNew = text.length > FREE_CHARACTERS && text.length <= maxCharacters && !documents.has(text);
    if (isNew) {
      const points = Math.ceil((text.length - FREE_CHARACTERS) / CHARACTERS_PER_POINT);
      await admission.admit(stateOf(req), res, [{ costClass: 'read', points }]);
      await newDocuments.turn(callerOf(res));
    }
    next();
  };
}

/** Charges a request that never became an operation, as reading and checking it was work. A refusal for load is free. */
export function chargeInvalid(admission: Admission, charges: readonly Charge[]): ErrorRequestHandler {
  return async (error: unknown, req: IncomingMessage, res, _next) => {
    const isOverload = error instanceof Fault && error.code === 'overloaded';
    const state = stateOf(req);
    if (!isOverload && !state.report.isAdmitted) await admission.admit(state, res, charges);
    throw error;
  };
}
