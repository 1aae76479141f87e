/**
 * Language of all texts of the console, and so of its numbers, dates and names of countries, whatever the browser prefers.
 * This module alone formats them, and `later-formats.ts` what only some pages need.
 */
export const LANGUAGE = 'en-GB';

const numbers = new Intl.NumberFormat(LANGUAGE);
const percents = new Intl.NumberFormat(LANGUAGE, { style: 'percent', maximumFractionDigits: 1 });
const days = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium' });
const daysOfYear = new Intl.DateTimeFormat(LANGUAGE, { day: 'numeric', month: 'short' });
const moments = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'medium' });
export const relative = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' });

/** Formats a number with thousands separators. */
export const formatNumber = (value: number): string => numbers.format(value);

/** Formats a number with its noun, such as "1,200 rows". */
export const counted = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

const exact = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 4 });

/** Formats a number of an own field with all its decimals. */
export const formatDecimal = (value: number): string => exact.format(value);

/** Formats a share between 0 and 1 as a percentage. */
export const formatShare = (share: number): string => percents.format(share);

/** Formats the day of an instant (ISO 8601) in the browser's time zone. */
export const formatDay = (instant: string): string => days.format(new Date(instant));

/** Formats a day without a time ("2026-01-31"), which is the same in every time zone. */
export const formatDate = (day: string): string => formatDay(`${day}T00:00`);

/** Formats the day of an instant (ISO 8601), without its year where that is the year of another instant. */
export function formatShortDay(instant: string, reference: string | undefined): string {
  const [day, other] = [instant, reference].map((each) => (each === undefined ? undefined : new Date(each)));
  const isSameYear = other !== undefined && day?.getFullYear() === other.getFullYear();
  return isSameYear && day ? daysOfYear.format(day) : formatDay(instant);
}

/** Returns the last days in UTC ("2026-01-31"), the earliest first and today last. */
export const lastDays = (count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.now() - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );

/** Formats an instant (ISO 8601) to the second. */
export const formatMoment = (instant: string): string => moments.format(new Date(instant));

const choices = new Intl.ListFormat(LANGUAGE, { type: 'disjunction' });

/** Joins alternatives, as in "a, b or c". */
export const formatChoices = (texts: readonly string[]): string => choices.format(texts);

const UNITS_OF_BYTES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Formats a number of bytes with the unit that keeps it short. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS_OF_BYTES.length - 1);
  const unit = UNITS_OF_BYTES[power] ?? 'byte';
  // The short form of "byte" has no plural.
  const unitDisplay = power === 0 ? 'long' : 'short';
  const options = { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(LANGUAGE, options).format(bytes / 1000 ** power);
}

/** Units of relative times, largest first, in seconds. */
const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Formats the distance of an instant (ISO 8601) from now, such as "3 days ago". */
export function formatAgo(instant: string, now = Date.now()): string {
  const seconds = (new Date(instant).getTime() - now) / 1000;
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  return unit
    ? relative.format(Math.round(seconds / unit[1]), unit[0])
    : relative.format(Math.round(seconds), 'second');
}

const countries = new Intl.DisplayNames(LANGUAGE, { type: 'region' });

/** Returns the English name of a country; the code itself if the browser does not know it. */
export function countryName(code: string): string {
  try {
    return countries.of(code) ?? code;
  } catch {
    return code;
  }
}

/** Returns how many times as frequent something is, with one decimal where it says something. */
export const formatTimes = (times: number): string =>
  formatNumber(times < 100 ? Math.round(times * 10) / 10 : Math.round(times));
