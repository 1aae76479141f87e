import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { GRAPHQL_PATH } from '../api/yoga.ts';
import { type Fault, HTTP_STATUS } from '../lib/fault.ts';
import type { Principal } from '../lib/principal.ts';
import type { Authenticator } from '../modules/access/authenticate.ts';
import type { WorkQueue } from '../modules/limits/work-queue.ts';
import type { RequestObserver } from '../observability/observability.ts';
import { toProblem } from '../rest/problem.ts';
import { readKey } from './authentication.ts';
import { findKnown, heavyClassOf, type KnownDocuments } from './back-pressure.ts';
import { DEFAULT_HEADERS, reportShedRequest } from './begin-request.ts';
import { isLargeBody } from './body-slots.ts';
import { toGraphQLErrors } from './errors.ts';
import { pathOf } from './middleware.ts';
import { bodyOf } from './read-json.ts';
import { REQUEST_ID_HEADER, requestIdOf } from './request-state.ts';
import { type HeavyRoute, heavyRouteOf } from './rest-api.ts';

export interface LoadSheddingParts {
  work: WorkQueue | undefined;
  authenticator: Authenticator;
  known: KnownDocuments;
  observer: RequestObserver | undefined;
}

/**
 * Refuses heavy operations in front of both APIs while they would wait too long for a slot. Under load most requests are
 * refused, and a refusal here costs less than one inside an API (docs/decisions/0030). Only plain requests with a cached
 * key are refused here; the APIs refuse the others.
 */
export function shedLoad(
  { work, authenticator, known, observer }: LoadSheddingParts,
  listener: RequestListener,
): RequestListener {
  if (!work) return listener;

  const refuse = (
    req: IncomingMessage,
    res: ServerResponse,
    principal: Principal,
    { route, kinds }: Pick<HeavyRoute, 'route' | 'kinds'>,
  ): boolean => {
    const startedAt = performance.now();
    let fault: Fault | undefined;
    for (const kind of kinds) fault ??= work.refusalOf(kind, principal.organizationId);
    if (!fault) return false;
    const requestId = requestIdOf(req);
    const { bytesWritten } = req.socket;
    authenticator.countUse(principal)();
    send(res, requestId, fault, route === GRAPHQL_PATH ? graphqlBodyOf : restBodyOf);
    if (observer) {
      const responseBytes = req.socket.bytesWritten - bytesWritten;
      const { code: error } = fault;
      const refused = { requestId, route, status: HTTP_STATUS[error], error, principal, responseBytes };
      reportShedRequest(observer, req, { ...refused, ms: performance.now() - startedAt });
    }
    return true;
  };

  return (req, res) => {
    const principal = work.isBusy && isPlain(req) ? recallPrincipal(authenticator, req) : undefined;
    if (!principal) return listener(req, res);
    if (req.method === 'POST' && req.url === GRAPHQL_PATH) {
      const decide = (body: unknown) => {
        const kind = heavyClassOf(findKnown(known, { method: 'POST', url: req.url, body }));
        const isRefused = kind && refuse(req, res, principal, { route: GRAPHQL_PATH, kinds: [kind] });
        if (!isRefused) listener(req, res);
      };
      // The API reports a body that cannot be read.
      bodyOf(req, res).then(decide, () => listener(req, res));
      return;
    }
    const heavy = heavyRouteOf(req.method, pathOf(req));
    if (!heavy || !refuse(req, res, principal, heavy)) listener(req, res);
  };
}

/** Returns whether a request needs no CORS headers, no 100 Continue and no slot for its body. */
function isPlain(req: IncomingMessage): boolean {
  const { origin, expect } = req.headers;
  return origin === undefined && expect === undefined && !isLargeBody(req);
}

function recallPrincipal(authenticator: Authenticator, req: IncomingMessage): Principal | undefined {
  const key = readKey(req);
  return key === undefined ? undefined : authenticator.recall(key);
}

/** Caches the body of each fault in the form of an API: the work queue reuses its faults. */
const cacheBodies = (toResponse: (fault: Fault) => { body: object }) => {
  const bodies = new WeakMap<Fault, string>();
  return (fault: Fault): string => {
    const body = bodies.get(fault) ?? JSON.stringify(toResponse(fault).body);
    bodies.set(fault, body);
    return body;
  };
};
const DEFAULTS: readonly string[] = DEFAULT_HEADERS.flat();
const restBodyOf = cacheBodies(toProblem);
const graphqlBodyOf = cacheBodies(toGraphQLErrors);

function send(
  res: ServerResponse,
  requestId: string,
  fault: Fault,
  serialize: (fault: Fault) => string,
): void {
  const body = serialize(fault);
  res.writeHead(HTTP_STATUS[fault.code], [
    REQUEST_ID_HEADER,
    requestId,
    ...DEFAULTS,
    'Content-Type',
    'application/json; charset=utf-8',
    'Retry-After',
    `${fault.details.retry_after}`,
    'Content-Length',
    `${Buffer.byteLength(body)}`,
  ]);
  res.end(body);
}
