import type { Queryable } from '../../database/client.ts';
import type { Principal } from '../../lib/principal.ts';
import type { EventData } from '../events/event.ts';
import { type NewEvent, writeEvent } from '../events/write-event.ts';
import type { SweepTime } from '../sweeps/sweeps.ts';
import {
  JOBS_CHANNEL,
  type JobColumn,
  type JobError,
  type JobKind,
  type JobReport,
  type JobStatus,
  type RowCounts,
  type RowFilter,
  type StoredExport,
} from './job.ts';

/** SQL: the user or the organization key $1 and $2 made the job j. Jobs of organization keys belong to all of them. */
const IS_OWN = '(j.user_id IS NOT DISTINCT FROM $2::int)';
const IS_ADMIN = `EXISTS (SELECT FROM "user" WHERE id = $2 AND role = 'admin')`;

/** SQL: the caller, organization $1 and user $2 or null for an organization key, sees the job j. */
const IS_VISIBLE = `(j.organization_id = $1 AND (j.is_shared OR ${IS_OWN} OR ${IS_ADMIN}))`;
/** SQL: the caller may change the job j that they see. */
const IS_CHANGEABLE = `(${IS_OWN} OR ${IS_ADMIN})`;

/** SQL of the credits that the job j was approved for and has not spent. `credits_required` is the price of the rows that are left. */
const UNSPENT = `CASE WHEN j.status IN ('matching', 'running')
  THEN greatest(least(j.max_credits - j.credits_charged, j.credits_required), 0) ELSE 0 END`;

/** SQL of the columns of the job j. */
export const JOB = `j.id AS "jobId", j.organization_id AS "organizationId", j.user_id AS "userId",
  j.api_key_id AS "apiKeyId", j.kind, j.status, j.name, j.is_shared AS "isShared",
  j.min_confidence::float8 AS "minConfidence", j.max_credits AS "maxCredits", j.columns, j.choices,
  j.leave_out AS "leaveOut", j.round, j.row_count AS "rowCount", j.matched, j.unmatched, j.invalid, j.duplicates, j.done,
  j.credits_required AS "creditsRequired", j.credits_charged AS "creditsCharged", j.stopped, j.error, j.list_id AS "listId", j.report, j.export,
  j.created_at AS "createdAt", j.updated_at AS "updatedAt", j.began_at AS "beganAt", j.finished_at AS "finishedAt"`;

/** Companies that a caller chose, by the numbers of rows; null: none. */
export type Choices = Readonly<Record<string, number | null>>;

/** States in which a job works on its rows. */
export type Phase = 'matching' | 'running';

/** Why a job failed, and in which state. `during` is absent if the upload broke: no retry completes the file. */
export type StoredError = JobError & { during?: Exclude<JobStatus, 'receiving'> };

/** Why a job stops at a row that it cannot pay: it goes on there once it is approved again. */
export type StopReason = 'max_credits' | 'insufficient_credits' | 'credit_limit_reached';

/** Where and why a job stopped before its last row. */
export interface JobStop {
  /** Number of the first row that is not done. */
  at_row: number;
  because: 'cancelled' | StopReason;
}

/** A job as its row says. */
export interface StoredJob extends RowCounts {
  jobId: number;
  organizationId: number;
  /** Null for a job of an organization key. */
  userId: number | null;
  /** The key or session that made it; null once an organization has deleted it. */
  apiKeyId: number | null;
  kind: JobKind;
  status: JobStatus;
  /** Of its file; null if the caller has named none. */
  name: string | null;
  isShared: boolean;
  /** List of `add_to_list` and `export`; null for other kinds, and once the list is deleted. */
  listId: number | null;
  minConfidence: number;
  /** Null: the job waits for an approval. */
  maxCredits: number | null;
  columns: JobColumn[];
  choices: Choices;
  leaveOut: RowFilter[];
  /** Raised when the rows are matched again. */
  round: number;
  rowCount: number;
  /** Rows that the present state is done with. */
  done: number;
  creditsRequired: number;
  creditsCharged: number;
  stopped: JobStop | null;
  error: StoredError | null;
  /** Null until there is something to report. */
  report: JobReport | null;
  /** Null for other kinds than `export`. */
  export: StoredExport | null;
  createdAt: Date;
  updatedAt: Date;
  /** When its first chunk was claimed in its present state. */
  beganAt: Date | null;
  finishedAt: Date | null;
}

const valuesOf = ({ organizationId, userId }: Pick<Principal, 'organizationId' | 'userId'>) => [
  organizationId,
  userId,
];

