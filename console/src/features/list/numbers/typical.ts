import { wilsonInterval } from '../../../../../src/lib/wilson-interval.ts';
import type { ValueCount } from '../../../ui/values/value-count.ts';

/** A value that is more frequent among the members than in the catalogue. */
export interface TypicalValue extends ValueCount {
  field: string;
  /** Share of the members, and of all companies, that have it: 0 to 1. */
  inList: number;
  inCatalogue: number;
  /** The first share divided by the second, and its interval at 95 %: few members say little. */
  ratio: number;
  low: number;
  high: number;
}

/** Values of a field among the members, with their numbers of companies in the catalogue. */
export interface FieldCounts {
  field: string;
  values: readonly ValueCount[];
  companies: ReadonlyMap<string, number>;
}

/** A value of fewer members, or of a smaller share of them, says nothing about the list. Fewer than ten are chance. */
export const FEWEST = 10;
const SMALLEST_SHARE = 0.05;
/** A value that is less frequent than this in comparison is not typical. */
const SMALLEST_RATIO = 1.5;

/**
 * Returns the values that tell the members from other companies, the largest ratio first. Values that the filter names are
 * left out: that a list of German companies is German is no news. So are values whose number in the catalogue is not known.
 *
 * @param named values of the filter, as `field:value`.
 */
export function typicalValues(
  fields: readonly FieldCounts[],
  sizes: { members: number; companies: number },
  named: ReadonlySet<string>,
): TypicalValue[] {
  if (sizes.members === 0 || sizes.companies === 0) return [];
  return fields
    .flatMap(({ field, values, companies }) =>
      values.flatMap((each) => {
        const all = companies.get(each.value) ?? 0;
        if (all === 0 || each.count < FEWEST || named.has(`${field}:${each.value}`)) return [];
        const [inList, inCatalogue] = [each.count / sizes.members, all / sizes.companies];
        const ratio = (each.count * sizes.companies) / (all * sizes.members);
        const isTypical = inList >= SMALLEST_SHARE && ratio >= SMALLEST_RATIO;
        if (!isTypical) return [];
        const { low, high } = wilsonInterval(each.count, sizes.members);
        const interval = { low: low / inCatalogue, high: high / inCatalogue };
        return [{ ...each, field, inList, inCatalogue, ratio, ...interval }];
      }),
    )
    .sort((a, b) => b.ratio - a.ratio || b.count - a.count);
}
