import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { DocumentNode, ExecutionResult } from 'graphql';
import {
  createYoga,
  getSSEProcessor,
  isAsyncIterable,
  type Plugin,
  processRegularResult,
} from 'graphql-yoga';
import type { Context, ServerContext } from '../graphql/context.ts';
import type { DocumentCache } from '../graphql/documents.ts';
import { acceptedMediaType, type MediaType } from '../graphql/media-type.ts';
import {
  DOCUMENT_ID,
  findNamed,
  hasIdAlone,
  type NamedDocuments,
  notTrusted,
  unknownDocument,
  usePersistedDocuments,
} from '../graphql/persisted-documents.ts';
import { queryOf } from '../lib/http-headers.ts';
import { isJsonObject, type JsonObject, propertyOf } from '../lib/json.ts';
import { hasLongList, toJsonPieces } from '../lib/json-writer.ts';
import type { Logger } from '../lib/logger.ts';
import type { RequestScope } from '../lib/request-context.ts';
import { sendBody, sendPieces, sendStream } from '../lib/send.ts';
import { createOperations, type Operations, type RequestParams } from './operations.ts';
import type { Pipeline } from './pipeline/pipeline.ts';

export const GRAPHQL_PATH = '/graphql';

/** Settings of the operator. */
export interface GraphQLSettings {
  /** Whether the schema can be read, which GraphiQL needs. */
  introspection: boolean;
  documents: NamedDocuments;
  /** Maximum size of a document. */
  maxDocumentBytes: number;
  /** Maximum cost of an operation. */
  maxCost: number;
  documentCache: DocumentCache;
}

type Answer = Awaited<ReturnType<Operations['run']>>;

/**
 * Runs operations by `operations`, and not by Yoga: it reads the parameters and writes the response.
 *
 * @param started answers of operations that ran already.
 */
function useOperations(
  operations: Operations,
  documents: NamedDocuments,
  started: WeakMap<IncomingMessage, Answer>,
): Plugin<object, ServerContext> {
  const found = new WeakMap<IncomingMessage, DocumentNode>();
  return {
    onParams({ params, setParams, setParamsHandler, context }) {
      const server = context as ServerContext;
      const { req } = server;
      const idInUrl = queryOf(req.url)[DOCUMENT_ID];
      const document = findNamed(documents, params, idInUrl);
      if (document) {
        found.set(req, document);
        // Yoga requires a text. Persisted queries would look the hash up among those that clients sent.
        setParams({ ...params, query: '', extensions: {} });
      } else if (documents.only) throw notTrusted();
      else if (hasIdAlone(params, idInUrl)) throw unknownDocument();
      setParamsHandler(({ params: { query = '', operationName, variables } }) => {
        const request = { query: found.get(req) ?? query, operationName, variables };
        return started.get(req) ?? operations.run(request, server);
      });
    },
    async onResultProcess({ result, setResult, setResultProcessor, serverContext }) {
      if (isAsyncIterable(result)) return setResultProcessor(getSSEProcessor(), 'text/event-stream');
      if (Array.isArray(result)) return undefined;
      const mediaType = acceptedMediaType(serverContext.req.headers.accept);
      if (mediaType) setResultProcessor(processRegularResult, mediaType);
      setResult(await operations.complete(result, serverContext));
    },
  };
}

/**
 * Creates the handler of the GraphQL API. Authentication and the body parser run before it. Plain requests are answered
 * directly, all others through Yoga. Both ways run operations and write responses by the same code.
 *
 * @param contextOf creates the context of resolvers for an authenticated request.
 * @param stateOf returns what is known of a request.
 */
export function createGraphQLHandler(
  contextOf: (req: IncomingMessage) => Context,
  stateOf: (req: IncomingMessage) => RequestScope,
  pipeline: Pipeline,
  logger: Logger,
  { documents, ...settings }: GraphQLSettings,
) {
  const operations = createOperations({ contextOf, stateOf, pipeline, logger, ...settings });
  const started = new WeakMap<IncomingMessage, Answer>();
  const yoga = createYoga<ServerContext>({
    parserAndValidationCache: false,
    graphqlEndpoint: GRAPHQL_PATH,
    landingPage: false,
    logging: false,
    cors: false,
    graphiql: false,
    extraParamNames: [DOCUMENT_ID],
    plugins: [
      useOperations(operations, documents, started),
      // Runs second, because a named document is not among those that clients sent.
      documents.only ? {} : usePersistedDocuments(),
    ],
    maskedErrors: { errorMessage: '', maskError: operations.show },
  });

  async function handleByYoga(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const response = await yoga.handleNodeRequestAndResponse(req, res, { req, res });
    await sendResponse(res, response);
  }

  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const plain = req.url === GRAPHQL_PATH ? readPlainRequest(req, documents) : undefined;
    if (!plain) return handleByYoga(req, res);
    const answer = await operations.run(plain.params, { req, res });
    if (!isAsyncIterable(answer)) {
      const result = await operations.complete(answer, { req, res });
      return sendPlainResult(res, result, plain.mediaType);
    }
    started.set(req, answer);
    return handleByYoga(req, res);
  };
}

