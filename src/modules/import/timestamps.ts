const SHAPE =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d\d):(\d\d)))?$/;
const FIRST_YEAR = 1900;
const LAST_YEAR = 2100;
const MINUTE = 60_000;
const MAX_CACHED = 50_000;

/**
 * Reads a date (midnight UTC) or an RFC 3339 timestamp, to the millisecond; finer digits are cut.
 *
 * @returns milliseconds since 1970, or undefined when it is no such day or time (2023-02-30), has no time zone,
 * or lies outside 1900 to 2100: one stray year 9999 would become the catalogue's as-of time.
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

/** parseTimestamp with a memory: a large file names few distinct days. */
export function createTimestampReader(): (text: string) => number | undefined {
  const known = new Map<string, number | undefined>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= MAX_CACHED) known.clear();
    const time = parseTimestamp(text);
    known.set(text, time);
    return time;
  };
}
