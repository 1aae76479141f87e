import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { TypedDocumentString } from '../generated/graphql.ts';
import { type Answered, queryKey, request } from './hooks.ts';

interface Connection {
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor?: string | null };
  edges: readonly { node: unknown }[];
}

/**
 * Reads a connection page by page: its first page, and the nodes of all pages so far.
 *
 * @param options.keepPrevious shows the answer to earlier variables until the new one is there.
 */
export function useConnectionPages<Result, Variables, Page extends Connection>(
  document: TypedDocumentString<Result, Variables>,
  variables: Omit<Variables, 'after'>,
  connectionOf: (answer: Answered<Result>) => Page | null | undefined,
  { keepPrevious = false } = {},
) {
  return useInfiniteQuery({
    queryKey: queryKey(document, variables),
    queryFn: ({ pageParam, signal }) =>
      request(document, { ...variables, after: pageParam } as Variables, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (answer) => {
      const page = connectionOf(answer)?.pageInfo;
      return (page?.hasNextPage && page.endCursor) || undefined;
    },
    select: ({ pages: [first, ...others] }) => {
      const pages = [first, ...others].flatMap((answer) => (answer && connectionOf(answer)) ?? []);
      const nodes = pages.flatMap(({ edges }) =>
        edges.map(({ node }): Page['edges'][number]['node'] => node),
      );
      return { first: pages[0], nodes };
    },
    ...(keepPrevious && { placeholderData: keepPreviousData }),
  });
}
