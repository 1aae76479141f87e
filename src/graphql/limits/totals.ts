import { MOST, type Part, type Plan, type Totals, type Variables } from './plan-types.ts';

/** Totals that were found in this reckoning: each plan is reckoned once, however many places share it. */
export type Found = Map<Plan, Totals>;

/** What a selection set costs with these variables. */
export function totalsOf(plan: Plan, variables: Variables, found: Found = new Map()): Totals {
  const known = plan.fixed ?? found.get(plan);
  if (known) return known;
  let cost = 0;
  let nodes = 0;
  for (const part of plan.parts) {
    const each = partTotals(part, variables, found);
    cost += each.cost;
    nodes += each.nodes;
  }
  const totals = { cost: Math.min(cost, MOST), nodes: Math.min(nodes, MOST) };
  found.set(plan, totals);
  return totals;
}

/** What one selection adds, once. */
export function partTotals({ field, isIncluded, below }: Part, variables: Variables, found: Found): Totals {
  if (isIncluded && !isIncluded(variables)) return { cost: 0, nodes: 0 };
  const inside = totalsOf(below, variables, found);
  if (!field) return inside;
  const price = field.priceOf(variables);
  return {
    cost: price.field + price.multiplier * inside.cost,
    nodes: (field.isPaged ? price.multiplier : 0) + price.multiplier * inside.nodes,
  };
}
