import { Box, Text, Title } from '@mantine/core';
import { EyeOpenIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { useViewer } from '../../api/viewer.ts';
import { conditionsOf, type Definition } from '../../filter/definition.ts';
import { parseDefinition } from '../../filter/parse-definition.ts';
import { toPlainText, toSentence } from '../../filter/sentence.ts';
import type { HomeListFragment } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { recentSizes, SIZE_DAYS } from '../../lib/recent-sizes.ts';
import { useFilterLabels } from '../../preview/value-labels.ts';
import { common } from '../../text/common.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { useListCounts } from '../../ui/list-counts.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { UserText } from '../../ui/user-text.tsx';
import classes from './home.module.css';

interface PortfolioProps {
  /** The lists that changed last. */
  lists: readonly HomeListFragment[];
  /** Number of all lists of the caller. */
  total: number;
}

/** Lists with their filter in words, their size, and its last 30 days. */
export function Portfolio({ lists, total }: PortfolioProps) {
  return (
    <section aria-labelledby="home-lists">
      <div className={classes.heading}>
        <Title order={2} id="home-lists">
          My lists
        </Title>
        {total > 0 && (
          <PageLink to="/app/lists">
            All lists <span>{formatNumber(total)}</span>
          </PageLink>
        )}
      </div>
      <DataTable
        label="Lists that changed last"
        columns={COLUMNS}
        rows={lists}
        idOf={({ listId }) => listId}
        empty={<Text c="dimmed">No lists yet. Describe companies above, and save them as a list.</Text>}
      />
    </section>
  );
}

const COLUMNS: readonly Column<HomeListFragment>[] = [
  { key: 'list', title: 'List', cell: (list) => <ListCell list={list} /> },
  { key: 'line', title: '30 days', cell: (list) => <Line list={list} /> },
  { key: 'size', title: 'Companies', isNumber: true, cell: (list) => <Size list={list} /> },
  {
    key: 'updated',
    title: 'Updated',
    isMinor: true,
    cell: ({ updatedAt }) => <TimeAgo at={updatedAt} />,
  },
];

function ListCell({ list: { listId, name, definition, owner, watched } }: { list: HomeListFragment }) {
  const userId = useViewer().data?.viewer.user.userId;
  return (
    <div className={classes.list}>
      <PageLink to="/app/lists/$listId" params={{ listId: String(listId) }} fw={600}>
        <UserText text={name} />
      </PageLink>
      <Text size="sm" c="dimmed" truncate>
        {watched && (
          <>
            <EyeOpenIcon width={12} height={12} aria-hidden /> watched ·{' '}
          </>
        )}
        {owner.userId !== userId && <UserText text={`of ${owner.name} · `} span display="inline" />}
        <FilterWords definition={definition} />
      </Text>
    </div>
  );
}

/** A filter in words, without "Companies where". */
export function FilterWords({ definition: raw }: { definition: unknown }) {
  const parsed = parseDefinition(raw, { draft: true });
  const definition: Definition | undefined = parsed.ok ? parsed.value : undefined;
  const labels = useFilterLabels([...conditionsOf(definition?.root ?? null)]);
  if (!definition?.root) return 'Domains that were added by hand';
  if (!labels) return common.loading;
  const [, ...words] = toSentence(definition, labels, 3);
  return <bdi>{toPlainText(words)}</bdi>;
}

/** Number of members. */
function Size({ list }: { list: HomeListFragment }) {
  const { ref, counts, error } = useListCounts(list);
  if (error) return common.unknown;
  return (
    <Box ref={ref} fw={600}>
      {counts ? formatNumber(counts.total) : '…'}
    </Box>
  );
}

const MONTH_MS = SIZE_DAYS * 86_400_000;
const [WIDTH, HEIGHT] = [96, 24];

/** Size of a list over 30 days as a line, and how much it has changed; nothing where it was computed once. */
function Line({ list: { materializations } }: { list: HomeListFragment }) {
  const [begin] = useState(() => Date.now() - MONTH_MS);
  const all = (materializations?.edges ?? []).map(({ node }) => node);
  const shown = recentSizes(all, begin);
  const [first, last] = [shown[0], shown.at(-1)];
  if (!first || !last || shown.length < 2) return null;
  const change = last.total - first.total;
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±';
  const words = `${sign}${formatNumber(Math.abs(change))}`;
  return (
    <span className={classes.line} role="img" aria-label={`${words} companies in 30 days`}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
        <path d={lineOf(shown, begin)} />
      </svg>
      <span aria-hidden="true">{words}</span>
    </span>
  );
}

/** Draws the size as steps from a time until now: it stays until the members are computed again. */
function lineOf(sizes: readonly { at: number; total: number }[], begin: number): string {
  const totals = sizes.map(({ total }) => total);
  const [least, most] = [Math.min(...totals), Math.max(...totals)];
  const y = (total: number) =>
    most === least ? HEIGHT / 2 : 2 + ((HEIGHT - 4) * (most - total)) / (most - least);
  const x = (at: number) => (WIDTH * Math.min(Math.max(at - begin, 0), MONTH_MS)) / MONTH_MS;
  const round = (each: number) => Math.round(each * 10) / 10;
  const steps = sizes.map(({ at, total }, index) =>
    index === 0 ? `M${round(x(at))} ${round(y(total))}` : `H${round(x(at))}V${round(y(total))}`,
  );
  return `${steps.join('')}H${WIDTH}`;
}
