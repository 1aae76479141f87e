import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import type { Condition } from '../../../filter/definition.ts';
import { ListViewsDocument, type SavedViewFragment } from '../../../generated/graphql.ts';
import { useStoredBreakdowns } from '../../../preview/usual-breakdowns.ts';
import type { MembersSearch } from '../search.ts';
import { type MemberColumn, usualColumns } from './columns.tsx';

/** The view of this name is the one with which the list opens. */
export const DEFAULT_NAME = 'Default';

/** Tells whether a name is that of the default view. The service takes names in any case. */
export const isDefault = (name: string): boolean => name.trim().toLowerCase() === DEFAULT_NAME.toLowerCase();

/** What a view keeps. */
type ViewState = Pick<MembersSearch, 'tier' | 'sort'> & {
  /** Keys of the columns in their order. */
  columns: readonly string[];
  breakdowns: readonly string[] | undefined;
};

const NONE: readonly SavedViewFragment[] = [];

/**
 * How the members are looked at. The address has what differs from the view that was chosen, or from the default one. Without
 * any view, the columns are those that the filter makes useful.
 *
 * @param all columns that there are.
 */
export function useView(listId: string, conditions: readonly Condition[], all: readonly MemberColumn[]) {
  const search = useSearch({ from: '/app/lists/$listId/' });
  const navigate = useNavigate({ from: '/app/lists/$listId/' });
  const { data, isPending } = useApiQuery(ListViewsDocument, { listId });
  const [breakdowns, setBreakdowns] = useStoredBreakdowns();
  const views = data?.list?.views ?? NONE;
  // The caller's own ones come last.
  const standard = views.findLast(({ name }) => isDefault(name));
  const view = views.find(({ viewId }) => viewId === search.view) ?? standard;
  const isUntouched = search.view === undefined && search.tier === undefined && search.sort === undefined;
  const { tier, sort } = isUntouched ? contentOf(view) : search;
  const usual = useMemo(() => usualColumns(conditions, all), [conditions, all]);
  const named = search.columns ?? (view?.columns.length ? view.columns : usual).join();
  const columns = useMemo(() => choose(all, named.split(',')), [all, named]);
  const state: ViewState = { columns: columns.map(({ key }) => key), tier, sort, breakdowns };
  /** Changes a part of what is shown. The rest of it stays, also what came from the default view. */
  const change = (part: Pick<MembersSearch, 'tier' | 'sort' | 'columns' | 'search'>) =>
    void navigate({
      search: (before) => ({ ...before, view: view?.viewId, tier, sort, ...part }),
      replace: true,
      resetScroll: false,
    });
  return {
    views,
    /** False until it is known how the list opens. */
    isKnown: !isPending,
    /** View that was chosen, or the default one; undefined without any. */
    view,
    state,
    columns,
    change,
    /** Shows the columns in this order. */
    setColumns: (keys: readonly string[]) => change({ columns: keys.join() }),
    /** Whether something else is shown than the view keeps. */
    isChanged: isOther(state, contentOf(view), view?.columns.length ? view.columns : usual),
    /** Shows a view; undefined: the columns of the filter, by tier. */
    open(next: SavedViewFragment | undefined) {
      const content = contentOf(next);
      if (next?.breakdowns.length) setBreakdowns(next.breakdowns);
      void navigate({
        search: ({ search: text, company }) => ({
          ...(text !== undefined && { search: text }),
          ...(company !== undefined && { company }),
          ...(next && { view: next.viewId, ...content }),
        }),
        resetScroll: false,
      });
    },
  };
}

export type View = ReturnType<typeof useView>;

const contentOf = (view: SavedViewFragment | undefined): Pick<MembersSearch, 'tier' | 'sort'> => ({
  ...(view?.tier && { tier: view.tier }),
  ...(view?.sort && { sort: view.sort }),
});

/** Returns the columns of these keys. The name always comes first. */
function choose(all: readonly MemberColumn[], keys: readonly string[]): readonly MemberColumn[] {
  const known = new Map(all.map((column) => [column.key, column]));
  return [...new Set(['name', ...keys])].flatMap((key) => known.get(key) ?? []);
}

function isOther(state: ViewState, kept: Pick<MembersSearch, 'tier' | 'sort'>, columns: readonly string[]) {
  const shown = [...new Set(['name', ...columns])];
  return state.tier !== kept.tier || state.sort !== kept.sort || state.columns.join() !== shown.join();
}
