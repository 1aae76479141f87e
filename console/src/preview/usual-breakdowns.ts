import { isCounted } from '../filter/affordances.ts';
import { type Catalogue, findField } from '../filter/catalogue.ts';
import type { FilterNode } from '../filter/definition.ts';
import { fixedFields } from '../filter/parts.ts';

/** A field to break matches down by. */
export interface BreakdownField {
  /** In lower case. */
  key: string;
  /** Whether all of its values are needed: numbers for their distribution, countries for a map. */
  isComplete: boolean;
}

const USUAL_NUMBER = 2;
/** A company has many of them: a filter that names one leaves the others open. */
const ALWAYS_OPEN = 'technology';

/** Returns the fields of these by which the matches of a filter are broken down: the first two that it leaves open. */
export function usualBreakdowns(
  catalogue: Catalogue,
  root: FilterNode | null,
  usual: readonly string[],
): readonly BreakdownField[] {
  const fixed = fixedFields(root);
  return usual
    .filter((key) => isCounted(catalogue, key) && (key === ALWAYS_OPEN || !fixed.has(key)))
    .slice(0, USUAL_NUMBER)
    .map((key) => toBreakdown(catalogue, key));
}

/** Returns the breakdown of a field. */
export const toBreakdown = (catalogue: Catalogue, key: string): BreakdownField => ({
  key,
  isComplete: key === 'country' || findField(catalogue, key)?.type === 'integer',
});
