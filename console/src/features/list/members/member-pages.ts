import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { CompanyDataError } from '../../../api/client.ts';
import { queryKey, request } from '../../../api/hooks.ts';
import {
  ListMembershipDocument,
  type MemberRowFragment,
  MembersPageDocument,
  type MembersPageQuery,
} from '../../../generated/graphql.ts';
import { joinPages } from './member-rows.ts';
import { type MembersSearch, toOrder } from './search.ts';

export const PAGE_SIZE = 100;

type Cursor = string | undefined;

/**
 * Members of one materialization, page by page. Its pages never change, so that a page that was read is not asked for
 * again. A new materialization begins at the first page.
 *
 * @param materialization id of the current one; undefined: nothing is asked yet.
 */
export function useMemberPages(
  listId: string,
  materialization: string | undefined,
  { tier, search, sort }: MembersSearch,
) {
  const cache = useQueryClient();
  const { restarts, restart } = useRestarts();
  const variables = { listId, first: PAGE_SIZE, tier, search, orderBy: toOrder(sort) };
  const key = [...queryKey(MembersPageDocument), materialization, restarts, variables];
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: async ({ pageParam, signal }) =>
      knownPage(cache.getQueryData(key), pageParam) ??
      request(MembersPageDocument, { ...variables, after: pageParam }, { signal }),
    initialPageParam: undefined as Cursor,
    getNextPageParam: ({ list }) =>
      list?.members?.pageInfo.hasNextPage ? (list.members.pageInfo.endCursor ?? undefined) : undefined,
    enabled: materialization !== undefined,
    placeholderData: keepPreviousData,
  });
  const { data, error, isPlaceholderData } = query;
  const isExpired = error instanceof CompanyDataError && error.code === 'cursor_expired';
  useEffect(() => {
    if (isExpired) restart();
  }, [isExpired, restart]);
  const served = data?.pages[0]?.list?.members?.materialization.id;
  const isOutdated = !isPlaceholderData && served !== undefined && served !== materialization;
  useEffect(() => {
    // The list changed between the two requests.
    if (isOutdated) void cache.invalidateQueries({ queryKey: queryKey(ListMembershipDocument, { listId }) });
  }, [isOutdated, cache, listId]);
  const rows = useMemo(() => joinPages(data?.pages.map(rowsOf) ?? []), [data]);
  return {
    rows,
    total: data?.pages[0]?.list?.members?.totalCount,
    error: isExpired ? null : error,
    hasRestarted: restarts > 0,
    isDimmed: isPlaceholderData,
    isLoadingMore: query.isFetchingNextPage,
    hasMore: query.hasNextPage && !isPlaceholderData,
    loadMore: query.fetchNextPage,
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    canLoadMore: query.hasNextPage && !query.isFetching && error === null,
  };
}

/** Counts how often the pages began again, because the service no longer keeps the materialization of a cursor. */
function useRestarts() {
  const cache = useQueryClient();
  const [restarts, setRestarts] = useState(0);
  const restart = useMemo(
    () => () => {
      setRestarts((count) => count + 1);
      void cache.invalidateQueries({ queryKey: queryKey(ListMembershipDocument) });
    },
    [cache],
  );
  return { restarts, restart };
}

function knownPage(data: unknown, cursor: Cursor): MembersPageQuery | undefined {
  const known = data as InfiniteData<MembersPageQuery, Cursor> | undefined;
  const place = known?.pageParams.indexOf(cursor) ?? -1;
  return known?.pages[place];
}

const ROWS = new WeakMap<MembersPageQuery, MemberRowFragment[]>();

/** Rows of a page, computed once. */
function rowsOf(page: MembersPageQuery): MemberRowFragment[] {
  const known = ROWS.get(page);
  if (known) return known;
  const rows = page.list?.members?.edges.map(({ node }) => node) ?? [];
  ROWS.set(page, rows);
  return rows;
}
