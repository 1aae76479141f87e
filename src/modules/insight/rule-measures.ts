/** How much a rule is worth by what it covers and what it matches (contract, section 16). */

/** From wide to narrow: the power to which covered examples count. */
const POWERS = { loose: 3, balanced: 2, strict: 1.5 } as const;

export type Strictness = keyof typeof POWERS;

/** Companies that a rule matches. */
export interface Reach {
  /** Examples among them. */
  covered: number;
  /** All of them. */
  count: number;
}

/**
 * Returns the worth of a rule: `covered^p / (examples^(p - 1) × count)`, with p = 3, 2 or 1.5. Powers of whole numbers are exact
 * as far as doubles are, so that equal rules have equal worth.
 */
export function worthOf(strictness: Strictness, { covered, count }: Reach, examples: number): number {
  const power = POWERS[strictness];
  return covered ** power / (examples ** (power - 1) * count);
}

/** Information that each part of a rule has to gain, in nats: the examples become e⁵ = 150 times as probable. */
const PRICE = 5;

/**
 * Returns how much a rule tells about the examples, less the price of its parts. A rule tells the logarithm of a likelihood ratio: how
 * much more probable it is that `covered` examples match if they match as often as they do, than if they match as often as all
 * companies. Without a price, long rules would always win, because they fit what chance made of the examples (Rissanen, "Modeling by
 * shortest data description", Automatica 14, 1978).
 *
 * @param all the examples, and the companies of the catalogue. @param parts values, bounds and windows of the rule.
 * @returns a number above 0 only for a rule that examples match more often than other companies do.
 */
export function gainOf({ covered, count }: Reach, all: Reach, parts: number): number {
  const share = count / all.count;
  if (covered <= all.covered * share) return -PRICE * parts;
  const of = (found: number, expected: number) => (found === 0 ? 0 : found * Math.log(found / expected));
  const others = all.covered - covered;
  return of(covered, all.covered * share) + of(others, all.covered * (1 - share)) - PRICE * parts;
}
