import { type ErrorRequestHandler, type Request, type RequestHandler, Router } from 'express';
import type { Gate } from '../graphql/admission.ts';
import type { Context } from '../graphql/context.ts';
import { isIntrospection } from '../graphql/introspection.ts';
import { invalidApiKey } from '../graphql/principal.ts';
import { createGraphQLHandler, GRAPHQL_PATH, type GraphQLSettings } from '../graphql/yoga.ts';
import { Fault, validationFault } from '../lib/fault.ts';
import type { Logger } from '../lib/logger.ts';
import { isNestedBeyond } from '../lib/nesting.ts';
import { ONE_READ } from '../modules/limits/cost-class.ts';
import { jsonBody } from './body.ts';
import type { DoorHandler } from './door.ts';
import { notFound } from './errors.ts';
import { stateOf } from './request-state.ts';

/** The GraphQL door: GraphiQL for a browser that asks for a page, operations for holders of a key. */
export function createGraphQLRouter(
  identify: DoorHandler,
  contextOf: (req: Request) => Context,
  gate: Gate,
  logger: Logger,
  settings: GraphQLSettings,
): Router {
  const router = Router();
  const handler = createGraphQLHandler(contextOf, gate, logger, settings);
  router.use(nameRoute);
  if (!settings.graphiql) router.use(refusePage);
  router.use(refuseOtherMethods, identify, requireJson, jsonBody);
  router.use(createAdmission(settings), requireObject, requireJsonParameters, (req, res) =>
    handler(req, res),
  );
  router.use(chargeBroken(gate));
  return router;
}

/** A body that is no operation costs what an invalid document costs. */
function chargeBroken(gate: Gate): ErrorRequestHandler {
  return async (error, req, res, _next) => {
    if (!gate.hasSeen(req)) await gate.admit(req, res, ONE_READ);
    throw error;
  };
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

/** The page and the schema are public where they are there at all; everything else needs a key. */
function createAdmission({ introspection }: GraphQLSettings): RequestHandler {
  return (req, _res, next) => {
    if (stateOf(req).principal || wantsPage(req) || (introspection && isIntrospection(queryOf(req)))) {
      return next();
    }
    throw invalidApiKey();
  };
}

const refusePage: RequestHandler = (req, res, next) => (wantsPage(req) ? notFound(req, res, next) : next());

/** The types that GraphQL over HTTP has for a request. */
const MEDIA_TYPES = ['application/json', 'application/graphql+json'];

/**
 * GraphQL over HTTP asks for the type. It also keeps forms out: a page elsewhere can have a browser send text and
 * forms, but not JSON, without asking first (docs/decisions/0018).
 */
const requireJson: RequestHandler = (req, _res, next) => {
  if (req.method !== 'POST') return next();
  const type = (req.headers['content-type'] ?? '').toLowerCase().replace(/\s*;\s*/g, ';');
  if (!MEDIA_TYPES.includes(type.split(';', 1)[0] ?? '')) {
    throw new Fault('unsupported_media_type', 'Send the header Content-Type: application/json.');
  }
  // Yoga compares it letter by letter.
  req.headers['content-type'] = type;
  next();
};

/** Yoga would take what does not parse for a fault of ours. */
const requireJsonParameters: RequestHandler = (req, _res, next) => {
  for (const name of ['variables', 'extensions']) {
    const text = req.method === 'GET' ? req.query[name] : undefined;
    if (text !== undefined && text !== '' && !isJsonObject(text)) {
      const message = `must be a JSON object, nested at most ${MAX_VARIABLES_DEPTH} levels deep`;
      throw validationFault([{ pointer: `/${name}`, message }]);
    }
  }
  next();
};

/** Of no more depth than a body may have. */
function isJsonObject(text: unknown): boolean {
  try {
    const value: unknown = typeof text === 'string' ? JSON.parse(text) : undefined;
    return (
      value === null ||
      (typeof value === 'object' && !Array.isArray(value) && !isNestedBeyond(value, MAX_VARIABLES_DEPTH))
    );
  } catch {
    return false;
  }
}

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
