import { SegmentedControl, Stack, Text } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import type { FilterNode } from '../../filter/definition.ts';
import {
  type MoveWindow,
  MovingTechnologiesDocument,
  type MovingTechnologiesQuery,
  TopMovesDocument,
  type TopMovesQuery,
} from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { searchCategories } from '../../preview/remote-search.ts';
import { type Column, column, type Sort } from '../../ui/data-table.tsx';
import { conditionOf, DraftLink } from '../../ui/draft-link.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { usePages } from '../../ui/pager.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import { Section } from '../../ui/section.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { ValueBars } from '../../ui/values/value-bars.tsx';
import classes from './insight.module.css';
import { InsightPage } from './insight-page.tsx';
import { OneMove } from './one-move.tsx';

const PAGE = 20;
const MOVES = 10;
const WINDOWS: { value: MoveWindow; label: string }[] = [
  { value: 'DAYS_90', label: '90 days' },
  { value: 'DAYS_180', label: '180 days' },
  { value: 'DAYS_365', label: '365 days' },
];

type Technology = NonNullable<MovingTechnologiesQuery['technologies']>['edges'][number]['node'];

/** Technologies that grow and shrink, and who moved from one to another: by default the largest move of the largest category. */
export default function MovesPage() {
  const chosen = useSearch({ from: '/app/insight/moves' });
  const navigate = useNavigate({ from: '/app/insight/moves' });
  const { window = 'DAYS_90', from, to } = chosen;
  const largest = useQuery(searchCategories('')).data?.values[0]?.value;
  const category = chosen.category ?? largest;
  const moves = useApiQuery(
    TopMovesDocument,
    { category: category ?? '', window },
    { enabled: category !== undefined, keepPrevious: true },
  );
  const [top] = moves.data?.technologyMoves ?? [];
  const isOpen = from === undefined && to === undefined;
  const choose = (part: typeof chosen) =>
    void navigate({ search: (all) => ({ ...all, ...part }), replace: true, resetScroll: false });
  return (
    <InsightPage section="moves" intro="Which technologies do companies take up, and which do they give up?">
      <Stack gap="lg">
        <SegmentedControl
          w="fit-content"
          maw="100%"
          aria-label="Period"
          value={window}
          onChange={(next) => choose({ window: next })}
          data={WINDOWS}
        />
        <Text size="sm" c="dimmed">
          A technology counts as adopted if it was first seen at a company within the period, and as dropped
          if it was last seen within the period, but not within the last 30 days.
        </Text>
        <div className={classes.columns}>
          <Technologies key={window} window={window} />
          <Stack gap="xl" miw={0}>
            <OneMove
              window={window}
              from={isOpen ? top?.from.techKey : from}
              to={isOpen ? top?.to.techKey : to}
              onChoose={choose}
            />
            <TopMoves category={category} query={moves} onChoose={choose} />
          </Stack>
        </div>
      </Stack>
    </InsightPage>
  );
}

/** Key of a window in answers, and the value of `when`. */
const keyOf = (window: MoveWindow) => window.replace('DAYS_', 'days') as 'days90' | 'days180' | 'days365';
const ageOf = (window: MoveWindow): string => `${window.replace('DAYS_', '')}d`;

function Technologies({ window }: { window: MoveWindow }) {
  const [search, setSearch] = useState('');
  const { variables, pages } = usePages(PAGE);
  const [sort, setSort] = useState<Sort>({ column: 'companies', isDescending: true });
  const field = sort.column === 'net' ? (window.replace('DAYS', 'NET') as 'NET_90') : 'COMPANIES';
  const query = useApiQuery(
    MovingTechnologiesDocument,
    {
      ...(search !== '' && { search }),
      orderBy: { field, direction: sort.isDescending ? 'DESC' : 'ASC' },
      ...variables,
    },
    { keepPrevious: true },
  );
  const { data } = query;
  return (
    <Section title="Technologies" miw={0}>
      <SearchField
        label="Find a technology"
        value={search}
        onSearch={(next) => {
          setSearch(next);
          pages.onPage(1);
        }}
      />
      {query.error && <Loaded query={query}>{() => null}</Loaded>}
      <PagedTable
        label="Technologies by companies that adopted or dropped them"
        columns={columnsOf(window)}
        rows={data?.technologies?.edges.map(({ node }) => node)}
        idOf={({ techKey }) => techKey}
        sort={sort}
        onSort={(next) => {
          setSort(next);
          pages.onPage(1);
        }}
        lines={PAGE}
        lineHeight={51}
        empty={<Text c="dimmed">No technology has this in its name.</Text>}
        total={data?.technologies?.totalCount ?? 0}
        pages={pages}
      />
    </Section>
  );
}

