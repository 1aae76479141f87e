/** A value of a field, and the number of companies that have it. */
export interface ValueCount {
  value: string;
  label: string;
  count: number;
}

/** Companies without a value. */
export interface MissingCount {
  /** Says whether the value is unknown, or there is none. */
  label: string;
  count: number;
  /** Absent where it leads nowhere. */
  use?: ValueUse;
}

/**
 * Counts the companies that have no value of a field of which each has one at most.
 *
 * @param values all values of the companies, each with its number.
 */
export function countMissing(values: readonly ValueCount[], total: number): number {
  return total - values.reduce((sum, { count }) => sum + count, 0);
}

/** What a value does: it becomes a part of the filter, or it leads to its companies in the builder. */
export type ValueUse =
  | { kind: 'add'; run: (isNot: boolean) => void }
  /** Fragment of a draft; undefined where it would be too long for an address. */
  | { kind: 'open'; draft: string | undefined };
