const SHAPE =
  /^(\d{4}-\d\d-(\d\d))(?:[Tt ]((?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d{1,9})?)(?:[Zz]|([+-](?:[01]\d|2[0-3]):[0-5]\d)))?$/;
const FIRST_YEAR = 1900;
const LAST_YEAR = 2100;

/**
 * Parses a date (midnight UTC) or an RFC 3339 timestamp. Digits below the millisecond are cut.
 *
 * @returns milliseconds since 1970; undefined for an invalid day or time (2023-02-30), for one without time zone, and
 * outside of 1900 to 2100: a single year 9999 would become the catalogue's as-of time.
 */
export function parseTimestamp(text: string): number | undefined {
  const [, date, day, clock = '00:00:00', offset = 'Z'] = SHAPE.exec(text) ?? [];
  // A day that does not exist rolls over into the next month.
  if (date === undefined || new Date(date).getUTCDate() !== Number(day)) return undefined;
  const time = Date.parse(`${date}T${clock}${offset}`);
  const utcYear = new Date(time).getUTCFullYear();
  return utcYear >= FIRST_YEAR && utcYear <= LAST_YEAR ? time : undefined;
}
