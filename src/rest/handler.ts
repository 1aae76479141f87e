import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ExecutionResult } from 'graphql';
import type { Operation, Outcome, Pipeline, Repeat } from '../api/pipeline/pipeline.ts';
import type { Context } from '../graphql/context.ts';
import { toFault } from '../graphql/errors.ts';
import { toAnswerPieces, toAnswerText } from '../graphql/limits/answer-size.ts';
import { Fault, invalidValue } from '../lib/fault.ts';
import { entityTagOf } from '../lib/http-headers.ts';
import { hasLongList } from '../lib/json-writer.ts';
import { requireUser } from '../lib/principal.ts';
import { sendFile, sendJsonPieces, sendJsonText, sendNothing, sendTaggedJson } from '../lib/send.ts';
import type { RestRequest } from './input.ts';
import { atPath, fromProblem, restNamesOf, toProblem } from './problem.ts';
import { heedsKey, type Reply, type Route } from './route.ts';

/** What a route answers: a reply whose body is text, a long one in pieces, or the fault that the operation ended with. */
type Answer = Fault | Reply<string | Buffer[]>;

/**
 * Returns the function that runs a route: it makes an operation of the parameters and the saved document, and returns its answer.
 *
 * @throws Fault of the parameters, or of the operation
 */
export function createRouteRunner(route: Route, pipeline: Pipeline) {
  const { document, needsUser } = route;
  const repeatable = heedsKey(route);
  // HEAD has the route of GET.
  const isRead = route.method === 'GET';
  const inRestNames = restNamesOf(document, route.sentAs);
  return async (req: RestRequest, context: Context, res: ServerResponse): Promise<Exclude<Answer, Fault>> => {
    const variables = route.readVariables(req);
    context.report.operation = route.name;
    if (needsUser) requireUser(context.principal);
    if (isRead && route.charges && context.principal.isSession) requireFree(route, variables);
    const operation: Operation = {
      document,
      variables,
      context,
      res,
      isSaved: true,
      isFile: route.fileTypes !== undefined,
    };
    const repeat = repeatable ? repeatOf(req) : undefined;
    const answer = async ({ data, errors }: ExecutionResult): Promise<Answer> => {
      try {
        if (errors?.[0]) return atPath(route.path, inRestNames(toFault(errors[0])));
        const { status, headers, body, nextCursor, movedTo, stream } = route.reply(data, variables);
        let written: string | Buffer[] | undefined;
        if (body !== undefined)
          written =
            !isRead && hasLongList(body) ? await toAnswerPieces(body, context) : toAnswerText(body, context);
        return { status, headers, body: written, nextCursor, movedTo, stream };
      } catch (error) {
        return toFault(error);
      }
    };
    const answered = await pipeline.run(operation, answer, repeat);
    if (answered instanceof Fault) throw answered;
    return answered;
  };
}

/**
 * The one handler of all REST routes: runs the route, and sends its answer. Everything that goes wrong is thrown as a Fault
 * for the error handler.
 */
export function createRestHandler<R extends RestRequest & IncomingMessage>(
  route: Route,
  contextOf: (req: R) => Context,
  pipeline: Pipeline,
): (req: R, res: ServerResponse) => Promise<void> {
  const run = createRouteRunner(route, pipeline);
  return async (req, res) => {
    const context = contextOf(req);
    await send(req, res, await run(req, context, res), context, route.method === 'GET');
  };
}

/** Another site can make a browser follow a link, with the session of a person. @throws Fault validation_error */
function requireFree({ freeWith }: Route, variables: Readonly<Record<string, unknown>>): void {
  if (variables[freeWith] != null) return;
  const message =
    'must be there with a session, because a link never spends credits: pay by POST, and download what its answer names';
  throw invalidValue(`/${freeWith}`, message);
}

/**
 * Sends what a route answered. JSON that was asked for by GET or HEAD has an entity tag, the route's own or that of its
 * text, and is not sent again to somebody who has it (RFC 9110, 13.1.2).
 */
async function send(
  req: RestRequest,
  res: ServerResponse,
  reply: Exclude<Answer, Fault>,
  context: Context,
  isRead: boolean,
) {
  const { status, headers, body, nextCursor, movedTo, stream } = reply;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (movedTo !== undefined) {
    res.setHeader('Location', siblingOf(req.originalUrl, movedTo));
    // A company that was merged may come back: clients ask again each time.
    res.setHeader('Cache-Control', 'private, no-cache');
    return sendNothing(res, status);
  }
  if (nextCursor) res.setHeader('Link', linkToNext(req.originalUrl, nextCursor));
  if (stream) return sendFile(res, await stream(context));
  if (body === undefined) return sendNothing(res, status);
  if (typeof body !== 'string') return sendJsonPieces(res, status, body);
  if (!isRead) return sendJsonText(res, status, body);
  // Kept by the caller alone, and shown only after asking: whoever lost access must not see it again.
  res.setHeader('Cache-Control', 'private, no-cache');
  return sendTaggedJson(res, status, body, headers.ETag ?? entityTagOf(body));
}

/** Parameters that say how the first page is made; its cursor leads on from there. */
const FIRST_PAGE_ONLY = ['offset', 'force_refresh'];

/**
 * Writes the header Link to the next page (RFC 8288): the path that was asked for, with its other parameters.
 *
 * @param url path and query of the request.
 */
function linkToNext(url: string, cursor: string): string {
  const [path, query] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  for (const name of FIRST_PAGE_ONLY) parameters.delete(name);
  parameters.set('cursor', cursor);
  return `<${path}?${parameters}>; rel="next"`;
}

/**
 * Returns a reference to a URL with another last segment and the same query. It is relative to the path, so that it
 * holds behind a proxy that puts a prefix before it.
 */
function siblingOf(url: string, segment: string): string {
  const [path = '', ...query] = url.split('?');
  return [`${path.endsWith('/') ? '../' : ''}${segment}`, ...query].join('?');
}

/** Returns how a request with an Idempotency-Key is repeated. */
function repeatOf({ method, originalUrl: url, headers, body }: RestRequest): Repeat<Answer> | undefined {
  const header = headers['idempotency-key'];
  if (header === undefined) return undefined;
  const content = { method, url, ifMatch: headers['if-match'] ?? null, body: body ?? null };
  return { header, route: `${method} ${url.split('?', 1)[0]}`, content, keep, recall };
}

/** Keeps the answer of a mutation, whose body is JSON or absent. */
function keep(answer: Answer): Outcome {
  if (answer instanceof Fault) {
    const { status, body } = toProblem(answer);
    return { answer: { status, headers: {}, body: JSON.stringify(body) }, errors: [answer.code] };
  }
  const { status, headers, body = null } = answer;
  const text = Array.isArray(body) ? Buffer.concat(body).toString() : body;
  return { answer: { status, headers, body: text }, errors: [] };
}

function recall({ status, headers, body }: Outcome['answer']): Answer {
  if (status >= 400 && body !== null) return fromProblem(status, JSON.parse(body));
  return {
    status,
    headers,
    body: body ?? undefined,
    nextCursor: undefined,
    movedTo: undefined,
    stream: undefined,
  };
}
