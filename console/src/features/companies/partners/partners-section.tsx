import { Alert, Button, Group, Switch, Text, TextInput, Title } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import type { CompanyFactsFragment } from '../../../generated/graphql.ts';
import { formatDay, formatNumber } from '../../../lib/format.ts';
import { common } from '../../../text/common.ts';
import { companiesText } from '../../../text/companies.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { PartnerGraph } from './partner-graph.tsx';
import { PartnerTable } from './partner-table.tsx';
import { findPartners, LATEST_FIRST, nextPartnerSort } from './sort-partners.ts';
import { UnlockPanel, type UnlockReceipt } from './unlock-panel.tsx';
import { usePartners } from './use-partners.ts';

const texts = companiesText.partners;
/** Rows of the table at first, and those that are added at a time. */
const FIRST = 25;
const MORE = 100;
/** Partners that are read for a search or another order. */
const MOST = 2000;

/** Partners of a company: as a table, as a graph if one asks for it, or how to unlock them. */
export function PartnersSection({ company }: { company: CompanyFactsFragment }) {
  const query = usePartners(company.slug);
  const [receipt, setReceipt] = useState<UnlockReceipt>();
  return (
    <section aria-labelledby="partners">
      <Title order={2} id="partners" mb="xs">
        {texts.title(formatNumber(company.partnershipCount))}
      </Title>
      <div role="status">{receipt && <Receipt receipt={receipt} />}</div>
      <Loaded query={query} lines={8}>
        {({ access, total }) => {
          if (access === 'LOCKED')
            return <UnlockPanel company={company} count={total} onUnlocked={setReceipt} />;
          if (total === 0) return <Text c="dimmed">{texts.none}</Text>;
          return <OpenPartners name={company.name} query={query} />;
        }}
      </Loaded>
    </section>
  );
}

function OpenPartners({ name, query }: { name: string; query: ReturnType<typeof usePartners> }) {
  const { partnerships = [], total = 0 } = query.data ?? {};
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState(LATEST_FIRST);
  const [count, setCount] = useState(FIRST);
  const [isGraph, setGraph] = useState(false);
  const isUsual = search.trim() === '' && sort === LATEST_FIRST;
  const { hasNextPage, isFetching, fetchNextPage } = query;
  // A search or another order needs all of them; otherwise the next page is read when it is shown.
  const needsMore = hasNextPage && partnerships.length < (isUsual ? count : MOST);
  useEffect(() => {
    if (needsMore && !isFetching) void fetchNextPage();
  }, [needsMore, isFetching, fetchNextPage]);
  const found = useMemo(() => findPartners(partnerships, search, sort), [partnerships, search, sort]);
  const shown = found.slice(0, count);
  return (
    <>
      <Group justify="space-between" gap="xs" mb="xs">
        <TextInput
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          flex="1 1 200px"
          maw={320}
        />
        <Switch
          label={texts.graphSwitch}
          checked={isGraph}
          onChange={({ currentTarget }) => setGraph(currentTarget.checked)}
        />
      </Group>
      {isGraph && <PartnerGraph name={name} partnerships={partnerships} />}
      <PartnerTable
        partnerships={shown}
        sort={sort}
        onSort={(column) => setSort(nextPartnerSort(sort, column))}
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

function Receipt({ receipt: { charged, remaining, windowEndsAt } }: { receipt: UnlockReceipt }) {
  const credits = texts.credits(charged, formatNumber(charged));
  return (
    <Alert variant="light" color="green" mb="sm">
      {texts.receipt(credits, formatNumber(remaining))} {windowEndsAt && texts.until(formatDay(windowEndsAt))}
    </Alert>
  );
}
