import { useCallbackRef } from '@mantine/hooks';
import { useRef, useState } from 'react';

/** A company of a table, as actions on a selection need it. */
export interface PickedCompany {
  companyId: number;
  name: string;
  primaryDomain: string;
}

export interface Selection<Row> {
  /** Selected rows in the order in which they were selected, also those that a search no longer shows. */
  rows: readonly Row[];
  has: (id: number) => boolean;
  /** Selects the row at a place, or no longer. As a range, everything from the row of the last call takes its state. */
  toggle: (index: number, isRange: boolean) => void;
  /** Selects all rows that are there; if all are selected, none of them. */
  toggleAll: () => void;
  /** Whether all rows that are there are selected, or some. */
  extent: 'none' | 'some' | 'all';
  clear: () => void;
}

interface Rows<Row> {
  readonly count: number;
  at(index: number): Row | undefined;
}

/** Rows of a table that are selected. @param idOf number that stays with a row, whichever place it has. */
export function useSelection<Row>(rows: Rows<Row>, idOf: (row: Row) => number): Selection<Row> {
  const [picked, setPicked] = useState<ReadonlyMap<number, Row>>(new Map());
  const last = useRef<number>(undefined);
  const between = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, step) => rows.at(from + step)).filter(
      (row) => row !== undefined,
    );
  const set = (changed: readonly Row[], isPicked: boolean) => {
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
    set(between(Math.min(from, index), Math.max(from, index)), !picked.has(idOf(row)));
  });
  const all = picked.size === 0 ? [] : between(0, rows.count - 1);
  const count = all.filter((row) => picked.has(idOf(row))).length;
  const extent = count === 0 ? 'none' : count < all.length ? 'some' : 'all';
  return {
    rows: [...picked.values()],
    has: (id) => picked.has(id),
    toggle,
    toggleAll: () => set(between(0, rows.count - 1), extent !== 'all'),
    extent,
    clear: () => setPicked(new Map()),
  };
}