/** Answers that are written event by event, for as long as somebody listens. */
const STREAMED = /^(?:text\/event-stream|multipart\/)/;

/**
 * Sends what Yoga answered, by the one way that counts bytes until they are read. Yoga's own would hold the text of the
 * answer for as long.
 */
async function sendResponse(res: ServerResponse, response: Response): Promise<void> {
  const { body, status, headers } = response;
  // Nobody has begun to read the body, and a stream of events ends with its connection (pipeline/subscribe.ts).
  if (res.headersSent || res.destroyed) return;
  res.statusCode = status;
  headers.forEach((value, name) => {
    if (name !== 'content-length') res.setHeader(name, value);
  });
  res.setHeader('Cache-Control', 'no-store');
  if (body && STREAMED.test(headers.get('content-type') ?? '')) {
    // Bytes, not objects: sixteen events would be read ahead of a slow reader otherwise.
    await sendStream(res, Readable.from(body, { objectMode: false }));
    return;
  }
  await sendBody(res, await response.text());
}

/** Request that is answered without Yoga. */
interface PlainRequest {
  params: RequestParams;
  /** Media type of the response. */
  mediaType: MediaType;
}

/**
 * Recognizes the request that nearly all clients send: a POST whose JSON body has the parameters of one operation, and
 * whose response may be JSON. Yoga takes all others, and says what is wrong with a malformed one.
 *
 * @returns undefined for a request that Yoga takes.
 */
function readPlainRequest(
  { method, headers, body }: IncomingMessage & { body?: unknown },
  documents: NamedDocuments,
): PlainRequest | undefined {
  if (method !== 'POST' || !isJsonObject(body)) return undefined;
  const mediaType = acceptedMediaType(headers.accept);
  if (!mediaType) return undefined;
  const { operationName, variables, extensions } = body;
  if (operationName != null && typeof operationName !== 'string') return undefined;
  if (!isMap(variables) || !isMap(extensions)) return undefined;
  const query = findNamed(documents, body) ?? (documents.only ? undefined : textOf(body));
  return query === undefined ? undefined : { params: { query, operationName, variables }, mediaType };
}

/** Returns the text of the document; undefined if there is none, or if it has to be stored under a hash. */
function textOf({ query, extensions }: JsonObject): string | undefined {
  if (propertyOf(extensions, 'persistedQuery') !== undefined) return undefined;
  return typeof query === 'string' ? query : undefined;
}

function isMap(value: unknown): value is Record<string, unknown> | null | undefined {
  return value === undefined || value === null || isJsonObject(value);
}

/** Sends a result as Yoga would: `regular.js` of its result processors decides about status and headers. */
async function sendPlainResult(
  res: ServerResponse,
  result: ExecutionResult,
  mediaType: MediaType,
): Promise<void> {
  if (res.headersSent || res.destroyed) return;
  res.statusCode = 200;
  res.setHeader('Content-Type', `${mediaType}; charset=utf-8`);
  const { data, errors, extensions } = result;
  if (errors) {
    res.statusCode = setStatusOf(res, result, mediaType);
    const shown = { ...result, errors: errors.map((error) => withoutHttp(error.toJSON())) };
    return sendBody(res, JSON.stringify(withoutHttp(shown)));
  }
  if (extensions || !hasLongList(data)) return sendBody(res, JSON.stringify(result));
  // Its size was checked, so that no limit applies here.
  const pieces = await toJsonPieces({ data }, Number.POSITIVE_INFINITY);
  if (pieces && !res.destroyed) await sendPieces(res, pieces);
}

/** Sets the headers that errors ask for. @returns the highest status of the result and of them; 200 without one */
function setStatusOf(
  res: ServerResponse,
  { errors = [], extensions: own }: ExecutionResult,
  mediaType: MediaType,
): number {
  let highest = Number(propertyOf(own?.http, 'status') ?? 0);
  for (const { extensions } of errors) {
    const { status = 0, headers = {}, spec = false } = extensions?.http ?? {};
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    // Clients that accept only application/json expect 200, whatever is wrong with the document.
    if (!(spec && mediaType === 'application/json')) highest = Math.max(highest, status);
  }
  return highest || 200;
}

/** Returns a result or an error as it is written. */
function withoutHttp({ extensions, ...shown }: { readonly extensions?: Readonly<Record<string, unknown>> }) {
  const { http: _, ...others } = extensions ?? {};
  return Object.keys(others).length > 0 ? { ...shown, extensions: others } : shown;
}
