import type { Readable } from 'node:stream';
import type { PoolClient } from '../../database/client.ts';
import type { Pools } from '../../database/pools.ts';
import type { Clock } from '../../lib/clock.ts';
import { Fault } from '../../lib/fault.ts';
import type { Keyset } from '../../lib/page.ts';
import type { Principal, UserPrincipal } from '../../lib/principal.ts';
import { requireOwnBudget } from '../access/key-spending.ts';
import type { KeyWatch } from '../access/key-streams.ts';
import { requireLive } from '../access/locked-caller.ts';
import { readScope } from '../fields/declarations.ts';
import { effect } from '../idempotency/effects.ts';
import { openDownload } from '../limits/download.ts';
import type { WorkQueue } from '../limits/work-queue.ts';
import { listNotFound } from '../lists/access.ts';
import { type Exports, listDeleted } from '../lists/export/service.ts';
import { type RowWindow, readRows, type ShownRow } from './chunks.ts';
import { createExport, type ExportRequest, exportOf } from './export-job.ts';
import { KINDS, type RowCounts, type RowFilter } from './job.ts';
import {
  assertCompaniesExist,
  type JobChanges,
  readChanges,
  requireOwnField,
  storeChanges,
} from './job-changes.ts';
import {
  type CreditState,
  countJobs,
  findJob,
  findJobs,
  isEnded,
  type JobFilter,
  listJobs,
  lockJob,
  moveJob,
  readCredits,
  type StoredJob,
} from './queries.ts';
import { type ResultFormat, streamResult } from './results.ts';

interface JobTools {
  pools: Pick<Pools, 'reads' | 'writes' | 'exports'>;
  clock: Clock;
  work: WorkQueue | undefined;
  keys: Pick<KeyWatch, 'watch'>;
  exports: Exports;
}

export type Jobs = ReturnType<typeof createJobs>;

