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
  const [first] = all;
  if (!first) return undefined;
  return all.reduce<Axis>(
    ({ from, to }, { firstSeen, lastSeen }) => ({
      from: isBefore(firstSeen, from) ? firstSeen : from,
      to: isBefore(to, lastSeen) ? lastSeen : to,
    }),
    { from: first.firstSeen, to: first.lastSeen },
  );
}

const isBefore = (a: string, b: string): boolean => Date.parse(a) < Date.parse(b);

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
