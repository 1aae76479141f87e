import type { ValueCount } from '../../../ui/values/value-count.ts';

/** Technologies of the table. */
const MOST = 8;
/** Members that must have a technology. The pairs of fewer would say more about chance than about the list. */
export const FEWEST = 20;
/** Distance from independence in standard deviations: about one of 700 pairs is farther away by chance. */
const CERTAIN = 3;
/** How much more often than in the list, and than other pairs, what goes together is found together. */
const [MORE, MORE_THAN_OTHERS, LESS] = [1.25, 1.15, 0.8];

/** Two technologies among the members of a list. */
export interface Pair {
  a: ValueCount;
  b: ValueCount;
  /** Members that have both. */
  both: number;
  /** Members that have both, divided by their number if one technology said nothing about the other. */
  ratio: number;
  /** Whether the two are found together, or apart, clearly more often than by chance. */
  kind: 'together' | 'apart' | undefined;
}

/** Returns the most frequent technologies that enough members have, and some lack. */
export const pairedTechnologies = (values: readonly ValueCount[], members: number): ValueCount[] =>
  values.filter(({ count }) => count >= FEWEST && count < members).slice(0, MOST);

/** Returns each two of the technologies once. */
export const pairsOf = (technologies: readonly ValueCount[]): (readonly [ValueCount, ValueCount])[] =>
  technologies.flatMap((a, index) => technologies.slice(index + 1).map((b) => [a, b] as const));

/**
 * Judges pairs. A company of which much is known has most technologies, so that most pairs are found together more often
 * than by chance. Those that go together stand out from the other pairs as well.
 *
 * @param counts members that have both, in the order of the pairs.
 */
export function judgePairs(
  pairs: readonly (readonly [ValueCount, ValueCount])[],
  counts: readonly number[],
  members: number,
): Pair[] {
  const found = pairs.map(([a, b], index) => {
    const both = counts[index] ?? 0;
    return { a, b, both, ratio: (both * members) / (a.count * b.count) };
  });
  const ratios = found.map(({ ratio }) => ratio).sort((one, other) => one - other);
  const usual = ratios[Math.floor(ratios.length / 2)] ?? 1;
  return found.map((pair) => ({ ...pair, kind: kindOf(pair, members, usual) }));
}

function kindOf({ a, b, both, ratio }: Omit<Pair, 'kind'>, members: number, usual: number): Pair['kind'] {
  const [withA, withB] = [a.count, b.count];
  // Mean and variance of the hypergeometric distribution.
  const mean = (withA * withB) / members;
  const variance = (mean * (members - withA) * (members - withB)) / (members * Math.max(members - 1, 1));
  const distance = (both - mean) / Math.sqrt(variance);
  if (distance >= CERTAIN && ratio >= MORE && ratio >= usual * MORE_THAN_OTHERS) return 'together';
  return distance <= -CERTAIN && ratio <= LESS ? 'apart' : undefined;
}
