import { MAX_CONDITIONS, MAX_DEPTH, MAX_PATTERNS, MAX_VALUES, PATTERN_OPERATORS } from './definition.ts';
import type { EditorNode, Tree } from './tree.ts';

/** Reasons why an edit is refused, in words. */
export const REFUSALS = {
  too_deep: 'This would nest the filter deeper than 8 levels.',
  too_many_conditions: 'A filter can have at most 100 conditions.',
  too_many_values: 'A condition can have at most 250 values.',
  too_many_patterns:
    'All text conditions together can have at most 250 values. Use “is exactly” for complete texts.',
  wrong_type: 'These values do not fit the field.',
  operator_not_allowed: 'The field does not have this operator.',
  when_not_allowed: 'The evidence of this field has no date.',
  not_found: 'This row is no longer there.',
  not_a_group: 'Only a group can take rows.',
  not_a_condition: 'Only a condition has values.',
  into_itself: 'A group cannot be moved into itself.',
  at_edge: 'There is no further place in this direction.',
  is_root: 'The outermost group stays where it is.',
} as const;
export type Refusal = keyof typeof REFUSALS;

const LIMITS = {
  too_deep: MAX_DEPTH,
  too_many_conditions: MAX_CONDITIONS,
  too_many_values: MAX_VALUES,
  too_many_patterns: MAX_PATTERNS,
};
type Bound = keyof typeof LIMITS;

/** Sizes of a tree, with unfinished conditions as if they were finished. An empty group has room for a condition. */
function measure({ root, implied }: Tree): Record<Bound, number> {
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
  const bounds = Object.keys(LIMITS) as Bound[];
  return bounds.find((bound) => now[bound] > LIMITS[bound] && now[bound] > old[bound]);
}
