import type { RequestListener } from 'node:http';
import { Router } from 'express';
import type { WorkKind } from '../modules/limits/work-queue.ts';
import { createRestHandler } from '../rest/handler.ts';
import { OPENAPI_PATH, PREFIX, readOpenApi } from '../rest/openapi/served.ts';
import { toProblem } from '../rest/problem.ts';
import type { Route } from '../rest/route.ts';
import { routes } from '../rest/routes.ts';
import { chargeFirst, chargeVariables, minimumCharges } from './admission.ts';
import type { ApiParts } from './api-parts.ts';
import { requireKey } from './authentication.ts';
import { heavyKinds, refuseWhenBusy } from './back-pressure.ts';
import { handleErrors, notFound, refuseMethod } from './errors.ts';
import { toListener } from './middleware.ts';
import { chargeBodySize } from './size-points.ts';
import { serveStatic } from './static-page.ts';

/** REST route whose operation needs slots. */
export interface HeavyRoute {
  method: string;
  /** Pattern of its path in Express' syntax. */
  route: string;
  kinds: readonly WorkKind[];
}

const heavyRoutes = routes.flatMap(({ method, path, document }): (HeavyRoute & { paths: RegExp })[] => {
  const kinds = heavyKinds(minimumCharges(document));
  const route = PREFIX + path;
  const pattern = route.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+');
  return kinds.length === 0 ? [] : [{ method, route, kinds, paths: new RegExp(`^${pattern}$`) }];
});

/** Returns the route of a request if its operation needs slots. */
export function heavyRouteOf(method: string | undefined, path: string): HeavyRoute | undefined {
  return heavyRoutes.find((each) => each.method === method && each.paths.test(path));
}

/**
 * Creates the REST API: Express' router on Node's server. The path is matched before the key is checked, so that an
 * unknown path is 404 and a wrong method 405 for everybody. Without a key no body is read and no operation runs.
 */
export function createRestApi(parts: ApiParts): RequestListener {
  const { first, identify, identifyAgain, contextOf, admission, work, transfer, logger } = parts;
  const router = Router({ caseSensitive: true });
  const chargeBody = chargeBodySize(admission);
  router.use(...first);
  for (const path of new Set(routes.map((route) => route.path))) {
    const here = routes.filter((route) => route.path === path);
    const endpoint = router.route(PREFIX + path);
    const refuse = refuseMethod(here.flatMap(methodsOf));
    // The router answers HEAD with the handler of GET, unless HEAD has one.
    if (here.some(({ method, charges }) => method === 'GET' && charges)) endpoint.head(refuse);
    for (const route of here) {
      const minimum = minimumCharges(route.document);
      const handlers = [
        identify,
        requireKey,
        transfer.refuseUnread,
        ...refuseWhenBusy(work, minimum),
        chargeFirst(admission, () => minimum),
        ...(route.method === 'GET' ? [] : [chargeBody, transfer.readBody, identifyAgain]),
      ];
      const charge = chargeVariables(admission, route.document, minimum);
      const register = route.method.toLowerCase() as Lowercase<typeof route.method>;
      endpoint[register](...handlers, createRestHandler(route, contextOf, charge));
    }
    endpoint.all(refuse);
  }
  router
    .route(OPENAPI_PATH)
    .get(serveStatic('application/json', readOpenApi()))
    .all(refuseMethod(['GET', 'HEAD']));
  router.use(notFound, handleErrors(toProblem, logger));
  return toListener(router);
}

function methodsOf({ method, charges }: Route): readonly string[] {
  return method === 'GET' && !charges ? ['GET', 'HEAD'] : [method];
}
