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

/** What may hang on the variables. */
export interface Totals {
  /** In points. */
  cost: number;
  /** The most objects that pages can hold. */
  nodes: number;
}

/** One selection: a field, or a fragment in its place. */
export interface Part {
  /** Absent for a fragment, which costs what it holds. */
  field?: {
    name: string;
    priceOf: (variables: Variables) => FieldPrice;
    /** Whether it takes `first`. */
    isPaged: boolean;
  };
  /** Whether `@skip` and `@include` let it in; absent: always. */
  isIncluded?: (variables: Variables) => boolean;
  /** What is selected below it. */
  below: Plan;
}

/** How a selection set is reckoned. That of a fragment is shared by all places that spread it. */
export interface Plan {
  shape: Shape;
  parts: readonly Part[];
  /** The totals, when no variable can change them. */
  fixed?: Totals;
}

export const EMPTY_PLAN: Plan = {
  shape: { depth: 0, fields: 0, aliases: 0, directives: 0 },
  parts: [],
  fixed: { cost: 0, nodes: 0 },
};

/** Numbers grow beyond all bounds where fragments double: here they stop, so that none becomes infinite. */
export const MOST = Number.MAX_SAFE_INTEGER;
