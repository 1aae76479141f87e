import express, { type Express, type Request } from 'express';
import type { Queryable } from '../database/client.ts';
import type { Context, Services } from '../graphql/context.ts';
import { GRAPHQL_PATH } from '../graphql/yoga.ts';
import type { Logger } from '../lib/logger.ts';
import type { Authenticator } from '../modules/access/authenticate.ts';
import type { CatalogueLoaders } from '../modules/catalogue/loaders.ts';
import { identify } from './authentication.ts';
import { entry } from './entry.ts';
import { graphqlErrors, notFound, restErrors } from './errors.ts';
import { createGraphQLRouter } from './graphql-router.ts';
import { createHealthRouter } from './health.ts';
import { pageSecurity } from './page-security.ts';
import { stateOf } from './request-state.ts';
import { createRestRouter } from './rest-router.ts';

export interface AppParts {
  db: Queryable;
  services: Services;
  authenticator: Authenticator;
  /** A set of loaders for one request. */
  createLoaders: () => CatalogueLoaders;
  logger: Logger;
  isStopping: () => boolean;
}

/** Puts the two doors behind request ids, the log and the identification of the caller. */
export function createApp(parts: AppParts): Express {
  const { db, services, authenticator, createLoaders, logger, isStopping } = parts;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  const contextOf = (req: Request): Context => {
    const { principal, requestId } = stateOf(req);
    return { principal, requestId, services, loaders: createLoaders() };
  };
  const identifyCaller = identify(authenticator);

  app.use(entry(logger));
  app.use('/v1', createRestRouter(identifyCaller, contextOf));
  app.use(createHealthRouter(db, isStopping));
  app.use(
    GRAPHQL_PATH,
    pageSecurity,
    createGraphQLRouter(identifyCaller, contextOf, logger),
    graphqlErrors(logger),
  );
  app.get('/', (_req, res) => res.redirect(GRAPHQL_PATH));
  app.use(notFound);
  app.use(restErrors(logger));
  return app;
}
