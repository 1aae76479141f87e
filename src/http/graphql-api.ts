import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import express, { type Request, Router } from 'express';
import { schema } from '../api/schema.ts';
import { createGraphQLHandler, GRAPHQL_PATH, type GraphQLSettings } from '../api/yoga.ts';
import { acceptedMediaType, acceptsResponse } from '../graphql/media-type.ts';
import { DOCUMENT_ID } from '../graphql/persisted-documents.ts';
import {
  createPublicIntrospection,
  type PublicIntrospection,
  type PublicRequest,
} from '../graphql/public-introspection.ts';
import { ONE_READ } from '../lib/cost-class.ts';
import { Fault, validationFault } from '../lib/fault.ts';
import { partsOf, queryOf } from '../lib/http-headers.ts';
import { isJsonObject, isNestedBeyond } from '../lib/json.ts';
import { invalidApiKey } from '../lib/principal.ts';
import { sendBody } from '../lib/send.ts';
import { chargeBodySize, chargeInvalid, chargeNewDocument } from './charging.ts';
import { refusePreflight } from './cors.ts';
import { handleErrors, notFound, refuseMethod, toGraphQLErrors } from './errors.ts';
import { announcedLength, encodingOf, readJson } from './read-json.ts';
import { type Middleware, stateOf, toListener } from './request.ts';
import type { ApiDependencies } from './rest-api.ts';

/**
 * Creates the GraphQL API: GraphiQL for browsers, operations for callers with a key, introspection for everybody. Like the
 * REST API it runs on Node's own objects (docs/decisions/0009).
 *
 * @param page GraphiQL; browsers get 404 without it.
 */
export function createGraphQLApi(
  parts: ApiDependencies,
  settings: GraphQLSettings,
  page: Middleware | undefined,
): RequestListener {
  const { first, identify, identifyAgain, contextOf, pipeline, guards, logger } = parts;
  const { admission } = pipeline;
  const { documentCache, maxDocumentBytes } = settings;
  const handler = createGraphQLHandler(contextOf, stateOf, pipeline, logger, settings);
  // With trusted documents, only those run, and only for callers with a key.
  const isPublic = settings.introspection && !settings.documents.only;
  const introspection = isPublic ? createPublicIntrospection(schema) : undefined;
  const router = Router();
  router.use([
    ...first,
    beginOperation,
    page ? showPage(page) : refusePage,
    identify,
    refuseSessionInUrl,
    requireJson,
    answerWithoutKey(introspection),
    requireAcceptable,
    guards.refuseUnread,
    chargeBodySize(admission),
    guards.readBody,
    identifyAgain,
    requireParameters,
    chargeNewDocument(admission, documentCache, maxDocumentBytes),
    handler,
    chargeInvalid(admission, ONE_READ),
    handleErrors(toGraphQLErrors, logger),
  ]);
  return toListener(router);
}

/** Answers browsers with GraphiQL. */
function showPage(page: Middleware): Middleware {
  return (req, res, next) => {
    if (!wantsPage(req)) return next();
    res.appendHeader('Vary', 'Accept');
    return page(req, res, next);
  };
}

const PARAMETERS: ReadonlySet<string> = new Set([
  ...['query', 'operationName', 'variables', 'extensions'],
  DOCUMENT_ID,
]);

/** Deeper than any input of the schema. Variables are coerced recursively, so their depth must be bounded. */
const MAX_VARIABLES_DEPTH = 100;

const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'];

const refuse = refuseMethod(METHODS, 'POST');
const preflight = refusePreflight(METHODS);

/** Names the route, and refuses other methods. */
const beginOperation: Middleware = (req, res, next) => {
  stateOf(req).route = GRAPHQL_PATH;
  if (req.method === 'OPTIONS') return preflight(req, res, next);
  return METHODS.includes(req.method ?? '') ? next() : refuse(req, res, next);
};

/** A link, an image or a frame of another site can send GET with the session of a person (contract, section 17). */
const refuseSessionInUrl: Middleware = (req, _res, next) => {
  if (req.method === 'POST' || !stateOf(req).principal?.isSession) return next();
  throw new Fault(
    'cross_site_request',
    'A session runs GraphQL by POST only. Send the operation as JSON, or an API key in the X-API-Key header.',
  );
};

const refusePage: Middleware = (req, res, next) => (wantsPage(req) ? notFound(req, res, next) : next());

/** Media types of requests (GraphQL over HTTP). */
const MEDIA_TYPES = ['application/json', 'application/graphql+json'];

/**
 * Requires a JSON media type, as GraphQL over HTTP does. This also prevents cross-site request forgery: a page of another
 * origin can make a browser send text and forms without a CORS preflight, but not JSON (docs/decisions/0018).
 */