/** Creates the operations on jobs, beside the upload. */
export function createJobs({ pools, clock, work, keys, exports }: JobTools) {
  const require = async (caller: Principal, jobId: number): Promise<StoredJob> => {
    const job = await findJob(pools.reads, caller, jobId);
    if (!job) throw jobNotFound();
    return job;
  };

  /** Changes a job that the caller may change, in one transaction. */
  const change = <T>(
    caller: Principal,
    jobId: number,
    work: (client: PoolClient, job: StoredJob) => Promise<T>,
  ): Promise<T> =>
    effect(pools.writes, async (client) => {
      const job = await lockJob(client, caller, jobId);
      if (!job) throw jobNotFound();
      await requireLive(client, clock, caller);
      if (!job.isChangeable) {
        const message = 'The job is shared with you for reading. Its creator and admins can change it.';
        throw new Fault('insufficient_access', message);
      }
      return work(client, job);
    });

  const openExport = (caller: Principal, job: StoredJob, format: ResultFormat): Promise<Readable> => {
    // Lists belong to users: an organization key sees none.
    if (caller.kind === 'org') throw listNotFound();
    const { tier, fields, paid } = exportOf(job);
    if (!paid) throw new Error(`export ${job.jobId} is done and has not paid`);
    if (job.listId === null) throw listDeleted();
    return exports.openFile(caller, {
      listId: job.listId,
      materializationId: paid.materialization_id,
      tier: tier ?? undefined,
      since: paid.since_id ?? undefined,
      validUntil: new Date(paid.valid_until),
      format,
      fields,
    });
  };

  return {
    /** Makes a job that exports a list (export-job.ts). */
    createExport: (caller: UserPrincipal, request: ExportRequest): Promise<StoredJob> =>
      createExport({ pool: pools.writes, clock, exports }, caller, request),

    /** Finds a job that the caller sees. @throws Fault job_not_found */
    get: require,

    /** Finds jobs by id, in any order. Those that the caller does not see are left out. */
    findMany: (caller: Principal, jobIds: readonly number[]): Promise<StoredJob[]> =>
      findJobs(pools.reads, caller, jobIds),

    /** Lists jobs that the caller sees, newest first. */
    list: (caller: Principal, filter: JobFilter, page: Keyset): Promise<StoredJob[]> =>
      listJobs(pools.reads, caller, filter, page),

    count: (caller: Principal, filter: JobFilter): Promise<number> => countJobs(pools.reads, caller, filter),

    /** Reads the balance of the caller's organization, and what its approved jobs may still spend. */
    credits: ({ organizationId }: Principal): Promise<CreditState> =>
      readCredits(pools.reads, organizationId),

    /** Reads rows of a job that the caller has found, in their order. Rows that are not matched yet are left out. */
    rows: (job: StoredJob, window: RowWindow): Promise<ShownRow[]> => readRows(pools.reads, job, window),

    /** Counts the rows that `rows` reads of all pages. */
    countRows: (job: StoredJob, filter: RowFilter | undefined): number => {
      if (filter === 'duplicate') return job.duplicates;
      return filter === undefined ? job.matched + job.unmatched + job.invalid : job[filter];
    },

    /**
     * Changes a job. All changes except `shared` return it to matching.
     *
     * @throws Fault job_not_found, insufficient_access, validation_error, job_status_conflict, invalid_api_key
     */
    update: (caller: Principal, jobId: number, changes: JobChanges): Promise<StoredJob> =>
      change(caller, jobId, async (client, job) => {
        const own = KINDS[job.kind].writesFields ? await readScope(client, job.organizationId) : [];
        const { fields, isShared, isRematched } = readChanges(
          job,
          changes,
          own.map(({ key }) => key),
        );
        if (isRematched && !canRematch(job)) throw statusConflict(job, 'be changed');
        await assertCompaniesExist(client, fields.choices);
        const stored = await storeChanges(client, job, { ...fields, isShared }, clock.now());
        if (!isRematched) return stored;
        return moveJob(client, stored, 'matching', clock.now(), { done: 0, isRematched: true });
      }),

    /**
     * Runs a job that waits for an approval. The key that made it pays, so a key with a limit approves no credits of others.
     *
     * @param maxCredits most credits that it may charge; a free kind charges none.
     * @throws Fault job_not_found, insufficient_access, job_status_conflict, invalid_api_key
     */
    approve: (caller: Principal, jobId: number, maxCredits: number | undefined): Promise<StoredJob> =>
      change(caller, jobId, async (client, job) => {
        if (job.status !== 'awaiting_approval') throw statusConflict(job, 'be approved');
        const { isFree, writesFields } = KINDS[job.kind];
        if (writesFields) requireOwnField(job.columns);
        if (!isFree && maxCredits) await requireOwnBudget(client, caller, job.apiKeyId);
        // At a stop, the rows before it are done and paid.
        const done = job.stopped ? job.done : 0;
        return moveJob(client, job, 'running', clock.now(), { done, maxCredits: maxCredits ?? 0 });
      }),

    /**
     * Ends a job. Rows that are done keep their results.
     *
     * @throws Fault job_not_found, insufficient_access, job_status_conflict, invalid_api_key
     */
    cancel: (caller: Principal, jobId: number): Promise<StoredJob> =>
      change(caller, jobId, async (client, job) => {
        if (isEnded(job.status)) throw statusConflict(job, 'be cancelled');
        // At the first `awaiting_approval` the rows are matched, but none is run.
        const done = job.status === 'awaiting_approval' && !job.stopped ? 0 : job.done;
        const stopped = { at_row: done + 1, because: 'cancelled' } as const;
        return moveJob(client, job, 'cancelled', clock.now(), { done, stopped });
      }),

    /**
     * Continues a job that failed after its upload, at the row at which it stopped.
     *
     * @throws Fault job_not_found, insufficient_access, job_status_conflict, invalid_api_key
     */
    retry: (caller: Principal, jobId: number): Promise<StoredJob> =>
      change(caller, jobId, async (client, job) => {
        if (job.status !== 'failed') throw statusConflict(job, 'be retried');
        const { during } = job.error ?? {};
        if (!during) {
          const message = 'The upload of the job was incomplete. Send the file again.';
          throw new Fault('job_status_conflict', message, { details: { status: job.status } });
        }
        return moveJob(client, job, during, clock.now(), { stopped: job.stopped });
      }),

    /**
     * Deletes a job with its file and its results.
     *
     * @throws Fault job_not_found, insufficient_access, invalid_api_key
     */
    delete: (caller: Principal, jobId: number): Promise<void> =>
      change(caller, jobId, async (client) => {
        await client.query({
          name: 'job_delete',
          text: 'DELETE FROM job WHERE id = $1',
          values: [jobId],
        });
      }),

    /**
     * Opens the file of results: one row for each row that was sent, or for each company of an export.
     *
     * @param asked the format of the job if it is left out.
     * @throws Fault job_not_found, job_status_conflict, overloaded; of an export list_not_found and export_expired as well
     */
    async openResult(caller: Principal, jobId: number, asked?: ResultFormat): Promise<Readable> {
      const job = await require(caller, jobId);
      if (!hasResult(job)) throw statusConflict(job, 'be downloaded');
      const format = asked ?? formatOf(job);
      if (job.kind === 'export') return openExport(caller, job, format);
      return openDownload({ work, keys }, caller, (signal, onEnd) =>
        streamResult(pools.exports, job, { format, signal }, onEnd),
      );
    },
  };
}

