/** Kinds of work. Each has a separate budget of points. */
export const COST_CLASSES = ['read', 'write', 'evaluate', 'enrich', 'export'] as const;

export type CostClass = (typeof COST_CLASSES)[number];

/** Cost that one point of the rate limit pays for (graphql/analysis/prices.ts). */
const POINT = 1_000;

/** Points that pay for some cost of a class. Each class that an operation uses takes one at least. */
export function pointsFor(cost: number): number {
  return Math.max(1, Math.ceil(cost / POINT));
}

/** Points that an operation takes from the budget of one class. */
export interface Charge {
  costClass: CostClass;
  points: number;
}

/** Classes of heavy work. It runs in slots and is refused while too much waits. */
export type HeavyClass = Exclude<CostClass, 'read' | 'write'>;

/** Charge for a request that never becomes an operation. */
export const ONE_READ: readonly Charge[] = [{ costClass: 'read', points: 1 }];

/**
 * Cost of validating and evaluating a condition, each of its values, and each text pattern among them, in units of
 * graphql/analysis/prices.ts.
 */
export const DEFINITION_COSTS = { condition: 20, value: 2, pattern: 100 } as const;

/** Cost of a domain of a named list. Each is read, parsed and looked up at each evaluation: 200,000 take about a second. */
const DOMAIN = 2;

interface DefinitionSize {
  conditions: number;
  values: number;
  /** Those of the values that are text patterns. */
  patterns: number;
  /** Domains of lists. */
  domains: number;
}

/** Cost of lists that a definition names, by their sizes. */
export function sizeCost({ conditions, values, patterns, domains }: DefinitionSize): number {
  const { condition, value, pattern } = DEFINITION_COSTS;
  return condition * conditions + value * (values - patterns) + pattern * patterns + DOMAIN * domains;
}