/** Finds a job that the caller sees. */
export async function findJob(
  db: Queryable,
  caller: Principal,
  jobId: number,
): Promise<StoredJob | undefined> {
  return (await findJobs(db, caller, [jobId]))[0];
}

/** Finds jobs by id, in any order. Those that the caller does not see are left out. */
export async function findJobs(
  db: Queryable,
  caller: Principal,
  jobIds: readonly number[],
): Promise<StoredJob[]> {
  const { rows } = await db.query<StoredJob>({
    name: 'jobs_by_ids',
    text: `SELECT ${JOB} FROM job j WHERE j.id = ANY ($3::int[]) AND ${IS_VISIBLE}`,
    values: [...valuesOf(caller), jobIds],
  });
  return rows;
}

/** Jobs that a page selects from those that the caller sees. */
export interface JobFilter {
  status?: JobStatus | undefined;
  kind?: string | undefined;
}

const IS_SELECTED = `${IS_VISIBLE} AND ($3::text IS NULL OR j.status = $3) AND ($4::text IS NULL OR j.kind = $4)`;

/** Reads jobs that the caller sees, the newest first. */
export async function listJobs(
  db: Queryable,
  caller: Principal,
  { status, kind }: JobFilter,
  { limit, offset, after }: { limit: number; offset: number; after: number | undefined },
): Promise<StoredJob[]> {
  const { rows } = await db.query<StoredJob>({
    name: 'job_page',
    text: `SELECT ${JOB} FROM job j WHERE ${IS_SELECTED} AND ($5::int IS NULL OR j.id < $5)
      ORDER BY j.id DESC LIMIT $6 OFFSET $7`,
    values: [...valuesOf(caller), status ?? null, kind ?? null, after ?? null, limit, offset],
  });
  return rows;
}

/** Counts the jobs that the caller sees. */
export async function countJobs(db: Queryable, caller: Principal, { status, kind }: JobFilter) {
  const { rows } = await db.query<{ count: number }>({
    name: 'job_count',
    text: `SELECT count(*)::int AS count FROM job j WHERE ${IS_SELECTED}`,
    values: [...valuesOf(caller), status ?? null, kind ?? null],
  });
  return rows[0]?.count ?? 0;
}

/** Locks a job that the caller sees until the transaction ends. The runner waits, or finds that the job has changed. */
export async function lockJob(client: Queryable, caller: Principal, jobId: number) {
  const { rows } = await client.query<StoredJob & { isChangeable: boolean }>({
    name: 'job_lock',
    text: `SELECT ${JOB}, ${IS_CHANGEABLE} AS "isChangeable" FROM job j WHERE j.id = $3 AND ${IS_VISIBLE}
      FOR NO KEY UPDATE OF j`,
    values: [...valuesOf(caller), jobId],
  });
  return rows[0];
}

/** Credits of an organization, and those that its approved jobs have not spent yet. */
export interface CreditState {
  balance: number;
  held: number;
  /** Part of `held` by job. */
  heldBy: Readonly<Record<string, number>>;
}

/** Reads what a price is compared with. */
export async function readCredits(db: Queryable, organizationId: number): Promise<CreditState> {
  const { rows } = await db.query<CreditState>({
    name: 'job_credits',
    text: `SELECT o.credit_balance::float8 AS balance, coalesce(sum(h.unspent), 0)::float8 AS held,
        coalesce(jsonb_object_agg(h.id, h.unspent) FILTER (WHERE h.unspent > 0), '{}') AS "heldBy"
      FROM organization o LEFT JOIN LATERAL (
        SELECT j.id, ${UNSPENT} AS unspent FROM job j WHERE j.organization_id = o.id AND j.status IN ('matching', 'running')
      ) h ON true
      WHERE o.id = $1 GROUP BY o.id`,
    values: [organizationId],
  });
  return rows[0] ?? { balance: 0, held: 0, heldBy: {} };
}

/** States in which a job waits for nobody. */
type EndedStatus = EventData<'job.finished'>['status'];

/** What a change of the state writes beside it. */
interface Changes {
  /** Rows that the new state is done with. */
  done?: number;
  /** Whether the rows are matched again: their numbers begin at 0, and what running them gave is deleted. */
  isRematched?: boolean;
  maxCredits?: number | null;
  /** What the rows that are not done would cost now, in credits. */
  creditsRequired?: number;
  /** Undefined if it stays; matching anew removes it. */
  report?: JobReport | undefined;
  stopped?: StoredJob['stopped'];
  error?: StoredError | null;
}

