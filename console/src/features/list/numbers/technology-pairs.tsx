import { Skeleton, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import { OverlapDocument } from '../../../generated/graphql.ts';
import { formatNumber, formatShare } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { conditionOf } from '../../../ui/draft-link.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Section } from '../../../ui/section.tsx';
import { ValueControl } from '../../../ui/values/value-bars.tsx';
import type { ValueCount } from '../../../ui/values/value-count.ts';
import { useListId } from '../search.ts';
import classes from './numbers.module.css';
import { FEWEST, judgePairs, type Pair, pairedTechnologies, pairsOf } from './pairs.ts';
import type { Typical } from './use-typical.ts';
import { memberDefinition, useMembersWith } from './value-link.tsx';

/** Pairs that are shown. */
const LISTED = 8;
const NONE: readonly ValueCount[] = [];

/** Which of the most frequent technologies the members have together. @param typical undefined while it is counted */
export function TechnologyPairs({ typical }: { typical: Typical | undefined }) {
  const { technologies, pairs, error, retry } = usePairs(typical);
  return (
    <Section title="Technologies that occur together" order={3} gap={0}>
      <Text size="sm" c="dimmed" mb="xs">
        {pairs?.every(({ kind }) => kind === undefined)
          ? 'No pair stands out: each is about as frequent as by chance, or as the other pairs.'
          : '“2 ×” means twice as often as if the two had nothing to do with each other.'}
      </Text>
      {error && <Problem error={error} onRetry={retry} />}
      {typical && technologies.length < 2 ? (
        <Text>
          Pairs need at least two technologies that {formatNumber(FEWEST)} members have, and others lack.
        </Text>
      ) : pairs ? (
        <PairList pairs={pairs} registryVersion={typical?.registryVersion ?? ''} />
      ) : (
        !error && <Skeleton h={LISTED * 56} />
      )}
    </Section>
  );
}

/** The pairs that stand out, and then the most frequent ones. */
function PairList({ pairs, registryVersion }: { pairs: readonly Pair[]; registryVersion: string }) {
  const membersWith = useMembersWith(registryVersion);
  const sorted = pairs.toSorted(
    (one, other) => Number(Boolean(other.kind)) - Number(Boolean(one.kind)) || other.both - one.both,
  );
  return (
    <ul className={classes.list} aria-label="Technologies that occur together">
      {sorted.slice(0, LISTED).map(({ a, b, both, ratio, kind }) => (
        <li key={`${a.value} ${b.value}`}>
          <ValueControl use={membersWith('technology', a.value, b.value)} className={classes.pair}>
            <span>
              <bdi>{visibleText(a.label)}</bdi> + <bdi>{visibleText(b.label)}</bdi>
            </span>
            <Text span fz="xs" c="dimmed">
              {formatNumber(both)} members, {formatShare(rounded(both / a.count))} of those with{' '}
              {visibleText(a.label)}.
              {kind &&
                ` ${kind === 'apart' ? 'Only ' : ''}${formatNumber(tenth(ratio))} × as often as by chance.`}
            </Text>
          </ValueControl>
        </li>
      ))}
    </ul>
  );
}

const rounded = (share: number): number => Math.round(share * 100) / 100;
const tenth = (ratio: number): number => Math.round(ratio * 10) / 10;

const FRESH_MS = 60_000;

/** Counts the members that have each two of the most frequent technologies, in one request. */
function usePairs(typical: Typical | undefined) {
  const { members = 0, registryVersion = '', technologies: all = NONE } = typical ?? {};
  const listId = useListId();
  const technologies = useMemo(() => pairedTechnologies(all, members), [all, members]);
  const wanted = useMemo(() => pairsOf(technologies), [technologies]);
  const sets = technologies.map(({ value }) => ({
    name: value,
    definitionJson: memberDefinition(listId, registryVersion, conditionOf('technology', 'any_of', [value])),
  }));
  const options = { enabled: sets.length > 1, staleTime: FRESH_MS };
  const { data, error, refetch } = useApiQuery(OverlapDocument, { sets }, options);
  const pairs = useMemo(() => {
    const found = data?.listOverlap?.pairs;
    if (!found) return undefined;
    const placeOf = (technology: ValueCount) => technologies.indexOf(technology);
    const counts = wanted.map(([a, b]) => found[placeOf(a)]?.[placeOf(b)] ?? 0);
    return judgePairs(wanted, counts, members);
  }, [data, technologies, wanted, members]);
  return { technologies, pairs, error, retry: () => void refetch() };
}
