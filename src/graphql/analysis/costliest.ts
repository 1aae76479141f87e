import type { Variables } from './field-cost.ts';
import { bounded, type FieldSelection, fieldsOf, type Plan } from './plan.ts';
import { type Computed, selectionTotals } from './totals.ts';

/** Field that causes most of a cost. */
export interface Costliest {
  /** Names of fields, from the root. */
  path: string;
  /** Number of selected fields at this path. */
  times: number;
  /** Cost of these fields together. */
  cost: number;
}

/** Descends from the root as long as a single field makes up at least half of the remaining cost. */
export function findCostliest(plan: Plan, variables: Variables): Costliest | undefined {
  const computed: Computed = new Map();
  let best: Costliest | undefined;
  let here: Plan | undefined = plan;
  let factor = 1;
  while (here) {
    const level: Level | undefined = costliestField(here, variables, computed);
    if (!level || (best && level.cost * factor < best.cost / 2)) return best;
    const { field, times } = level;
    const path: string = best ? `${best.path}.${field.name}` : field.name;
    best = { path, times, cost: bounded(level.cost * factor) };
    factor *= field.costOf(variables).multiplier;
    here = times === 1 ? field.below : undefined;
  }
  return best;
}

/** Fields of one name in a selection set. */
interface Level {
  cost: number;
  times: number;
  /** The first of them. */
  field: FieldSelection;
}

function costliestField(plan: Plan, variables: Variables, computed: Computed): Level | undefined {
  const levels = new Map<string, Level>();
  for (const field of fieldsOf(plan, new Set())) {
    const { cost = 0, times = 0, field: first = field } = levels.get(field.name) ?? {};
    const own = selectionTotals(field, variables, computed).cost;
    levels.set(field.name, { cost: cost + own, times: times + 1, field: first });
  }
  return [...levels.values()].sort((a, b) => b.cost - a.cost)[0];
}
