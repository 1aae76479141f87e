/** Times of the earliest and the latest sighting, ISO 8601. */
export interface Seen {
  firstSeen: string;
  lastSeen: string;
}

export interface Axis {
  from: string;
  to: string;
}

/** Returns the time that holds all sightings; undefined if there are none. */
export function axisOf(all: readonly Seen[]): Axis | undefined {
  const from = all.map(({ firstSeen }) => firstSeen).toSorted()[0];
  const to = all
    .map(({ lastSeen }) => lastSeen)
    .toSorted()
    .at(-1);
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** Returns where sightings lie on an axis, as shares of its length. */
export function placeOn(
  { from, to }: Axis,
  { firstSeen, lastSeen }: Seen,
): { start: number; length: number } {
  const length = Date.parse(to) - Date.parse(from);
  if (length <= 0) return { start: 0, length: 1 };
  return {
    start: (Date.parse(firstSeen) - Date.parse(from)) / length,
    length: (Date.parse(lastSeen) - Date.parse(firstSeen)) / length,
  };
}
