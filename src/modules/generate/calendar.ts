import { StartupError } from '../../lib/fault.ts';

const DAY_MS = 86_400_000;
export const HISTORY_DAYS = 3 * 365;
/** Default newest day. It is fixed, so that the files are always the same. */
export const DEFAULT_AS_OF = '2026-06-30';

/**
 * Lists the days of the three years up to `asOf`, the newest first, as `YYYY-MM-DD`.
 *
 * @throws StartupError when `asOf` is not a valid day.
 */
export function listDays(asOf: string): string[] {
  const newest = /^(19|20)\d\d-\d\d-\d\d$/.test(asOf) ? Date.parse(`${asOf}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(newest) || new Date(newest).toISOString().slice(0, 10) !== asOf) {
    throw new StartupError(`--as-of must be a day as YYYY-MM-DD, not "${asOf}"`);
  }
  return Array.from({ length: HISTORY_DAYS }, (_, age) =>
    new Date(newest - age * DAY_MS).toISOString().slice(0, 10),
  );
}
