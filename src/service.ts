import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { DatabaseClock } from './database/database-clock.ts';
import { isUnavailable, reason } from './database/errors.ts';
import { createNotifications } from './database/notifications.ts';
import { openPools } from './database/pools.ts';
import { createDocumentCache } from './graphql/documents.ts';
import { compiledBytes } from './graphql/execute.ts';
import { joinDocuments, type TrustedDocuments } from './graphql/persisted-documents.ts';
import { createApp } from './http/app.ts';
import type { ConsoleFiles } from './http/console.ts';
import { createGuards } from './http/guards.ts';
import type { GuideFiles } from './http/guide.ts';
import type { TextFiles } from './http/texts.ts';
import { UploadSlots } from './http/upload-slots.ts';
import type { Clock } from './lib/clock.ts';
import type { Logger } from './lib/logger.ts';
import { createAuthenticator } from './modules/access/authenticate.ts';
import { KeyStreams, KeyWatch } from './modules/access/key-streams.ts';
import { createKeyUsage } from './modules/access/usage.ts';
import { createCatalogueService } from './modules/catalogue/service.ts';
import { EventFeed } from './modules/events/feed.ts';
import { createFiltersService } from './modules/filters/service.ts';
import { createCatalogueGauges } from './modules/import/history.ts';
import { REJECTS_FOLDER, REJECTS_KEPT_MS, removeOldRejects } from './modules/import/problems.ts';
import { sweepJobs } from './modules/jobs/queries.ts';
import { createLimits } from './modules/limits/service.ts';
import type { EventLoop } from './modules/limits/work-queue.ts';
import { ListFeed } from './modules/lists/audit/feed.ts';
import { createListSource } from './modules/lists/references/references.ts';
import { Quotas } from './modules/quotas/quotas.ts';
import { removeEnded } from './modules/sign-in/sweep.ts';
import { Sweeps, type SweepTime } from './modules/sweeps/sweeps.ts';
import { TargetRules } from './modules/webhooks/connector.ts';
import { createWebhookGauges } from './modules/webhooks/deliveries.ts';
import { createSender } from './modules/webhooks/sender.ts';
import { sweepWebhooks } from './modules/webhooks/sweep.ts';
import { createObservability, type Observability } from './observability/observability.ts';
import { createServices } from './services.ts';
import { createWorkers } from './workers.ts';

export interface Service {
  /** Listener for an HTTP server. */
  app: RequestListener;
  /** Opens database connections, so that the first requests do not wait for them. */
  warmUp(): Promise<void>;
  /** Begins work that no request asks for: it evaluates watched lists and sends webhooks. */
  beginWork(): void;
  /** Makes `/readyz` return 503, ends subscriptions, and begins no more work. */
  beginStop(): void;
  /** Deletes what is no longer kept, as each process does at intervals. */
  sweep(): Promise<void>;
  /** Number of open subscriptions. */
  subscriptions(): number;
  /** Writes pending data: the last use of API keys. */
  flush(): Promise<void>;
  /** Writes pending data and closes all connections. */
  close(): Promise<void>;
}

export interface ServiceOptions {
  config: Config;
  /** URL of a migrated database. */
  databaseUrl: string;
  /** Whether `databaseUrl` leads to a pooler that gives each transaction another session. */
  isPooled?: boolean | undefined;
  /** Source of the time; PostgreSQL's clock if absent. */
  clock?: Clock;
  logger: Logger;
  /** Source of the event loop's lag; the real event loop if absent. */
  eventLoop?: EventLoop;
  /** The only documents that GraphQL runs, beside the console's; it runs any if absent. */
  trustedDocuments?: TrustedDocuments | undefined;
  /** The built console; not served if absent. */
  consoleFiles?: ConsoleFiles | undefined;
  /** The built guide; not served if absent. */
  guideFiles?: GuideFiles | undefined;
  /** The built texts of the guide; not served if absent. */
  textFiles?: TextFiles | undefined;
  /** Log, metrics and traces; the log only if absent. The service closes it. */
  observability?: Observability | undefined;
}

const HOUR_MS = 3_600_000;

