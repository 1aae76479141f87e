/** Kinds of work. Each has a separate budget of points. */
export const COST_CLASSES = ['read', 'write', 'evaluate', 'enrich', 'export'] as const;

export type CostClass = (typeof COST_CLASSES)[number];

/** Cost that one point of the rate limit pays for (graphql/analysis/prices.ts). */
export const POINT = 1_000;

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
