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

interface Computed {
  materializedAt: string;
  counts: { total: number };
}

/** Days that changes of the size look back. */
export const SIZE_DAYS = 30;

/**
 * Returns the sizes of a list within the last days, the earliest first: it begins with that of the last computation before them.
 *
 * @param all the newest first.
 */
export function recentSizes(all: readonly Computed[], begin: number): { at: number; total: number }[] {
  const sizes = all.map(({ materializedAt, counts }) => ({
    at: Date.parse(materializedAt),
    total: counts.total,
  }));
  const before = sizes.findIndex(({ at }) => at <= begin);
  return (before < 0 ? sizes : sizes.slice(0, before + 1)).reverse();
}
