const DAY_MS = 86_400_000;

/** Lengths of evidence windows in days before the catalogue's as-of time, the shortest first. */
export const WINDOW_DAYS = [30, 90, 180, 365] as const;
export type WindowDays = (typeof WINDOW_DAYS)[number];

/** Windows of the tiers (contract, section 6, "Tiers"). */
const QUARTER = 90 as const;
const YEAR = 365 as const;
export const EVER = 0 as const;

/** Windows of all tiers, the narrowest first. */
export const TIER_WINDOWS = [QUARTER, YEAR, EVER] as const;
export type TierWindow = (typeof TIER_WINDOWS)[number];

/** Evidence that was last seen within some days, or with a negative number first seen within them; 0 for all evidence. */
export type EvidenceWindow = TierWindow | WindowDays | -30 | -90 | -180 | -365;

/**
 * Places of evidence in a stored posting of a dated value, by the number of days that the posting has in its key. A place
 * counts the starts of windows that are later than the evidence: 0 is the newest, and WINDOW_DAYS.length older than all.
 *
 * Tiers have their windows. Other windows are put together from disjoint bands, so that all of them take less memory, and
 * less changes as the as-of time moves.
 */
export const LAST_SEEN_POSTINGS = [
  { window: 90, first: 0, last: 1 },
  { window: 365, first: 0, last: 3 },
  { window: 0, first: 0, last: 4 },
  { window: 30, first: 0, last: 0 },
  { window: 180, first: 2, last: 2 },
] as const;

export const FIRST_SEEN_POSTINGS = [
  { window: -30, first: 0, last: 0 },
  { window: -90, first: 1, last: 1 },
  { window: -180, first: 2, last: 2 },
  { window: -365, first: 3, last: 3 },
] as const;

/** Postings of which a window is the union. */
const PARTS: ReadonlyMap<EvidenceWindow, readonly EvidenceWindow[]> = new Map<
  EvidenceWindow,
  readonly EvidenceWindow[]
>([
  [180, [90, 180]],
  [-90, [-30, -90]],
  [-180, [-30, -90, -180]],
  [-365, [-30, -90, -180, -365]],
]);

/** Returns the windows in the keys of the postings that a window is the union of. */
export function partsOf(window: EvidenceWindow): readonly EvidenceWindow[] {
  return PARTS.get(window) ?? [window];
}

/** Returns the window of evidence that was first seen within some days. */
export function firstSeenWithin(days: WindowDays): EvidenceWindow {
  return FIRST_SEEN_POSTINGS[WINDOW_DAYS.indexOf(days)]?.window ?? -30;
}

/** Tells whether the posting of a window is stored in `facet_band`, and not in `facet_posting`. */
export function isBand(window: EvidenceWindow): boolean {
  return window !== QUARTER && window !== YEAR && window !== EVER;
}

/** Converts the number of days in the key of a stored posting. */
export function toWindow(days: number): EvidenceWindow {
  const found = [...LAST_SEEN_POSTINGS, ...FIRST_SEEN_POSTINGS].find(({ window }) => window === days);
  if (found === undefined) throw new RangeError(`unknown evidence window: ${days} days`);
  return found.window;
}

/** SQL of the place of a time. */
export function placeOf(column: string, asOf: Date): string {
  return startsBefore(asOf)
    .map((start) => `(${column} < ${timestampLiteral(start)})::int`)
    .join(' + ');
}

/** SQL of a condition: the time in a column gets another place as the as-of time moves. */
export function changesPlace(column: string, before: Date, after: Date): string {
  const [from, to] = before < after ? [before, after] : [after, before];
  const ends = startsBefore(to);
  return startsBefore(from)
    .map((start, index) => {
      const end = ends[index] ?? start;
      return `(${column} >= ${timestampLiteral(start)} AND ${column} < ${timestampLiteral(end)})`;
    })
    .join(' OR ');
}

/** Returns the start of each window, inclusive, the latest first. */
function startsBefore(asOf: Date): Date[] {
  return WINDOW_DAYS.map((days) => new Date(asOf.getTime() - days * DAY_MS));
}

/** Returns how far two times are apart, in days. */
export function daysBetween(a: Date, b: Date): number {
  return Math.abs(a.getTime() - b.getTime()) / DAY_MS;
}

/** Returns a time as an SQL literal, for statements that take no parameters. */
export function timestampLiteral(time: Date): string {
  return `timestamptz '${time.toISOString()}'`;
}
