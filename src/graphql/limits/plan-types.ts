import type { CostClass } from '../../lib/cost-class.ts';
import type { FieldPrice } from '../prices.ts';

export type Variables = Readonly<Record<string, unknown>>;

/** What can be counted without the variables. A fragment counts wherever it is spread. */
export interface Shape {
  /** Levels of fields. */
  depth: number;
  /** Fields of the first level. */
  fields: number;
  aliases: number;
  directives: number;
}

/** The class that a field declares; `free` for a field that takes no points of the rate limit. */
export type FieldClass = CostClass | 'free';

/**
 * Cost by class. `inherited` belongs to the class of the field above the selection set. A class that is selected has an
 * entry, also where its fields cost nothing.
 */
export type ClassCosts = Partial<Record<FieldClass | 'inherited', number>>;

/** What may depend on the variables. */
export interface Totals {
  cost: number;
  /** The most objects that pages can hold. */
  nodes: number;
  classes: Readonly<ClassCosts>;
}

/** One selection: a field, or a fragment in its place. */
export interface Part {
  /** Absent for a fragment, which costs what it holds. */
  field?: {
    name: string;
    priceOf: (variables: Variables) => FieldPrice;
    /** Undefined: the class of the nearest field above that declares one. */
    classOf: (variables: Variables) => FieldClass | undefined;
    /** Whether it takes `first`. */
    isPaged: boolean;
    /** Whether the caller chooses how many objects it returns: by `first`, or by sending so many inputs. */
    isSized: boolean;
  };
  /** Whether `@skip` and `@include` let it in; absent: always. */
  isIncluded?: (variables: Variables) => boolean;
  /** What is selected below it. */
  below: Plan;
}

/** Cost plan of a selection set. The plan of a fragment is shared by all places that spread it. */
export interface Plan {
  shape: Shape;
  parts: readonly Part[];
  /** Parts whose totals depend on variables. */
  varying: readonly Part[];
  /** The totals of all other parts together. */
  fixed: Totals;
}

export const EMPTY_PLAN: Plan = {
  shape: { depth: 0, fields: 0, aliases: 0, directives: 0 },
  parts: [],
  varying: [],
  fixed: { cost: 0, nodes: 0, classes: {} },
};

/** Numbers grow beyond all bounds where fragments double: here they stop, so that none becomes infinite. */
export const MOST = Number.MAX_SAFE_INTEGER;