const ENDED: ReadonlySet<JobStatus> = new Set<EndedStatus>(['done', 'failed', 'cancelled']);

export const isEnded = (status: JobStatus): status is EndedStatus => ENDED.has(status);

/**
 * Moves a job that the transaction has locked to another state, ends the lease of its run, writes the event of the state, and wakes
 * the runners. Absent changes leave everything as it is. A job that ends before its file is complete loses the rows that have arrived.
 */
export async function moveJob(
  client: Queryable,
  job: StoredJob,
  status: JobStatus,
  at: Date,
  changes: Changes = {},
): Promise<StoredJob> {
  const { done = job.done, isRematched = false, maxCredits = job.maxCredits } = changes;
  const { stopped = null, error = null, creditsRequired = job.creditsRequired } = changes;
  const report = isRematched ? null : (changes.report ?? job.report);
  const isIncomplete = job.status === 'receiving';
  const { rows } = await client.query<StoredJob>({
    name: 'job_move',
    text: `WITH moved AS (
        UPDATE job j SET status = $2, done = $3, round = j.round + $4::int, max_credits = $5, stopped = $6::jsonb, error = $7::jsonb,
          row_count = CASE WHEN $11 THEN 0 ELSE j.row_count END, input_bytes = CASE WHEN $11 THEN 0 ELSE j.input_bytes END,
          matched = CASE WHEN $4 = 1 THEN 0 ELSE j.matched END, unmatched = CASE WHEN $4 = 1 THEN 0 ELSE j.unmatched END,
          invalid = CASE WHEN $4 = 1 THEN 0 ELSE j.invalid END,
          duplicates = CASE WHEN $4 = 1 THEN 0 ELSE j.duplicates END, credits_required = $10,
          report = $12::jsonb, outcome_bytes = CASE WHEN $4 = 1 THEN 0 ELSE j.outcome_bytes END,
          updated_at = $8, finished_at = $9::timestamptz, began_at = NULL, lease = NULL, leased_until = NULL
        WHERE j.id = $1 RETURNING j.*, pg_notify('${JOBS_CHANNEL}', j.id::text)
      ), forgotten AS (DELETE FROM job_outcome o USING moved WHERE o.job_id = moved.id AND $4 = 1),
      dropped AS (DELETE FROM job_chunk WHERE job_id = $1 AND $11)
      SELECT ${JOB} FROM moved j`,
    values: [
      ...[job.jobId, status, done, Number(isRematched), maxCredits],
      ...[stopped && JSON.stringify(stopped), error && JSON.stringify(error)],
      ...[at, isEnded(status) ? at : null, creditsRequired, isIncomplete, report],
    ],
  });
  const [moved] = rows;
  if (!moved) throw new Error(`job ${job.jobId} is gone although it is locked`);
  const event = eventOf(moved, at);
  if (event) await writeEvent(client, event);
  return moved;
}

/** Makes the event of a state: for the creator; for the organization if it shares the job, or one of its keys made it. */
function eventOf(job: StoredJob, at: Date): NewEvent | undefined {
  const { jobId, organizationId, userId, isShared, status, rowCount, creditsRequired, creditsCharged } = job;
  const { matched, unmatched, invalid, duplicates } = job;
  const userIds = userId === null || isShared ? null : [userId];
  const about = {
    job_id: jobId,
    counts: { rows: rowCount, matched, unmatched, invalid, duplicates },
  };
  const written = { organizationId, at, userIds };
  if (status === 'awaiting_approval')
    return { ...written, type: 'job.awaiting_approval', data: { ...about, price: creditsRequired } };
  if (!isEnded(status)) return undefined;
  return { ...written, type: 'job.finished', data: { ...about, status, price: creditsCharged } };
}

/** Time for which files and results are kept after a job has ended, or has waited for an approval. */
const KEPT_MS = 30 * 86_400_000;

const DELETE_OLD = {
  name: 'job_sweep',
  // One at a time: a job can have a gigabyte.
  text: `DELETE FROM job WHERE id = (
    SELECT id FROM job WHERE coalesce(finished_at, updated_at) < $1 AND status IN ('done', 'failed', 'cancelled', 'awaiting_approval')
    ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)`,
};

/** Deletes jobs that are no longer kept. */
export async function sweepJobs(db: Queryable, time: SweepTime): Promise<void> {
  const before = time.before(KEPT_MS);
  while ((await db.query({ ...DELETE_OLD, values: [before] })).rowCount === 1);
}
