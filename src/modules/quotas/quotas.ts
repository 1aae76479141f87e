import { Fault } from '../../lib/fault.ts';

/** Names of the quotas in the error `quota_exceeded`. Sizes are in bytes. */
export const QUOTA_NAMES = ['lists', 'definition_bytes', 'list_domains', 'keys', 'replay_log_bytes'] as const;
export type QuotaName = (typeof QUOTA_NAMES)[number];

/** Maximum of each quota; undefined: no limit. */
type QuotaLimits = Readonly<Partial<Record<QuotaName, number | undefined>>>;

/** Quotas of a process, with the number of refusals by each. */
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

  /** Counts a refusal. @param used what is used without the refused request. @returns the fault quota_exceeded. */
  exceeded(quota: QuotaName, used: number, message: string): Fault {
    this.refusals[quota] += 1;
    return new Fault('quota_exceeded', message, {
      details: { quota, limit: this.limits[quota] ?? used, used },
    });
  }
}
