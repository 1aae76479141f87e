import type { FieldClass, FieldCost, Variables } from './field-cost.ts';

/**
 * Cost by class. `inherited` stands for the class of the field above the selection set. A class that is selected has an
 * entry, even if its fields cost nothing.
 */
export type ClassCosts = Partial<Record<FieldClass | 'inherited', number>>;

/** Counts that depend on no variable. A fragment counts wherever it is spread. */
export interface Counts {
  /** Levels of fields. */
  depth: number;
  fields: number;
  rootFields: number;
  aliases: number;
  directives: number;
}

/** Sums that may depend on variables. */
export interface Totals {
  cost: number;
  /** Objects that pages can hold at most. */
  nodes: number;
  classes: Readonly<ClassCosts>;
}

interface AnySelection {
  /** Whether `@skip` and `@include` let the selection in; undefined: always. */
  isIncluded: ((variables: Variables) => boolean) | undefined;
  /** Whether the totals depend on variables. */
  varies: boolean;
  below: Plan;
}

export interface FieldSelection extends AnySelection {
  name: string;
  costOf: (variables: Variables) => FieldCost;
}

/** A selection without a cost of its own is a fragment, which costs what it contains. */
export type Selection = FieldSelection | (AnySelection & { costOf?: undefined });

/** Cost plan of a selection set. All places that spread a fragment share its plan. */
export interface Plan {
  counts: Counts;
  selections: readonly Selection[];
  /** Selections that vary. */
  varying: readonly Selection[];
  /** Totals of all other selections together. */
  fixed: Totals;
}

export const EMPTY_PLAN: Plan = {
  counts: { depth: 0, fields: 0, rootFields: 0, aliases: 0, directives: 0 },
  selections: [],
  varying: [],
  fixed: { cost: 0, nodes: 0, classes: {} },
};

/** Upper bound of a sum. Nested fragments double it at each level; without a bound it would become infinite. */
export const MAX_SUM = Number.MAX_SAFE_INTEGER;

export function bounded(sum: number): number {
  return Math.min(MAX_SUM, sum);
}

/**
 * Returns the fields of a selection set and of the fragments in it, each fragment once.
 *
 * @param seen plans that were visited before.
 * @param variables exclude what `@skip` and `@include` leave out; if absent, nothing is left out.
 */
export function fieldsOf(plan: Plan, seen: Set<Plan>, variables?: Variables): FieldSelection[] {
  if (seen.has(plan)) return [];
  seen.add(plan);
  return plan.selections.flatMap((selection) => {
    if (variables && selection.isIncluded?.(variables) === false) return [];
    return selection.costOf ? selection : fieldsOf(selection.below, seen, variables);
  });
}

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
      const { sizedBy, most } = field.costOf(variables);
      const size = sizedBy ? most : 1;
      if (size > 1) largest = Math.max(largest, size);
      else below.push(field.below);
    }
    if (largest > 1) return largest;
    level = below;
  }
  return undefined;
}
