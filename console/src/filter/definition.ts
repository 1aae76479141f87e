import type { Condition, FilterNode, GroupKind } from '../../../clients/typescript/src/filter/definition.ts';

export {
  type Condition,
  type FilterNode,
  type GroupKind,
  groupOf,
  MAX_DEPTH,
  MAX_VALUES,
  type Value,
  type When,
} from '../../../clients/typescript/src/filter/definition.ts';

export interface Definition {
  registry_version: string;
  root: FilterNode | null;
}

/** Further bounds of a definition (docs/api/filters.md). */
export const MAX_CONDITIONS = 100;
export const MAX_PATTERNS = 250;
/** Operators whose values count towards `MAX_PATTERNS`. */
export const PATTERN_OPERATORS: readonly string[] = ['contains', 'starts_with', 'ends_with'];

/** Returns the kind and children of an `and` or `or`; undefined for other nodes. */
export function asGroup(node: FilterNode): { kind: GroupKind; children: readonly FilterNode[] } | undefined {
  if ('and' in node) return { kind: 'and', children: node.and };
  return 'or' in node ? { kind: 'or', children: node.or } : undefined;
}

/** Tells whether a condition says by itself what a company must not have. */
export const isNegative = ({ operator, values }: Condition): boolean =>
  operator === 'none_of' || (operator === 'is_known' && values[0] === false);

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
