import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { CompanyDataError } from '../../../api/client.ts';
import { queryKey, request } from '../../../api/hooks.ts';
import { SearchCompaniesDocument, type SearchCompaniesQuery } from '../../../generated/graphql.ts';

/** Lengths of a text that the service searches for. */
export const SHORTEST = 2;
export const LONGEST = 100;

export type FoundCompany = NonNullable<SearchCompaniesQuery['companies']>['edges'][number]['node'];

/** Searches companies, best first, page by page. The answer to an earlier text stays until the new one is there. */
export function useCompanySearch(search: string) {
  return useInfiniteQuery<
    SearchCompaniesQuery,
    CompanyDataError,
    SearchResult,
    readonly unknown[],
    string | undefined
  >({
    queryKey: queryKey(SearchCompaniesDocument, { search }),
    queryFn: ({ pageParam, signal }) =>
      request(SearchCompaniesDocument, { search, after: pageParam }, { signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ companies }) =>
      (companies?.pageInfo.hasNextPage && companies.pageInfo.endCursor) || undefined,
    select: ({ pages }) => ({
      total: pages[0]?.companies?.totalCount ?? 0,
      companies: pages.flatMap(({ companies }) => companies?.edges.map(({ node }) => node) ?? []),
    }),
    enabled: search.length >= SHORTEST,
    placeholderData: keepPreviousData,
  });
}

interface SearchResult {
  total: number;
  companies: FoundCompany[];
}
