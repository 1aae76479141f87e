import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { MemberRowFragment } from '../../../generated/graphql.ts';
import type { MemberRows } from './member-rows.ts';

export interface OpenMember {
  /** Slug of the company; undefined while the panel is closed. */
  slug: string | undefined;
  /** Place of the row that takes the focus, as the panel has closed. */
  focus: number | undefined;
  onFocused: () => void;
  open: (index: number) => void;
  /** Returns the address of the page with the panel of a company. */
  hrefOf: (slug: string) => string;
  close: () => void;
  /** Opens the next row, or the one before; undefined where there is none. */
  next: (() => void) | undefined;
  previous: (() => void) | undefined;
}

/** The member whose panel is open. It stands in the address, so that a link opens it, and back closes it. */
export function useOpenMember(rows: MemberRows<MemberRowFragment>): OpenMember {
  const { company: slug, ...others } = useSearch({ from: '/app/lists/$listId/' });
  const navigate = useNavigate({ from: '/app/lists/$listId/' });
  const [lastIndex, setLastIndex] = useState(0);
  const [focus, setFocus] = useState<number>();
  const index = slug === undefined ? undefined : indexOfSlug(rows, slug, lastIndex);
  const show = (company: string | undefined, replace: boolean) =>
    void navigate({ search: (all) => ({ ...all, company }), replace, resetScroll: false });
  const open = (place: number, replace: boolean) => {
    const row = rows.at(place);
    if (!row) return;
    setLastIndex(place);
    show(row.company.slug, replace);
  };
  const step = (by: number) =>
    index !== undefined && rows.at(index + by) ? () => open(index + by, true) : undefined;
  const around = JSON.stringify(others);
  // The same function while the rest of the address stays, so that rows need not render again.
  const hrefOf = useMemo(
    () => (company: string) => `?${new URLSearchParams({ ...JSON.parse(around), company })}`,
    [around],
  );
  return {
    slug,
    focus,
    onFocused: () => setFocus(undefined),
    hrefOf,
    open: (place) => open(place, false),
    close: () => {
      setFocus(index);
      show(undefined, true);
    },
    next: step(1),
    previous: step(-1),
  };
}

/** Place of a company among the rows that are loaded. */
function indexOfSlug(rows: MemberRows<MemberRowFragment>, slug: string, hint: number): number | undefined {
  if (rows.at(hint)?.company.slug === slug) return hint;
  for (let index = 0; index < rows.count; index += 1) {
    if (rows.at(index)?.company.slug === slug) return index;
  }
  return undefined;
}
