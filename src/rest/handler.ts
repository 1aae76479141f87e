import type { Request, RequestHandler } from 'express';
import type { Context } from '../graphql/context.ts';
import { toFault } from '../graphql/errors.ts';
import { executeOperation, prepareDocument } from '../graphql/execute.ts';
import { sendJson } from '../lib/send-json.ts';
import type { Route } from './route.ts';
import { parsePart } from './validate.ts';

/**
 * The one handler of all REST routes: parses the parameters, runs the saved document in process, maps the result.
 * Everything that goes wrong is thrown as a Fault for the error handler.
 */
export function createRestHandler(route: Route, contextOf: (req: Request) => Context): RequestHandler {
  prepareDocument(route.document);
  return async (req, res) => {
    const params = parsePart(route.schemas.params, req.params);
    const query = parsePart(route.schemas.query, req.query);
    const body = parsePart(route.schemas.body, req.body);
    const variables = route.variables({ params, query, body });
    const result = await executeOperation({ document: route.document, variables, context: contextOf(req) });
    if (result.errors?.[0]) throw toFault(result.errors[0]);
    const reply = route.reply(result.data);
    res.set(reply.headers ?? {});
    sendJson(res, reply.status ?? 200, reply.body);
  };
}
