/** Maximum number of values in a condition (contract, section 6). */
export const MAX_VALUES = 250;

const MANY = { min: 1, max: MAX_VALUES };
const ONE = { min: 1, max: 1 };
const TWO = { min: 2, max: 2 };

/** All operators with the number of values that they take (contract, section 6). Each field of the registry lists those that it supports. */
export const OPERATORS = {
  any_of: { label: 'is any of', values: MANY },
  all_of: { label: 'has all of', values: MANY },
  none_of: { label: 'is none of', values: MANY },
  is_known: { label: 'is known', values: ONE },
  eq: { label: 'equals', values: ONE },
  gte: { label: 'is at least', values: ONE },
  lte: { label: 'is at most', values: ONE },
  between: { label: 'is between (both ends included)', values: TWO },
  contains: { label: 'contains', values: MANY },
  starts_with: { label: 'starts with', values: MANY },
  ends_with: { label: 'ends with', values: MANY },
  equals: { label: 'equals', values: MANY },
} as const satisfies Record<string, { label: string; values: { min: number; max: number } }>;

export type OperatorKey = keyof typeof OPERATORS;

/** A value of a condition. */
export type Value = string | number | boolean;

/** Operators whose values are patterns. Each name or domain may have to be compared with all of them. */
export const PATTERN_OPERATORS: ReadonlySet<unknown> = new Set<OperatorKey>([
  'contains',
  'starts_with',
  'ends_with',
]);

/** Maximum number of patterns in a definition (contract, section 6). */
export const MAX_PATTERNS = 250;

export const OPERATOR_KEYS = Object.keys(OPERATORS) as OperatorKey[];

export const OPERATORS_BY_KEY: ReadonlyMap<string, OperatorKey> = new Map(
  OPERATOR_KEYS.map((key) => [key, key]),
);
