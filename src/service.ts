import type { RequestListener } from 'node:http';
import type { Config } from './config.ts';
import { reason } from './database/errors.ts';
import { openPools } from './database/pools.ts';
import { isUnavailable } from './database/unavailable.ts';
import { compiledBytes } from './graphql/compiled-queries.ts';
import type { Services } from './graphql/context.ts';
import { createDocumentCache } from './graphql/document-cache.ts';
import { invalidApiKey } from './graphql/principal.ts';
import type { TrustedDocuments } from './graphql/trusted-documents.ts';
import { createApp } from './http/app.ts';
import { createEdge } from './http/edge.ts';
import type { Clock } from './lib/clock.ts';
import type { Logger } from './lib/logger.ts';
import { createAccessService } from './modules/access/access-service.ts';
import { createAuthenticator } from './modules/access/authenticate.ts';
import { createKeyUsage } from './modules/access/key-usage.ts';
import type { Principal } from './modules/access/principal.ts';
import { createCatalogueService } from './modules/catalogue/catalogue-service.ts';
import { createCatalogueLoaders, type MeteredCaller } from './modules/catalogue/loaders.ts';
import { createPartnershipMeter } from './modules/credits/partnership-meter.ts';
import { createEnrichmentService } from './modules/enrichment/enrichment-service.ts';
import { createFiltersService } from './modules/filters/filters-service.ts';
import { createFlagsService } from './modules/flags/flags-service.ts';
import { createIdempotencyService } from './modules/idempotency/idempotency-service.ts';
import { createReplayLog } from './modules/idempotency/replay-log.ts';
import { createLimits } from './modules/limits/limits.ts';
import type { EventLoop } from './modules/limits/load.ts';
import { createListFeed } from './modules/lists/list-feed.ts';
import { createListsService } from './modules/lists/lists-service.ts';
import { createQuotaReader } from './modules/quotas/quota-reader.ts';
import { Quotas } from './modules/quotas/quotas.ts';
import { createObservability, type Observability } from './observability/observability.ts';

export interface Service {
  /** Answers requests; give it to a server. */
  app: RequestListener;
  /** Opens database connections, so that the first callers do not wait for them. */
  warmUp(): Promise<void>;
  /** From now on `/readyz` says 503; subscriptions end. */
  beginStop(): void;
  /** How many subscriptions are open. */
  subscriptions(): number;
  /** Writes what is pending: when keys were last used. */
  flush(): Promise<void>;
  /** Writes what is pending and gives the connections back. */
  close(): Promise<void>;
}

export interface ServiceOptions {
  config: Config;
  /** A migrated database. */
  databaseUrl: string;
  clock: Clock;
  logger: Logger;
  /** Measures the process; the real event loop unless given. */
  eventLoop?: EventLoop;
  /** The only documents that GraphQL runs; absent: it runs any. */
  trustedDocuments?: TrustedDocuments | undefined;
  /** Where what happens is told of; the log alone unless given. Closed with the service. */
  observability?: Observability | undefined;
}

/** The composition root: everything is made here, once, and handed down. */
export function createService(options: ServiceOptions): Service {
  const { config, databaseUrl, clock, logger, eventLoop } = options;
  const observability = options.observability ?? createObservability({ logger });
  const { onCharge, onMaterialized, onWorkWaited: onWaited } = observability;
  const warn = (message: string) => (error: unknown) =>
    // Where the database is what is missing, a stack says nothing.
    logger.warn(isUnavailable(error) ? { reason: reason(error) } : { err: error }, message);
  const { pools, prisma, warmUp, close } = openPools({
    url: databaseUrl,
    poolSize: config.poolSize,
    waitMs: config.databaseWaitMs,
    onIdleError: warn('an idle database connection broke'),
    listener: observability.database,
  });
  const { reads, writes, evaluation, authentication } = pools;
  const usage = createKeyUsage(writes, warn('the last use of keys could not be written'));
  const authenticator = createAuthenticator(authentication, clock, usage);
  const limits = createLimits({
    rateLimit: config.rateLimit,
    work: config.overload,
    databaseUrl,
    clock,
    onStoreError: warn('the store of rate limits does not answer; this process counts for itself'),
    eventLoop,
    onWaited,
  });
  const { work, rateLimiter } = limits;
  const catalogue = createCatalogueService(reads, evaluation);
  const filters = createFiltersService(evaluation, { cacheBytes: config.facetCacheBytes, reads });
  const quotas = new Quotas(config.quotas);
  const replayLog = createReplayLog(reads, clock, quotas);
  const listFeed = createListFeed({
    pool: reads,
    clock,
    listenUrl: config.databaseListenUrl ?? databaseUrl,
    streamsPerKey: config.subscriptionsPerKey,
    refuseKey: invalidApiKey,
    onError: warn('listening for changes of lists was interrupted'),
  });
  const edge = createEdge(config.edge);
  const documentCache = createDocumentCache(config.documentCacheBytes);
  observability.readGauges({
    pools: { ...pools },
    work,
    facetCache: filters.reader.cache,
    keyCache: authenticator.uses,
    quotaRefusals: quotas.refusals,
    points: rateLimiter?.spent,
    unreadAnswers: edge.unread,
    largeBodies: edge.slots,
    documents: {
      get bytes() {
        return documentCache.bytes + compiledBytes();
      },
    },
  });
  const partnershipMeter = config.partnershipMetering ? createPartnershipMeter(reads, clock) : undefined;
  const access = createAccessService({
    prisma: prisma.writes,
    pools,
    clock,
    auth: authenticator,
    logger,
    quotas,
    refuseKey: invalidApiKey,
  });
  const services: Services = {
    prisma: prisma.reads,
    catalogue,
    access,
    enrichment: createEnrichmentService(pools, clock, config.billing, onCharge),
    filters,
    flags: createFlagsService(prisma.writes, clock, catalogue),
    idempotency: createIdempotencyService(
      writes,
      clock,
      replayLog,
      warn('a record of idempotency could not be written'),
    ),
    lists: createListsService(pools, clock, filters, quotas, { onCharge, onMaterialized, work }),
    partnershipMeter,
    quotas: createQuotaReader({ db: reads, quotas, access, replayLog }),
    rateLimiter,
    work,
    listFeed,
  };
  /** Without a caller nothing is unlocked. */
  const meteredCaller = (principal: Principal | undefined): MeteredCaller | undefined => {
    if (!partnershipMeter) return undefined;
    const organizationId = principal?.organizationId ?? 0;
    const areUnlocked = (ids: readonly number[]) => partnershipMeter.areUnlocked(organizationId, ids);
    return { organizationId, now: () => clock.now(), areUnlocked };
  };
  let stopping = false;
  const app = createApp({
    db: authentication,
    services,
    authenticator,
    createLoaders: (principal) => createCatalogueLoaders(reads, meteredCaller(principal)),
    logger,
    limits,
    watcher: observability.requests,
    isStopping: () => stopping,
    operationLimits: config.operationLimits,
    graphql: {
      introspection: config.introspection,
      graphiql: config.graphiql,
      trustedDocuments: options.trustedDocuments,
      maxDocumentBytes: config.operationLimits.maxDocumentBytes,
      documentCache,
    },
    corsOrigins: config.corsOrigins,
    edge,
  });
  return {
    app,
    warmUp,
    beginStop() {
      stopping = true;
      listFeed.end();
    },
    subscriptions: () => listFeed.size(),
    flush: () => usage.flush(),
    async close() {
      services.idempotency.close();
      await listFeed.close();
      await usage.close();
      await limits.close();
      await close();
      await observability.close();
    },
  };
}
