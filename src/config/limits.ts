import { z } from 'zod';
import { DOCUMENT_LIMITS } from '../graphql/limits/document-limits.ts';
import { WORK_SETTINGS } from '../modules/limits/work-settings.ts';
import { FIXED_QUOTAS } from '../modules/quotas/quotas.ts';
import { integer, mebibytes, onOrOff, type ReadSetting, seconds } from './setting.ts';

/** Rate limit points a minute of one class, for each user and for all keys of each organization. */
const points = (fallback: number) => integer(1, 1_000_000, fallback);

/** A quota, for which 0 means no limit. */
const quota = (rule: z.ZodType<number>) => rule.transform((limit) => (limit === 0 ? undefined : limit));

/** Returns the settings of a part of the service, undefined if it is off. They are checked in either case. */
const unlessOff = <T>(isOn: boolean, settings: T): T | undefined => (isOn ? settings : undefined);

/** Reads the settings of credits, rate limits, quotas, slots and the limits of single operations. */
export const readLimitSettings = (read: ReadSetting, processes: number) => ({
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
        .default(processes > 1 ? 'postgres' : 'memory'),
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
    ...FIXED_QUOTAS,
    lists: read('QUOTA_LISTS', quota(integer(0, 2_000_000_000, 10_000))),
    list_domains: read('QUOTA_LIST_DOMAINS', quota(integer(0, 2_000_000_000, 100_000))),
    export_bytes: read('QUOTA_EXPORTS_MB', quota(mebibytes(0, 1_048_576, 1024))),
    keys: read('QUOTA_KEYS', quota(integer(0, 1_000_000, 50))),
  },
  /** Slots for heavy operations, and bounds on waiting for them; undefined if they are not limited. */
  overload: unlessOff(read('OVERLOAD', onOrOff('on')), WORK_SETTINGS),
  /** Limits of one operation. All except the last two apply only to documents that callers write. */
  operationLimits: {
    ...DOCUMENT_LIMITS,
    /** Milliseconds that an operation of either API may take. */
    timeoutMs: read('GRAPHQL_TIMEOUT_SECONDS', seconds(1, 3600, 30)),
    /** Bytes of one response of either API. */
    maxAnswerBytes: read('ANSWER_MAX_MB', mebibytes(1, 256, 16)),
  },
});
