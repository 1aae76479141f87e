import { Fault } from '../../lib/fault.ts';
import { recordOf } from '../../lib/property.ts';

/** Names of the quotas in the error `quota_exceeded`. Sizes are in bytes. */
export const QUOTA_NAMES = ['lists', 'definition_bytes', 'list_domains', 'keys', 'replay_log_bytes'] as const;
export type QuotaName = (typeof QUOTA_NAMES)[number];

/** Maximum of each quota; undefined: no limit. */
type QuotaLimits = Readonly<Partial<Record<QuotaName, number | undefined>>>;

/** Quotas of a process, with the number of refusals by each. */
export class Quotas {
  readonly limits: QuotaLimits;
  readonly refusals = recordOf(QUOTA_NAMES, () => 0);

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

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB'] as const;

/** Formats a number of bytes for people, such as `256 MiB` or `1.5 KiB`. */
export function showBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${Number(value.toFixed(1))} ${UNITS[unit]}`;
}
