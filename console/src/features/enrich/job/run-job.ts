import type { BatchReceipt, Failure, Job } from './job.ts';
import { isFinal, nextBatch, splitBatch, withBatch, withStatus } from './job.ts';

/** Consequence of a request that failed. */
export type Setback =
  /** The service cannot be reached, or not yet. `seconds` is absent where only its return ends the wait. */
  | { kind: 'wait'; reason: 'unreachable' | 'rate_limited' | 'busy'; seconds?: number }
  /** Nothing was charged; batches of `size` domains fit. */
  | { kind: 'split'; size: number; failure: Failure }
  | { kind: 'fail'; failure: Failure };

/** Reason why a running job does not move at the moment. */
export type Pause = Extract<Setback, { kind: 'wait' }>;

/** Everything that a job does to the world. Each may throw; the job then stops where it is, as after a crash. */
export interface JobEffects {
  /** Enriches domains and keeps the results. */
  send(key: string, domains: readonly string[]): Promise<BatchReceipt>;
  /** Keeps the job, so that it can be resumed from this state. */
  save(job: Job): Promise<void>;
  /** Says what a failure of `send` means. @throws the error itself when the job must end without a trace. */
  judge(error: unknown): Setback;
  /** Resolves when the pause is over, or when the job is cancelled. */
  wait(pause: Pause): Promise<void>;
  isCancelled(): boolean;
  newKey(): string;
}

/**
 * Sends the batches of a job one after the other until all are done, the job is cancelled, or it cannot go on. A batch is
 * marked as `sending` and kept before its first request, and its key never changes after that. So a crash at any point
 * leads to the same request again, which the service carries out and charges once.
 *
 * @returns the job as it was kept last.
 */
export async function runJob(job: Job, effects: JobEffects): Promise<Job> {
  const keep = async (next: Job) => {
    await effects.save(next);
    return next;
  };
  let current = await keep(withStatus(job, 'running'));
  for (;;) {
    const index = nextBatch(current);
    if (index === undefined) return keep(withStatus(current, 'done'));
    if (effects.isCancelled()) return keep(withStatus(current, 'cancelled'));
    current = await keep(withBatch(current, index, { state: 'sending' }));
    current = await keep(await sendBatch(current, index, effects));
    if (current.status !== 'running') return current;
  }
}

/** Sends a batch until it is done or refused. Waits as long as the service asks for. */
async function sendBatch(job: Job, index: number, effects: JobEffects): Promise<Job> {
  const batch = job.batches[index];
  if (!batch) return job;
  for (;;) {
    const outcome = await effects.send(batch.key, batch.domains).then(
      (receipt) => ({ kind: 'done', receipt }) as const,
      (error: unknown) => effects.judge(error),
    );
    switch (outcome.kind) {
      case 'done':
        return withBatch(job, index, { state: 'done', receipt: outcome.receipt });
      case 'split':
        return batch.domains.length > outcome.size
          ? splitBatch(job, index, outcome.size, effects.newKey)
          : withBatch(job, index, { state: 'failed', failure: outcome.failure });
      case 'fail':
        return refused(job, index, outcome.failure);
      case 'wait':
        await effects.wait(outcome);
        // The fate of the batch stays unknown; resuming the job finds it out.
        if (effects.isCancelled()) return withStatus(job, 'cancelled');
    }
  }
}

/** A final failure concerns this batch alone. After any other, the next batch would fail as well. */
function refused(job: Job, index: number, failure: Failure): Job {
  if (isFinal(failure)) return withBatch(job, index, { state: 'failed', failure });
  // The service does not store these refusals: the same key works once their reason is gone.
  const waiting = withBatch(job, index, { state: 'waiting' });
  return withStatus(waiting, failure.code === 'insufficient_credits' ? 'out_of_credits' : 'stopped', failure);
}
