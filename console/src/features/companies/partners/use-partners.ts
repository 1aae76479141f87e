import { useInfiniteQuery } from '@tanstack/react-query';
import type { CompanyDataError } from '../../../api/client.ts';
import { queryKey, request } from '../../../api/hooks.ts';
import { CompanyPartnersDocument, type CompanyPartnersQuery } from '../../../generated/graphql.ts';

type Page = NonNullable<NonNullable<CompanyPartnersQuery['company']>['partnerships']>;
export type Partnership = Page['edges'][number]['node'];

export interface Partners {
  readonly access: Page['access'];
  readonly total: number;
  /** Partners of the pages that are read; empty while they are locked. */
  readonly partnerships: readonly Partnership[];
}

/** Reads the partners of a company, the latest observation first, page by page. */
export function usePartners(identifier: string) {
  return useInfiniteQuery<
    CompanyPartnersQuery,
    CompanyDataError,
    Partners,
    readonly unknown[],
    string | undefined
  >({
    queryKey: queryKey(CompanyPartnersDocument, { identifier }),
    queryFn: ({ pageParam, signal }) =>
      request(CompanyPartnersDocument, { identifier, after: pageParam }, { signal }),
    initialPageParam: undefined,
    getNextPageParam: (page) => nextOf(page.company?.partnerships),
    select: ({ pages }) => ({
      access: pages[0]?.company?.partnerships?.access ?? 'OPEN',
      total: pages[0]?.company?.partnerships?.totalCount ?? 0,
      partnerships: pages.flatMap(
        ({ company }) => company?.partnerships?.edges.map(({ node }) => node) ?? [],
      ),
    }),
  });
}

const nextOf = (page: Page | null | undefined): string | undefined =>
  (page?.pageInfo.hasNextPage && page.pageInfo.endCursor) || undefined;
