import { Fault } from '../../lib/fault.ts';

/** Quotas by the name that `quota_exceeded` gives. Sizes are in bytes. */
export const QUOTA_NAMES = ['lists', 'definition_bytes', 'list_domains', 'keys', 'replay_log_bytes'] as const;
export type QuotaName = (typeof QUOTA_NAMES)[number];

/** The most that is possible of each; undefined: no limit. */
export type QuotaLimits = Readonly<Record<QuotaName, number | undefined>>;

/** For operators, who stand outside of all quotas. */
export const UNLIMITED: QuotaLimits = {
  lists: undefined,
  definition_bytes: undefined,
  list_domains: undefined,
  keys: undefined,
  replay_log_bytes: undefined,
};

/** The limits of a process, and how often each of them refused something. */
export class Quotas {
  readonly limits: QuotaLimits;
  readonly refusals: Record<QuotaName, number> = {
    lists: 0,
    definition_bytes: 0,
    list_domains: 0,
    keys: 0,
    replay_log_bytes: 0,
  };

  constructor(limits: QuotaLimits) {
    this.limits = limits;
  }

  /** Counts a refusal. @returns 403 `quota_exceeded` with what was used before the refused request. */
  exceeded(quota: QuotaName, used: number, message: string): Fault {
    this.refusals[quota] += 1;
    return new Fault('quota_exceeded', message, {
      details: { quota, limit: this.limits[quota] ?? used, used },
    });
  }
}
