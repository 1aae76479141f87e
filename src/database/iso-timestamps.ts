/**
 * Turns `2024-03-01 00:00:00+00`, a timestamptz of PostgreSQL in a UTC session, into ISO 8601 as `Date` prints it, with
 * milliseconds: `2024-03-01T00:00:00.000Z`. PostgreSQL leaves out trailing zeros of a second. Slicing the string takes a
 * tenth of the time of creating and printing a Date. Each partnership has two of them.
 */
export function toIsoTimestamp(text: string): string {
  if (!text.endsWith('+00')) return new Date(text).toISOString();
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`;
}

/** PostgreSQL counts from 2000-01-01 in binary results. */
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);
/** About 150 bytes each. */
const MAX_TEXTS = 20_000;
/** Texts by milliseconds since 2000: the timestamps of a catalogue are mostly the midnights of a few thousand days. */
const texts = new Map<number, string>();

/**
 * Turns microseconds since 2000-01-01, a timestamptz of PostgreSQL in binary format, into ISO 8601 as `Date` prints it.
 * Parts of a millisecond are cut off.
 */
export function fromPostgresMicroseconds(microseconds: number): string {
  const ms = Math.floor(microseconds / 1000);
  let text = texts.get(ms);
  if (text === undefined) {
    text = new Date(POSTGRES_EPOCH_MS + ms).toISOString();
    if (texts.size >= MAX_TEXTS) texts.clear();
    texts.set(ms, text);
  }
  return text;
}
