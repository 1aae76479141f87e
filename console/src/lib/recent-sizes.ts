interface Computed {
  materializedAt: string;
  counts: { total: number };
}

/** Days that changes of the size look back. */
export const SIZE_DAYS = 30;
/** Computations that they take into account: as many as the service keeps of each list. Exports keep others for a while. */
export const SIZES = 30;

/**
 * Returns the sizes of a list within the last days, the earliest first: it begins with that of the last computation before them.
 *
 * @param all the newest first; the first `SIZES` of them count.
 */
export function recentSizes(all: readonly Computed[], begin: number): { at: number; total: number }[] {
  const sizes = all.slice(0, SIZES).map(({ materializedAt, counts }) => ({
    at: Date.parse(materializedAt),
    total: counts.total,
  }));
  const before = sizes.findIndex(({ at }) => at <= begin);
  return (before < 0 ? sizes : sizes.slice(0, before + 1)).reverse();
}
