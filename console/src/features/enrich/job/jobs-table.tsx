import { Group, Table, Text, Title } from '@mantine/core';
import { formatNumber } from '../../../lib/format.ts';
import { enrichText } from '../../../text/enrich.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { DeleteJob } from './delete-job.tsx';
import type { Job } from './job.ts';
import type { JobStore } from './job-store.ts';
import { receiptOf } from './receipt.ts';
import { ResumeButton } from './resume-button.tsx';
import { conditionOf, useJobs, useRun } from './use-jobs.ts';

const texts = enrichText.jobs;

/** Lists the caller's jobs of this browser with their states. */
export function JobsTable({ store }: { store: JobStore | undefined }) {
  const query = useJobs(store);
  return (
    <section aria-labelledby="jobs">
      <Title order={2} id="jobs" mb="xs">
        {texts.title}
      </Title>
      <Loaded query={query} lines={2}>
        {({ jobs, locked }) =>
          jobs.length === 0 || !store ? (
            <Text c="dimmed">{texts.empty}</Text>
          ) : (
            <Table.ScrollContainer minWidth={680} scrollAreaProps={REGION}>
              <Table aria-label={texts.caption} highlightOnHover>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{texts.name}</Table.Th>
                    <Table.Th>{texts.created}</Table.Th>
                    <Table.Th>{texts.state}</Table.Th>
                    <Table.Th ta="right">{texts.progress}</Table.Th>
                    <Table.Th ta="right">{texts.charged}</Table.Th>
                    <Table.Th>{texts.actions}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {jobs.map((job) => (
                    <JobRow key={job.id} job={job} store={store} locked={locked} />
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )
        }
      </Loaded>
    </section>
  );
}

/** Makes a table that scrolls reachable with the keyboard. */
const REGION = { viewportProps: { tabIndex: 0, role: 'region', 'aria-label': texts.caption } } as const;

interface JobRowProps {
  job: Job;
  store: JobStore;
  locked: ReadonlySet<string>;
}

function JobRow({ job, store, locked }: JobRowProps) {
  const condition = conditionOf(job, useRun(job.id), locked);
  const { done, total, charged } = receiptOf(job);
  const isBusy = condition === 'running' || condition === 'elsewhere';
  return (
    <Table.Tr>
      <Table.Td maw={320}>
        <PageLink to="/app/enrich" search={{ job: job.id }}>
          <UserText text={job.name} />
        </PageLink>
      </Table.Td>
      <Table.Td>
        <TimeAgo at={job.createdAt} />
      </Table.Td>
      <Table.Td>{enrichText.job.states[condition]}</Table.Td>
      <Table.Td ta="right">{texts.of(formatNumber(done), formatNumber(total))}</Table.Td>
      <Table.Td ta="right">{formatNumber(charged)}</Table.Td>
      <Table.Td>
        <Group gap={4} wrap="nowrap">
          <ResumeButton job={job} condition={condition} store={store} isCompact />
          {!isBusy && <DeleteJob job={job} store={store} isCompact />}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
