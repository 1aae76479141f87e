import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useViewer } from '../../../api/viewer.ts';
import { JOBS } from './announce.ts';
import type { Job } from './job.ts';
import { type JobStore, jobStore } from './job-store.ts';
import { lockedJobs } from './lock.ts';
import { currentRun, onRunsChange, type Run } from './runner.ts';

/** Time between two looks at a job that another tab runs; a tab that is closed says nothing. */
const WATCH_MS = 2_000;

/** Condition of a job as people see it. */
export type JobCondition = Job['status'] | 'elsewhere' | 'interrupted' | 'failures';

/** Returns the store of the caller's jobs; undefined until it is known who the caller is. */
export function useJobStore(): JobStore | undefined {
  const { data } = useViewer();
  return data && jobStore(String(data.viewer.user.userId));
}

export interface KnownJobs {
  readonly jobs: readonly Job[];
  /** Ids of the jobs that some tab runs. */
  readonly locked: ReadonlySet<string>;
}

/** Reads the caller's jobs of this browser, the latest first. */
export function useJobs(store: JobStore | undefined) {
  const { data } = useViewer();
  return useQuery({
    queryKey: [JOBS, data?.viewer.user.userId],
    queryFn: async (): Promise<KnownJobs> => ({
      jobs: (await store?.list()) ?? [],
      locked: await lockedJobs(),
    }),
    enabled: store !== undefined,
    refetchInterval: (query) => (query.state.data?.jobs.some(isRunning) ? WATCH_MS : false),
    staleTime: 0,
  });
}

const isRunning = ({ status }: Job): boolean => status === 'running';

/** Returns how this tab runs a job; undefined if it does not. */
export function useRun(id: string): Run | undefined {
  return useSyncExternalStore(onRunsChange, () => currentRun(id));
}

/** Says in which condition a job is. @param run how this tab runs it. */
export function conditionOf(job: Job, run: Run | undefined, locked: ReadonlySet<string>): JobCondition {
  if (run) return 'running';
  if (locked.has(job.id)) return 'elsewhere';
  if (job.status === 'running') return 'interrupted';
  const hasFailures = job.batches.some(({ state }) => state === 'failed');
  return job.status === 'done' && hasFailures ? 'failures' : job.status;
}
