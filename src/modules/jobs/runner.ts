import { setImmediate as nextTurn } from 'node:timers/promises';
import { type PoolClient, transaction } from '../../database/client.ts';
import { isUnavailable } from '../../database/errors.ts';
import type { Notifications } from '../../database/notifications.ts';
import type { Pools } from '../../database/pools.ts';
import type { Clock } from '../../lib/clock.ts';
import { Fault } from '../../lib/fault.ts';
import { PollingWorker } from '../../lib/polling-worker.ts';
import { runInternally } from '../../lib/request-context.ts';
import type { Billing } from '../credits/billing.ts';
import type { OnCharge } from '../credits/service.ts';
import { inSlot } from '../limits/in-slot.ts';
import type { WorkQueue } from '../limits/work-queue.ts';
import type { Exports } from '../lists/export/service.ts';
import type { MatchTools } from '../match/word-companies.ts';
import type { Quotas } from '../quotas/quotas.ts';
import { createAddToList } from './add-to-list.ts';
import { storeChunk } from './chunks.ts';
import {
  type ClaimedJob,
  claimJobs,
  endLost,
  lockRun,
  type NextChunk,
  probe,
  readNext,
  release,
  renew,
} from './due-jobs.ts';
import { createEnrichRun } from './enrich.ts';
import { createExportRun } from './export-job.ts';
import { countResults, JOBS_CHANNEL } from './job.ts';
import { matchChunk, SeenByJob } from './match-chunk.ts';
import { moveJob, type StopReason, type StoredJob } from './queries.ts';
import { type KindRun, type KindRuns, runChunk } from './run-chunk.ts';
import { createSetFields } from './set-fields.ts';

interface RunnerTools {
  pools: Pick<Pools, 'reads' | 'writes'>;
  clock: Clock;
  work: WorkQueue | undefined;
  notifications: Notifications;
  quotas: Quotas;
  billing: Billing;
  matching: MatchTools;
  exports: Exports;
  onCharge: OnCharge;
  /** Jobs on which a process works at the same time. */
  workers: number;
  onError: (error: unknown) => void;
}

/** Rows that a run has done. */
interface DonePart {
  rowCount: number;
  /** Why the job stops at the next one. */
  stop?: StopReason | undefined;
}

/** Finds what no notification told: ended leases, and creators who have lost their rights. */
const POLL_MS = 1_000;
/** The job of a killed process goes on after this time. */
const LEASE_MS = 10_000;
const RENEWAL_MS = 3_000;
/** Chunks that a run does before it makes room for other jobs. */
const CHUNKS_A_RUN = 10;

/** Results of all kinds name the company of each row: nothing is left to do. */
const MATCH: KindRun = { prepare: async (_db, _job, rows) => async () => ({ values: rows.map(() => ({})) }) };

/** Creates what the kinds of jobs do with rows. */
function createKindRuns({ pools, quotas, billing, exports }: RunnerTools): KindRuns {
  return {
    match: MATCH,
    enrich: createEnrichRun(billing),
    add_to_list: createAddToList(quotas),
    set_fields: createSetFields(pools.writes, quotas),
    export: createExportRun(exports),
  };
}

/** Works on the rows of jobs, chunk by chunk. Any process may go on where another one stopped. */
export class JobRunner {
  readonly #tools: RunnerTools & { kinds: KindRuns };
  readonly #seen = new SeenByJob();
  #work: PollingWorker<ClaimedJob> | undefined;
  #isStopping = false;

  constructor(tools: RunnerTools) {
    this.#tools = { ...tools, kinds: createKindRuns(tools) };
    const wake = () => this.#work?.wake();
    tools.notifications.on(JOBS_CHANNEL, { onMessage: wake, onGap: wake });
  }

  /** Jobs that a clock which was ahead had put off, and on which this process worked all the same. */
  get capped(): number {
    return this.#work?.capped ?? 0;
  }

  /** Begins to work on the jobs that are due, now and from now on. */
  begin(): void {
    const { notifications, workers, onError } = this.#tools;
    if (workers === 0) return;
    this.#work ??= new PollingWorker<ClaimedJob>({
      claim: (limit) => this.#claim(limit),
      work: (job) => runInternally(() => this.#run(job)),
      isCapped: ({ isCapped }) => isCapped,
      concurrency: workers,
      pollMs: POLL_MS,
      onError,
    });
    void notifications.start().then(() => this.#work?.wake());
  }

  /** Begins no further chunk, and waits for those that have begun. */
  async close(): Promise<void> {
    this.#isStopping = true;
    await this.#work?.close();
  }

  async #claim(limit: number): Promise<readonly ClaimedJob[]> {
    const { pools, clock } = this.#tools;
    const now = clock.now();
    const found = await probe(pools.writes, now, this.#leaseFrom(now));
    if (found.hasLost) await endLost(pools.writes, now);
    return found.isDue ? await claimJobs(pools.writes, limit, now, this.#leaseFrom(now)) : [];
  }

  #leaseFrom(now: Date): Date {
    return new Date(now.getTime() + LEASE_MS);
  }

  async #run(job: ClaimedJob): Promise<void> {
    const { pools, clock, onError } = this.#tools;
    const renewal = setInterval(
      () => void renew(pools.writes, job, this.#leaseFrom(clock.now())).catch(onError),
      RENEWAL_MS,
    );
    try {
      await this.#doChunks(job);
    } catch (error) {
      // A database that is down brings the job back when its lease has ended.
      if (isUnavailable(error)) throw error;
      await this.#fail(job, error);
      if (!(error instanceof Fault)) throw error;
    } finally {
      clearInterval(renewal);
    }
  }

