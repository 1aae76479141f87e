import { randomId } from '../../../../../clients/typescript/src/random-id.ts';
import { queryKey, request } from '../../../api/hooks.ts';
import { queryClient } from '../../../api/query-client.ts';
import { currentSession, onSessionChange } from '../../../api/session.ts';
import { EnrichDocument, ViewerDocument } from '../../../generated/graphql.ts';
import { announceJobs } from './announce.ts';
import type { BatchReceipt, Job } from './job.ts';
import type { Enrichment, JobStore } from './job-store.ts';
import { judge } from './judge.ts';
import { withJobLock } from './lock.ts';
import { passPause } from './pause.ts';
import { type JobEffects, type Pause, runJob } from './run-job.ts';

/** A job that this tab runs. It goes on while other pages of the console are shown. */
export interface Run {
  /** Why the job waits at the moment, and until when (milliseconds since 1970). */
  readonly pause?: Pause & { readonly until?: number };
  readonly isCancelling: boolean;
}

interface Entry {
  run: Run;
  readonly control: AbortController;
}

const runs = new Map<string, Entry>();
const listeners = new Set<() => void>();

function change(id: string, run: Partial<Run>): void {
  const entry = runs.get(id);
  if (entry) entry.run = { ...entry.run, ...run };
  for (const listener of listeners) listener();
}

export function onRunsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns how a job runs in this tab; undefined if it does not. */
export function currentRun(id: string): Run | undefined {
  return runs.get(id)?.run;
}

/** Ends a job after its running batch. */
export function cancelRun(id: string): void {
  runs.get(id)?.control.abort();
  change(id, { isCancelling: true });
}

/**
 * Runs a job to its end.
 *
 * @param prepare changes the job as it is kept, once no other tab can change it.
 * @returns false if another tab runs it.
 */
export async function startRun(
  store: JobStore,
  id: string,
  prepare: (job: Job) => Job = (job) => job,
): Promise<boolean> {
  if (runs.has(id)) return true;
  const control = new AbortController();
  runs.set(id, { run: { isCancelling: false }, control });
  change(id, {});
  const { userId } = currentSession();
  // Nothing is sent for a person who signed out. The job waits for them to resume it.
  const unlisten = onSessionChange(() => currentSession().userId !== userId && control.abort());
  try {
    return await withJobLock(id, async () => {
      const kept = await store.read(id);
      if (kept) await runJob(prepare(kept), effectsOf(store, kept, userId, control.signal));
    });
  } finally {
    unlisten();
    runs.delete(id);
    change(id, {});
    announceJobs();
  }
}

function effectsOf(
  store: JobStore,
  { id, batches }: Job,
  userId: number | undefined,
  signal: AbortSignal,
): JobEffects {
  const assertSession = () => {
    if (currentSession().userId !== userId) throw new Error('The session of this job has ended.');
  };
  let keys = batches.map((batch) => batch.key).join();
  return {
    newKey: randomId,
    judge: (error) => {
      assertSession();
      return judge(error);
    },
    isCancelled: () => signal.aborted,
    async send(idempotencyKey, domains) {
      assertSession();
      const { enrichPartnerships: answer } = await request(
        EnrichDocument,
        { domains: [...domains] },
        { idempotencyKey },
      );
      assertSession();
      if (!answer) throw new Error('The response has no results.');
      await store.writeResults(id, idempotencyKey, answer.results);
      void queryClient.invalidateQueries({ queryKey: queryKey(ViewerDocument) });
      return toReceipt(answer);
    },
    async save(job) {
      assertSession();
      const next = job.batches.map((batch) => batch.key).join();
      if (next !== keys) await store.writeDomains(job);
      keys = next;
      await store.write(job);
      announceJobs();
    },
    async wait(pause) {
      const until = pause.seconds === undefined ? undefined : Date.now() + pause.seconds * 1000;
      change(id, { pause: { ...pause, ...(until !== undefined && { until }) } });
      await passPause(pause, signal);
      change(id, { pause: undefined });
    },
  };
}

function toReceipt({ results, creditsCharged, creditsRemaining }: Enrichment): BatchReceipt {
  const byCharge = { CHARGED: 0, IN_WINDOW: 0, FREE: 0 };
  const byStatus = { FOUND: 0, NO_PARTNERSHIPS: 0, NOT_TRACKED: 0 };
  for (const { charge, status } of results) {
    byCharge[charge] += 1;
    byStatus[status] += 1;
  }
  return {
    charged: creditsCharged,
    remaining: creditsRemaining,
    byCharge,
    byStatus,
    at: new Date().toISOString(),
  };
}
