/** A value of a condition. */
export type Value = string | number | boolean;

/** Age of the evidence that counts, as one key and its window: `{ first_seen: '90d' }` means adopted in the last 90 days. */
export type When = Readonly<Record<string, string>>;

export interface Condition {
  field: string;
  operator: string;
  values: readonly Value[];
  /** Absent where evidence of any age counts. */
  when?: When;
}

/** A node of a definition as both APIs take it in JSON. */
export type FilterNode =
  | { and: readonly FilterNode[] }
  | { or: readonly FilterNode[] }
  | { not: FilterNode }
  | { condition: Condition };

export type GroupKind = 'and' | 'or';

/** Depth counts the nodes from the root to a condition, inclusive (docs/api/filters.md). */
export const MAX_DEPTH = 8;
/** Most values of a condition. */
export const MAX_VALUES = 250;

export function groupOf(kind: GroupKind, children: readonly FilterNode[]): FilterNode {
  return kind === 'and' ? { and: children } : { or: children };
}
