import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import type { Context } from '../graphql/context.ts';
import { toFault } from '../graphql/errors.ts';
import { executeOperation, operationNameOf, prepareDocument } from '../graphql/execute.ts';
import { withTimeLimit } from '../graphql/limits/time-limit.ts';
import { sendJson, sendNothing, sendStream } from '../lib/send-json.ts';
import type { Route } from './route.ts';
import { parsePart } from './validate.ts';

/** Node's request with what a router and a body parser add to it. */
export interface RestRequest extends IncomingMessage {
  params: unknown;
  body: unknown;
}

/**
 * The one handler of all REST routes: parses the parameters, runs the saved document in process, maps the result.
 * Everything that goes wrong is thrown as a Fault for the error handler.
 */
export function createRestHandler<R extends RestRequest>(
  route: Route,
  contextOf: (req: R) => Context,
): (req: R, res: ServerResponse) => Promise<void> {
  prepareDocument(route.document);
  const operation = operationNameOf(route.document);
  return async (req, res) => {
    const params = parsePart(route.schemas.params, req.params);
    const query = parsePart(route.schemas.query, queryOf(req.url));
    const body = parsePart(route.schemas.body, req.body);
    const input = { params, query, body, headers: req.headers };
    const variables = route.variables(input);
    const context = contextOf(req);
    if (operation) context.report.operation = operation;
    const result = await withTimeLimit(res, context.limits.timeoutMs, () =>
      executeOperation({ document: route.document, variables, context }),
    );
    if (result.errors?.[0]) throw toFault(result.errors[0]);
    const reply = route.reply(result.data, input);
    for (const [name, value] of Object.entries(reply.headers ?? {})) res.setHeader(name, value);
    if (reply.stream) await sendStream(res, await reply.stream(context));
    else if (reply.body === undefined) sendNothing(res, reply.status ?? 204);
    else sendJson(res, reply.status ?? 200, reply.body);
  };
}

/** A plain object: what `parse` returns has no prototype, and zod takes that for something else. */
function queryOf(url = ''): Record<string, unknown> {
  const start = url.indexOf('?');
  return start < 0 ? {} : { ...parse(url.slice(start + 1)) };
}
