import { type Request, type RequestHandler, Router } from 'express';
import type { Context } from '../graphql/context.ts';
import { isIntrospection } from '../graphql/introspection.ts';
import { invalidApiKey } from '../graphql/principal.ts';
import { createGraphQLHandler, GRAPHQL_PATH } from '../graphql/yoga.ts';
import { Fault, validationFault } from '../lib/fault.ts';
import type { Logger } from '../lib/logger.ts';
import { isNestedBeyond } from '../lib/nesting.ts';
import { jsonBody } from './body.ts';
import type { DoorHandler } from './door.ts';
import { stateOf } from './request-state.ts';

/** The GraphQL door: GraphiQL for a browser that asks for a page, operations for holders of a key. */
export function createGraphQLRouter(
  identify: DoorHandler,
  contextOf: (req: Request) => Context,
  logger: Logger,
): Router {
  const router = Router();
  const handler = createGraphQLHandler(contextOf, logger);
  router.use(nameRoute, refuseOtherMethods, identify, jsonBody, admit, requireObject, (req, res) =>
    handler(req, res),
  );
  return router;
}

/** No input of the schema needs as much; variables are coerced by recursion, whose depth the stack limits. */
const MAX_VARIABLES_DEPTH = 100;

const nameRoute: RequestHandler = (req, _res, next) => {
  stateOf(req).route = GRAPHQL_PATH;
  next();
};

const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'];

const refuseOtherMethods: RequestHandler = (req, res, next) => {
  if (METHODS.includes(req.method)) return next();
  res.setHeader('Allow', METHODS.join(', '));
  throw new Fault('method_not_allowed', `${req.method} is not possible here; use POST.`);
};

/** The page and the schema are public; everything else needs a key. */
const admit: RequestHandler = (req, _res, next) => {
  if (stateOf(req).principal || wantsPage(req) || isIntrospection(queryOf(req))) return next();
  throw invalidApiKey();
};

/** Yoga takes an empty body for one that it has yet to read, and would wait for it for ever. */
const requireObject: RequestHandler = (req, _res, next) => {
  const body: unknown = req.body;
  if (body === undefined) return next();
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw validationFault([{ pointer: '', message: 'must be a JSON object' }]);
  }
  if (Object.keys(body).length === 0) {
    throw validationFault([{ pointer: '/query', message: 'is missing; it must be a string' }]);
  }
  if ('variables' in body && isNestedBeyond(body.variables, MAX_VARIABLES_DEPTH)) {
    const message = `are nested deeper than ${MAX_VARIABLES_DEPTH} levels`;
    throw validationFault([{ pointer: '/variables', message }]);
  }
  next();
};

function wantsPage(req: Request): boolean {
  return req.method === 'GET' && req.accepts('json', 'html') === 'html';
}

function queryOf(req: Request): unknown {
  if (req.method === 'GET') return req.query.query;
  const body: unknown = req.body;
  return typeof body === 'object' && body !== null && 'query' in body ? body.query : undefined;
}
