import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { CompanyDataError } from '../../../api/client.ts';
import { queryKey, request } from '../../../api/hooks.ts';
import { ownValuesOf } from '../../../filter/catalogue.ts';
import {
  ListMembershipDocument,
  type MemberRowFragment,
  MembersPageDocument,
  type MembersPageQuery,
  type MembersPageQueryVariables,
} from '../../../generated/graphql.ts';
import { type MembersSearch, toOrder } from '../search.ts';
import { joinPages } from './member-rows.ts';

export const PAGE_SIZE = 100;
/** Members that one call returns at most. */
const MOST = 1_000;

type Cursor = string | undefined;
type Pages = InfiniteData<MembersPageQuery, Cursor>;

/**
 * Members of one materialization, page by page. Its pages never change, so that a page that was read is not asked for
 * again. A new materialization begins at the first page.
 *
 * @param materialization id of the current one; undefined: nothing is asked yet.
 * @param hasOwn whether the values of own fields are loaded as well.
 */
export function useMemberPages(
  listId: string,
  materialization: string | undefined,
  { tier, search, sort }: Pick<MembersSearch, 'tier' | 'search' | 'sort'>,
  hasOwn: boolean,
) {
  const cache = useQueryClient();
  const { restarts, restart } = useRestarts();
  const variables = { listId, first: PAGE_SIZE, tier, search, orderBy: toOrder(sort), hasOwn };
  const key = [...queryKey(MembersPageDocument), materialization, restarts, variables];
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: async ({ pageParam, signal }) =>
      // Own values are written while the members stay.
      (hasOwn ? undefined : knownPage(cache.getQueryData(key), pageParam)) ??
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
    hasMore: query.hasNextPage && !isPlaceholderData,
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    onMore: query.hasNextPage && !query.isFetching && error === null ? query.fetchNextPage : undefined,
    /** Reads all members that the tier and the search select, at most a thousand at a time. */
    readAll: () => readAll({ ...variables, first: MOST }),
  };
}

async function readAll(variables: MembersPageQueryVariables): Promise<MemberRowFragment[]> {
  const all: MemberRowFragment[] = [];
  let after: Cursor;
  do {
    const page = await request(MembersPageDocument, { ...variables, after });
    all.push(...rowsOf(page));
    const { hasNextPage, endCursor } = page.list?.members?.pageInfo ?? {};
    after = hasNextPage ? (endCursor ?? undefined) : undefined;
  } while (after !== undefined);
  return all;
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
  const known = data as Pages | undefined;
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

/** Values of own fields by the ids of companies. */
type NewValues = ReadonlyMap<number, Readonly<Record<string, unknown>>>;

/** Shows values that were stored in the pages that were read before. Null stands for none. */
export function showValues(cache: QueryClient, values: NewValues): void {
  const change = (row: MemberRowFragment): MemberRowFragment => {
    const changed = values.get(row.companyId);
    if (!changed) return row;
    const all = { ...ownValuesOf(row.company.fieldsByKey), ...changed };
    const fieldsByKey = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
    return { ...row, company: { ...row.company, fieldsByKey } };
  };
  const changePage = (page: MembersPageQuery): MembersPageQuery => {
    const members = page.list?.members;
    if (!members?.edges.some(({ node }) => values.has(node.companyId))) return page;
    const edges = members.edges.map((edge) => ({ ...edge, node: change(edge.node) }));
    return { ...page, list: { ...page.list, members: { ...members, edges } } };
  };
  cache.setQueriesData<Pages>(
    { queryKey: queryKey(MembersPageDocument) },
    (data) => data && { ...data, pages: data.pages.map(changePage) },
  );
}
