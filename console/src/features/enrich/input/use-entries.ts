import { useDeferredValue, useMemo } from 'react';
import { type CleanedDomains, cleanDomains } from './clean-domains.ts';
import { columnOf, readTable, splitEntries, type Table } from './read-entries.ts';

export interface Entries {
  /** The text as a table, if it is one of several columns. */
  readonly table: Table | undefined;
  /** Column whose cells are the entries. */
  readonly column: number;
  readonly cleaned: CleanedDomains;
  /** Whether the entries are those of an earlier text. */
  readonly isBehind: boolean;
}

/** Finds the domains in a text of any size. Typing does not wait for it. @param chosen column of a table; undefined: the best. */
export function useEntries(text: string, chosen: number | undefined): Entries {
  const current = useDeferredValue(text);
  const table = useMemo(() => readTable(current), [current]);
  const column = chosen ?? table?.best ?? 0;
  const cleaned = useMemo(
    () => cleanDomains(table ? columnOf(table, column) : splitEntries(current)),
    [current, table, column],
  );
  return { table, column, cleaned, isBehind: current !== text };
}
