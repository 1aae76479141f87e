import { Button } from '@mantine/core';
import { visibleText } from '../../../lib/visible-text.ts';
import { enrichText } from '../../../text/enrich.ts';
import type { Job } from './job.ts';
import type { JobStore } from './job-store.ts';
import { startRun } from './runner.ts';
import type { JobCondition } from './use-jobs.ts';

const texts = enrichText.job;

/** Conditions in which batches wait to be sent. */
const RESUMABLE: readonly JobCondition[] = ['ready', 'interrupted', 'cancelled', 'out_of_credits', 'stopped'];

interface ResumeButtonProps {
  job: Job;
  condition: JobCondition;
  store: JobStore;
  /** True in tables, where the name of the button says which job it is. */
  isCompact?: boolean;
}

/** Starts a job or goes on with it; nothing where it cannot go on. */
export function ResumeButton({ job, condition, store, isCompact = false }: ResumeButtonProps) {
  if (!RESUMABLE.includes(condition)) return null;
  return (
    <Button
      size={isCompact ? 'compact-sm' : 'sm'}
      variant={isCompact ? 'default' : 'filled'}
      aria-label={isCompact ? texts.resumeNamed(visibleText(job.name)) : undefined}
      onClick={() => void startRun(store, job.id).catch(() => undefined)}
    >
      {condition === 'ready' ? texts.start : texts.resume}
    </Button>
  );
}
