import { useLocalStorage } from '@mantine/hooks';
import { useMemo } from 'react';
import { isCounted } from '../../../filter/affordances.ts';
import type { Catalogue } from '../../../filter/catalogue.ts';
import { MAX_BREAKDOWNS } from '../../../preview/preview-request.ts';

const KEY = 'company-data.breakdowns';
const DEFAULT: readonly string[] = ['industry', 'country'];

/** Fields by which a browser breaks matches down, kept for its next visit. Those that the catalogue lacks are left out. */
export function useBreakdownFields(catalogue: Catalogue | undefined) {
  const [stored, setStored] = useLocalStorage<readonly string[]>({
    key: KEY,
    defaultValue: DEFAULT,
    getInitialValueInEffect: false,
    deserialize: readFields,
  });
  const fields = useMemo(
    () => (catalogue ? stored.filter((key) => isCounted(catalogue, key)).slice(0, MAX_BREAKDOWNS) : []),
    [catalogue, stored],
  );
  return [fields, setStored] as const;
}

/** Reads what is stored, which an older version or another program may have written. */
function readFields(text: string | undefined): readonly string[] {
  try {
    const raw: unknown = JSON.parse(text ?? '');
    return Array.isArray(raw) ? [...new Set(raw.filter((each) => typeof each === 'string'))] : DEFAULT;
  } catch {
    return DEFAULT;
  }
}
