import { type Request, type RequestHandler, Router } from 'express';
import type { Context } from '../graphql/context.ts';
import { Fault } from '../lib/fault.ts';
import { createRestHandler } from '../rest/handler.ts';
import { routes } from '../rest/routes.ts';
import { requireKey } from './authentication.ts';
import { jsonBody } from './body.ts';

/**
 * The REST door. A path is matched before its key is asked for, so that an unknown path is 404 and a wrong method 405
 * to everybody; nothing is read or run for a caller without a key.
 */
export function createRestRouter(identify: RequestHandler, contextOf: (req: Request) => Context): Router {
  const router = Router({ caseSensitive: true });
  const paths = new Set(routes.map((route) => route.path));
  for (const path of paths) {
    const here = routes.filter((route) => route.path === path);
    const endpoint = router.route(path);
    for (const route of here) {
      const handlers = [identify, requireKey, ...(route.method === 'GET' ? [] : [jsonBody])];
      const register = route.method.toLowerCase() as Lowercase<typeof route.method>;
      endpoint[register](...handlers, createRestHandler(route, contextOf));
    }
    endpoint.all(refuseMethod(here.map((route) => route.method)));
  }
  return router;
}

function refuseMethod(methods: readonly string[]): RequestHandler {
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return (req, res) => {
    res.setHeader('Allow', allowed);
    throw new Fault('method_not_allowed', `${req.method} is not possible here; use ${allowed}.`);
  };
}
