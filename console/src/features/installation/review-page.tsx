import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { type FlagStatus, ReviewQueueDocument, type ReviewQueueQuery } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { installationText } from '../../text/installation.ts';
import { Cards } from '../../ui/cards.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Pager } from '../../ui/pager.tsx';
import { ReportCard } from '../../ui/report-card.tsx';
import { InstallationPage } from './installation-page.tsx';
import { ResolveReport } from './resolve-report.tsx';

const text = installationText.reports;
const PAGE = 20;
const STATUSES: readonly FlagStatus[] = ['QUEUED', 'RESOLVED'];

type Queue = NonNullable<NonNullable<ReviewQueueQuery['installation']>['flags']>;
type QueuedReport = Queue['edges'][number]['node'];

/** Reports of wrong data from all organizations, which operators resolve. */
export function ReviewPage() {
  const [status, setStatus] = useState<FlagStatus>('QUEUED');
  const [page, setPage] = useState(1);
  const [resolving, setResolving] = useState<QueuedReport>();
  const variables = { status, first: PAGE, offset: (page - 1) * PAGE };
  const queue = useApiQuery(ReviewQueueDocument, variables, { keepPrevious: true, staleTime: 0 });
  const flags = queue.data?.installation?.flags;
  // Colleagues work through the queue as well: its last pages can vanish.
  const pages = Math.max(1, Math.ceil((flags?.totalCount ?? 0) / PAGE));
  if (flags && !queue.isPlaceholderData && page > pages) setPage(pages);
  const show = (next: FlagStatus) => {
    setStatus(next);
    setPage(1);
  };
  return (
    <InstallationPage section="reports">
      <SegmentedControl
        aria-label={text.status}
        value={status}
        onChange={(value) => show(value as FlagStatus)}
        data={STATUSES.map((value) => ({ value, label: text.statuses[value] }))}
        w="fit-content"
      />
      <Loaded query={queue} lines={8}>
        {() => (
          <>
            {flags?.totalCount === 0 && <Empty title={text.empty[status]} />}
            <Cards label={text.list}>
              {flags?.edges.map(({ node }) => (
                <QueuedCard key={node.flagId} report={node} onResolve={() => setResolving(node)} />
              ))}
            </Cards>
            <Pager
              label={text.list}
              total={flags?.totalCount ?? 0}
              pageSize={PAGE}
              page={page}
              onPage={setPage}
            />
          </>
        )}
      </Loaded>
      {resolving !== undefined && (
        <ResolveReport report={resolving} onClose={() => setResolving(undefined)} />
      )}
    </InstallationPage>
  );
}

function QueuedCard({ report, onResolve }: { report: QueuedReport; onResolve: () => void }) {
  const { companyId, flaggedCompany, organization, flagId, status } = report;
  const { name, primaryDomain, retiredAt } = flaggedCompany ?? {};
  return (
    <ReportCard
      report={report}
      company={{
        id: companyId,
        name: name ?? null,
        identifier: (retiredAt == null && primaryDomain) || null,
      }}
      sender={organization?.name ?? ''}
      action={
        status === 'QUEUED' && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={text.resolveOf(formatNumber(flagId))}
            onClick={onResolve}
          >
            {text.resolve}
          </Button>
        )
      }
    />
  );
}
