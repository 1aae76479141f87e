import { z } from 'zod';
import { integer, mebibytes, onOrOff, type ReadSetting, seconds } from './setting.ts';

/** Rate limit points a minute of one class, for each user and for all keys of each organization. */
const points = (fallback: number) => integer(1, 1_000_000, fallback);

/** Heavy operations of one kind, or streamed files, that run at a time. */
const slots = (fallback: number) => integer(1, 10_000, fallback);

/** A quota, for which 0 means no limit. */
const quota = (rule: z.ZodType<number>) => rule.transform((limit) => (limit === 0 ? undefined : limit));

/** Returns the settings of a part of the service, undefined if it is off. They are checked in either case. */
const unlessOff = <T>(isOn: boolean, settings: T): T | undefined => (isOn ? settings : undefined);

/** Reads the settings of credits, rate limits, quotas, slots and the limits of single operations. */
export const readLimitSettings = (read: ReadSetting) => ({
  /** Companies of an enrichment that cost a credit (contract, section 5). */
  billing: read(
    'CREDITS_BILLING',
    z
      .enum(
        ['resolved', 'found'],
        'must be resolved (every company that is known) or found (those with partners)',
      )
      .default('resolved'),
  ),
  /** Whether GraphQL shows partners only of companies that the organization has unlocked. */
  partnershipMetering: read('PARTNERSHIP_METERING', onOrOff('on')),
  /** Rate limits; undefined if requests are not limited. */
  rateLimit: unlessOff(read('RATE_LIMIT', onOrOff('on')), {
    store: read(
      'RATE_LIMIT_STORE',
      z
        .enum(
          ['memory', 'postgres'],
          'must be memory (each process counts for itself) or postgres (all share a budget)',
        )
        .default('memory'),
    ),
    points: {
      read: read('RATE_LIMIT_READ', points(2400)),
      write: read('RATE_LIMIT_WRITE', points(300)),
      evaluate: read('RATE_LIMIT_EVALUATE', points(7500)),
      enrich: read('RATE_LIMIT_ENRICH', points(1000)),
      export: read('RATE_LIMIT_EXPORT', points(200)),
    },
  }),
  /** Quotas of organizations, lists and owners of keys; undefined for no limit. */
  quotas: {
    lists: read('QUOTA_LISTS', quota(integer(0, 2_000_000_000, 10_000))),
    definition_bytes: read('QUOTA_DEFINITIONS_MB', quota(mebibytes(0, 1_048_576, 256))),
    list_domains: read('QUOTA_LIST_DOMAINS', quota(integer(0, 2_000_000_000, 100_000))),
    keys: read('QUOTA_KEYS', quota(integer(0, 1_000_000, 50))),
    replay_log_bytes: read('QUOTA_REPLAY_MB', quota(mebibytes(0, 1_048_576, 256))),
  },
  /** Slots for heavy operations, and bounds on waiting for them; undefined if they are not limited. */
  overload: unlessOff(read('OVERLOAD', onOrOff('on')), {
    /** Milliseconds of expected waiting from which an operation is refused. */
    maxWaitMs: read('OVERLOAD_MAX_WAIT_MS', integer(1, 600_000, 4000)),
    /** Lag of the event loop in milliseconds from which heavy operations are refused. */
    lagMs: read('OVERLOAD_LAG_MS', integer(1, 60_000, 500)),
    slots: {
      evaluate: read('SLOTS_EVALUATE', slots(4)),
      enrich: read('SLOTS_ENRICH', slots(4)),
      export: read('SLOTS_EXPORT', slots(2)),
      large: read('SLOTS_LARGE_READS', slots(2)),
      stream: read('EXPORT_STREAMS', slots(32)),
    },
    /** Slots of one kind that an organization may have while others wait. */
    slotsPerOrganization: read('SLOTS_PER_ORGANIZATION', slots(2)),
    /** CSV files that are sent to one organization at a time. */
    streamsPerOrganization: read('EXPORT_STREAMS_PER_ORGANIZATION', slots(4)),
    /** Cost in points from which a read needs a slot. */
    largeCost: read('LARGE_READ_COST', integer(1, 1_000_000_000, 1_000)),
  }),
  /** Limits of one operation. All except the last two apply only to documents that callers write. */
  operationLimits: {
    /** Cost in points (docs/graphql.md). */
    maxCost: read('GRAPHQL_MAX_COST', integer(1, 1_000_000_000, 500_000)),
    /** Objects that all pages together can contain. */
    maxNodes: read('GRAPHQL_MAX_NODES', integer(1, 1_000_000_000, 500_000)),
    /** Levels of nested fields. */
    maxDepth: read('GRAPHQL_MAX_DEPTH', integer(1, 250, 20)),
    maxRootFields: read('GRAPHQL_MAX_ROOT_FIELDS', integer(1, 5_000, 100)),
    maxAliases: read('GRAPHQL_MAX_ALIASES', integer(0, 5_000, 200)),
    maxDirectives: read('GRAPHQL_MAX_DIRECTIVES', integer(0, 5_000, 100)),
    /** Bytes of the document's text. */
    maxDocumentBytes: read(
      'GRAPHQL_MAX_DOCUMENT_KB',
      integer(1, 1024, 128).transform((kibibytes) => kibibytes * 1024),
    ),
    /** Milliseconds that an operation of either API may take. */
    timeoutMs: read('GRAPHQL_TIMEOUT_SECONDS', seconds(1, 3600, 30)),
    /** Bytes of one response of either API. */
    maxAnswerBytes: read('ANSWER_MAX_MB', mebibytes(1, 256, 16)),
  },
});
