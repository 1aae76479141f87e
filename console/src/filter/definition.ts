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

export interface Definition {
  registry_version: string;
  root: FilterNode | null;
}

export type GroupKind = 'and' | 'or';

/** Bounds of a definition (docs/api/filters.md). Depth counts the nodes from the root to a condition, inclusive. */
export const MAX_DEPTH = 8;
export const MAX_CONDITIONS = 100;
export const MAX_VALUES = 250;
export const MAX_PATTERNS = 250;
/** Operators whose values count towards `MAX_PATTERNS`. */
export const PATTERN_OPERATORS: readonly string[] = ['contains', 'starts_with', 'ends_with'];

export function groupOf(kind: GroupKind, children: readonly FilterNode[]): FilterNode {
  return kind === 'and' ? { and: children } : { or: children };
}

/** Returns the kind and children of an `and` or `or`; undefined for other nodes. */
export function asGroup(node: FilterNode): { kind: GroupKind; children: readonly FilterNode[] } | undefined {
  if ('and' in node) return { kind: 'and', children: node.and };
  return 'or' in node ? { kind: 'or', children: node.or } : undefined;
}

/** Yields all conditions of a tree in document order. */
export function* conditionsOf(node: FilterNode | null): Generator<Condition> {
  if (node === null) return;
  if ('condition' in node) yield node.condition;
  else if ('not' in node) yield* conditionsOf(node.not);
  else for (const child of asGroup(node)?.children ?? []) yield* conditionsOf(child);
}

/** Returns a condition with its keys in an order; absent ones come last. */
export function inOrder(condition: Condition, keys: readonly string[]): Condition {
  const place = (key: string) => (keys.includes(key) ? keys.indexOf(key) : keys.length);
  const entries = Object.entries(condition).sort(([a], [b]) => place(a) - place(b));
  return { ...Object.fromEntries(entries), ...condition };
}
