import { useLocalStorage } from '@mantine/hooks';
import { useMemo } from 'react';
import type { Condition } from '../../../filter/definition.ts';
import { COLUMN_IDS, type ColumnId } from './columns.tsx';

const KEY = 'company-data.member-columns';
/** Founding year and source are asked for less often. */
const RARE: readonly ColumnId[] = ['founded', 'source'];
/** Columns that show the field of a condition. */
const COLUMN_OF: Readonly<Record<string, ColumnId>> = {
  country: 'country',
  employee_range: 'size',
  founded_year: 'founded',
  industry: 'industry',
  partnership_count: 'partners',
  technology_count: 'technologies',
};

/**
 * Columns that are shown. Those of the filter are, until somebody chooses others: the choice is kept in this browser for
 * all lists. The name always is.
 */
export function useColumnChoice(conditions: readonly Condition[]) {
  const [stored, setStored] = useLocalStorage<readonly ColumnId[] | undefined>({
    key: KEY,
    getInitialValueInEffect: false,
    deserialize: readChoice,
  });
  const usual = useMemo(() => columnsOfFilter(conditions), [conditions]);
  const chosen = stored ?? usual;
  const toggle = (id: ColumnId) =>
    setStored(COLUMN_IDS.filter((each) => (each === id ? !chosen.includes(id) : chosen.includes(each))));
  return { chosen, toggle, reset: () => setStored(undefined) };
}

/** Columns that tell members apart: a field with a single value in the filter is the same in each row. */
function columnsOfFilter(conditions: readonly Condition[]): readonly ColumnId[] {
  const named = conditions.map(({ field }) => COLUMN_OF[field]);
  const fixed = conditions
    .filter(({ operator, values }) => ['any_of', 'eq'].includes(operator) && values.length === 1)
    .map(({ field }) => COLUMN_OF[field]);
  const isFixed = (id: ColumnId) => fixed.includes(id) && named.filter((each) => each === id).length === 1;
  return COLUMN_IDS.filter((id) => (named.includes(id) || !RARE.includes(id)) && !isFixed(id));
}

/** Reads a stored choice; an earlier version of the console may have had other columns. */
function readChoice(stored: string | undefined): readonly ColumnId[] | undefined {
  try {
    const parsed: unknown = JSON.parse(stored ?? 'null');
    if (!Array.isArray(parsed)) return undefined;
    return COLUMN_IDS.filter((id) => id === 'name' || parsed.includes(id));
  } catch {
    return undefined;
  }
}
