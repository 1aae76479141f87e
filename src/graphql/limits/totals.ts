import { type ClassCosts, MOST, type Part, type Plan, type Totals, type Variables } from './plan-types.ts';

/** Totals found in one assessment: each plan is summed once, however many places share it. */
export type Found = Map<Plan, Totals>;

/** Computes what a selection set costs with these variables. */
export function totalsOf(plan: Plan, variables: Variables, found?: Found): Totals {
  if (plan.varying.length === 0) return plan.fixed;
  const known = found?.get(plan);
  if (known) return known;
  const shared = found ?? new Map();
  const totals = sumOf(plan.varying, variables, shared, plan.fixed);
  shared.set(plan, totals);
  return totals;
}

/** Adds the totals of some parts to those of others. */
export function sumOf(
  parts: readonly Part[],
  variables: Variables,
  found: Found,
  { cost, nodes, classes }: Totals,
): Totals {
  const sum = { cost, nodes, classes: { ...classes } };
  for (const part of parts) {
    const each = partTotals(part, variables, found);
    sum.cost = Math.min(MOST, sum.cost + each.cost);
    sum.nodes = Math.min(MOST, sum.nodes + each.nodes);
    for (const name of namesOf(each.classes)) add(sum.classes, name, each.classes[name]);
  }
  return sum;
}

const NOTHING: Totals = { cost: 0, nodes: 0, classes: {} };

/** Computes what one selection adds, once. */
export function partTotals({ field, isIncluded, below }: Part, variables: Variables, found: Found): Totals {
  if (isIncluded && !isIncluded(variables)) return NOTHING;
  const inside = totalsOf(below, variables, found);
  if (!field) return inside;
  const { field: own, multiplier, most = multiplier } = field.priceOf(variables);
  const ownClass = field.classOf(variables) ?? 'inherited';
  const classes: ClassCosts = { [ownClass]: own };
  for (const name of namesOf(inside.classes)) {
    add(classes, name === 'inherited' ? ownClass : name, multiplier * (inside.classes[name] ?? 0));
  }
  return {
    cost: own + multiplier * inside.cost,
    nodes: (field.isPaged ? most : 0) + most * inside.nodes,
    classes,
  };
}

function namesOf(classes: Readonly<ClassCosts>): (keyof ClassCosts)[] {
  return Object.keys(classes) as (keyof ClassCosts)[];
}

function add(classes: ClassCosts, name: keyof ClassCosts, cost = 0): void {
  classes[name] = Math.min(MOST, (classes[name] ?? 0) + cost);
}
