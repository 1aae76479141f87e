import { Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { currentSession } from '../../api/session.ts';
import { removeWorkBelow } from '../../api/storage.ts';
import { FileJobsDocument, type JobHeadFragment } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { filesText } from '../../text/files.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { isWorking, useJobName, WATCH_MS } from '../../ui/jobs.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Pager } from '../../ui/pager.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { priceText } from './job.ts';
import { NewFile } from './new-file.tsx';

const texts = filesText.jobs;
const PAGE = 20;

/** Takes files of companies, and lists the jobs that work on them. */
export default function FilesPage() {
  useEffect(() => {
    // Earlier versions kept jobs in the browser, and no page shows them any more.
    removeWorkBelow(`job:${currentSession().userId}:`).catch(() => undefined);
  }, []);
  return (
    <Page title={filesText.title} subtitle={<Text c="dimmed">{filesText.intro}</Text>}>
      <Stack gap="xl">
        <NewFile />
        <Jobs />
      </Stack>
    </Page>
  );
}

function Jobs() {
  const [page, setPage] = useState(1);
  const query = useApiQuery(
    FileJobsDocument,
    { first: PAGE, offset: (page - 1) * PAGE },
    {
      keepPrevious: true,
      staleTime: 0,
      again: ({ jobs }) => (jobs?.edges.some(({ node }) => isWorking(node)) ? WATCH_MS : false),
    },
  );
  return (
    <section aria-labelledby="jobs">
      <Title order={2} id="jobs" mb="xs">
        {texts.title}
      </Title>
      <Loaded query={query}>
        {({ jobs }) =>
          jobs?.totalCount ? (
            <>
              <DataTable
                label={texts.table}
                columns={COLUMNS}
                rows={jobs.edges.map(({ node }) => node)}
                idOf={({ jobId }) => jobId}
              />
              <Pager
                label={texts.table}
                total={jobs.totalCount}
                pageSize={PAGE}
                page={page}
                onPage={setPage}
              />
            </>
          ) : (
            <Text c="dimmed">{texts.empty}</Text>
          )
        }
      </Loaded>
    </section>
  );
}

function JobLink({ job }: { job: JobHeadFragment }) {
  return (
    <PageLink to="/app/files/$jobId" params={{ jobId: String(job.jobId) }}>
      <UserText text={useJobName(job)} maw={300} />
    </PageLink>
  );
}

const { columns: names } = texts;
const COLUMNS: readonly Column<JobHeadFragment>[] = [
  { key: 'job', title: names.job, cell: (job) => <JobLink job={job} /> },
  { key: 'kind', title: names.kind, cell: ({ kind }) => filesText.kinds[kind] },
  { key: 'state', title: names.state, cell: ({ status }) => filesText.statuses[status] },
  {
    key: 'by',
    title: names.by,
    cell: ({ createdBy }) => <UserText text={createdBy?.name ?? texts.byKey} maw={160} />,
  },
  { key: 'at', title: names.at, cell: ({ createdAt }) => <TimeAgo at={createdAt} /> },
  { key: 'rows', title: names.rows, isNumber: true, cell: ({ counts }) => formatNumber(counts.rows) },
  {
    key: 'credits',
    title: names.credits,
    isNumber: true,
    cell: ({ status, estimate, creditsCharged }) =>
      status === 'AWAITING_APPROVAL' && estimate
        ? texts.costs(priceText(estimate.creditsRequired))
        : priceText(creditsCharged),
  },
];
