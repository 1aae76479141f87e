import type { ServerResponse } from 'node:http';
import { executeInTurn } from '../api/heavy.ts';
import { schema } from '../api/schema.ts';
import { prepareDocument } from '../graphql/compiled-queries.ts';
import type { Context } from '../graphql/context.ts';
import { toFault } from '../graphql/errors.ts';
import { toAnswerPieces, toAnswerText } from '../graphql/limits/answer-size.ts';
import { withTimeLimit } from '../graphql/limits/time-limit.ts';
import { entityTagOf } from '../lib/entity-tag.ts';
import type { Fault } from '../lib/fault.ts';
import { hasLongList } from '../lib/json-pieces.ts';
import { requireUser } from '../lib/principal.ts';
import { sendFile, sendJsonPieces, sendJsonText, sendNothing, sendTaggedJson } from '../lib/send.ts';
import type { RestRequest } from './input.ts';
import { linkToNext } from './paging.ts';
import { toProblem } from './problem.ts';
import { heedsKey, type Reply, type Route } from './route.ts';
import { sentNamesOf } from './sent-names.ts';

/**
 * The one handler of all REST routes: parses the parameters, runs the saved document in process, maps the result.
 * Everything that goes wrong is thrown as a Fault for the error handler.
 *
 * @param charge takes what the request costs with its variables, or throws.
 */
export function createRestHandler<R extends RestRequest>(
  route: Route,
  contextOf: (req: R) => Context,
  charge: (req: R, res: ServerResponse, variables: Record<string, unknown>) => Promise<void> | undefined,
): (req: R, res: ServerResponse) => Promise<void> {
  prepareDocument(schema, route.document);
  const repeatable = heedsKey(route);
  const inSentNames = sentNamesOf(route.document, route.sentAs);
  return async (req, res) => {
    const variables = route.readVariables(req);
    const pending = charge(req, res, variables);
    if (pending) await pending;
    const context = contextOf(req);
    context.report.operation = route.name;
    const perform = async (): Promise<Reply> => {
      if (route.needsUser) requireUser(context.principal);
      const result = await withTimeLimit(res, context, () =>
        executeInTurn({ schema, document: route.document, variables, context }),
      );
      if (result.errors?.[0]) throw inSentNames(toFault(result.errors[0]));
      return route.reply(result.data, variables);
    };
    const key = repeatable ? req.headers['idempotency-key'] : undefined;
    if (key !== undefined) await sendOnce(req, res, context, key, perform);
    else await sendReply(req, res, await perform(), context);
  };
}

/**
 * Sends what a route answered. JSON that was asked for by GET or HEAD has an entity tag, the route's own or that of its
 * text, and is not sent again to somebody who has it (RFC 9110, 13.1.2).
 */
async function sendReply(req: RestRequest, res: ServerResponse, reply: Reply, context: Context) {
  const { status, headers, body, nextCursor, movedTo, stream } = reply;
  res.setHeaders(new Map(Object.entries(headers)));
  if (movedTo !== undefined) {
    res.setHeader('Location', siblingOf(req.originalUrl, movedTo));
    // A company that was merged may come back: clients ask again each time.
    res.setHeader('Cache-Control', 'private, no-cache');
    return sendNothing(res, status);
  }
  if (nextCursor) res.setHeader('Link', linkToNext(req.originalUrl, nextCursor));
  if (stream) return sendFile(res, await stream(context));
  if (body === undefined) return sendNothing(res, status);
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  if (!isRead && hasLongList(body)) return sendJsonPieces(res, status, await toAnswerPieces(body, context));
  const text = toAnswerText(body, context);
  if (!isRead) return sendJsonText(res, status, text);
  // Kept by the caller alone, and shown only after asking: whoever lost access must not see it again.
  res.setHeader('Cache-Control', 'private, no-cache');
  return sendTaggedJson(res, status, text, headers.ETag ?? entityTagOf(text));
}

/**
 * Returns a reference to a URL with another last segment and the same query. It is relative to the path, so that it
 * holds behind a proxy that puts a prefix before it.
 */
function siblingOf(url: string, segment: string): string {
  const [path = '', ...query] = url.split('?');
  return [`${path.endsWith('/') ? '../' : ''}${segment}`, ...query].join('?');
}

/** Answers the first request with an Idempotency-Key by `perform`, and those after it as the first. */
async function sendOnce(
  req: RestRequest,
  res: ServerResponse,
  context: Context,
  header: string | string[],
  perform: () => Promise<Reply>,
): Promise<void> {
  const { method, originalUrl: url } = req;
  const content = { method, url, ifMatch: req.headers['if-match'] ?? null, body: req.body ?? null };
  let failed: Fault | undefined;
  const { answer, replayed } = await context.services.idempotency.once(
    { principal: context.principal, header, route: `${method} ${url.split('?', 1)[0]}`, content },
    async () => {
      try {
        const { status, headers, body } = await perform();
        const text = body === undefined ? null : toAnswerText(body, context);
        return { answer: { status, headers, body: text }, errors: [] };
      } catch (error) {
        failed = toFault(error);
        const { status, body } = toProblem(failed);
        return { answer: { status, headers: {}, body: JSON.stringify(body) }, errors: [failed.code] };
      }
    },
  );
  if (failed) throw failed;
  if (replayed) res.setHeader('Idempotency-Replayed', 'true');
  res.setHeaders(new Map(Object.entries(answer.headers)));
  if (answer.body === null) sendNothing(res, answer.status);
  else await sendJsonText(res, answer.status, answer.body);
}
