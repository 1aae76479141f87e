import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ExecutionResult } from 'graphql';
import { type FetchAPI, processRegularResult } from 'graphql-yoga';
import { acceptedMediaType, type MediaType } from '../graphql/media-type.ts';
import { DOCUMENT_ID, findNamed, type NamedDocuments } from '../graphql/persisted-documents.ts';
import { isJsonObject, type JsonObject } from '../lib/json-object.ts';
import { hasLongList, toJsonPieces } from '../lib/json-pieces.ts';
import { propertyOf } from '../lib/property.ts';
import { sendPieces, sendText } from '../lib/send.ts';
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
  if (!isName(operationName) || !isMap(variables) || !isMap(extensions)) return undefined;
  const query = findNamed(documents, body) ?? (documents.only ? undefined : textOf(body));
  return query === undefined ? undefined : { params: { query, operationName, variables }, mediaType };
}

/** Returns the text of the document; undefined if there is none, or if it has to be stored under a hash. */
function textOf({ query, extensions }: JsonObject): string | undefined {
  if (propertyOf(extensions, 'persistedQuery') !== undefined) return undefined;
  return typeof query === 'string' ? query : undefined;
}

function isName(value: unknown): value is string | null | undefined {
  return value === undefined || value === null || typeof value === 'string';
}

function isMap(value: unknown): value is Record<string, unknown> | null | undefined {
  return value === undefined || value === null || isJsonObject(value);
}

/** Takes what Yoga puts into a response. */
class PlainResponse {
  readonly text: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(text: string, { status, headers }: Pick<PlainResponse, 'status' | 'headers'>) {
    this.text = text;
    this.status = status;
    this.headers = headers;
  }
}

/** A response of the Fetch API costs more than everything else that a small response takes. */
const PLAIN_API = { Response: PlainResponse } as unknown as FetchAPI;

/** Sends a result with the status, the headers and the text that Yoga gives it. */
export function sendPlainResult(
  res: ServerResponse,
  result: ExecutionResult,
  mediaType: MediaType,
): void | Promise<void> {
  if (res.headersSent || res.destroyed) return;
  const isLarge = !result.errors && !result.extensions && hasLongList(result.data);
  const shown = isLarge ? { data: {} } : result;
  const response = processRegularResult(shown, PLAIN_API, mediaType) as unknown as PlainResponse;
  res.statusCode = response.status;
  for (const [name, value] of Object.entries(response.headers)) res.setHeader(name, value);
  return isLarge ? sendInPieces(res, result) : sendText(res, response.text);
}

/** Its size was checked, so that no limit applies here. */
async function sendInPieces(res: ServerResponse, { data }: ExecutionResult): Promise<void> {
  const pieces = await toJsonPieces({ data }, Number.POSITIVE_INFINITY);
  if (pieces && !res.destroyed) await sendPieces(res, pieces);
}
