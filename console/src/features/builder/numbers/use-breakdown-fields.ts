import { useLocalStorage } from '@mantine/hooks';
import { useMemo } from 'react';
import { isCounted } from '../../../filter/affordances.ts';
import type { Catalogue } from '../../../filter/catalogue.ts';
import type { Definition } from '../../../filter/definition.ts';
import { MAX_BREAKDOWNS } from '../../../preview/preview-request.ts';
import { toBreakdown, usualBreakdowns } from '../../../preview/usual-breakdowns.ts';

const KEY = 'company-data.breakdowns';
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
 * for its next visit. Those that the catalogue lacks are left out.
 */
export function useBreakdownFields(catalogue: Catalogue, { root }: Definition) {
  const [stored, setStored] = useLocalStorage<readonly string[] | undefined>({
    key: KEY,
    getInitialValueInEffect: false,
    deserialize: readFields,
  });
  const fields = useMemo(() => {
    const chosen = stored?.filter((key) => isCounted(catalogue, key)).slice(0, MAX_BREAKDOWNS);
    return chosen?.map((key) => toBreakdown(catalogue, key)) ?? usualBreakdowns(catalogue, root, USUAL);
  }, [catalogue, stored, root]);
  return [fields, setStored] as const;
}

/** Reads what is stored, which an older version or another program may have written. */
function readFields(text: string | undefined): readonly string[] | undefined {
  try {
    const raw: unknown = JSON.parse(text ?? '');
    return Array.isArray(raw) ? [...new Set(raw.filter((each) => typeof each === 'string'))] : undefined;
  } catch {
    return undefined;
  }
}