/** Composes the service: creates all parts once and connects them. */
export function createService(options: ServiceOptions): Service {
  const { config, databaseUrl, logger, eventLoop, consoleFiles, guideFiles, textFiles, isPooled } = options;
  const observability = options.observability ?? createObservability({ logger });
  const { onCharge, onMaterialized, onAnnounced, onWorkWaited: onWaited } = observability;
  const warn = (message: string) => (error: unknown) =>
    // The stack of a failed connection does not help.
    logger.warn(isUnavailable(error) ? { reason: reason(error) } : { err: error }, message);
  const { pools, prisma, replicas, warmUp, close } = openPools({
    url: databaseUrl,
    isPooled,
    poolSize: config.poolSize,
    waitMs: config.databaseWaitMs,
    onIdleError: warn('an idle database connection broke'),
    listener: observability.database,
    replicas: {
      urls: config.replicaUrls,
      maxLagSeconds: config.replicaMaxLagSeconds,
      events: {
        onLeftOut: ({ number, leftOut }) =>
          logger.warn({ replica: number, reason: leftOut }, 'a replica is left out; others serve its reads'),
        onTakenBack: ({ number }) => logger.info({ replica: number }, 'a replica serves reads'),
      },
    },
  });
  const { reads, writes, evaluation, authentication } = pools;
  // The pool that answers however busy the others are.
  const clock = options.clock ?? new DatabaseClock(authentication);
  const databaseClock = clock instanceof DatabaseClock ? clock : undefined;
  const sweeps = new Sweeps({ db: writes, clock, logger });
  const usage = createKeyUsage(writes, warn('could not write when API keys were last used'));
  const authenticator = createAuthenticator(authentication, clock, usage);
  const limits = createLimits({
    config,
    databaseUrl,
    isPooled,
    clock,
    onStoreError: warn('the rate limit store does not respond; this process counts on its own'),
    eventLoop,
    onWaited,
  });
  const { work, rateLimiter } = limits;
  const catalogue = createCatalogueService(reads, evaluation);
  const filters = createFiltersService(evaluation, {
    cacheBytes: config.facetCacheBytes,
    reads,
    lists: createListSource(reads),
  });
  const quotas = new Quotas(config.quotas);
  const keys = new KeyWatch(authentication, clock, warn('could not check the keys of running responses'));
  const streams = new KeyStreams({ limits: config.streams, keys });
  const notifications = createNotifications({
    url: config.databaseDirectUrl ?? databaseUrl,
    onError: warn('the connection that listens for changes broke'),
  });
  const listFeed = new ListFeed({ pool: reads, prisma: prisma.reads, clock, notifications, streams });
  const onError = warn('could not tidy the feed of events');
  const eventFeed = new EventFeed({ pools, clock, notifications, streams, sweeps, onError });
  const listWork = { pools, clock, filters, work, onMaterialized };
  const guards = createGuards(config.transfer);
  const uploadSlots = new UploadSlots(config.transfer.uploads);
  const documentCache = createDocumentCache();
  const { attemptMs, allow } = config.webhooks;
  const rules = new TargetRules(allow);
  const onBlocked = (host: string) =>
    logger.warn({ host }, 'the address of a webhook is not allowed (WEBHOOK_ALLOW)');
  const sender = createSender({ rules, attemptMs, onBlocked });
  const keepTidy: [what: string, work: (time: SweepTime) => Promise<unknown>][] = [
    ['ended links, challenges and sessions', (time) => removeEnded(writes, time)],
    [
      'old rejects files of imports',
      (time) => removeOldRejects(join(config.dataDir, REJECTS_FOLDER), time.before(REJECTS_KEPT_MS)),
    ],
    ['old attempts of webhooks', (time) => sweepWebhooks(writes, time)],
    ['old jobs', (time) => sweepJobs(writes, time)],
  ];
  for (const [what, work] of keepTidy)
    sweeps.add({ everyMs: HOUR_MS, work, onError: warn(`could not remove ${what}`) });
  const { services, createLoaders, signIn, uploads, challenges, sendMail } = createServices({
    config,
    pools,
    prisma,
    clock,
    logger,
    warn,
    authenticator,
    catalogue,
    filters,
    limits,
    quotas,
    keys,
    sweeps,
    rules,
    sender,
    listFeed,
    eventFeed,
    listWork,
    onCharge,
  });
  const workers = createWorkers({
    ...{ config, databaseUrl, pools, clock, filters, work, notifications, quotas, sweeps, sender },
    ...{ services, sendMail, onMaterialized, onAnnounced, onCharge, warn },
  });
  observability.readGauges({
    pools: { ...pools },
    work,
    facetCache: filters.reader.cache,
    keyCache: authenticator.uses,
    quotaRefusals: quotas.refusals,
    replicas: replicas?.set,
    points: rateLimiter?.spent,
    unreadAnswers: guards.unread,
    streams,
    largeBodies: guards.bodies,
    compressions: guards.compression.counts,
    uploads: uploadSlots,
    // The pool that answers however busy the others are.
    catalogue: createCatalogueGauges(authentication, clock),
    watches: workers.watches,
    sweeps,
    cappedDueTimes: workers.cappedDueTimes,
    digestMails: workers.digestMails,
    webhooks: { attempts: sender.attempts, read: createWebhookGauges(authentication, clock) },
    documents: {
      get bytes() {
        return documentCache.bytes + compiledBytes();
      },
    },
  });
  let stopping = false;
  const app = createApp({
    db: authentication,
    services,
    authenticator,
    ...signIn,
    uploads,
    uploadSlots,
    publicUrl: config.publicUrl,
    oidcOnly: config.oidcOnly,
    createLoaders,
    logger,
    observer: observability.requests,
    isStopping: () => stopping,
    operationLimits: config.operationLimits,
    graphql: {
      introspection: config.introspection,
      documents: joinDocuments(options.trustedDocuments, consoleFiles?.documents),
      maxDocumentBytes: config.operationLimits.maxDocumentBytes,
      maxCost: config.operationLimits.maxCost,
      documentCache,
    },
    corsOrigins: config.corsOrigins,
    guards,
    consoleFiles,
    guideFiles,
    textFiles,
    mcp: config.mcp ? { signer: challenges } : undefined,
  });
  return {
    app,
    async warmUp() {
      await Promise.all([warmUp(), databaseClock?.sample()]);
      // A clock that sweeps do not believe is on probation from now on. Without a database, the first sweep says so.
      await sweeps.time().catch(() => undefined);
    },
    beginWork: () => workers.begin(),
    beginStop() {
      stopping = true;
      streams.end();
      workers.stop();
    },
    sweep: () => sweeps.runAll(),
    subscriptions: () => streams.open,
    flush: () => usage.flush(),
    async close() {
      databaseClock?.close();
      sweeps.close();
      services.idempotency.close();
      uploads.close();
      streams.end();
      await workers.close();
      await sender.close();
      await notifications.close();
      keys.close();
      await usage.close();
      await limits.close();
      await close();
      await observability.close();
    },
  };
}
