import { LANGUAGE, relative } from './format.ts';

/** Returns formatters of a time axis: of months, days and hours. @param timeZone by default the browser's */
export function axisFormats(
  timeZone?: string,
): Record<'month' | 'day' | 'hour', (seconds: number) => string> {
  const zone = timeZone === undefined ? {} : { timeZone };
  const month = new Intl.DateTimeFormat(LANGUAGE, { month: 'short', year: 'numeric', ...zone });
  const day = new Intl.DateTimeFormat(LANGUAGE, { day: 'numeric', month: 'short', ...zone });
  const hour = new Intl.DateTimeFormat(LANGUAGE, { hour: '2-digit', minute: '2-digit', ...zone });
  return {
    month: (seconds) => month.format(seconds * 1000),
    day: (seconds) => day.format(seconds * 1000),
    hour: (seconds) => hour.format(seconds * 1000),
  };
}

const MONTHS_OF_YEAR = 12;

/** Formats how long an instant was before another one, in months up to two years, such as "14 months ago". */
export function formatMonthsBefore(instant: string, reference: string): string {
  const months = Math.round((Date.parse(reference) - Date.parse(instant)) / 1000 / 2_629_800);
  const isLong = months >= 2 * MONTHS_OF_YEAR;
  return isLong
    ? relative.format(-Math.round(months / MONTHS_OF_YEAR), 'year')
    : relative.format(-months, 'month');
}

const weekdays = new Intl.DateTimeFormat(LANGUAGE, { weekday: 'long' });

/** Names the day of the week of an instant (ISO 8601) in the browser's time zone. */
export const formatWeekday = (instant: string): string => weekdays.format(new Date(instant));
