import { Button, Group, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { queryKey, request, useApiQuery } from '../../../api/hooks.ts';
import {
  CompanyPeekDocument,
  MemberPartnersDocument,
  type MemberPartnersQuery,
  MemberTechnologiesDocument,
  type MemberTechnologiesQuery,
  type TypedDocumentString,
} from '../../../generated/graphql.ts';
import { formatDay, formatNumber } from '../../../lib/format.ts';
import { common } from '../../../text/common.ts';
import { type Column, column, DataTable } from '../../../ui/data-table.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { notify } from '../../../ui/notify.ts';
import { PageLink } from '../../../ui/page-link.tsx';
import { Section } from '../../../ui/section.tsx';
import { UnlockPanel } from '../../../ui/unlock-panel.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import classes from './members.module.css';
import { type Axis, axisOf, placeOn, type Seen } from './time-axis.ts';

type Detected = NonNullable<NonNullable<MemberTechnologiesQuery['company']>['technologies']>['edges'][number];

/** Technologies of a company with the time between first and last seen, on one axis. */
export function PanelTechnologies({ identifier }: { identifier: string }) {
  const { query, pages = [] } = useConnectionPages(
    MemberTechnologiesDocument,
    identifier,
    ({ company }) => company?.technologies,
  );
  const rows = pages.flatMap(({ edges }) => edges);
  const axis = axisOf(rows);
  const total = pages[0]?.totalCount ?? 0;
  return (
    <Section title="Technologies">
      <Loaded query={query}>
        {() =>
          axis ? (
            <ConnectionTable
              label="Technologies with first and last seen"
              columns={technologyColumns(axis)}
              idOf={({ node }) => node.techKey}
              noun="technologies"
              {...{ rows, total, query }}
            />
          ) : (
            'No technology was detected at this company.'
          )
        }
      </Loaded>
    </Section>
  );
}

const technologyColumns = (axis: Axis): readonly Column<Detected>[] => [
  column('Technology', ({ node }) => <UserText text={node.displayName} />),
  column(`${formatDay(axis.from)} to ${formatDay(axis.to)}`, (seen) => <Bar {...{ seen, axis }} />),
  column('Last seen', ({ lastSeen }) => formatDay(lastSeen)),
];

function Bar({ seen, axis }: { seen: Seen; axis: Axis }) {
  const { start, length } = placeOn(axis, seen);
  const label = `first seen ${formatDay(seen.firstSeen)}, last seen ${formatDay(seen.lastSeen)}`;
  return (
    <span className={classes.track} role="img" aria-label={label} title={label}>
      <span
        className={classes.seen}
        style={{ insetInlineStart: `${start * 100}%`, width: `${length * 100}%` }}
      />
    </span>
  );
}

type Partnerships = NonNullable<NonNullable<MemberPartnersQuery['company']>['partnerships']>;
type Partner = Partnerships['edges'][number]['node'];

/** Partners of a company. Locked ones have a price. */
export function PanelPartners({ identifier }: { identifier: string }) {
  const { query, pages = [] } = useConnectionPages(
    MemberPartnersDocument,
    identifier,
    ({ company }) => company?.partnerships,
  );
  const total = pages[0]?.totalCount ?? 0;
  const partners = pages.flatMap(({ edges }) => edges.map(({ node }) => node));
  const company = useApiQuery(CompanyPeekDocument, { identifier }).data?.company;
  return (
    <Section title="Partners">
      <Loaded query={query}>
        {() => {
          if (pages[0]?.access === 'LOCKED')
            return <UnlockPanel domain={company?.domains[0]} count={total} onUnlocked={notify} />;
          if (total === 0) return <Text>This company has no known partners.</Text>;
          return (
            <ConnectionTable
              label="Partners of the company"
              columns={PARTNER_COLUMNS}
              rows={partners}
              idOf={({ partnerSlug }) => partnerSlug}
              noun="partners"
              {...{ total, query }}
            />
          );
        }}
      </Loaded>
    </Section>
  );
}

const PARTNER_COLUMNS: readonly Column<Partner>[] = [
  column('Partner', ({ partnerSlug, partnerName }) => (
    <PageLink to="/app/companies/$identifier" params={{ identifier: partnerSlug }} preload={false}>
      <UserText text={partnerName} />
    </PageLink>
  )),
  column('Domain', ({ partnerDomain }) => <UserText text={partnerDomain} />),
  column('Last observed', ({ lastObservedAt }) => formatDay(lastObservedAt)),
];

interface ConnectionTableProps<Row> extends ComponentProps<typeof DataTable<Row>> {
  rows: readonly Row[];
  /** Number of all rows, and what they are. */
  total: number;
  noun: string;
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** A table that says how much of it is shown, and loads the next page. */
function ConnectionTable<Row>({ query, total, noun, ...table }: ConnectionTableProps<Row>) {
  return (
    <>
      <DataTable {...table} isNarrow />
      <Group justify="space-between">
        <Text size="xs" c="dimmed" role="status">
          {formatNumber(table.rows.length)} of {formatNumber(total)} {noun}
        </Text>
        {query.hasNextPage && (
          <Button
            size="compact-sm"
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {common.showMore}
          </Button>
        )}
      </Group>
    </>
  );
}

const PAGE_SIZE = 25;

/** A connection as the panel reads it. */
type Connection = { totalCount: number; pageInfo: { hasNextPage: boolean; endCursor?: string | null } };

/** Pages of a connection of a company. @param connectionOf finds the connection in an answer */
function useConnectionPages<Result, Page extends Connection>(
  document: TypedDocumentString<Result, { identifier: string; first: number; after?: string | null }>,
  identifier: string,
  connectionOf: (result: Result) => Page | null | undefined,
) {
  const query = useInfiniteQuery({
    queryKey: [...queryKey(document), identifier],
    queryFn: ({ pageParam, signal }) =>
      request(document, { identifier, first: PAGE_SIZE, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (result) => {
      const page = connectionOf(result)?.pageInfo;
      return page?.hasNextPage ? (page.endCursor ?? undefined) : undefined;
    },
  });
  const pages = query.data?.pages.flatMap((result) => connectionOf(result) ?? []);
  return { query, pages };
}
