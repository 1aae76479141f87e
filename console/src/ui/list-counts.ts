import { useInViewport } from '@mantine/hooks';
import { useApiQuery } from '../api/hooks.ts';
import { ListMembershipDocument } from '../generated/graphql.ts';
import type { TierCounts } from './tier.tsx';

interface CountedList {
  listId: number;
  revision: number;
  /** The latest one is the first. */
  materializations: {
    edges: readonly { node: { revision: number; counts: TierCounts & { total: number } } }[];
  } | null;
}

/**
 * Returns the numbers of a list's members as its page shows them. If they were never computed, or the list has changed since,
 * the service computes them as soon as the element with `ref` is seen.
 */
export function useListCounts({ listId, revision, materializations }: CountedList) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const latest = materializations?.edges[0]?.node;
  const isCurrent = latest?.revision === revision;
  const { data, error } = useApiQuery(
    ListMembershipDocument,
    { listId: String(listId) },
    { enabled: inViewport && !isCurrent },
  );
  const computed = data?.list?.members?.materialization.counts;
  return { ref, counts: isCurrent ? latest.counts : computed, error };
}
