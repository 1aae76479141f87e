const SHAPE =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d\d):(\d\d)))?$/;
const FIRST_YEAR = 1900;
const LAST_YEAR = 2100;
const MINUTE = 60_000;

/**
 * Parses a date (midnight UTC) or an RFC 3339 timestamp. Digits below the millisecond are cut.
 *
 * @returns milliseconds since 1970; undefined for an invalid day or time (2023-02-30), for one without time zone, and
 * outside of 1900 to 2100: a single year 9999 would become the catalogue's as-of time.
 */
export function parseTimestamp(text: string): number | undefined {
  const match = SHAPE.exec(text);
  if (!match) return undefined;
  const [, year = '', month, day, hour = '0', minute = '0', second = '0', fraction = ''] = match;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  // A day that does not exist rolls over into the next month.
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const offset = readOffset(match);
  if (offset === undefined) return undefined;
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3));
  date.setUTCHours(Number(hour), Number(minute), Number(second), milliseconds);
  const time = date.getTime() - offset;
  const utcYear = new Date(time).getUTCFullYear();
  return utcYear >= FIRST_YEAR && utcYear <= LAST_YEAR ? time : undefined;
}

function readOffset(match: RegExpExecArray): number | undefined {
  const [sign, hours, minutes] = [match[8], Number(match[9]), Number(match[10])];
  if (sign === undefined) return 0;
  if (hours > 23 || minutes > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (hours * 60 + minutes) * MINUTE;
}
