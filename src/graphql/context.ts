import type { OperationLimits } from '../config.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { AccessService } from '../modules/access/access-service.ts';
import type { Principal } from '../modules/access/principal.ts';
import type { CatalogueService } from '../modules/catalogue/catalogue-service.ts';
import type { CatalogueLoaders } from '../modules/catalogue/loaders.ts';
import type { PartnershipMeter } from '../modules/credits/partnership-meter.ts';
import type { EnrichmentService } from '../modules/enrichment/enrichment-service.ts';
import type { FiltersService } from '../modules/filters/filters-service.ts';
import type { FlagsService } from '../modules/flags/flags-service.ts';
import type { IdempotencyService } from '../modules/idempotency/idempotency-service.ts';
import type { Charge } from '../modules/limits/cost-class.ts';
import type { RateLimiter } from '../modules/limits/rate-limiter.ts';
import type { WorkQueue } from '../modules/limits/work-queue.ts';
import type { ListFeed } from '../modules/lists/audit/list-feed.ts';
import type { ListsService } from '../modules/lists/lists-service.ts';
import type { QuotaReader } from '../modules/quotas/quota-reader.ts';

/** What resolvers call: one of each a process. */
export interface Services {
  prisma: PrismaClient;
  access: AccessService;
  catalogue: CatalogueService;
  enrichment: EnrichmentService;
  filters: FiltersService;
  flags: FlagsService;
  idempotency: IdempotencyService;
  quotas: QuotaReader;
  lists: ListsService;
  /** Undefined: partners of every company may be read. */
  partnershipMeter: PartnershipMeter | undefined;
  /** Undefined: nothing is limited. */
  rateLimiter: RateLimiter | undefined;
  /** Undefined: heavy operations run at once. */
  work: WorkQueue | undefined;
  listFeed: ListFeed;
}

/** What is found out about an operation while it is answered, for its log line and its metrics. */
export interface OperationReport {
  /** The name of the operation: that of the saved document, or the one that the caller gave it. */
  operation?: string;
  /** Its estimated cost, known before it runs, over both APIs. */
  cost?: number;
  /** Points of the rate limit that it takes, by class; set together with `cost`. */
  charges?: readonly Charge[];
  /** Finds the size of its outermost page, which a caller lowers when the answer is too large. */
  pageSize?: () => number | undefined;
  /** The codes of what went wrong, in lower case. */
  errors?: Set<string>;
  /** Told that an operation begins; what it returns is called when its answer is there. */
  onOperation?: (operation: OperationKind) => () => void;
}

export interface OperationKind {
  name: string | undefined;
  type: 'query' | 'mutation' | 'subscription';
  /** Of our own: a REST route's. The names of others are the callers'. */
  saved: boolean;
}

/** What a resolver gets: made anew for each request, so that loaders never share rows between callers. */
export interface Context {
  /** Absent only while somebody reads the schema (introspection) without a key. */
  principal: Principal | undefined;
  requestId: string;
  report: OperationReport;
  /** What one operation may ask for. */
  limits: OperationLimits;
  services: Services;
  loaders: CatalogueLoaders;
}
