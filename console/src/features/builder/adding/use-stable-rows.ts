import { useState } from 'react';
import { type Candidate, isExact } from '../../../filter/rank.ts';
import { keepPlaces } from './keep-places.ts';
import { idOfCandidate } from './quick-add-option.tsx';

const MAX_ROWS = 15;

interface Held {
  typed: string;
  rows: readonly Candidate[];
  /** Row to which someone moved the highlight. */
  chosen: string | undefined;
}

/**
 * Returns the rows for a typed text. While results for one text arrive, rows up to the highlighted one keep their places:
 * the one to which the highlight was moved, else the first if it is an exact match. A later result can be better than others.
 */
export function useStableRows(typed: string, ranked: readonly Candidate[]) {
  const [held, setHeld] = useState<Held>({ typed: '', rows: [], chosen: undefined });
  const before: Held = held.typed === typed ? held : { typed, rows: [], chosen: undefined };
  const place = before.rows.findIndex((row, index) =>
    before.chosen === undefined ? index === 0 && isExact(row) : idOfCandidate(row) === before.chosen,
  );
  const rows = keepPlaces(before.rows, place < 0 ? undefined : place, ranked, idOfCandidate).slice(
    0,
    MAX_ROWS,
  );
  if (held.typed !== typed || idsOf(rows) !== idsOf(held.rows)) setHeld({ ...before, rows });
  const choose = (chosen: string | undefined) => setHeld((latest) => ({ ...latest, chosen }));
  return { shown: rows, chosen: before.chosen, choose };
}

const idsOf = (rows: readonly Candidate[]) => rows.map(idOfCandidate).join();
