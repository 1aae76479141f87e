import { WORK_SETTINGS } from '../modules/limits/work-settings.ts';
import { FIXED_QUOTAS } from '../modules/quotas/quotas.ts';
import { integer, map, oneOf, onOrOff, type ReadSetting, type Setting, seconds } from './setting.ts';

/** Limits of the documents that callers write. Those of REST are not subject to them. */
const DOCUMENT_LIMITS = {
  /** Cost (docs/api/graphql.md). An operation of this cost computes for a second or two. */
  maxCost: 500_000,
  /** Objects that all pages together can contain: what is possible, where the cost counts what is expected. */
  maxNodes: 500_000,
  /** Levels of nested fields. Tools that read the schema need 15. */
  maxDepth: 20,
  /** Each root field is resolved by itself, and can hold a connection. */
  maxRootFields: 100,
  /** Generated clients write tens. Each alias makes the response longer than the data that it repeats. */
  maxAliases: 200,
  /** Generated clients write tens. Directives cost nothing, so only their number bounds the work of looking at them. */
  maxDirectives: 100,
  /** Bytes of the document's text. The whole schema is shorter. */
  maxDocumentBytes: 128 * 1024,
  /** Bytes of the largest response. Who needs more reads pages. */
  maxAnswerBytes: 16 * 1024 * 1024,
};

/** Rate limit points of one class, for each user and for all keys of each organization. */
const points = (fallback: number) => integer(1, 1_000_000, fallback, 'points a minute');

/** A quota, for which 0 means no limit. */
const quota = (setting: Setting<number>) => map(setting, (limit) => (limit === 0 ? undefined : limit));

/** Returns the settings of a part of the service, undefined if it is off. They are checked in either case. */
const unlessOff = <T>(isOn: boolean, settings: T): T | undefined => (isOn ? settings : undefined);

/** Reads the settings of credits, rate limits, quotas, slots and the limits of single operations. Sizes become bytes. */
export const readLimitSettings = (read: ReadSetting, processes: number) => ({
  /** Companies of an enrichment that cost a credit (contract, section 5). */
  billing: read(
    'CREDITS_BILLING',
    oneOf(
      ['resolved', 'found'],
      'resolved',
      'must be resolved (every company that is known) or found (those with partners)',
    ),
    'Companies that cost a credit: every tracked one, or only those with partners ([credits.md](../api/credits.md#settings)).',
  ),
  partnershipMetering: read(
    'PARTNERSHIP_METERING',
    onOrOff('on'),
    'With `off`, GraphQL shows the partners of companies that nobody has paid for ([credits.md](../api/credits.md#partners-over-graphql)).',
  ),
  /** undefined if requests are not limited. */
  rateLimit: unlessOff(
    read(
      'RATE_LIMIT',
      onOrOff('on'),
      'Rate limits for each user and organization ([limits.md](../api/limits.md#rate-limits)).',
    ),
    {
      store: read(
        'RATE_LIMIT_STORE',
        oneOf(
          ['memory', 'postgres'],
          processes > 1 ? 'postgres' : 'memory',
          'must be memory (each process counts for itself) or postgres (all share a budget)',
        ),
        'Where points are counted: in each process, or in PostgreSQL for all. With worker processes, `postgres` is the default.',
      ),
      points: {
        read: read('RATE_LIMIT_READ', points(2400), 'Budget of look-ups, searches and pages.'),
        write: read('RATE_LIMIT_WRITE', points(300), 'Budget of changes.'),
        evaluate: read('RATE_LIMIT_EVALUATE', points(7500), 'Budget of filters that are evaluated.'),
        enrich: read('RATE_LIMIT_ENRICH', points(1000), 'Budget of enrichment.'),
        export: read('RATE_LIMIT_EXPORT', points(200), 'Budget of exports.'),
      },
    },
  ),
  /** undefined for no limit. */
  quotas: {
    ...FIXED_QUOTAS,
    lists: read(
      'QUOTA_LISTS',
      quota(integer(0, 2_000_000_000, 10_000, 'lists')),
      'Lists that an organization may have. `0`: no limit, as for all [quotas](../api/limits.md#quotas).',
    ),
    watched_lists: read(
      'QUOTA_WATCHED_LISTS',
      quota(integer(0, 1_000_000, 1000, 'lists')),
      'Lists of an organization that the service may evaluate after each import.',
    ),
    field_values: read(
      'QUOTA_FIELD_VALUES',
      quota(integer(0, 2_000_000_000, 5_000_000, 'values')),
      'Values that an organization may store in its own fields.',
    ),
    job_bytes: read(
      'QUOTA_JOBS_MB',
      map(quota(integer(0, 1_000_000, 4096, 'MiB')), (limit) => limit && limit * 1024 * 1024),
      'Files of all [jobs](../api/limits.md#uploads) of an organization together, decompressed.',
    ),
  },
  jobs: {
    maxRows: read(
      'JOB_MAX_ROWS',
      integer(1, 10_000_000, 1_000_000, 'rows'),
      'Rows that the file of one job may have.',
    ),
  },
  /** Slots for heavy operations, and bounds on waiting for them; undefined if they are not limited. */
  overload: unlessOff(
    read(
      'OVERLOAD',
      onOrOff('on'),
      'With `off`, heavy operations are neither queued nor refused ([limits.md](../api/limits.md#back-pressure)).',
    ),
    WORK_SETTINGS,
  ),
  /** Limits of one operation. All except `maxAnswerBytes` and `timeoutMs` apply only to documents that callers write. */
  operationLimits: {
    ...DOCUMENT_LIMITS,
    timeoutMs: read(
      'GRAPHQL_TIMEOUT_SECONDS',
      seconds(1, 3600, 30),
      'How long an operation over either API may take.',
    ),
  },
});
