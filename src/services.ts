import type { Config } from './config.ts';
import type { Databases, Pools } from './database/pools.ts';
import type { Services } from './graphql/context.ts';
import { OIDC_CALLBACK_PATH } from './http/session-routes.ts';
import type { Clock } from './lib/clock.ts';
import type { Logger } from './lib/logger.ts';
import type { Authenticator } from './modules/access/authenticate.ts';
import type { KeyWatch } from './modules/access/key-streams.ts';
import { createAccessService } from './modules/access/service.ts';
import { createUserManagement } from './modules/access/user-management.ts';
import { createLoaderSource } from './modules/catalogue/loaders.ts';
import type { CatalogueService } from './modules/catalogue/service.ts';
import { createLedger } from './modules/credits/ledger.ts';
import { createLowCredits } from './modules/credits/low-credits.ts';
import { createPartnershipMeter } from './modules/credits/partnership-meter.ts';
import type { OnCharge } from './modules/credits/service.ts';
import { createDigests } from './modules/digests/service.ts';
import { examineRunning } from './modules/doctor/examine.ts';
import { createEnrichmentService } from './modules/enrichment/service.ts';
import type { EventFeed } from './modules/events/feed.ts';
import { createFieldsService } from './modules/fields/service.ts';
import { countValues } from './modules/fields/stored-values.ts';
import { createFieldValues } from './modules/fields/values.ts';
import type { FiltersService } from './modules/filters/service.ts';
import { createFlagReview } from './modules/flags/review.ts';
import { createFlagsService } from './modules/flags/service.ts';
import { createReplayLogUsage } from './modules/idempotency/replay-log-usage.ts';
import { createIdempotencyService } from './modules/idempotency/service.ts';
import { RESERVED_COLUMNS } from './modules/import/kinds.ts';
import { createImportUploads } from './modules/import/upload/service.ts';
import { createRuleService } from './modules/insight/rule-service.ts';
import { createInsightService } from './modules/insight/service.ts';
import { createInstallationService } from './modules/installation/service.ts';
import { createMailer } from './modules/invitations/mailer.ts';
import { createOrganizations } from './modules/invitations/organizations.ts';
import { createInvitations } from './modules/invitations/service.ts';
import { createUploads } from './modules/jobs/receive.ts';
import { createJobs } from './modules/jobs/service.ts';
import type { createLimits } from './modules/limits/service.ts';
import type { ListFeed } from './modules/lists/audit/feed.ts';
import { readExportBytes } from './modules/lists/export/payments.ts';
import { createListNames, findFieldUses } from './modules/lists/references/list-scope.ts';
import { ListsService } from './modules/lists/service.ts';
import { createMatchService } from './modules/match/service.ts';
import type { Quotas } from './modules/quotas/quotas.ts';
import { createQuotaReader } from './modules/quotas/service.ts';
import { createChallenges } from './modules/sign-in/challenges.ts';
import { createOidc } from './modules/sign-in/oidc.ts';
import { createPasskeySignIn, createPasskeys } from './modules/sign-in/passkeys.ts';
import { createSessions } from './modules/sign-in/sessions.ts';
import type { Sweeps } from './modules/sweeps/sweeps.ts';
import type { TargetRules } from './modules/webhooks/connector.ts';
import type { Sender } from './modules/webhooks/sender.ts';
import { createWebhooks } from './modules/webhooks/service.ts';
import { PREFIX } from './rest/openapi/served.ts';

/** What services are made of. */
interface Parts {
  config: Config;
  pools: Pools;
  prisma: Databases['prisma'];
  clock: Clock;
  logger: Logger;
  /** Returns a function that logs an error. */
  warn: (message: string) => (error: unknown) => void;
  authenticator: Authenticator;
  catalogue: CatalogueService;
  filters: FiltersService;
  limits: ReturnType<typeof createLimits>;
  quotas: Quotas;
  keys: KeyWatch;
  sweeps: Sweeps;
  rules: TargetRules;
  sender: Sender;
  listFeed: ListFeed;
  eventFeed: EventFeed;
  listWork: Pick<
    ConstructorParameters<typeof ListsService>[0],
    'pools' | 'clock' | 'filters' | 'work' | 'onMaterialized'
  >;
  onCharge: OnCharge;
}

