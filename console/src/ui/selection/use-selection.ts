import { useCallbackRef } from '@mantine/hooks';
import { useRef, useState } from 'react';

export interface Selection<Row> {
  /** Number of selected rows. */
  count: number;
  /** Selected rows in the order in which they were selected, also those that a search no longer shows. */
  rows: readonly Row[];
  /** Ids of the rows that are not selected, while all others are, also those that are not loaded. */
  allBut: ReadonlySet<number> | undefined;
  has: (id: number) => boolean;
  /** Selects the row at a place, or no longer. As a range, everything from the row of the last call takes its state. */
  toggle: (index: number, isRange: boolean) => void;
  /** Selects all rows that are there; if all are selected, none of them. */
  toggleAll: () => void;
  /** Selects all rows, also those that are not loaded. */
  selectEverything: () => void;
  /** Whether all rows that are there are selected, or some. */
  extent: 'none' | 'some' | 'all';
  clear: () => void;
}

/** Rows by their places. More of them may come to be loaded. */
export interface Rows<Row> {
  readonly count: number;
  /** Returns a row by its place from 0; undefined beyond the last one. */
  at(index: number): Row | undefined;
}

/** All rows of a table, of which some are loaded. */
interface Everything {
  total: number;
  /** Changes with what is searched for: everything is then no longer selected. */
  scope: string;
}

const NONE: ReadonlySet<number> = new Set();

/**
 * Rows of a table that are selected.
 *
 * @param idOf number that stays with a row, whichever place it has.
 * @param everything needed for tables that load their rows page by page.
 */
export function useSelection<Row>(
  rows: Rows<Row>,
  idOf: (row: Row) => number,
  { total, scope }: Everything = { total: rows.count, scope: '' },
): Selection<Row> {
  const [picked, setPicked] = useState<ReadonlyMap<number, Row>>(new Map());
  const [all, setAll] = useState<{ scope: string; but: ReadonlySet<number> }>();
  const allBut = all?.scope === scope ? all.but : undefined;
  const last = useRef<number>(undefined);
  const has = (id: number) => (allBut ? !allBut.has(id) : picked.has(id));
  const between = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, step) => rows.at(from + step)).filter(
      (row) => row !== undefined,
    );
  const set = (changed: readonly Row[], isPicked: boolean) => {
    if (allBut) {
      const but = new Set(allBut);
      for (const row of changed) but[isPicked ? 'delete' : 'add'](idOf(row));
      return setAll({ scope, but });
    }
    const next = new Map(picked);
    for (const row of changed) {
      if (isPicked) next.set(idOf(row), row);
      else next.delete(idOf(row));
    }
    setPicked(next);
  };
  const toggle = useCallbackRef((index: number, isRange: boolean) => {
    const row = rows.at(index);
    if (!row) return;
    const from = isRange ? (last.current ?? index) : index;
    last.current = index;
    set(between(Math.min(from, index), Math.max(from, index)), !has(idOf(row)));
  });
  const clear = () => {
    setPicked(new Map());
    setAll(undefined);
  };
  const count = allBut ? total - allBut.size : picked.size;
  const there = count === 0 ? [] : between(0, rows.count - 1);
  const selected = there.filter((row) => has(idOf(row))).length;
  const extent = selected === 0 ? 'none' : selected < there.length || allBut?.size ? 'some' : 'all';
  return {
    count,
    rows: [...picked.values()],
    allBut,
    has,
    toggle,
    toggleAll: () => (allBut ? clear() : set(between(0, rows.count - 1), extent !== 'all')),
    selectEverything: () => setAll({ scope, but: NONE }),
    extent,
    clear,
  };
}
