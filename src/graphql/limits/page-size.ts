import type { Plan, Variables } from './plan-types.ts';

/**
 * Finds how many objects the outermost page of an operation may hold: what a caller lowers when an answer is too large.
 * Of several side by side, the largest counts.
 */
export function findPageSize(plan: Plan, variables: Variables): number | undefined {
  const seen = new Set<Plan>();
  let level: readonly Plan[] = [plan];
  while (level.length > 0) {
    const sizes: number[] = [];
    const below: Plan[] = [];
    const visit = (set: Plan): void => {
      if (seen.has(set)) return;
      seen.add(set);
      for (const { field, isIncluded, below: inner } of set.parts) {
        if (isIncluded && !isIncluded(variables)) continue;
        if (!field) visit(inner);
        else if (field.isSized) {
          const { multiplier, most = multiplier } = field.priceOf(variables);
          if (most > 1) sizes.push(most);
          else below.push(inner);
        } else below.push(inner);
      }
    };
    for (const set of level) visit(set);
    if (sizes.length > 0) return Math.max(...sizes);
    level = below;
  }
  return undefined;
}