function jobNotFound(): Fault {
  return new Fault('job_not_found', 'Job not found, or you cannot see it.');
}

function statusConflict({ jobId, status }: StoredJob, what: string): Fault {
  const message = `Job ${jobId} cannot ${what} while it is ${status}. Read the job again.`;
  return new Fault('job_status_conflict', message, { details: { status } });
}

/** Returns the format of the results unless another one is asked for. */
export const formatOf = ({ export: exported }: StoredJob): ResultFormat => exported?.format ?? 'csv';

/** Rows that were charged stay as they are. An export has none. */
function canRematch({ kind, status, stopped }: StoredJob): boolean {
  if (kind === 'export' || stopped) return false;
  return status === 'matching' || status === 'awaiting_approval' || (status === 'done' && KINDS[kind].isFree);
}

/** Whether there is a file of results: the rows have arrived, and nobody works on them. */
export function hasResult({ kind, status, rowCount, error }: StoredJob): boolean {
  if (kind === 'export') return status === 'done';
  if (status === 'failed') return error?.during !== undefined;
  return status === 'awaiting_approval' || status === 'done' || (status === 'cancelled' && rowCount > 0);
}

/** Returns the numbers of rows of a job. */
export function countsOf(job: StoredJob): RowCounts & { rows: number } {
  const { rowCount: rows, matched, unmatched, invalid, duplicates } = job;
  return { rows, matched, unmatched, invalid, duplicates };
}

/** Price of a job beside what can pay it, in credits. */
export interface JobEstimate {
  creditsRequired: number;
  creditsHeld: number;
  creditBalance: number;
  sufficient: boolean;
}

/** Compares the price of a job with the balance that other approved jobs leave. */
export function estimateOf({ jobId, creditsRequired }: StoredJob, credits: CreditState): JobEstimate {
  const { balance: creditBalance, held, heldBy } = credits;
  const creditsHeld = held - (heldBy[jobId] ?? 0);
  return {
    creditsRequired,
    creditsHeld,
    creditBalance,
    sufficient: creditBalance - creditsHeld >= creditsRequired,
  };
}

/** Rows that the state of a job is done with. */
export interface JobProgress {
  done: number;
  of: number;
  /** Null if nothing tells. */
  secondsLeft: number | null;
}

/** Estimates when the present state ends, by the pace since the first chunk of it was claimed. */
export function progressOf({ status, done, rowCount, beganAt, updatedAt }: StoredJob): JobProgress {
  const isWorking = status === 'matching' || status === 'running';
  if (!isWorking || beganAt === null || done === 0) return { done, of: rowCount, secondsLeft: null };
  const msARow = Math.max(0, updatedAt.getTime() - beganAt.getTime()) / done;
  return { done, of: rowCount, secondsLeft: Math.ceil((msARow * (rowCount - done)) / 1000) };
}
