import { MAX_CONDITIONS, MAX_DEPTH, MAX_PATTERNS, MAX_VALUES, PATTERN_OPERATORS } from './definition.ts';
import type { EditorNode, Tree } from './tree.ts';

/** Reasons why an edit is refused. */
export type Refusal =
  | 'too_deep'
  | 'too_many_conditions'
  | 'too_many_values'
  | 'too_many_patterns'
  | 'wrong_type'
  | 'operator_not_allowed'
  | 'when_not_allowed'
  | 'not_found'
  | 'not_a_group'
  | 'not_a_condition'
  | 'into_itself'
  | 'at_edge'
  | 'is_root';

interface Measures {
  too_deep: number;
  too_many_conditions: number;
  too_many_values: number;
  too_many_patterns: number;
}

const LIMITS: Measures = {
  too_deep: MAX_DEPTH,
  too_many_conditions: MAX_CONDITIONS,
  too_many_values: MAX_VALUES,
  too_many_patterns: MAX_PATTERNS,
};

/** Sizes of a tree, with unfinished conditions as if they were finished. An empty group has room for a condition. */
function measure({ root, implied }: Tree): Measures {
  const sizes = { too_deep: 0, too_many_conditions: 0, too_many_values: 0, too_many_patterns: 0 };
  const visit = (item: EditorNode, depth: number): void => {
    sizes.too_deep = Math.max(sizes.too_deep, depth);
    if (item.kind === 'not') visit(item.child, depth + 1);
    else if (item.kind !== 'condition') {
      if (item.children.length === 0) sizes.too_deep = Math.max(sizes.too_deep, depth + 1);
      for (const child of item.children) visit(child, depth + 1);
    } else {
      sizes.too_many_conditions += 1;
      sizes.too_many_values = Math.max(sizes.too_many_values, item.values.length);
      if (PATTERN_OPERATORS.includes(item.operator)) sizes.too_many_patterns += item.values.length;
    }
  };
  const [only] = root.children;
  if (implied && root.children.length === 1 && only) visit(only, 1);
  else visit(root, 1);
  return sizes;
}

/**
 * Returns the bound that an edit breaks. A tree that was beyond a bound before, as saved ones can be, may stay there,
 * but must not grow.
 */
export function brokenBound(before: Tree, after: Tree): Refusal | undefined {
  const old = measure(before);
  const now = measure(after);
  const bounds = ['too_deep', 'too_many_conditions', 'too_many_values', 'too_many_patterns'] as const;
  return bounds.find((bound) => now[bound] > LIMITS[bound] && now[bound] > old[bound]);
}
