import { Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { currentSession } from '../../api/session.ts';
import { removeWorkBelow } from '../../api/storage.ts';
import { FileJobsDocument, type JobHeadFragment } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { type Column, column } from '../../ui/data-table.tsx';
import { isWorking, JOB_KINDS, JOB_STATES, useJobName, WATCH_MS } from '../../ui/jobs.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { usePages } from '../../ui/pager.tsx';
import { Section } from '../../ui/section.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { priceText } from './job.ts';
import { NewFile } from './new-file.tsx';

/** Takes files of companies, and lists the jobs that work on them. */
export default function FilesPage() {
  useEffect(() => {
    // Earlier versions kept jobs in the browser, and no page shows them any more.
    removeWorkBelow(`job:${currentSession().userId}:`).catch(() => undefined);
  }, []);
  return (
    <Page
      title="Files"
      subtitle={
        <Text c="dimmed">
          Drop a file of companies, or paste them. Each row finds its company, and you see the price before
          anything is charged.
        </Text>
      }
    >
      <Stack gap="xl">
        <NewFile />
        <Jobs />
      </Stack>
    </Page>
  );
}

function Jobs() {
  const { variables, pages } = usePages(20);
  const query = useApiQuery(FileJobsDocument, variables, {
    keepPrevious: true,
    staleTime: 0,
    again: ({ jobs }) => (jobs?.edges.some(({ node }) => isWorking(node)) ? WATCH_MS : false),
  });
  return (
    <Section title="Jobs">
      <Loaded query={query}>
        {({ jobs }) => (
          <PagedTable
            label="Jobs with files"
            columns={COLUMNS}
            rows={jobs?.edges.map(({ node }) => node) ?? []}
            idOf={({ jobId }) => jobId}
            empty={
              <Text c="dimmed">
                Jobs that you start are here, in any browser, until 30 days after their end.
              </Text>
            }
            total={jobs?.totalCount ?? 0}
            pages={pages}
          />
        )}
      </Loaded>
    </Section>
  );
}

function JobLink({ job }: { job: JobHeadFragment }) {
  return (
    <PageLink to="/app/files/$jobId" params={{ jobId: String(job.jobId) }}>
      <UserText text={useJobName(job)} maw={300} />
    </PageLink>
  );
}

const COLUMNS: readonly Column<JobHeadFragment>[] = [
  column('Job', (job) => <JobLink job={job} />),
  column('Kind', ({ kind }) => JOB_KINDS[kind]),
  column('State', ({ status }) => JOB_STATES[status]),
  column('By', ({ createdBy }) => <UserText text={createdBy?.name ?? 'an API key'} maw={160} />),
  column('Started', ({ createdAt }) => <TimeAgo at={createdAt} />),
  column('Rows', ({ counts }) => formatNumber(counts.rows), { isNumber: true }),
  column(
    'Price',
    ({ status, estimate, creditsCharged }) =>
      status === 'AWAITING_APPROVAL' && estimate
        ? `would cost: ${priceText(estimate.creditsRequired)}`
        : priceText(creditsCharged),
    { isNumber: true },
  ),
];
