import { Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { enrichText } from '../../text/enrich.ts';
import { Page } from '../../ui/page.tsx';
import { JobPage } from './job/job-page.tsx';
import { JobsTable } from './job/jobs-table.tsx';
import { useJobStore } from './job/use-jobs.ts';
import { NewJob } from './new-job.tsx';

/** Enriches domains with the partners of their companies, in jobs that survive reloads. */
export function EnrichPage() {
  const { job } = useSearch({ from: '/app/enrich' });
  const navigate = useNavigate();
  const store = useJobStore();
  if (job !== undefined) return <JobPage key={job} id={job} store={store} />;
  const open = (id: string) => void navigate({ to: '/app/enrich', search: { job: id } });
  return (
    <Page title={enrichText.title} subtitle={<Text c="dimmed">{enrichText.intro}</Text>}>
      <Stack gap="xl">
        <NewJob store={store} onStarted={open} />
        <JobsTable store={store} />
      </Stack>
    </Page>
  );
}
