import type { RequestListener } from 'node:http';
import { type Request, type Response, Router } from 'express';
import type { Gate } from '../graphql/admission.ts';
import type { Context } from '../graphql/context.ts';
import { Fault } from '../lib/fault.ts';
import type { Logger } from '../lib/logger.ts';
import type { WorkKind, WorkQueue } from '../modules/limits/work-queue.ts';
import { createRestHandler } from '../rest/handler.ts';
import { OPENAPI_PATH, openApiText, PREFIX } from '../rest/openapi/served.ts';
import type { Route } from '../rest/route.ts';
import { routes } from '../rest/routes.ts';
import { requireKey } from './authentication.ts';
import { heavyKinds, refusesWhenBusy } from './back-pressure.ts';
import { type DoorHandler, type DoorRequest, isBelow } from './door.ts';
import type { Edge } from './edge.ts';
import { notFound, restErrors } from './errors.ts';
import { admits, chargesVariables, minimumCharges } from './gate.ts';
import { chargesBody } from './size-points.ts';
import { serveStatic } from './static-page.ts';

/** Whether a request is for the REST door. */
export function isRest(url = ''): boolean {
  return isBelow(PREFIX, url);
}

/** A route whose work is heavy. */
export interface HeavyRoute {
  method: string;
  /** The pattern of its path, as Express writes it. */
  route: string;
  kinds: readonly WorkKind[];
}

const heavyRoutes = routes.flatMap(({ method, path, document }): (HeavyRoute & { paths: RegExp })[] => {
  const kinds = heavyKinds(minimumCharges(document));
  const route = PREFIX + path;
  const pattern = route.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+');
  return kinds.length === 0 ? [] : [{ method, route, kinds, paths: new RegExp(`^${pattern}$`) }];
});

/** The route of a request, if its work is heavy. */
export function heavyRouteOf(method: string | undefined, path: string): HeavyRoute | undefined {
  return heavyRoutes.find((each) => each.method === method && each.paths.test(path));
}

/**
 * The REST door: Express' router on Node's server. A path is matched before its key is asked for, so that an unknown
 * path is 404 and a wrong method 405 to everybody; nothing is read or run for a caller without a key.
 */
export function createRestDoor(
  first: readonly DoorHandler[],
  identify: DoorHandler,
  contextOf: (req: DoorRequest) => Context,
  gate: Gate,
  work: WorkQueue | undefined,
  logger: Logger,
  { refuseUnread, readBody }: Edge,
): RequestListener {
  const router = Router({ caseSensitive: true });
  const chargeBody = chargesBody(gate);
  router.use(...first);
  for (const path of new Set(routes.map((route) => route.path))) {
    const here = routes.filter((route) => route.path === path);
    const endpoint = router.route(PREFIX + path);
    const refuse = refuseMethod(here.flatMap(methodsOf));
    // Without a handler of its own, the router would answer HEAD by that of GET.
    if (here.some(({ method, charges }) => method === 'GET' && charges)) endpoint.head(refuse);
    for (const route of here) {
      const minimum = minimumCharges(route.document);
      const handlers = [
        identify,
        requireKey,
        refuseUnread,
        ...refusesWhenBusy(work, minimum),
        admits(gate, minimum),
        ...(route.method === 'GET' ? [] : [chargeBody, readBody]),
      ];
      const charge = chargesVariables(gate, route.document, minimum);
      const register = route.method.toLowerCase() as Lowercase<typeof route.method>;
      endpoint[register](...handlers, createRestHandler(route, contextOf, charge));
    }
    endpoint.all(refuse);
  }
  router
    .route(OPENAPI_PATH)
    .get(serveStatic('application/json', openApiText))
    .all(refuseMethod(['GET', 'HEAD']));
  router.use(notFound);
  router.use(restErrors(logger));
  // The router asks for no more than Node's objects; only its types speak of Express'.
  return (req, res) => router(req as Request, res as Response, () => res.destroy());
}

function methodsOf({ method, charges }: Route): readonly string[] {
  return method === 'GET' && !charges ? ['GET', 'HEAD'] : [method];
}

function refuseMethod(methods: readonly string[]): DoorHandler {
  const allowed = methods.join(', ');
  return (req, res) => {
    res.setHeader('Allow', allowed);
    throw new Fault('method_not_allowed', `${req.method} is not possible here; use ${allowed}.`);
  };
}
