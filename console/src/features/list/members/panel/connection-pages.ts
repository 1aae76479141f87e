import { useInfiniteQuery } from '@tanstack/react-query';
import { queryKey, request } from '../../../../api/hooks.ts';
import type { TypedDocumentString } from '../../../../generated/graphql.ts';

const PAGE_SIZE = 25;

interface PageVariables {
  identifier: string;
  first: number;
  after?: string | null;
}

/** A connection as the panel reads it. */
interface Connection {
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor?: string | null };
}

/**
 * Pages of a connection of a company.
 *
 * @param connectionOf finds the connection in an answer.
 */
export function useConnectionPages<Result, Page extends Connection>(
  document: TypedDocumentString<Result, PageVariables>,
  identifier: string,
  connectionOf: (result: Result) => Page | null | undefined,
) {
  const query = useInfiniteQuery({
    queryKey: [...queryKey(document), identifier],
    queryFn: ({ pageParam, signal }) =>
      request(document, { identifier, first: PAGE_SIZE, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (result) => {
      const page = connectionOf(result)?.pageInfo;
      return page?.hasNextPage ? (page.endCursor ?? undefined) : undefined;
    },
  });
  const pages = query.data?.pages.flatMap((result) => connectionOf(result) ?? []);
  return { query, pages };
}
