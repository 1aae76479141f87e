import { COST_CLASSES } from '../../lib/cost-class.ts';
import type { Variables } from './field-cost.ts';
import { bounded, type ClassCosts, type Plan, type Selection, type Totals } from './plan.ts';

/** Totals of one analysis: each plan is summed once, however many places share it. */
export type Computed = Map<Plan, Totals>;

/** Computes the totals of a selection set for some variables. */
export function totalsOf(plan: Plan, variables: Variables, computed: Computed = new Map()): Totals {
  if (plan.varying.length === 0) return plan.fixed;
  const known = computed.get(plan);
  if (known) return known;
  const totals = sumOf(plan.varying, variables, computed, plan.fixed);
  computed.set(plan, totals);
  return totals;
}

/** Adds the totals of some selections to those of others. */
export function sumOf(
  selections: readonly Selection[],
  variables: Variables,
  computed: Computed,
  { cost, nodes, classes }: Totals,
): Totals {
  const sum = { cost, nodes, classes: { ...classes } };
  for (const selection of selections) {
    const each = selectionTotals(selection, variables, computed);
    sum.cost = bounded(sum.cost + each.cost);
    sum.nodes = bounded(sum.nodes + each.nodes);
    for (const name of CLASSES) add(sum.classes, name, each.classes[name]);
  }
  return sum;
}

/** All that costs can belong to. */
const CLASSES: readonly (keyof ClassCosts)[] = [...COST_CLASSES, 'free', 'inherited'];

const NOTHING: Totals = { cost: 0, nodes: 0, classes: {} };

/** Computes what one selection adds to the totals of its set. */
export function selectionTotals(selection: Selection, variables: Variables, computed: Computed): Totals {
  if (selection.isIncluded?.(variables) === false) return NOTHING;
  const inside = totalsOf(selection.below, variables, computed);
  if (!selection.costOf) return inside;
  const { field: weight, multiplier, most, sizedBy, costClass = 'inherited' } = selection.costOf(variables);
  const classes: ClassCosts = { [costClass]: weight };
  for (const name of CLASSES) {
    const cost = inside.classes[name];
    add(classes, name === 'inherited' ? costClass : name, cost && multiplier * cost);
  }
  return {
    cost: weight + multiplier * inside.cost,
    nodes: (sizedBy === 'page' ? most : 0) + most * inside.nodes,
    classes,
  };
}

/** Adds the cost of a class; nothing for one that is not selected. */
function add(classes: ClassCosts, name: keyof ClassCosts, cost: number | undefined): void {
  if (cost !== undefined) classes[name] = bounded((classes[name] ?? 0) + cost);
}
