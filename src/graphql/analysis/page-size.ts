import { fieldsOf, type Plan, type Variables } from './plan.ts';

/**
 * Returns how many objects the outermost page of an operation can hold: what a caller lowers if a response is too large.
 * Of several pages at the same level, the largest counts. Returns undefined if there is no page.
 */
export function findPageSize(plan: Plan, variables: Variables): number | undefined {
  const seen = new Set<Plan>();
  let level = [plan];
  while (level.length > 0) {
    const below: Plan[] = [];
    let largest = 1;
    for (const field of level.flatMap((each) => fieldsOf(each, seen, variables))) {
      const size = field.isSized ? field.costOf(variables).maxMultiplier : 1;
      if (size > 1) largest = Math.max(largest, size);
      else below.push(field.below);
    }
    if (largest > 1) return largest;
    level = below;
  }
  return undefined;
}
