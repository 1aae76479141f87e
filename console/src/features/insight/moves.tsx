import { SegmentedControl, Stack, Text, Title } from '@mantine/core';
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
import { insightText } from '../../text/insight.ts';
import { type Column, DataTable, type Sort } from '../../ui/data-table.tsx';
import { conditionOf, DraftLink } from '../../ui/draft-link.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { ValueBars } from '../../ui/values/value-bars.tsx';
import classes from './insight.module.css';
import { InsightPage } from './insight-page.tsx';
import { OneMove } from './one-move.tsx';

const text = insightText.moves;
const PAGE = 20;
const MOVES = 10;
const WINDOWS = ['DAYS_90', 'DAYS_180', 'DAYS_365'] as const satisfies readonly MoveWindow[];

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
    <InsightPage section="moves">
      <Stack gap="lg">
        <SegmentedControl
          w="fit-content"
          maw="100%"
          aria-label={text.window}
          value={window}
          onChange={(next) => choose({ window: next })}
          data={WINDOWS.map((value) => ({ value, label: text.windows[value] }))}
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
export const keyOf = (window: MoveWindow) =>
  window.replace('DAYS_', 'days') as 'days90' | 'days180' | 'days365';
const ageOf = (window: MoveWindow): string => `${window.replace('DAYS_', '')}d`;

function Technologies({ window }: { window: MoveWindow }) {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<Sort>({ column: 'companies', isDescending: true });
  const field = sort.column === 'net' ? (window.replace('DAYS', 'NET') as 'NET_90') : 'COMPANIES';
  const query = useApiQuery(
    MovingTechnologiesDocument,
    {
      ...(search !== '' && { search }),
      orderBy: { field, direction: sort.isDescending ? 'DESC' : 'ASC' },
      first: PAGE,
      offset: (page - 1) * PAGE,
    },
    { keepPrevious: true },
  );
  const { data } = query;
  return (
    <Stack gap="xs" component="section" aria-labelledby="technologies" miw={0}>
      <Title order={2} id="technologies">
        {text.technologies}
      </Title>
      <SearchField
        label={text.search}
        value={search}
        onSearch={(next) => {
          setSearch(next);
          setPage(1);
        }}
      />
      {query.error && <Loaded query={query}>{() => null}</Loaded>}
      <DataTable
        label={text.table}
        columns={columnsOf(window)}
        rows={data?.technologies?.edges.map(({ node }) => node)}
        idOf={({ techKey }) => techKey}
        sort={sort}
        onSort={(next) => {
          setSort(next);
          setPage(1);
        }}
        lines={PAGE}
        lineHeight={51}
        empty={<Text c="dimmed">{text.none}</Text>}
      />
      <Pager
        label={text.table}
        total={data?.technologies?.totalCount ?? 0}
        pageSize={PAGE}
        page={page}
        onPage={setPage}
      />
    </Stack>
  );
}

function columnsOf(window: MoveWindow): Column<Technology>[] {
  const [key, age] = [keyOf(window), ageOf(window)];
  const { columns: names } = text;
  const technology = ({ techKey }: Technology, when?: Record<string, string>) =>
    conditionOf('technology', 'any_of', [techKey], when);
  const adopted = (row: Technology) => technology(row, { first_seen: age });
  const dropped = (row: Technology) => ({
    and: [technology(row, { last_seen: age }), technology(row, { not_seen: '30d' })],
  });
  /** A number that leads to its companies. */
  const linked = (
    column: 'companies' | 'adopted' | 'dropped',
    root: (row: Technology) => FilterNode,
    shown: (row: Technology) => string,
  ) => ({
    key: column,
    title: names[column],
    isNumber: true,
    cell: (row: Technology) => (
      <DraftLink root={root(row)} title={text.titles[column](visibleText(row.displayName))}>
        {shown(row)}
      </DraftLink>
    ),
  });
  return [
    {
      key: 'name',
      title: names.name,
      cell: ({ displayName, category }) => (
        <>
          <UserText text={displayName} maw={240} />
          <UserText text={category ?? ''} size="xs" c="dimmed" inherit={false} maw={240} />
        </>
      ),
    },
    { ...linked('companies', technology, ({ companyCount }) => formatNumber(companyCount)), sort: true },
    linked('adopted', adopted, (row) => signed(row.adopted[key])),
    linked('dropped', dropped, (row) => signed(-row.droppedWithin[key])),
    {
      key: 'net',
      title: names.net,
      isNumber: true,
      sort: true,
      cell: ({ net }) => (
        <Text className={classes.net ?? ''} fw={600} inherit c={COLORS[Math.sign(net[key]) + 1] ?? ''}>
          {signed(net[key])}
        </Text>
      ),
    },
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
    <Stack gap="xs" component="section" aria-labelledby="top-moves">
      <Title order={2} id="top-moves">
        {text.top}
      </Title>
      <SearchSelect
        label={text.category}
        search={searchCategories}
        value={category === undefined ? null : { value: category, label: category }}
        onChange={({ value }) => onChoose({ category: value })}
      />
      <Loaded query={query} lines={MOVES}>
        {({ technologyMoves: moves }) =>
          moves?.length ? (
            <ValueBars
              name={text.top}
              entries={moves.map(({ from, to, count }) => ({
                value: `${from.techKey} ${to.techKey}`,
                label: text.pair(from.displayName, to.displayName),
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
              after={text.show}
            />
          ) : (
            <Text c="dimmed">{text.topNone}</Text>
          )
        }
      </Loaded>
    </Stack>
  );
}
