import { MOST, type Part, type Plan, type Totals, type Variables } from './plan-types.ts';
import { partTotals } from './totals.ts';

/** Where most of a cost comes from. */
export interface Costliest {
  /** Names of fields, from the top. */
  path: string;
  /** How many fields of that name stand there. */
  times: number;
  /** What they cost together, in points. */
  cost: number;
}

interface Level {
  name: string;
  cost: number;
  parts: Part[];
}

/** Goes down from the top as long as a single field makes up at least half of what is left. */
export function findCostliest(plan: Plan, variables: Variables): Costliest | undefined {
  const found = new Map<Plan, Totals>();
  let best: Costliest | undefined;
  let here: Plan | undefined = plan;
  let factor = 1;
  while (here) {
    const level: Level | undefined = heaviest(here, variables, found);
    if (!level || (best && level.cost * factor < best.cost / 2)) return best;
    const path = best ? `${best.path}.${level.name}` : level.name;
    best = { path, times: level.parts.length, cost: Math.min(MOST, level.cost * factor) };
    const [only, ...more]: Part[] = level.parts;
    factor *= only?.field?.priceOf(variables).multiplier ?? 1;
    here = more.length === 0 ? only?.below : undefined;
  }
  return best;
}

/** The field, by name, that costs most in a selection set; fragments are looked into, each of them once. */
function heaviest(plan: Plan, variables: Variables, found: Map<Plan, Totals>): Level | undefined {
  const levels = new Map<string, Level>();
  const seen = new Set<Plan>();
  const collect = (set: Plan): void => {
    if (seen.has(set)) return;
    seen.add(set);
    for (const part of set.parts) {
      if (!part.field) collect(part.below);
      else {
        const level = levels.get(part.field.name) ?? { name: part.field.name, cost: 0, parts: [] };
        level.cost += partTotals(part, variables, found).cost;
        level.parts.push(part);
        levels.set(part.field.name, level);
      }
    }
  };
  collect(plan);
  return [...levels.values()].reduce<Level | undefined>(
    (most, each) => (most && most.cost >= each.cost ? most : each),
    undefined,
  );
}