/** Creates the services that resolvers call, their loaders, and what signs people in. */
export function createServices(parts: Parts) {
  const { config, pools, prisma, clock, logger, warn, authenticator, catalogue, filters } = parts;
  const { limits, quotas, keys, sweeps, rules, sender, listFeed, eventFeed, listWork, onCharge } = parts;
  const { reads, writes, authentication } = pools;
  const partnershipMeter = config.partnershipMetering ? createPartnershipMeter(reads, clock) : undefined;
  const replayLogUsage = createReplayLogUsage(reads, clock, quotas);
  const accessTools = {
    prisma: prisma.writes,
    pools,
    clock,
    forgetKeys: authenticator.forget,
    logger,
    quotas,
  };
  const access = createAccessService(accessTools);
  const { publicUrl, oidcOnly } = config;
  const challenges = createChallenges(prisma.writes, clock);
  const sessions = createSessions({ prisma: prisma.writes, pools, clock, authenticator, logger, oidcOnly });
  const oidc =
    config.oidc &&
    createOidc({
      settings: config.oidc,
      redirectUri: publicUrl + PREFIX + OIDC_CALLBACK_PATH,
      clock,
      challenges,
      sessions,
      logger,
    });
  const ceremonies = { prisma: prisma.writes, clock, site: config, challenges, logger };
  const passkeys = createPasskeys({ ...ceremonies, quotas });
  const webhooks = createWebhooks({ ...accessTools, prisma: prisma.writes, rules, sender });
  const flags = createFlagsService({ prisma: prisma.writes, clock, catalogue, quotas });
  const fields = createFieldsService({
    prisma: prisma.writes,
    db: writes,
    clock,
    quotas,
    reserved: RESERVED_COLUMNS,
    findUses: findFieldUses,
  });
  const listNames = createListNames(reads);
  const fieldValues = createFieldValues({ pool: writes, clock, quotas, findCompanies: catalogue.findIds });
  const lists = new ListsService({
    ...listWork,
    prisma: prisma.reads,
    quotas,
    keys,
    onCharge,
    metersPartners: config.partnershipMetering,
  });
  const uploads = createUploads({
    pool: writes,
    leases: authentication,
    clock,
    quotas,
    sweeps,
    maxRows: config.jobs.maxRows,
    source: { pools, members: lists.members },
    onError: warn('could not end or renew an upload'),
  });
  const sendMail = config.mail && createMailer(config.mail, logger);
  const invitationTools = {
    ...accessTools,
    publicUrl,
    sendMail,
    provider: oidcOnly ? config.oidc?.label : undefined,
  };
  const services: Services = {
    prisma: prisma.reads,
    catalogue,
    access,
    users: createUserManagement(accessTools),
    sessions,
    passkeys,
    invitations: createInvitations(invitationTools),
    organizations: createOrganizations(invitationTools),
    digests: createDigests({ pools, clock, challenges, isMailed: sendMail !== undefined }),
    ledger: createLedger(reads),
    lowCredits: createLowCredits({ prisma: prisma.writes, clock, logger }),
    enrichment: createEnrichmentService(pools, clock, config.billing, onCharge),
    match: createMatchService({ db: reads, cache: filters.reader.cache }),
    filters,
    listNames,
    rules: createRuleService({
      db: reads,
      filters,
      findCompanies: catalogue.findIds,
      findLists: (user, listIds) => lists.findMany(user, listIds),
    }),
    insight: createInsightService({
      db: reads,
      filters,
      catalogue,
      readOwnValues: fieldValues.read,
      findLists: (user, listIds) => lists.findMany(user, listIds),
      scopeOf: listNames.scopeOf,
    }),
    fields,
    fieldValues,
    flags,
    flagReview: createFlagReview({ prisma, clock, logger }),
    installation: createInstallationService({
      prisma,
      reads,
      clock,
      logger,
      examine: () => examineRunning(config, writes),
    }),
    importUploads: createImportUploads({
      ...{ pool: writes, prisma: prisma.reads, clock, quotas, sweeps, work: limits.work, keys },
      onError: warn('could not end an upload of an import'),
    }),
    idempotency: createIdempotencyService({
      db: writes,
      leases: authentication,
      clock,
      sweeps,
      usage: replayLogUsage,
      onError: warn('could not write an idempotency record'),
    }),
    lists,
    jobs: createJobs({ pools, clock, work: limits.work, keys, exports: lists.exports }),
    partnershipMeter,
    quotas: createQuotaReader({
      db: reads,
      quotas,
      readExportBytes: (organizationId) => readExportBytes(reads, organizationId, clock.now()),
      countFieldValues: (organizationId) => countValues(writes, organizationId),
      readJobBytes: uploads.readBytes,
      fields,
      flags,
      access,
      passkeys,
      replayLogUsage,
      webhooks,
      drafts: lists.drafts,
    }),
    webhooks,
    rateLimiter: limits.rateLimiter,
    work: limits.work,
    listFeed,
    eventFeed,
  };
  return {
    services,
    createLoaders: createLoaderSource(reads, clock, partnershipMeter),
    /** Undefined where no mail server is configured. */
    sendMail,
    /** What receives files, for the route of uploads. */
    uploads,
    /** What signs people in, for the routes of sessions. */
    signIn: { sessions, oidc, passkeys: createPasskeySignIn({ ...ceremonies, pools, sessions }) },
    challenges,
  };
}
