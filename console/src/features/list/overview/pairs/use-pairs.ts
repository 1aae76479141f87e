import { useMemo } from 'react';
import { useApiQuery } from '../../../../api/hooks.ts';
import { TechnologyPairsDocument, type TechnologyPairsQuery } from '../../../../generated/graphql.ts';
import type { ValueCount } from '../../../../ui/values/value-count.ts';
import { useListId } from '../../list-id.ts';
import { listDefinition } from '../value-link.tsx';
import { judgePairs, pairedTechnologies, pairsOf } from './pairs.ts';

/** Pairs that the saved document has room for. */
const PLACES = 28;
const FRESH_MS = 60_000;

interface Members {
  members: number;
  registryVersion: string;
  technologies: readonly ValueCount[];
}

/**
 * Counts the members that have each two of the most frequent technologies, in one request.
 *
 * @param isSeen whether somebody looks at them: they take some 16 points of the class `evaluate`.
 */
export function usePairs({ members, registryVersion, technologies: all }: Members, isSeen: boolean) {
  const listId = useListId();
  const technologies = useMemo(() => pairedTechnologies(all, members), [all, members]);
  const wanted = useMemo(() => pairsOf(technologies), [technologies]);
  const variables = useMemo(() => {
    const definitions = wanted.map(([a, b]) =>
      listDefinition(listId, registryVersion, 'technology', a.value, b.value),
    );
    // Places that are left repeat the first pair.
    const places = Array.from({ length: PLACES }, (_, at) => [`p${at}`, definitions[at] ?? definitions[0]]);
    return Object.fromEntries(places);
  }, [wanted, listId, registryVersion]);
  const options = { enabled: isSeen && wanted.length > 0, staleTime: FRESH_MS };
  const { data, error, refetch } = useApiQuery(TechnologyPairsDocument, variables, options);
  const pairs = useMemo(() => {
    if (!data) return undefined;
    const counts = wanted.map((_, at) => data[`p${at}` as keyof TechnologyPairsQuery]);
    const known = counts.map((each) => (typeof each === 'object' && each ? each.exactCount : 0));
    return judgePairs(wanted, known, members);
  }, [data, wanted, members]);
  return { technologies, pairs, error, retry: () => void refetch() };
}
