import type { IncomingMessage, RequestListener } from 'node:http';
import { Router } from 'express';
import { minimumCharges, type Pipeline } from '../api/pipeline/pipeline.ts';
import type { Context } from '../graphql/context.ts';
import type { Logger } from '../lib/logger.ts';
import { createRestHandler } from '../rest/handler.ts';
import { ASYNCAPI_PATH, OPENAPI_PATH, PREFIX, readAsyncApi, readOpenApi } from '../rest/openapi/served.ts';
import { toProblem } from '../rest/problem.ts';
import type { Route } from '../rest/route.ts';
import { routes } from '../rest/routes.ts';
import { requireCaller } from './authentication.ts';
import { chargeBodySize, chargeInvalid } from './charging.ts';
import { refusePreflight } from './cors.ts';
import { serveApiDocument } from './docs-pages.ts';
import { handleErrors, notFound, refuseMethod } from './errors.ts';
import type { Guards } from './guards.ts';
import { type Middleware, toListener } from './request.ts';
import type { PlainRoute } from './session-routes.ts';

/** Parts that both APIs are built from. */
export interface ApiDependencies {
  /** Middleware that runs before all other. */
  first: readonly Middleware[];
  identify: Middleware;
  /** Runs after the body was read. */
  identifyAgain: Middleware;
  /** Creates the context of resolvers for an identified request. */
  contextOf: (req: IncomingMessage) => Context;
  pipeline: Pipeline;
  guards: Guards;
  logger: Logger;
}

/**
 * Creates the REST API: Express' router on Node's server. The path is matched before the key is checked, so that an
 * unknown path is 404 and a wrong method 405 for everybody. Without a key no body is read and no operation runs.
 */
export function createRestApi(parts: ApiDependencies, plainRoutes: readonly PlainRoute[]): RequestListener {
  const { first, identify, identifyAgain, contextOf, pipeline, guards, logger } = parts;
  const { admission } = pipeline;
  const readBody = [chargeBodySize(admission), guards.readBody, identifyAgain];
  const router = Router({ caseSensitive: true });
  router.use(...first);
  // Plain routes have few paths, and one of them would fall to a parameter of another route.
  for (const path of new Set([...plainRoutes, ...routes].map((route) => route.path))) {
    const here = routes.filter((route) => route.path === path);
    const plain = plainRoutes.filter((route) => route.path === path);
    const endpoint = router.route(PREFIX + path);
    const methods = [...here.flatMap(methodsOf), ...plain.map(({ method }) => method)];
    const refuse = refuseMethod(methods);
    for (const { method, steps, refused } of plain)
      endpoint[lowerCase(method)](...steps, ...(refused ? [refused] : []));
    // The router answers HEAD with the handler of GET, unless HEAD has one.
    if (here.some(({ method, charges }) => method === 'GET' && charges)) endpoint.head(refuse);
    for (const route of here) {
      endpoint[lowerCase(route.method)](
        identify,
        requireCaller,
        guards.refuseUnread,
        ...(route.method === 'GET' ? [] : readBody),
        createRestHandler(route, contextOf, pipeline),
        chargeInvalid(admission, minimumCharges(route.document)),
      );
    }
    endpoint.options(refusePreflight(methods)).all(refuse);
  }
  const documents = [
    [OPENAPI_PATH, readOpenApi()],
    [ASYNCAPI_PATH, readAsyncApi()],
  ] as const;
  for (const [path, writeFor] of documents)
    router
      .route(path)
      .get(serveApiDocument(writeFor))
      .options(refusePreflight(['GET', 'HEAD']))
      .all(refuseMethod(['GET', 'HEAD']));
  router.use(notFound, handleErrors(toProblem, logger));
  return toListener(router);
}

const lowerCase = <Method extends string>(method: Method) => method.toLowerCase() as Lowercase<Method>;

function methodsOf({ method, charges }: Route): readonly string[] {
  return method === 'GET' && !charges ? ['GET', 'HEAD'] : [method];
}
