import { Alert, Group, Text, TextInput, Title } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { textKey } from '../../../../../src/lib/text-key.ts';
import { useConnectionPages } from '../../../api/connection-pages.ts';
import {
  type CompanyFactsFragment,
  CompanyPartnersDocument,
  type CompanyPartnersQuery,
} from '../../../generated/graphql.ts';
import { formatDay, formatNumber } from '../../../lib/format.ts';
import { common } from '../../../text/common.ts';
import { type Column, DataTable, numberColumn, type Sort, sortRows } from '../../../ui/data-table.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { SmallButton } from '../../../ui/small-buttons.tsx';
import { UnlockPanel } from '../../../ui/unlock-panel.tsx';
import { UserText } from '../../../ui/user-text.tsx';

/** Rows of the table at first, and those that are added at a time. */
const FIRST = 25;
const MORE = 100;
/** Partners that are read for a search or another order. */
const MOST = 2000;

const SEARCH = 'Search partner or industry';

/** The order in which the service gives them. */
const LATEST_FIRST: Sort = { column: 'last', isDescending: true };

function dayOf(time: number) {
  const instant = new Date(time).toISOString();
  return <time dateTime={instant}>{formatDay(instant)}</time>;
}
/** Numbers and days begin with the largest. */
const COLUMNS: readonly Column<Partnership>[] = [
  {
    key: 'name',
    title: 'Partner',
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
  numberColumn('last', 'Last observed', ({ lastObservedAt }) => Date.parse(lastObservedAt), dayOf),
  numberColumn('count', 'Observations', ({ observationCount }) => observationCount),
];

export function PartnersSection({ company }: { company: CompanyFactsFragment }) {
  const query = usePartners(company.slug);
  const [receipt, setReceipt] = useState<string>();
  return (
    <section aria-labelledby="partners">
      <Title order={2} id="partners" mb="xs">
        Partners ({formatNumber(company.partnershipCount)})
      </Title>
      <div role="status">
        {receipt !== undefined && (
          <Alert variant="light" color="green" mb="sm">
            {receipt}
          </Alert>
        )}
      </div>
      <Loaded query={query} lines={8}>
        {({ first }) => {
          const count = first?.totalCount ?? 0;
          if (first?.access === 'LOCKED')
            return <UnlockPanel domain={company.primaryDomain} count={count} onUnlocked={setReceipt} />;
          if (count === 0) return <Text c="dimmed">The catalogue has no partners of this company.</Text>;
          return <OpenPartners query={query} />;
        }}
      </Loaded>
    </section>
  );
}

function OpenPartners({ query }: { query: ReturnType<typeof usePartners> }) {
  const { nodes: partnerships = [], first } = query.data ?? {};
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
        aria-label={SEARCH}
        placeholder={SEARCH}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        maw={320}
        mb="xs"
      />
      <DataTable
        label="Partners"
        columns={COLUMNS}
        rows={shown}
        idOf={({ partnerSlug }) => partnerSlug}
        sort={sort}
        onSort={setSort}
      />
      <Group gap="xs" mt="xs" mih={26}>
        {(found.length > shown.length || (isUsual && hasNextPage)) && (
          <SmallButton loading={query.isFetchingNextPage} onClick={() => setCount(count + MORE)}>
            {common.showMore}
          </SmallButton>
        )}
        <Text size="sm" c="dimmed" role="status">
          {isUsual
            ? `${formatNumber(shown.length)} of ${formatNumber(first?.totalCount ?? 0)} shown`
            : `${formatNumber(found.length)} of ${formatNumber(partnerships.length)} partners`}
        </Text>
      </Group>
    </>
  );
}

type Page = NonNullable<NonNullable<CompanyPartnersQuery['company']>['partnerships']>;
export type Partnership = Page['edges'][number]['node'];

/** Reads the partners of a company, the latest observation first; none while they are locked. */
export const usePartners = (identifier: string) =>
  useConnectionPages(CompanyPartnersDocument, { identifier }, ({ company }) => company?.partnerships);