function columnsOf(window: MoveWindow): Column<Technology>[] {
  const [key, age] = [keyOf(window), ageOf(window)];
  const technology = ({ techKey }: Technology, when?: Record<string, string>) =>
    conditionOf('technology', 'any_of', [techKey], when);
  const adopted = (row: Technology) => technology(row, { first_seen: age });
  const dropped = (row: Technology) => ({
    and: [technology(row, { last_seen: age }), technology(row, { not_seen: '30d' })],
  });
  /** A number that leads to its companies. */
  const linked = (
    title: string,
    about: string,
    root: (row: Technology) => FilterNode,
    shown: (row: Technology) => string,
    options?: Partial<Column<Technology>>,
  ) =>
    column<Technology>(
      title,
      (row) => (
        <DraftLink root={root(row)} title={about.replace('…', () => visibleText(row.displayName))}>
          {shown(row)}
        </DraftLink>
      ),
      { isNumber: true, ...options },
    );
  return [
    column('Technology', ({ displayName, category }) => (
      <>
        <UserText text={displayName} maw={240} />
        <UserText text={category ?? ''} size="xs" c="dimmed" inherit={false} maw={240} />
      </>
    )),
    linked('Companies', 'Companies with …', technology, (row) => formatNumber(row.companyCount), {
      key: 'companies',
      sort: true,
    }),
    linked('Adopted', 'Companies that adopted … in this period', adopted, (row) => signed(row.adopted[key])),
    linked('Dropped', 'Companies that dropped … in this period', dropped, (row) =>
      signed(-row.droppedWithin[key]),
    ),
    column(
      'Net',
      ({ net }) => (
        <Text className={classes.net ?? ''} fw={600} inherit c={COLORS[Math.sign(net[key]) + 1] ?? ''}>
          {signed(net[key])}
        </Text>
      ),
      { key: 'net', isNumber: true, sort: true },
    ),
  ];
}

const COLORS = ['var(--removed)', 'dimmed', 'var(--added)'];

/** A number with its sign: "+12", "−3". */
const signed = (count: number): string =>
  `${count > 0 ? '+' : count < 0 ? '−' : ''}${formatNumber(Math.abs(count))}`;

interface TopMovesProps {
  category: string | undefined;
  query: UseQueryResult<TopMovesQuery, Error>;
  onChoose: (part: { category?: string; from?: string; to?: string }) => void;
}

/** The moves of a category that most companies made. Each shows who did. */
function TopMoves({ category, query, onChoose }: TopMovesProps) {
  return (
    <Section title="Most frequent moves">
      <SearchSelect
        label="Category"
        search={searchCategories}
        value={category === undefined ? null : { value: category, label: category }}
        onChange={({ value }) => onChoose({ category: value })}
      />
      <Loaded query={query} lines={MOVES}>
        {({ technologyMoves: moves }) =>
          moves?.length ? (
            <ValueBars
              name="Most frequent moves"
              entries={moves.map(({ from, to, count }) => ({
                value: `${from.techKey} ${to.techKey}`,
                label: `${from.displayName} → ${to.displayName}`,
                count,
              }))}
              total={moves.reduce((most, { count }) => Math.max(most, count), 1)}
              hidesShares
              shown={MOVES}
              use={({ value }) => ({
                kind: 'add',
                run: () => {
                  const [from = '', to = ''] = value.split(' ');
                  onChoose({ from, to });
                },
              })}
              after="show who moved"
            />
          ) : (
            <Text c="dimmed">No company moved within this category in this period.</Text>
          )
        }
      </Loaded>
    </Section>
  );
}
