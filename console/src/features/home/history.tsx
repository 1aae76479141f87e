import { useMemo, useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import {
  HomeHistoryDocument,
  type HomeHistoryQuery,
  type HomeListFragment,
} from '../../generated/graphql.ts';
import { formatDay, formatNumber } from '../../lib/format.ts';
import { homeText } from '../../text/home.ts';
import classes from './portfolio.module.css';

const text = homeText.lists.history;
const MONTH_MS = 30 * 86_400_000;
/** History hardly changes while somebody looks at it. */
const FRESH_MS = 60_000;
const WIDTH = 72;
const HEIGHT = 24;

/** How a list came to its members in the last 30 days. */
export interface ListHistory {
  /** When the earlier members were computed. */
  since: string;
  entered: number;
  left: number;
  /** Path of the size over time. */
  line: string;
}

type Answer = Exclude<HomeHistoryQuery['list1'], null | undefined>;

/** Reads the last 30 days of lists in one request. A list whose members were computed once has no history. */
export function useHistories(lists: readonly HomeListFragment[]): ReadonlyMap<number, ListHistory> {
  const [begin] = useState(() => Date.now() - MONTH_MS);
  const compared = useMemo(() => lists.flatMap((list) => comparisonOf(list, begin)), [lists, begin]);
  const { data } = useApiQuery(HomeHistoryDocument, Object.assign({}, ...compared.map(toVariables)), {
    enabled: compared.length > 0,
    staleTime: FRESH_MS,
  });
  return useMemo(() => {
    const answers: readonly (Answer | null | undefined)[] = Object.values(data ?? {});
    const found = answers.flatMap((answer): [number, ListHistory][] => {
      const since = compared.find(({ listId }) => listId === answer?.listId)?.since;
      if (!answer?.changes || !since) return [];
      const { entered, left } = answer.changes;
      const moves = { entered: entered?.totalCount ?? 0, left: left?.totalCount ?? 0 };
      return [[answer.listId, { since: since.materializedAt, ...moves, line: lineOf(answer, begin) }]];
    });
    return new Map(found);
  }, [data, compared, begin]);
}

/** Returns the materialization that was current at a time, or else the first one after it, and the newest one. */
function comparisonOf({ listId, kept }: HomeListFragment, begin: number) {
  const all = kept?.edges.map(({ node }) => node) ?? [];
  const since = all.find(({ materializedAt }) => Date.parse(materializedAt) <= begin) ?? all.at(-1);
  const until = all[0];
  return since && until && since !== until ? [{ listId, since, until }] : [];
}

type Comparison = ReturnType<typeof comparisonOf>[number];

/** The saved document has a place for each card. */
function toVariables({ listId, since, until }: Comparison, index: number) {
  const place = index + 1;
  return {
    [`has${place}`]: true,
    [`list${place}`]: String(listId),
    [`since${place}`]: String(since.materializationId),
    [`until${place}`]: String(until.materializationId),
  };
}

/** Draws the size as steps from a time until now: it stays until the members are computed again. */
function lineOf({ materializations }: Answer, begin: number): string {
  const sizes = (materializations?.edges ?? [])
    .map(({ node }) => ({ at: Date.parse(node.materializedAt), total: node.counts.total }))
    .toReversed();
  const first = sizes.findLastIndex(({ at }) => at <= begin);
  const shown = sizes.slice(Math.max(first, 0));
  const totals = shown.map(({ total }) => total);
  const [least, most] = [Math.min(...totals), Math.max(...totals)];
  const y = (total: number) =>
    most === least ? HEIGHT / 2 : 2 + ((HEIGHT - 4) * (most - total)) / (most - least);
  const x = (at: number) => (WIDTH * Math.min(Math.max(at - begin, 0), MONTH_MS)) / MONTH_MS;
  const round = (each: number) => Math.round(each * 10) / 10;
  const steps = shown.map(({ at, total }, index) =>
    index === 0 ? `M${round(x(at))} ${round(y(total))}` : `H${round(x(at))}V${round(y(total))}`,
  );
  return `${steps.join('')}H${WIDTH}`;
}

/** Size of a list over 30 days as a line, and the companies that entered and left. */
export function HistoryLine({ history: { since, entered, left, line } }: { history: ListHistory }) {
  const isSame = entered === 0 && left === 0;
  const words = isSame
    ? text.same(formatDay(since))
    : text.moves(formatNumber(entered), formatNumber(left), formatDay(since));
  return (
    <span className={classes.history} role="img" aria-label={words} title={words}>
      <span aria-hidden="true">
        {isSame ? text.unchanged : `+${formatNumber(entered)} −${formatNumber(left)}`}
      </span>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
        <path d={line} />
      </svg>
    </span>
  );
}
