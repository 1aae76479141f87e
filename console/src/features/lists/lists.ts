import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { CompanyDataError } from '../../api/client.ts';
import { queryKey, request } from '../../api/hooks.ts';
import { useWaitingDeletions } from '../../api/waiting-deletions.ts';
import { type ListOrder, type ListRowFragment, ListsOverviewDocument } from '../../generated/graphql.ts';
import type { ListsSearch } from './search.ts';

const PAGE_SIZE = 50;

const ORDERS = {
  UPDATED_AT: { field: 'UPDATED_AT', direction: 'DESC' },
  CREATED_AT: { field: 'CREATED_AT', direction: 'DESC' },
  NAME: { field: 'NAME', direction: 'ASC' },
} as const satisfies Record<string, ListOrder>;

/** Lists that the caller can see, page by page. The rows of an earlier search stay until the new ones are there. */
export function useLists({ order = 'UPDATED_AT', ...filter }: ListsSearch) {
  const variables = { first: PAGE_SIZE, ...filter, orderBy: ORDERS[order] };
  const query = useInfiniteQuery({
    queryKey: [...queryKey(ListsOverviewDocument), 'pages', variables],
    queryFn: ({ signal, pageParam }) =>
      request(ListsOverviewDocument, { ...variables, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ lists }) => (lists?.pageInfo.hasNextPage ? lists.pageInfo.endCursor : undefined),
    placeholderData: keepPreviousData,
  });
  const waiting = useWaitingDeletions();
  const all = query.data?.pages.flatMap(
    ({ lists }): ListRowFragment[] => lists?.edges.map(({ node }) => node) ?? [],
  );
  const rows = all?.filter(({ listId }) => !waiting.has(listId));
  return {
    rows,
    total: (query.data?.pages.at(-1)?.lists?.totalCount ?? 0) - ((all?.length ?? 0) - (rows?.length ?? 0)),
    error: query.error as CompanyDataError | null,
    isDimmed: query.isPlaceholderData,
    isLoadingMore: query.isFetchingNextPage,
    hasMore: query.hasNextPage,
    loadMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}