  async #doChunks(job: ClaimedJob): Promise<void> {
    const { pools, clock, kinds, work } = this.#tools;
    if (kinds[job.kind].run) return this.#runWhole(job);
    let { done } = job;
    for (let chunks = 0; chunks < CHUNKS_A_RUN && !this.#isStopping; chunks++) {
      const chunk = await readNext(pools.writes, job, done, clock.now());
      if (!chunk) {
        if (await this.#endPhase(job, done)) return;
        break;
      }
      const part = await inSlot(work, job.organizationId, () => this.#doChunk(job, chunk, done));
      if (!part) break;
      done += part.rowCount;
      if (part.stop) return await this.#stop(job, done, part.stop, await this.#price(job, done));
      await nextTurn();
    }
    await release(pools.writes, job);
  }

  /** Runs a job without rows. */
  async #runWhole(claimed: ClaimedJob): Promise<void> {
    const { kinds, pools, work } = this.#tools;
    const run = () =>
      kinds[claimed.kind].run?.(claimed, (change, before) => this.#locked(claimed, change, before)) ??
      Promise.resolve(undefined);
    const end = await inSlot(work, claimed.organizationId, run, 'export');
    const { stop, creditsRequired = 0 } = end ?? {};
    return stop ? this.#stop(claimed, 0, stop, creditsRequired) : release(pools.writes, claimed);
  }

  /** @returns undefined if the rows were not done: the job has changed, or another run has it. */
  async #doChunk(job: ClaimedJob, chunk: NextChunk, done: number): Promise<DonePart | undefined> {
    const { pools, clock, matching } = this.#tools;
    const leaseFrom = (now: Date) => this.#leaseFrom(now);
    if (job.status === 'running') return runChunk({ ...this.#tools, leaseFrom }, job, chunk, done);
    const seen = this.#seen.of(job);
    await seen.readUpTo(pools.writes, job, done);
    const results = await matchChunk(matching, job, chunk, seen);
    const now = clock.now();
    const stored = { number: chunk.number, results, counts: countResults(results) };
    if (!(await storeChunk(pools.writes, job, done, stored, { now, leasedUntil: leaseFrom(now) })))
      return undefined;
    seen.add(results);
    return { rowCount: chunk.rowCount };
  }

  /** Moves a job whose rows are all done to its next state. @returns whether it did, and so ended the run. */
  async #endPhase(claimed: ClaimedJob, done: number): Promise<boolean> {
    const { kinds } = this.#tools;
    if (done < claimed.rowCount) return false;
    if (claimed.status === 'running')
      return this.#move(
        claimed,
        async (client, job, now) => {
          const report = await kinds[job.kind].finish?.(client, job, now);
          await moveJob(client, job, 'done', now, { creditsRequired: 0, report });
        },
        (client) => kinds[claimed.kind].lock?.(client, claimed),
      );
    const creditsRequired = await this.#price(claimed, 0);
    const moved = await this.#move(claimed, async (client, job, now) => {
      if (job.maxCredits === null) await moveJob(client, job, 'awaiting_approval', now, { creditsRequired });
      else await moveJob(client, job, 'running', now, { done: 0, creditsRequired });
    });
    if (moved) this.#seen.forget(claimed.jobId);
    return moved;
  }

  /** Lets a job wait at a row that it cannot pay. */
  async #stop(
    claimed: ClaimedJob,
    done: number,
    because: StopReason,
    creditsRequired: number,
  ): Promise<void> {
    await this.#move(claimed, async (client, job, now) => {
      const stopped = { at_row: done + 1, because };
      await moveJob(client, job, 'awaiting_approval', now, { stopped, creditsRequired });
    });
  }

  /** Ends a job that cannot go on. A defect would stop it again and again. */
  async #fail(claimed: ClaimedJob, cause: unknown): Promise<void> {
    await this.#move(claimed, async (client, job, now) => {
      const defect = `An internal error stopped the job at row ${job.done + 1}. Retry it; the rows before are kept.`;
      const { code, message } =
        cause instanceof Fault ? cause : ({ code: 'internal_error', message: defect } as const);
      const error = { code, message, at_row: null, during: claimed.status };
      await moveJob(client, job, 'failed', now, { error });
    });
  }

  /**
   * Changes the state of a job whose run this is.
   *
   * @param before runs in the transaction before the job is locked.
   * @returns whether it did: if not, the job has changed.
   */
  async #move(
    claimed: ClaimedJob,
    move: (client: PoolClient, job: StoredJob, now: Date) => Promise<void>,
    before?: (client: PoolClient) => Promise<void> | undefined,
  ): Promise<boolean> {
    const work = async (...args: Parameters<typeof move>) => {
      await move(...args);
      return true;
    };
    return (await this.#locked(claimed, work, before)) ?? false;
  }

  /** Runs work in a transaction that has locked the job of a run. @returns undefined if the run no longer has it */
  #locked<Result>(
    claimed: ClaimedJob,
    work: (client: PoolClient, job: StoredJob, now: Date) => Promise<Result>,
    before?: (client: PoolClient) => Promise<void> | undefined,
  ): Promise<Result | undefined> {
    const { pools, clock } = this.#tools;
    return transaction(pools.writes, async (client) => {
      await before?.(client);
      const now = clock.now();
      const job = await lockRun(client, claimed, now);
      return job && work(client, job, now);
    });
  }

  /** Computes what the rows after those that are done would cost now. */
  async #price(job: ClaimedJob, done: number): Promise<number> {
    const { pools, clock, kinds } = this.#tools;
    return (await kinds[job.kind].price?.(pools.writes, job, done, clock.now())) ?? 0;
  }
}
