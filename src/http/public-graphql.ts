import type { IncomingMessage, ServerResponse } from 'node:http';
import { acceptedMediaType } from '../graphql/media-type.ts';
import type { PublicIntrospection, PublicRequest } from '../graphql/public-introspection.ts';
import { isJsonObject } from '../lib/json-object.ts';
import { invalidApiKey } from '../lib/principal.ts';
import { queryOf } from '../lib/query-string.ts';
import { sendBody } from '../lib/send.ts';
import type { Middleware } from './middleware.ts';
import { announcedLength, encodingOf, readJson } from './read-json.ts';
import { stateOf } from './request-state.ts';

/** Five times the size of a typical introspection query. */
const MAX_BODY_BYTES = 16 * 1024;

/**
 * Answers requests without a key: introspection from a cache or a short computation, and 401 for everything else. A body
 * is read only if it is short and not compressed.
 *
 * @param introspection undefined if the schema is not public; then no body is read at all.
 */
export function answerWithoutKey(introspection: PublicIntrospection | undefined): Middleware {
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
