/**
 * Merges a new order into a list that people look at: rows up to the highlighted one keep their places, and all others
 * follow in the new order. So a result that arrives late never moves what Enter would pick.
 *
 * @param highlighted index in `shown`; undefined: nothing has to stay.
 */
export function keepPlaces<Row>(
  shown: readonly Row[],
  highlighted: number | undefined,
  ranked: readonly Row[],
  idOf: (row: Row) => string,
): readonly Row[] {
  const byId = new Map(ranked.map((row) => [idOf(row), row]));
  const kept = shown
    .slice(0, highlighted === undefined ? 0 : highlighted + 1)
    .flatMap((row) => byId.get(idOf(row)) ?? []);
  const keptIds = new Set(kept.map(idOf));
  return [...kept, ...ranked.filter((row) => !keptIds.has(idOf(row)))];
}
