import type { RequestListener } from 'node:http';
import type { Config } from './config.ts';
import { openDatabase } from './database/client.ts';
import type { Services } from './graphql/context.ts';
import { createApp } from './http/app.ts';
import type { Clock } from './lib/clock.ts';
import type { Logger } from './lib/logger.ts';
import { createAccessService } from './modules/access/access-service.ts';
import { createAuthenticator } from './modules/access/authenticate.ts';
import { createKeyUsage } from './modules/access/key-usage.ts';
import { createCatalogueService } from './modules/catalogue/catalogue-service.ts';
import { createCatalogueLoaders } from './modules/catalogue/loaders.ts';
import { createEnrichmentService } from './modules/enrichment/enrichment-service.ts';
import { createFiltersService } from './modules/filters/filters-service.ts';
import { createFlagsService } from './modules/flags/flags-service.ts';
import { createListsService } from './modules/lists/lists-service.ts';
import { createObservability, type Observability } from './observability/observability.ts';

export interface Service {
  /** Answers requests; give it to a server. */
  app: RequestListener;
  /** From now on `/readyz` says 503. */
  beginStop(): void;
  /** Writes what is pending: when keys were last used. */
  flush(): Promise<void>;
  /** Writes what is pending and gives the connections back. */
  close(): Promise<void>;
}

export interface ServiceOptions {
  config: Pick<Config, 'poolSize' | 'billing' | 'facetCacheBytes'>;
  /** A migrated database. */
  databaseUrl: string;
  clock: Clock;
  logger: Logger;
  /** Where what happens is told of; the log alone unless given. Closed with the service. */
  observability?: Observability;
}

/** The composition root: everything is made here, once, and handed down. */
export function createService({ config, databaseUrl, clock, logger, ...options }: ServiceOptions): Service {
  const observability = options.observability ?? createObservability({ logger });
  const { onCharge, onMaterialized } = observability;
  const warn = (message: string) => (error: unknown) => logger.warn({ err: error }, message);
  const { pool, prisma, close } = openDatabase({
    url: databaseUrl,
    poolSize: config.poolSize,
    onIdleError: warn('an idle database connection broke'),
    listener: observability.database,
  });
  const usage = createKeyUsage(pool, warn('the last use of keys could not be written'));
  const authenticator = createAuthenticator(pool, clock, usage);
  const catalogue = createCatalogueService(pool);
  const filters = createFiltersService(pool, { cacheBytes: config.facetCacheBytes });
  observability.readGauges({ pool, facetCache: filters.reader.cache, keyCache: authenticator.uses });
  const services: Services = {
    prisma,
    catalogue,
    access: createAccessService(prisma, clock, authenticator),
    enrichment: createEnrichmentService(pool, clock, config.billing, onCharge),
    filters,
    flags: createFlagsService(prisma, clock, catalogue),
    lists: createListsService(pool, clock, filters, { onCharge, onMaterialized }),
  };
  let stopping = false;
  const app = createApp({
    db: pool,
    services,
    authenticator,
    createLoaders: () => createCatalogueLoaders(pool),
    logger,
    watcher: observability.requests,
    isStopping: () => stopping,
  });
  return {
    app,
    beginStop() {
      stopping = true;
    },
    flush: () => usage.flush(),
    async close() {
      await usage.close();
      await close();
      await observability.close();
    },
  };
}
