import { Alert, Button, Group, Text, TextInput, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { textKey } from '../../../../../src/lib/text-key.ts';
import type { CompanyDataError } from '../../../api/client.ts';
import { queryKey, request } from '../../../api/hooks.ts';
import {
  type CompanyFactsFragment,
  CompanyPartnersDocument,
  type CompanyPartnersQuery,
} from '../../../generated/graphql.ts';
import { formatDay, formatNumber } from '../../../lib/format.ts';
import { common } from '../../../text/common.ts';
import { companiesText } from '../../../text/companies.ts';
import { type Column, DataTable, numberColumn, type Sort, sortRows } from '../../../ui/data-table.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { UnlockPanel } from '../../../ui/unlock-panel.tsx';
import { UserText } from '../../../ui/user-text.tsx';

const texts = companiesText.partners;
/** Rows of the table at first, and those that are added at a time. */
const FIRST = 25;
const MORE = 100;
/** Partners that are read for a search or another order. */
const MOST = 2000;

/** The order in which the service gives them. */
const LATEST_FIRST: Sort = { column: 'last', isDescending: true };

const { columns: names } = texts;
function dayOf(time: number) {
  const instant = new Date(time).toISOString();
  return <time dateTime={instant}>{formatDay(instant)}</time>;
}
/** Numbers and days begin with the largest. */
const COLUMNS: readonly Column<Partnership>[] = [
  {
    key: 'name',
    title: names.name,
    sort: ({ partnerName }) => partnerName,
    cell: ({ partnerName, partnerSlug, partner: { firmographics } }) => (
      <>
        <PageLink to="/app/companies/$identifier" params={{ identifier: partnerSlug }} display="block">
          <UserText text={partnerName} maw={220} />
        </PageLink>
        {firmographics.industry && <UserText text={firmographics.industry} fz="xs" c="dimmed" maw={220} />}
      </>
    ),
  },
  numberColumn('last', names.last, ({ lastObservedAt }) => Date.parse(lastObservedAt), dayOf),
  numberColumn('count', names.count, ({ observationCount }) => observationCount),
];

/** Partners of a company, or how to unlock them. */
export function PartnersSection({ company }: { company: CompanyFactsFragment }) {
  const query = usePartners(company.slug);
  const [receipt, setReceipt] = useState<string>();
  return (
    <section aria-labelledby="partners">
      <Title order={2} id="partners" mb="xs">
        {texts.title(formatNumber(company.partnershipCount))}
      </Title>
      <div role="status">
        {receipt !== undefined && (
          <Alert variant="light" color="green" mb="sm">
            {receipt}
          </Alert>
        )}
      </div>
      <Loaded query={query} lines={8}>
        {({ access, total }) => {
          if (access === 'LOCKED')
            return <UnlockPanel domain={company.primaryDomain} count={total} onUnlocked={setReceipt} />;
          if (total === 0) return <Text c="dimmed">{texts.none}</Text>;
          return <OpenPartners query={query} />;
        }}
      </Loaded>
    </section>
  );
}

function OpenPartners({ query }: { query: ReturnType<typeof usePartners> }) {
  const { partnerships = [], total = 0 } = query.data ?? {};
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState(LATEST_FIRST);
  const [count, setCount] = useState(FIRST);
  const isUsual = search.trim() === '' && sort === LATEST_FIRST;
  const { hasNextPage, isFetching, fetchNextPage } = query;
  // A search or another order needs all of them; otherwise the next page is read when it is shown.
  const needsMore = hasNextPage && partnerships.length < (isUsual ? count : MOST);
  useEffect(() => {
    if (needsMore && !isFetching) void fetchNextPage();
  }, [needsMore, isFetching, fetchNextPage]);
  const found = useMemo(() => {
    const text = textKey(search.trim());
    const has = (value: string | null | undefined) => textKey(value ?? '').includes(text);
    const matching = partnerships.filter(
      ({ partnerName, partner }) => has(partnerName) || has(partner.firmographics.industry),
    );
    return sortRows(matching, COLUMNS, sort);
  }, [partnerships, search, sort]);
  const shown = found.slice(0, count);
  return (
    <>
      <TextInput
        type="search"
        aria-label={texts.search}
        placeholder={texts.search}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        maw={320}
        mb="xs"
      />
      <DataTable
        label={texts.caption}
        columns={COLUMNS}
        rows={shown}
        idOf={({ partnerSlug }) => partnerSlug}
        sort={sort}
        onSort={setSort}
      />
      <Group gap="xs" mt="xs" mih={26}>
        {(found.length > shown.length || (isUsual && hasNextPage)) && (
          <Button
            variant="default"
            size="compact-sm"
            loading={query.isFetchingNextPage}
            onClick={() => setCount(count + MORE)}
          >
            {common.showMore}
          </Button>
        )}
        <Text size="sm" c="dimmed" role="status">
          {isUsual
            ? texts.shown(formatNumber(shown.length), formatNumber(total))
            : texts.found(formatNumber(found.length), formatNumber(partnerships.length))}
        </Text>
      </Group>
    </>
  );
}

type Page = NonNullable<NonNullable<CompanyPartnersQuery['company']>['partnerships']>;
export type Partnership = Page['edges'][number]['node'];

interface Partners {
  readonly access: Page['access'];
  readonly total: number;
  /** Partners of the pages that are read; empty while they are locked. */
  readonly partnerships: readonly Partnership[];
}

/** Reads the partners of a company, the latest observation first, page by page. */
export function usePartners(identifier: string) {
  return useInfiniteQuery<
    CompanyPartnersQuery,
    CompanyDataError,
    Partners,
    readonly unknown[],
    string | undefined
  >({
    queryKey: queryKey(CompanyPartnersDocument, { identifier }),
    queryFn: ({ pageParam, signal }) =>
      request(CompanyPartnersDocument, { identifier, after: pageParam }, { signal }),
    initialPageParam: undefined,
    getNextPageParam: (page) => nextOf(page.company?.partnerships),
    select: ({ pages }) => ({
      access: pages[0]?.company?.partnerships?.access ?? 'OPEN',
      total: pages[0]?.company?.partnerships?.totalCount ?? 0,
      partnerships: pages.flatMap(
        ({ company }) => company?.partnerships?.edges.map(({ node }) => node) ?? [],
      ),
    }),
  });
}

const nextOf = (page: Page | null | undefined): string | undefined =>
  (page?.pageInfo.hasNextPage && page.pageInfo.endCursor) || undefined;
