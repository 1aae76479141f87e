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
