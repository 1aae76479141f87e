import type { IncomingMessage, ServerResponse } from 'node:http';
import { invalidApiKey } from '../graphql/principal.ts';
import type { PublicIntrospection, PublicRequest } from '../graphql/public-introspection.ts';
import { queryOf } from '../lib/query-string.ts';
import { sendBytes } from '../lib/send-bytes.ts';
import type { DoorHandler } from './door.ts';
import { announcedLength, encodingOf, readJson } from './read-json.ts';
import { stateOf } from './request-state.ts';

/** An introspection query of a tool takes a fifth of it. */
const MAX_BODY_BYTES = 16 * 1024;

/**
 * Answers requests without a key: introspection that the cache or a short computation has an answer to, and 401 to
 * everything else. A body is read only if it is short and not compressed.
 *
 * @param introspection undefined where the schema is not public: then no body is read at all.
 */
export function answerWithoutKey(introspection: PublicIntrospection | undefined): DoorHandler {
  return async (req, res, next) => {
    if (stateOf(req).principal) return next();
    const request = introspection && (await readRequest(req, res));
    const answer = request && (await introspection?.answer(request));
    if (!answer) throw invalidApiKey();
    res.setHeader('Content-Type', `${mediaTypeOf(req)}; charset=utf-8`);
    res.setHeader('Content-Length', answer.length);
    sendBytes(res, answer, true);
  };
}

async function readRequest(req: IncomingMessage, res: ServerResponse): Promise<PublicRequest | undefined> {
  if (req.method !== 'POST') {
    const { query, operationName, variables } = queryOf(req.url);
    return { query, operationName, variables: variables && parseJson(variables) };
  }
  if (encodingOf(req) !== undefined || (announcedLength(req) ?? 0) > MAX_BODY_BYTES) return undefined;
  const body = await readJson(req, res, MAX_BODY_BYTES).catch(() => undefined);
  if (typeof body !== 'object' || body === null || !('query' in body)) return undefined;
  return {
    query: body.query,
    operationName: 'operationName' in body ? body.operationName : undefined,
    variables: 'variables' in body ? body.variables : undefined,
  };
}

/** @returns what variables cannot be, for what does not parse. */
function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return text;
  }
}

/** The type that the client names first, of those that GraphQL over HTTP has. */
function mediaTypeOf({ headers }: IncomingMessage): string {
  for (const range of (headers.accept ?? '').toLowerCase().split(',')) {
    const type = range.split(';', 1)[0]?.trim();
    if (type === 'application/graphql-response+json') return type;
    if (type === 'application/json' || type === '*/*') break;
  }
  return 'application/json';
}
