import { useLocalStorage } from '@mantine/hooks';
import { COLUMN_IDS, type ColumnId } from './columns.tsx';

const KEY = 'company-data.member-columns';
/** Founding year and source are asked for less often. */
const USUAL: readonly ColumnId[] = COLUMN_IDS.filter((id) => id !== 'founded' && id !== 'source');

/** Columns that are shown, kept in this browser for all lists. The name always is. */
export function useColumnChoice() {
  const [chosen, setChosen] = useLocalStorage<readonly ColumnId[]>({
    key: KEY,
    defaultValue: USUAL,
    getInitialValueInEffect: false,
    deserialize: readChoice,
  });
  const toggle = (id: ColumnId) =>
    setChosen(COLUMN_IDS.filter((each) => (each === id ? !chosen.includes(id) : chosen.includes(each))));
  return { chosen, toggle, reset: () => setChosen(USUAL) };
}

/** Reads a stored choice; an earlier version of the console may have had other columns. */
function readChoice(stored: string | undefined): readonly ColumnId[] {
  try {
    const parsed: unknown = JSON.parse(stored ?? 'null');
    if (!Array.isArray(parsed)) return USUAL;
    return COLUMN_IDS.filter((id) => id === 'name' || parsed.includes(id));
  } catch {
    return USUAL;
  }
}
