import type { IncomingMessage, RequestListener } from 'node:http';
import express from 'express';
import type { OperationLimits } from '../config.ts';
import type { Queryable } from '../database/client.ts';
import type { Context, Services } from '../graphql/context.ts';
import { GRAPHQL_PATH, type GraphQLSettings } from '../graphql/yoga.ts';
import type { Logger } from '../lib/logger.ts';
import type { Authenticator } from '../modules/access/authenticate.ts';
import type { Principal } from '../modules/access/principal.ts';
import type { CatalogueLoaders } from '../modules/catalogue/loaders.ts';
import type { Limits } from '../modules/limits/limits.ts';
import type { RequestObserver } from '../observability/observability.ts';
import { identify } from './authentication.ts';
import { cors } from './cors.ts';
import { createDocsRouter } from './docs-page.ts';
import type { Edge } from './edge.ts';
import { entry } from './entry.ts';
import { notFound, restErrors } from './errors.ts';
import { createGate } from './gate.ts';
import { createGraphQLApi, isGraphQL } from './graphql-router.ts';
import { createHealthRouter } from './health.ts';
import { stateOf } from './request-state.ts';
import { createRestDoor, isRest } from './rest-door.ts';
import { shedding } from './shedding.ts';

export interface AppParts {
  /** Answers `/readyz`. */
  db: Queryable;
  services: Services;
  authenticator: Authenticator;
  /** A set of loaders for one request. */
  createLoaders: (principal: Principal | undefined) => CatalogueLoaders;
  logger: Logger;
  limits: Pick<Limits, 'rateLimiter' | 'work'>;
  /** Told of each request; absent while nobody listens. */
  watcher: RequestObserver | undefined;
  isStopping: () => boolean;
  operationLimits: OperationLimits;
  graphql: GraphQLSettings;
  /** From which origins browsers may read answers. */
  corsOrigins: readonly string[];
  edge: Edge;
}

/** The two APIs and the pages, each behind request ids, the log and the identification of the caller. */
export function createApp(parts: AppParts): RequestListener {
  const { db, services, authenticator, createLoaders, logger, limits, watcher, isStopping } = parts;
  const { operationLimits, edge } = parts;
  const contextOf = (req: IncomingMessage): Context => {
    const { principal, requestId, report } = stateOf(req);
    const loaders = createLoaders(principal);
    return { principal, requestId, report, limits: operationLimits, services, loaders };
  };
  const identifyCaller = identify(authenticator);
  const gate = createGate(limits);

  const first = [entry(watcher), cors(parts.corsOrigins)];
  const rest = createRestDoor(first, identifyCaller, contextOf, gate, limits.work, logger, edge);
  const graphql = createGraphQLApi(
    first,
    identifyCaller,
    contextOf,
    gate,
    logger,
    parts.graphql,
    limits.work,
    edge,
  );
  const site = express();
  site.disable('x-powered-by');
  site.disable('etag');
  site.use(...first);
  site.use(createHealthRouter(db, isStopping));
  site.use(createDocsRouter());
  if (parts.graphql.graphiql) site.get('/', (_req, res) => res.redirect(GRAPHQL_PATH));
  site.use(notFound);
  site.use(restErrors(logger));
  const answer: RequestListener = (req, res) => {
    if (isRest(req.url)) rest(req, res);
    else if (isGraphQL(req.url)) graphql(req, res);
    else site(req, res);
  };
  const { documentCache } = parts.graphql;
  return edge.guard(shedding({ work: limits.work, authenticator, documentCache, watcher }, answer));
}
