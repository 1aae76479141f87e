import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { DocumentCache } from '../graphql/document-cache.ts';
import { GRAPHQL_PATH } from '../graphql/yoga.ts';
import { type Fault, HTTP_STATUS } from '../lib/fault.ts';
import type { Authenticator } from '../modules/access/authenticate.ts';
import type { Principal } from '../modules/access/principal.ts';
import type { WorkQueue } from '../modules/limits/work-queue.ts';
import type { RequestObserver } from '../observability/observability.ts';
import { toProblem } from '../rest/problem.ts';
import { readKey } from './authentication.ts';
import { heavyClassOf } from './back-pressure.ts';
import { bodyOf } from './body.ts';
import { isLargeBody } from './body-slots.ts';
import { pathOf } from './door.ts';
import { toGraphQLAnswer } from './errors.ts';
import { REQUEST_ID_HEADER, requestIdOf } from './request-id.ts';
import { tellRefusal } from './request-log.ts';
import { type HeavyRoute, heavyRouteOf } from './rest-door.ts';
import { documentIn } from './sent-document.ts';

export interface SheddingParts {
  work: WorkQueue | undefined;
  authenticator: Authenticator;
  documentCache: DocumentCache;
  watcher: RequestObserver | undefined;
}

/**
 * Refuses heavy work in front of both APIs while it would wait too long. Under load most requests are refused, and what
 * they take, the others lack: a refusal from here takes less than one that went through an API (docs/decisions/0030). Only
 * plain requests of callers who are remembered are refused here; the APIs refuse the others.
 */
export function shedding(
  { work, authenticator, documentCache, watcher }: SheddingParts,
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
    send(res, requestId, fault, route === GRAPHQL_PATH ? graphqlTexts : restTexts);
    if (watcher) {
      const responseBytes = req.socket.bytesWritten - bytesWritten;
      const { code: error } = fault;
      const told = { requestId, route, status: HTTP_STATUS[error], error, principal, responseBytes };
      tellRefusal(watcher, req, { ...told, ms: performance.now() - startedAt });
    }
    return true;
  };

  return (req, res) => {
    const principal = work.isBusy && isPlain(req) ? recall(authenticator, req) : undefined;
    if (!principal) return listener(req, res);
    if (req.method === 'POST' && req.url === GRAPHQL_PATH) {
      const decide = (body: unknown) => {
        const kind = heavyClassOf(documentCache.documents, documentIn(body));
        const isRefused = kind && refuse(req, res, principal, { route: GRAPHQL_PATH, kinds: [kind] });
        if (!isRefused) listener(req, res);
      };
      // A body that is none is answered as ever.
      bodyOf(req, res).then(decide, () => listener(req, res));
      return;
    }
    const heavy = heavyRouteOf(req.method, pathOf(req));
    if (!heavy || !refuse(req, res, principal, heavy)) listener(req, res);
  };
}

/** No answer of CORS, nothing to be asked for, nothing that has to be read in turns. */
function isPlain(req: IncomingMessage): boolean {
  const { origin, expect } = req.headers;
  return origin === undefined && expect === undefined && !isLargeBody(req);
}

function recall(authenticator: Authenticator, req: IncomingMessage): Principal | undefined {
  const key = readKey(req);
  return key === undefined ? undefined : authenticator.recall(key);
}

/** The body of a fault in the form of an API, made once: faults of overload are the same each time. */
const createTexts = (toAnswer: (fault: Fault) => { body: object }) => {
  const texts = new WeakMap<Fault, string>();
  return (fault: Fault): string => {
    const text = texts.get(fault) ?? JSON.stringify(toAnswer(fault).body);
    texts.set(fault, text);
    return text;
  };
};
const restTexts = createTexts(toProblem);
const graphqlTexts = createTexts(toGraphQLAnswer);

function send(res: ServerResponse, requestId: string, fault: Fault, textOf: (fault: Fault) => string): void {
  const text = textOf(fault);
  res.writeHead(HTTP_STATUS[fault.code], [
    REQUEST_ID_HEADER,
    requestId,
    'X-Content-Type-Options',
    'nosniff',
    'Cache-Control',
    'no-store',
    'Content-Type',
    'application/json; charset=utf-8',
    'Retry-After',
    `${fault.details.retry_after}`,
    'Content-Length',
    `${Buffer.byteLength(text)}`,
  ]);
  res.end(text);
}
