import type { IncomingMessage, ServerResponse } from 'node:http';
import { executeInTurn } from '../api/heavy.ts';
import { schema } from '../api/schema.ts';
import type { Context } from '../graphql/context.ts';
import { toFault } from '../graphql/errors.ts';
import { operationNameOf, prepareDocument } from '../graphql/execute.ts';
import { withTimeLimit } from '../graphql/limits/time-limit.ts';
import { queryOf } from '../lib/query-string.ts';
import { heedsKey, type Reply, type Route } from './route.ts';
import { sendOnce } from './send-once.ts';
import { sendReply } from './send-reply.ts';
import { parsePart } from './validate.ts';

/** Node's request with what a router and a body parser add to it. */
export interface RestRequest extends IncomingMessage {
  originalUrl: string;
  params: unknown;
  body: unknown;
}

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
  const operation = operationNameOf(route.document);
  const repeatable = heedsKey(route);
  return async (req, res) => {
    const params = parsePart(route.schemas.params, req.params);
    const query = parsePart(route.schemas.query, queryOf(req.url));
    const body = route.schemas.body && parsePart(route.schemas.body, req.body);
    const input = { params, query, body, headers: req.headers };
    const variables = route.variables(input);
    const pending = charge(req, res, variables);
    if (pending) await pending;
    const context = contextOf(req);
    if (operation) context.report.operation = operation;
    const perform = async (): Promise<Reply> => {
      const result = await withTimeLimit(res, context, () =>
        executeInTurn({ schema, document: route.document, variables, context }),
      );
      if (result.errors?.[0]) throw toFault(result.errors[0]);
      return route.reply(result.data, input);
    };
    const key = repeatable ? req.headers['idempotency-key'] : undefined;
    if (key !== undefined) await sendOnce(req, res, context, key, perform);
    else await sendReply(req, res, await perform(), context);
  };
}
