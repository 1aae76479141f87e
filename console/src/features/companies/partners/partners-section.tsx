import { Alert, Button, Group, Paper, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { CompanyFactsFragment } from '../../../generated/graphql.ts';
import { formatDay, formatNumber } from '../../../lib/format.ts';
import { common } from '../../../text/common.ts';
import { companiesText } from '../../../text/companies.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { PartnerGraph } from './partner-graph.tsx';
import { PartnerTable } from './partner-table.tsx';
import { UnlockPanel, type UnlockReceipt } from './unlock-panel.tsx';
import { type Partners, usePartners } from './use-partners.ts';

const texts = companiesText.partners;
/** Rows of the table at first, and those that are added at a time. */
const FIRST = 25;
const MORE = 100;

/** Partners of a company: as a graph and a table, or how to unlock them. */
export function PartnersSection({ company }: { company: CompanyFactsFragment }) {
  const query = usePartners(company.slug);
  const [receipt, setReceipt] = useState<UnlockReceipt>();
  const [count, setCount] = useState(FIRST);
  const read = query.data?.partnerships.length ?? 0;
  const shown = Math.min(count, read);
  const showMore = () => {
    setCount(count + MORE);
    if (count + MORE > read && query.hasNextPage) void query.fetchNextPage();
  };
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="partners">
      <Title order={2} id="partners" mb="xs">
        {texts.title(formatNumber(company.partnershipCount))}
      </Title>
      <div role="status">{receipt && <Receipt receipt={receipt} />}</div>
      <Loaded query={query} lines={6}>
        {(partners) => (
          <>
            <Content company={company} partners={partners} count={count} onUnlocked={setReceipt} />
            {shown < partners.total && partners.access === 'OPEN' && (
              <Group gap="xs" mt="xs">
                <Button
                  variant="default"
                  size="compact-sm"
                  loading={query.isFetchingNextPage}
                  onClick={showMore}
                >
                  {common.showMore}
                </Button>
                <Text size="sm" c="dimmed">
                  {texts.shown(formatNumber(shown), formatNumber(partners.total))}
                </Text>
              </Group>
            )}
          </>
        )}
      </Loaded>
    </Paper>
  );
}

interface ContentProps {
  company: CompanyFactsFragment;
  partners: Partners;
  /** Rows of the table. */
  count: number;
  onUnlocked: (receipt: UnlockReceipt) => void;
}

function Content({ company, partners, count, onUnlocked }: ContentProps) {
  const { access, total, partnerships } = partners;
  if (access === 'LOCKED') return <UnlockPanel company={company} count={total} onUnlocked={onUnlocked} />;
  if (total === 0) return <Text c="dimmed">{texts.none}</Text>;
  return (
    <>
      <PartnerGraph name={company.name} partnerships={partnerships} />
      <PartnerTable partnerships={partnerships.slice(0, count)} />
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
