import { useLocalStorage } from '@mantine/hooks';
import { useMemo } from 'react';
import { type Catalogue, findField, hasRanges, isCounted } from '../filter/catalogue.ts';
import type { Definition, FilterNode } from '../filter/definition.ts';
import { fixedFields } from '../filter/parts.ts';

/** A field to break matches down by. */
export interface BreakdownField {
  /** In lower case. */
  key: string;
  /** Most values that are asked for; of ranges, about as many as there are bars. */
  most: number;
  /** Whether the values are ranges of an own field, which together have all companies that have a value. */
  isRanges: boolean;
}

/** Number of breakdowns that the saved document has room for. */
export const MAX_BREAKDOWNS = 4;
const USUAL_NUMBER = 2;
/** Values of a breakdown: the most frequent ones, as many ranges as a histogram has bars, or as many as the service gives. */
const MOST_VALUES = 25;
export const MOST_RANGES = 24;
export const MOST_NUMBERS = 250;
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

/** Returns the breakdown of a field: all values of numbers for their distribution, and of countries for a map. */
export function toBreakdown(catalogue: Catalogue, key: string): BreakdownField {
  const field = findField(catalogue, key);
  const isRanges = field !== undefined && hasRanges(field);
  const isComplete = key === 'country' || field?.type === 'integer';
  return { key, most: isRanges ? MOST_RANGES : isComplete ? MOST_NUMBERS : MOST_VALUES, isRanges };
}

/** Returns the fields that somebody chose to break matches down by, which the browser keeps; undefined for the usual ones. */
export const useStoredBreakdowns = () =>
  useLocalStorage<readonly string[] | undefined>({
    key: 'company-data.breakdowns',
    getInitialValueInEffect: false,
    deserialize: readFields,
  });

/** Reads what is stored, which an older version or another program may have written. */
function readFields(text: string | undefined): readonly string[] | undefined {
  try {
    const raw: unknown = JSON.parse(text ?? '');
    return Array.isArray(raw) ? [...new Set(raw.filter((each) => typeof each === 'string'))] : undefined;
  } catch {
    return undefined;
  }
}

const NO_FIELDS: readonly BreakdownField[] = [];
/**
 * Fields that tell most, in this order. What the filter fixes is the same for all matches, so that the next one follows.
 * Technologies are not among them: counting so many values takes longer than all other numbers.
 */
const USUAL: readonly string[] = [
  'industry',
  'country',
  'employee_range',
  'founded_year',
  'technology_count',
];

/**
 * Returns the fields by which matches are broken down, and a function that chooses others. The browser keeps the choice
 * for its next visit. Those that the catalogue lacks are left out, and all until it is loaded.
 */
export function useBreakdownFields(catalogue: Catalogue | undefined, root: Definition['root']) {
  const [stored, setStored] = useStoredBreakdowns();
  const fields = useMemo(() => {
    if (!catalogue) return NO_FIELDS;
    const chosen = stored?.filter((key) => isCounted(catalogue, key)).slice(0, MAX_BREAKDOWNS);
    return chosen?.map((key) => toBreakdown(catalogue, key)) ?? usualBreakdowns(catalogue, root, USUAL);
  }, [catalogue, stored, root]);
  return [fields, setStored] as const;
}
