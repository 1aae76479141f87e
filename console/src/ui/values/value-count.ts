/** A value of a field, and the number of companies that have it. */
export interface ValueCount {
  value: string;
  label: string;
  count: number;
}

/** What a value does: it becomes a part of the filter, or it leads to its companies in the builder. */
export type ValueUse =
  | { kind: 'add'; run: (isNot: boolean) => void }
  /** Fragment of a draft; undefined where it would be too long for an address. */
  | { kind: 'open'; draft: string | undefined };
