import { Anchor, Drawer, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { common } from '../../../text/common.ts';
import { enrichText } from '../../../text/enrich.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import type { Job } from '../job/job.ts';
import type { JobStore, Partner } from '../job/job-store.ts';
import type { PlacedRow } from './use-rows.ts';

const texts = enrichText.results;
/** Partners that are added at a time: a well-known company has thousands. */
const PAGE = 100;

interface PartnersDrawerProps {
  job: Job;
  /** Result whose partners are shown; undefined: closed. */
  row: PlacedRow | undefined;
  store: JobStore;
  onClose: () => void;
}

/** The partners of one result, from the job as it was kept. */
export function PartnersDrawer({ job, row, store, onClose }: PartnersDrawerProps) {
  return (
    <Drawer
      opened={row !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={row && visibleText(texts.partnersOf(row.companyName ?? row.domain))}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      {row && <RowPartners key={row.domain} jobId={job.id} row={row} store={store} />}
    </Drawer>
  );
}

function RowPartners({ jobId, row, store }: { jobId: string; row: PlacedRow; store: JobStore }) {
  const { batchKey, place, slug, status } = row;
  const query = useQuery({
    queryKey: ['enrichment-partners', jobId, batchKey, place],
    queryFn: async () => (await store.readPartners(jobId, batchKey))[place] ?? [],
    gcTime: 0,
  });
  return (
    <Stack>
      {slug && (
        <PageLink to="/app/companies/$identifier" params={{ identifier: slug }}>
          {texts.page}
        </PageLink>
      )}
      {status === 'FOUND' ? (
        <Loaded query={query}>{(partners) => <PartnerTable partners={partners} />}</Loaded>
      ) : (
        <Text>{status === 'NOT_TRACKED' ? texts.notTracked : texts.noPartners}</Text>
      )}
    </Stack>
  );
}

function PartnerTable({ partners }: { partners: readonly Partner[] }) {
  const [shown, setShown] = useState(PAGE);
  const { name, first, last, count } = texts.partnerColumns;
  return (
    <>
      <Table.ScrollContainer minWidth={420}>
        <Table aria-label={texts.columns.partners} layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="40%">{name}</Table.Th>
              <Table.Th>{first}</Table.Th>
              <Table.Th>{last}</Table.Th>
              <Table.Th ta="right">{count}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {partners.slice(0, shown).map((partner) => (
              <PartnerRow key={partner.partnerSlug} partner={partner} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {partners.length > shown && (
        <Anchor component="button" type="button" c="var(--action)" onClick={() => setShown(shown + PAGE)}>
          {common.showMore}
        </Anchor>
      )}
    </>
  );
}

function PartnerRow({ partner }: { partner: Partner }) {
  const { partnerName, partnerSlug, firstObservedAt, lastObservedAt, observationCount } = partner;
  return (
    <Table.Tr>
      <Table.Td>
        <PageLink to="/app/companies/$identifier" params={{ identifier: partnerSlug }}>
          <UserText text={partnerName} />
        </PageLink>
      </Table.Td>
      <Table.Td>
        <TimeAgo at={firstObservedAt} />
      </Table.Td>
      <Table.Td>
        <TimeAgo at={lastObservedAt} />
      </Table.Td>
      <Table.Td ta="right">{formatNumber(observationCount)}</Table.Td>
    </Table.Tr>
  );
}
