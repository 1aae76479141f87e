/** A filter tree as callers send it (contract, section 6). The oracle shares no types with the service. */
export interface Condition {
  field: string;
  operator: string;
  values: (string | number | boolean)[];
  when?: Record<string, string>;
}

export type Tree = { and: Tree[] } | { or: Tree[] } | { not: Tree } | { condition: Condition };

/** Yields every node with its JSON pointer, in document order. */
export function* nodesOf(tree: Tree, pointer = '/root'): Generator<[pointer: string, node: Tree]> {
  yield [pointer, tree];
  if ('not' in tree) yield* nodesOf(tree.not, `${pointer}/not`);
  for (const [key, children] of Object.entries(tree)) {
    if (key !== 'and' && key !== 'or') continue;
    for (const [index, child] of children.entries()) yield* nodesOf(child, `${pointer}/${key}/${index}`);
  }
}

/** Returns a copy of a tree with changed conditions. */
export function mapConditions(tree: Tree, change: (condition: Condition) => Condition): Tree {
  if ('and' in tree) return { and: tree.and.map((child) => mapConditions(child, change)) };
  if ('or' in tree) return { or: tree.or.map((child) => mapConditions(child, change)) };
  if ('not' in tree) return { not: mapConditions(tree.not, change) };
  return { condition: change(tree.condition) };
}

/** Tells whether a condition matches companies that do not have the values. */
export function isNegative({ operator, values }: Condition): boolean {
  return operator === 'none_of' || (operator === 'is_known' && values[0] === false);
}

/** Tells whether every match meets a positive condition: `and` needs one bounded child, `or` all, `not` swaps them. */
export function isBounded(tree: Tree, negated = false): boolean {
  if ('not' in tree) return isBounded(tree.not, !negated);
  if ('condition' in tree) return isNegative(tree.condition) === negated;
  const children = 'and' in tree ? tree.and : tree.or;
  const oneIsEnough = 'and' in tree !== negated;
  return oneIsEnough
    ? children.some((child) => isBounded(child, negated))
    : children.every((child) => isBounded(child, negated));
}
