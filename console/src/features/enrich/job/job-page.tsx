import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { randomId } from '../../../../../clients/typescript/src/random-id.ts';
import { formatNumber } from '../../../lib/format.ts';
import { enrichText } from '../../../text/enrich.ts';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { JobResults } from '../results/job-results.tsx';
import { DeleteJob } from './delete-job.tsx';
import { type Job, retryFailed } from './job.ts';
import type { JobStore } from './job-store.ts';
import { PauseNote } from './pause-note.tsx';
import { receiptOf } from './receipt.ts';
import { ReceiptPanel } from './receipt-panel.tsx';
import { ResumeButton } from './resume-button.tsx';
import { cancelRun, type Run, startRun } from './runner.ts';
import { conditionOf, type JobCondition, useJobs, useRun } from './use-jobs.ts';

const texts = enrichText.job;

/** One job: its progress, receipt and results. */
export function JobPage({ id, store }: { id: string; store: JobStore | undefined }) {
  const query = useJobs(store);
  const run = useRun(id);
  const job = query.data?.jobs.find((each) => each.id === id);
  return (
    <Page
      title={job?.name ?? enrichText.title}
      subtitle={
        <PageLink to="/app/enrich" search={{}}>
          {texts.back}
        </PageLink>
      }
    >
      <Loaded query={query}>
        {({ locked }) =>
          job && store ? (
            <JobView job={job} store={store} run={run} condition={conditionOf(job, run, locked)} />
          ) : (
            <Empty title={texts.missing} />
          )
        }
      </Loaded>
    </Page>
  );
}

interface JobViewProps {
  job: Job;
  store: JobStore;
  run: Run | undefined;
  condition: JobCondition;
}

function JobView({ job, store, run, condition }: JobViewProps) {
  const { done, total } = receiptOf(job);
  const text = texts.progressText(formatNumber(done), formatNumber(total));
  const navigate = useNavigate();
  const isBusy = condition === 'running' || condition === 'elsewhere';
  return (
    <Stack>
      <Stack gap={4}>
        <Group gap="xs" role="status">
          <Text fw={600}>{texts.states[condition]}</Text>
          <Text>{text}</Text>
        </Group>
        <Progress value={(100 * done) / total} aria-label={texts.progress} />
        <Text size="sm" c="dimmed">
          {run?.isCancelling ? texts.cancelling : texts.explain[condition]}
        </Text>
      </Stack>
      {run?.pause && <PauseNote pause={run.pause} />}
      {!run && job.failure && (
        <Alert color="red" variant="light" role="alert">
          {job.failure.message}
        </Alert>
      )}
      <FailedBatches job={job} store={store} isBusy={isBusy} />
      <Group gap="xs">
        <ResumeButton job={job} condition={condition} store={store} />
        {run && (
          <Button variant="default" onClick={() => cancelRun(job.id)} disabled={run.isCancelling}>
            {texts.cancel}
          </Button>
        )}
        {!isBusy && (
          <DeleteJob job={job} store={store} onDeleted={() => void navigate({ to: '/app/enrich' })} />
        )}
      </Group>
      <ReceiptPanel job={job} />
      <JobResults job={job} store={store} />
    </Stack>
  );
}

/** Batches that the service refused, with its reasons and a button that sends them again. */
function FailedBatches({ job, store, isBusy }: { job: Job; store: JobStore; isBusy: boolean }) {
  const failed = job.batches.filter(({ state }) => state === 'failed');
  if (failed.length === 0) return null;
  const { failed: count } = receiptOf(job);
  const reasons = [...new Set(failed.flatMap(({ failure }) => failure?.message ?? []))];
  const retry = () => startRun(store, job.id, (kept) => retryFailed(kept, randomId)).catch(() => undefined);
  return (
    <Alert color="red" variant="light" title={texts.failed(count, formatNumber(count))}>
      {reasons.map((reason) => (
        <Text key={reason}>{reason}</Text>
      ))}
      {!isBusy && (
        <Button mt="xs" size="compact-sm" variant="default" onClick={() => void retry()}>
          {texts.retry(count, formatNumber(count))}
        </Button>
      )}
    </Alert>
  );
}
