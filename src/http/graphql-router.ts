import type { IncomingMessage, RequestListener } from 'node:http';
import express, { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import type { Gate } from '../graphql/admission.ts';
import type { Context } from '../graphql/context.ts';
import { graphiqlPage } from '../graphql/graphiql-page.ts';
import { createPublicIntrospection } from '../graphql/public-introspection.ts';
import { schema } from '../graphql/schema.ts';
import { createGraphQLHandler, GRAPHQL_PATH, type GraphQLSettings } from '../graphql/yoga.ts';
import { Fault, validationFault } from '../lib/fault.ts';
import type { Logger } from '../lib/logger.ts';
import { isNestedBeyond } from '../lib/nesting.ts';
import { queryOf } from '../lib/query-string.ts';
import { ONE_READ } from '../modules/limits/cost-class.ts';
import type { WorkQueue } from '../modules/limits/work-queue.ts';
import { refusesDocumentWhenBusy } from './back-pressure.ts';
import { type DoorHandler, isBelow } from './door.ts';
import type { Edge } from './edge.ts';
import { graphqlErrors, notFound } from './errors.ts';
import { pageSecurity } from './page-security.ts';
import { answerWithoutKey } from './public-graphql.ts';
import { stateOf } from './request-state.ts';
import { chargesBody, chargesDocument } from './size-points.ts';
import { serveStatic } from './static-page.ts';

/** Whether a request is for the GraphQL API. */
export function isGraphQL(url = ''): boolean {
  return isBelow(GRAPHQL_PATH, url);
}

/**
 * The GraphQL API: GraphiQL for a browser that asks for a page, operations for holders of a key, and the schema for
 * everybody. As the REST API it runs on Node's own objects (docs/decisions/0009).
 *
 * @param first runs before everything else.
 */
export function createGraphQLApi(
  first: readonly DoorHandler[],
  identify: DoorHandler,
  contextOf: (req: IncomingMessage) => Context,
  gate: Gate,
  logger: Logger,
  settings: GraphQLSettings,
  work: WorkQueue | undefined,
  { refuseUnread, readBody }: Edge,
): RequestListener {
  const router = Router();
  const handler = createGraphQLHandler(contextOf, gate, logger, settings);
  // Only registered documents run where there are any, and only for those who have a key.
  const isPublic = settings.introspection && !settings.trustedDocuments;
  const introspection = isPublic ? createPublicIntrospection(schema) : undefined;
  router.use(...first, nameRoute, settings.graphiql ? showPage() : refusePage);
  router.use(refuseOtherMethods, identify, requireJson, answerWithoutKey(introspection));
  router.use(refuseUnread, chargesBody(gate), readBody);
  router.use(refusesDocumentWhenBusy(work, settings.documentCache), requireObject, requireJsonParameters);
  router.use(chargesDocument(gate, settings.documentCache, settings.maxDocumentBytes));
  router.use((req, res) => handler(req, res));
  router.use(chargeBroken(gate), graphqlErrors(logger));
  // The router asks for no more than Node's objects; only its types speak of Express'.
  return (req, res) => router(req as Request, res as Response, () => res.destroy());
}

/** Sends GraphiQL to who wants a page: made once, the same buffer for everybody. */
function showPage(): DoorHandler {
  const page = serveStatic('text/html', graphiqlPage());
  return (req, res, next) => {
    if (!wantsPage(req)) return next();
    res.appendHeader('Vary', 'Accept');
    pageSecurity(req, res, (error) => (error ? next(error) : page(req, res, next)));
  };
}

/** A body that is no operation costs what an invalid document costs. */
function chargeBroken(gate: Gate): ErrorRequestHandler {
  return async (error, req, res, _next) => {
    const isOverload = error instanceof Fault && error.code === 'overloaded';
    if (!isOverload && !gate.hasSeen(req)) await gate.admit(req, res, ONE_READ);
    throw error;
  };
}

/** No input of the schema needs as much; variables are coerced by recursion, whose depth the stack limits. */
const MAX_VARIABLES_DEPTH = 100;

const nameRoute: DoorHandler = (req, _res, next) => {
  stateOf(req).route = GRAPHQL_PATH;
  next();
};

const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'];

const refuseOtherMethods: DoorHandler = (req, res, next) => {
  if (METHODS.includes(req.method ?? '')) return next();
  res.setHeader('Allow', METHODS.join(', '));
  throw new Fault('method_not_allowed', `${req.method} is not possible here; use POST.`);
};

const refusePage: DoorHandler = (req, res, next) => (wantsPage(req) ? notFound(req, res, next) : next());

/** The types that GraphQL over HTTP has for a request. */
const MEDIA_TYPES = ['application/json', 'application/graphql+json'];

/**
 * GraphQL over HTTP asks for the type. It also keeps forms out: a page elsewhere can have a browser send text and
 * forms, but not JSON, without asking first (docs/decisions/0018).
 */
const requireJson: DoorHandler = (req, _res, next) => {
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
const requireJsonParameters: DoorHandler = (req, _res, next) => {
  if (req.method !== 'GET') return next();
  const query = queryOf(req.url);
  for (const name of ['variables', 'extensions']) {
    const text = query[name];
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
const requireObject: DoorHandler = (req, _res, next) => {
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

function wantsPage(req: IncomingMessage): boolean {
  if (req.method !== 'GET' && req.method !== 'HEAD') return false;
  // Reads one header, which Node's own request has, too.
  return express.request.accepts.call(req as Request, 'json', 'html') === 'html';
}