const requireJson: Middleware = (req, _res, next) => {
  const sent = req.headers['content-type'] ?? '';
  if (req.method !== 'POST' || MEDIA_TYPES.includes(sent)) return next();
  const parts = partsOf(sent.toLowerCase());
  if (!MEDIA_TYPES.includes(parts[0] ?? '')) {
    throw new Fault('unsupported_media_type', 'Send the header Content-Type: application/json.');
  }
  // Yoga compares the header literally.
  req.headers['content-type'] = parts.join(';');
  next();
};

/** Refuses a request before it runs if its client accepts no response. Yoga would run it, and answer without a body. */
const requireAcceptable: Middleware = (req, _res, next) => {
  if (acceptsResponse(req.headers.accept)) return next();
  throw new Fault(
    'not_acceptable',
    'The header Accept allows no media type of GraphQL. Send Accept: application/json.',
  );
};

/**
 * Refuses malformed parameters, in the URL of GET and in the body. Yoga takes an empty object for a body that is still
 * unread, and waits forever.
 */
const requireParameters: Middleware = (req, _res, next) => {
  if (req.method === 'GET') checkUrl(req.url);
  const body: unknown = req.body;
  if (body === undefined) return next();
  if (!isJsonObject(body)) throw validationFault([{ pointer: '', message: 'must be a JSON object' }]);
  // GraphQL over HTTP requires that other keys are ignored.
  for (const name of Object.keys(body)) if (!PARAMETERS.has(name)) Reflect.deleteProperty(body, name);
  if (Object.keys(body).length === 0)
    throw validationFault([{ pointer: '/query', message: 'is missing; it must be a string' }]);
  if ('variables' in body && isNestedBeyond(body.variables, MAX_VARIABLES_DEPTH)) {
    const message = `are nested deeper than ${MAX_VARIABLES_DEPTH} levels`;
    throw validationFault([{ pointer: '/variables', message }]);
  }
  next();
};

/** Refuses what Yoga would report as an internal error. */
function checkUrl(url: string | undefined): void {
  const query = queryOf(url);
  for (const name of ['variables', 'extensions']) {
    const text = query[name];
    if (text !== undefined && text !== '' && !isShallowObject(text)) {
      const message = `must be a JSON object, nested at most ${MAX_VARIABLES_DEPTH} levels deep`;
      throw validationFault([{ pointer: `/${name}`, message }]);
    }
  }
}

/** Returns whether a text is a JSON object, or null, within the depth limit of variables. */
function isShallowObject(text: unknown): boolean {
  try {
    const value: unknown = typeof text === 'string' ? JSON.parse(text) : undefined;
    return value === null || (isJsonObject(value) && !isNestedBeyond(value, MAX_VARIABLES_DEPTH));
  } catch {
    return false;
  }
}

function wantsPage(req: IncomingMessage): boolean {
  if (req.method !== 'GET' && req.method !== 'HEAD') return false;
  // Needs the headers only, which Node's own request has as well.
  return express.request.accepts.call(req as Request, 'json', 'html') === 'html';
}

/** Five times the size of a typical introspection query. */
const MAX_BODY_BYTES = 16 * 1024;

/**
 * Answers requests without a key: introspection from a cache or a short computation, and 401 for everything else. A body
 * is read only if it is short and not compressed.
 *
 * @param introspection undefined if the schema is not public; then no body is read at all.
 */
function answerWithoutKey(introspection: PublicIntrospection | undefined): Middleware {
  return async (req, res, next) => {
    if (stateOf(req).principal) return next();
    const request = introspection && (await readRequest(req, res));
    const answer = request && (await introspection?.answer(request));
    if (!answer) throw invalidApiKey();
    res.setHeader(
      'Content-Type',
      `${acceptedMediaType(req.headers.accept) ?? 'application/json'}; charset=utf-8`,
    );
    await sendBody(res, answer, true);
  };
}

async function readRequest(req: IncomingMessage, res: ServerResponse): Promise<PublicRequest | undefined> {
  if (req.method !== 'POST') {
    const { query, operationName, variables } = queryOf(req.url);
    return { query, operationName, variables: variables && parseJson(variables) };
  }
  if (encodingOf(req) !== undefined || (announcedLength(req) ?? 0) > MAX_BODY_BYTES) return undefined;
  const body = await readJson(req, res, MAX_BODY_BYTES).catch(() => undefined);
  if (!isJsonObject(body)) return undefined;
  const { query, operationName, variables } = body;
  return { query, operationName, variables };
}

/** @returns the text itself if it is not JSON; as variables it is then refused. */
function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return text;
  }
}
