import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ExecutionResult, GraphQLError } from 'graphql';
import { acceptedMediaType, type MediaType } from '../graphql/media-type.ts';
import { DOCUMENT_ID, findNamed, type NamedDocuments } from '../graphql/persisted-documents.ts';
import { isJsonObject, type JsonObject } from '../lib/json-object.ts';
import { hasLongList, toJsonPieces } from '../lib/json-pieces.ts';
import { propertyOf } from '../lib/property.ts';
import { sendBody, sendPieces } from '../lib/send.ts';
import type { RequestParams } from './operations.ts';

/** Request that is answered without Yoga. */
export interface PlainRequest {
  params: RequestParams;
  /** Media type of the response. */
  mediaType: MediaType;
}

const PARAMETERS: ReadonlySet<string> = new Set([
  'query',
  'operationName',
  'variables',
  'extensions',
  DOCUMENT_ID,
]);

/**
 * Recognizes the request that nearly all clients send: a POST whose JSON body has the parameters of one operation, and
 * whose response may be JSON. Yoga takes all others, and says what is wrong with a malformed one.
 *
 * @returns undefined for a request that Yoga takes.
 */
export function readPlainRequest(
  { method, headers, body }: IncomingMessage & { body?: unknown },
  documents: NamedDocuments,
): PlainRequest | undefined {
  if (method !== 'POST' || !isJsonObject(body)) return undefined;
  const mediaType = acceptedMediaType(headers.accept);
  if (!mediaType) return undefined;
  for (const name in body) if (!PARAMETERS.has(name)) return undefined;
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
export async function sendPlainResult(
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
    return sendBody(res, JSON.stringify({ ...result, errors: errors.map(withoutHttp) }));
  }
  if (extensions || !hasLongList(data)) return sendBody(res, JSON.stringify(result));
  // Its size was checked, so that no limit applies here.
  const pieces = await toJsonPieces({ data }, Number.POSITIVE_INFINITY);
  if (pieces && !res.destroyed) await sendPieces(res, pieces);
}

/** Sets the headers that errors ask for. @returns the highest status among them; 200 without one */
function setStatusOf(res: ServerResponse, { errors = [] }: ExecutionResult, mediaType: MediaType): number {
  let highest = 0;
  for (const { extensions } of errors) {
    const { status = 0, headers = {}, spec = false } = extensions?.http ?? {};
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    // GraphQL over HTTP gives answers in application/json the status 200, whatever is wrong with the document.
    if (!(spec && mediaType === 'application/json')) highest = Math.max(highest, status);
  }
  return highest || 200;
}

/** Returns an error as it is written. */
function withoutHttp(error: GraphQLError): object {
  const { extensions, ...shown } = error.toJSON();
  const { http, ...others } = extensions ?? {};
  return Object.keys(others).length > 0 ? { ...shown, extensions: others } : shown;
}
