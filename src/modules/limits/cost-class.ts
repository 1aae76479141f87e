/** What a request may cost, by the kind of work behind it. Each class has a budget of its own. */
export const COST_CLASSES = ['read', 'write', 'evaluate', 'enrich', 'export'] as const;

export type CostClass = (typeof COST_CLASSES)[number];

/** The cost that one point of a class pays for: a point of the rate limit is a thousand of cost (graphql/prices.ts). */
export const POINT = 1_000;

/** Points that an operation takes from one class. */
export interface Charge {
  costClass: CostClass;
  points: number;
}

/** Classes whose work is heavy: it runs in slots and is refused while too much waits; reading and writing go on. */
const HEAVY = ['evaluate', 'enrich', 'export'] as const satisfies readonly CostClass[];

export type HeavyClass = (typeof HEAVY)[number];

export function isHeavy(charge: Charge): charge is Charge & { costClass: HeavyClass } {
  return HEAVY.some((each) => each === charge.costClass);
}

/** One point of the class read: what a request costs that never becomes an operation. */
export const ONE_READ: readonly Charge[] = [{ costClass: 'read', points: 1 }];
