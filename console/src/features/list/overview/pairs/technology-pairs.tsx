import { Skeleton, Text, Title } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { useState } from 'react';
import { formatNumber, formatShare } from '../../../../lib/format.ts';
import { visibleText } from '../../../../lib/visible-text.ts';
import { pairsText as text } from '../../../../text/list-overview.ts';
import { Problem } from '../../../../ui/problem.tsx';
import { ValueControl } from '../../../../ui/values/value-control.tsx';
import type { ValueCount } from '../../../../ui/values/value-count.ts';
import type { Overview } from '../use-overview.ts';
import { useMembersWith } from '../value-link.tsx';
import classes from './pairs.module.css';
import { FEWEST, type Pair } from './pairs.ts';
import { usePairs } from './use-pairs.ts';

/** Pairs that a phone shows. */
const LISTED = 8;
const NONE: readonly ValueCount[] = [];

interface TechnologyPairsProps {
  /** Undefined while it is counted. */
  overview: Overview | undefined;
}

/** Which of the most frequent technologies the members have together. Counted when somebody scrolls to it. */
export function TechnologyPairs({ overview }: TechnologyPairsProps) {
  const { ref, inViewport } = useInViewport<HTMLElement>();
  const [isSeen, setSeen] = useState(false);
  if (inViewport && !isSeen) setSeen(true);
  const { members = 0, registryVersion = '' } = overview ?? {};
  const values = overview?.fields.find(({ field }) => field === 'technology')?.values ?? NONE;
  const found = usePairs({ members, registryVersion, technologies: values }, isSeen);
  const { technologies, pairs, error, retry } = found;
  return (
    <section ref={ref} aria-labelledby="pairs" className={classes.section}>
      <Title order={2} id="pairs">
        {text.title}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        <span className={classes.wide}>{text.table} </span>
        {pairs?.every(({ kind }) => kind === undefined) ? text.none : text.marked}
      </Text>
      {error && <Problem error={error} onRetry={retry} />}
      {overview && technologies.length < 2 ? (
        <Text>{text.tooFew(formatNumber(FEWEST))}</Text>
      ) : pairs ? (
        <>
          <Matrix {...{ technologies, pairs, members, registryVersion }} />
          <PairList {...{ pairs, registryVersion }} />
        </>
      ) : (
        !error && <Skeleton className={classes.skeleton ?? ''} />
      )}
    </section>
  );
}

interface MatrixProps {
  technologies: readonly ValueCount[];
  pairs: readonly Pair[];
  members: number;
  registryVersion: string;
}

function Matrix({ technologies, pairs, members, registryVersion }: MatrixProps) {
  const find = (one: ValueCount, other: ValueCount) =>
    pairs.find(({ a, b }) => (a === one && b === other) || (a === other && b === one));
  return (
    <table className={classes.matrix} aria-labelledby="pairs">
      <thead>
        <tr>
          <th scope="col">{text.row}</th>
          {technologies.map(({ value, label, count }) => (
            <th key={value} scope="col">
              <bdi>{visibleText(label)}</bdi>
              <span className={classes.all}>{text.ofAll(formatShare(rounded(count / members)))}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {technologies.map((row) => (
          <tr key={row.value}>
            <th scope="row">
              <bdi>{visibleText(row.label)}</bdi>
            </th>
            {technologies.map((column) => {
              const pair = find(row, column);
              return (
                <td key={column.value}>
                  {pair ? <Cell {...{ pair, row, registryVersion }} /> : <span aria-hidden="true">·</span>}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps {
  pair: Pair;
  /** The technology of the row, of whose companies the cell has the share. */
  row: ValueCount;
  registryVersion: string;
}

function Cell({ pair, row, registryVersion }: CellProps) {
  const { a, b, both, ratio, kind } = pair;
  const membersWith = useMembersWith(registryVersion);
  const other = row === a ? b : a;
  const share = formatShare(rounded(both / row.count));
  const times = text.times(formatNumber(tenth(ratio)));
  const names = [visibleText(row.label), visibleText(other.label)] as const;
  return (
    <ValueControl
      use={membersWith('technology', row.value, other.value)}
      className={classes.cell}
      data-kind={kind}
      aria-label={text.cell(share, kind && times, ...names, formatNumber(both))}
    >
      {share}
      {kind && <span className={classes.times}>{times}</span>}
    </ValueControl>
  );
}

/** The pairs that stand out, and then the most frequent ones, for windows that are too narrow for a table. */
function PairList({ pairs, registryVersion }: { pairs: readonly Pair[]; registryVersion: string }) {
  const membersWith = useMembersWith(registryVersion);
  const sorted = pairs.toSorted(
    (one, other) => Number(Boolean(other.kind)) - Number(Boolean(one.kind)) || other.both - one.both,
  );
  return (
    <ul className={classes.list} aria-labelledby="pairs">
      {sorted.slice(0, LISTED).map(({ a, b, both, ratio, kind }) => (
        <li key={`${a.value} ${b.value}`}>
          <ValueControl use={membersWith('technology', a.value, b.value)} className={classes.pair}>
            <span>
              <bdi>{visibleText(a.label)}</bdi> + <bdi>{visibleText(b.label)}</bdi>
            </span>
            <span className={classes.share}>
              {text.both(formatNumber(both), formatShare(rounded(both / a.count)), visibleText(a.label))}
              {kind && ` ${text.kind[kind](formatNumber(tenth(ratio)))}`}
            </span>
          </ValueControl>
        </li>
      ))}
    </ul>
  );
}

const rounded = (share: number): number => Math.round(share * 100) / 100;
const tenth = (ratio: number): number => Math.round(ratio * 10) / 10;
