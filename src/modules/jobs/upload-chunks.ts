import type { Queryable } from '../../database/client.ts';
import { CLOCK_TOLERANCE_MS } from '../../lib/clock.ts';
import { Fault } from '../../lib/fault.ts';
import { growUsage, type Quotas } from '../quotas/quotas.ts';
import type { SweepTime } from '../sweeps/sweeps.ts';
import {
  CHUNK_BYTES,
  CHUNK_ROWS,
  type InputRow,
  JOBS_CHANNEL,
  type JobColumn,
  type JobError,
  type JobKind,
  type JobStatus,
  ROW_BYTES,
} from './job.ts';

/** Rows of a file that are stored together. */
export interface InputChunk {
  /** From 0. */
  number: number;
  /** Number of its first row, from 1. */
  firstRow: number;
  rowCount: number;
  /** JSON array of rows. */
  input: string;
  /** Bytes of the input. */
  bytes: number;
}

const EXCERPT = 1_000;
/** Brackets around the rows, without the comma after the last one. */
const FRAME = 1;

/** Collects rows into chunks. A chunk ends at 1,000 rows or 512 KiB. */
export class ChunkBuilder {
  readonly #maxRows: number;
  #rows: string[] = [];
  #bytes = FRAME;
  #full: InputChunk[] = [];
  #chunks = 0;
  /** Rows so far. */
  count = 0;

  constructor(maxRows: number) {
    this.#maxRows = maxRows;
  }

  /** @param text the row as it was sent. @throws Fault body_too_large for a row too many */
  add(row: InputRow, text: string): void {
    if (this.count === this.#maxRows) throw tooManyRows(this.#maxRows);
    const json = JSON.stringify(row);
    const bytes = Buffer.byteLength(json) + 1;
    if (bytes > ROW_BYTES) {
      this.reject(`takes over ${ROW_BYTES} bytes as JSON`, text);
      return;
    }
    if (this.#rows.length > 0 && this.#bytes + bytes > CHUNK_BYTES) this.#end();
    this.#rows.push(json);
    this.#bytes += bytes;
    this.count += 1;
    if (this.#rows.length === CHUNK_ROWS) this.#end();
  }

  /** Adds a row that could not be read. @param fault begins with a verb */
  reject(fault: string, text: string): void {
    this.add({ fault, text: text.slice(0, EXCERPT).trimEnd().toWellFormed() }, '');
  }

  /** Returns the chunks that are complete. */
  take(): readonly InputChunk[] {
    const full = this.#full;
    this.#full = [];
    return full;
  }

  /** Returns the last chunks. */
  end(): readonly InputChunk[] {
    if (this.#rows.length > 0) this.#end();
    return this.take();
  }

  #end(): void {
    const rowCount = this.#rows.length;
    const input = `[${this.#rows.join()}]`;
    const firstRow = this.count - rowCount + 1;
    this.#full.push({ number: this.#chunks, firstRow, rowCount, input, bytes: this.#bytes });
    this.#chunks += 1;
    this.#rows = [];
    this.#bytes = FRAME;
  }
}

function tooManyRows(limit: number): Fault {
  return new Fault('body_too_large', `The file has over ${limit} rows. Send it in several files.`);
}

/** Time after which the process of an upload counts as gone, unless it renews the lease. */
const LEASE_MS = 60 * 1000;
/** Interval of renewals: two of them may fail. */
export const RENEWAL_MS = 20 * 1000;

/** A job whose rows arrive in this process. */
export interface Upload {
  jobId: number;
  lease: string;
  organizationId: number;
}

interface NewJob {
  organizationId: number;
  /** Null for an organization key. */
  userId: number | null;
  /** The key or session. */
  apiKeyId: number;
  kind: JobKind;
  /** Of its file; null if the caller has named none. */
  name: string | null;
  isShared: boolean;
  minConfidence: number;
  /** Null: the job waits for an approval. */
  maxCredits: number | null;
  /** Null: the kind needs no list. */
  listId: number | null;
}

const leaseEnd = (now: Date) => new Date(now.getTime() + LEASE_MS);

/** Creates a job that receives rows. */
export async function insertJob(db: Queryable, job: NewJob, now: Date): Promise<Upload> {
  const { organizationId, userId, apiKeyId, kind, name, isShared, minConfidence, maxCredits, listId } = job;
  const { rows } = await db.query<{ jobId: number; lease: string }>({
    name: 'job_insert',
    text: `INSERT INTO job (organization_id, user_id, api_key_id, kind, status, is_shared, min_confidence, max_credits,
        created_at, updated_at, lease, leased_until, list_id, name)
      VALUES ($1, $2, $3, $4, 'receiving', $5, $6, $7, $8, $8, gen_random_uuid(), $9, $10, $11)
      RETURNING id AS "jobId", lease`,
    values: [
      ...[organizationId, userId, apiKeyId, kind, isShared, minConfidence, maxCredits],
      ...[now, leaseEnd(now), listId, name],
    ],
  });
  const [row] = rows;
  if (!row) throw new Error('a job was not created');
  return { ...row, organizationId };
}

/** SQL: the upload of the job $1 is the run $2. */
const IS_RECEIVING = `id = $1 AND lease = $2 AND status = 'receiving'`;

/** Stores rows of an upload. @returns whether the job still receives them */
export async function insertChunk(
  db: Queryable,
  { jobId, lease }: Upload,
  { number, firstRow, rowCount, input, bytes }: InputChunk,
  now: Date,
): Promise<boolean> {
  const { rowCount: inserted } = await db.query({
    name: 'job_insert_chunk',
    text: `WITH job AS (
        UPDATE job SET row_count = row_count + $5, input_bytes = input_bytes + $6, updated_at = $7, leased_until = $8
        WHERE ${IS_RECEIVING} RETURNING id
      )
      INSERT INTO job_chunk (job_id, number, first_row, row_count, input) SELECT id, $3, $4, $5, $9 FROM job`,
    values: [jobId, lease, number, firstRow, rowCount, bytes, now, leaseEnd(now), input],
  });
  return inserted === 1;
}

/** Returns the bytes of files that jobs of an organization have, and of what running their rows gave. */
export async function readJobBytes(db: Queryable, organizationId: number): Promise<number> {
  const { rows } = await db.query<{ bytes: number }>({
    name: 'job_bytes',
    text: 'SELECT coalesce(sum(input_bytes + outcome_bytes), 0)::float8 AS bytes FROM job WHERE organization_id = $1',
    values: [organizationId],
  });
  return rows[0]?.bytes ?? 0;
}

/**
 * Checks that an organization may have the bytes that the transaction has stored for a job. It locks the use of the organization, so
 * that parallel jobs do not see the same room: call it last.
 *
 * @throws Fault quota_exceeded; the caller's transaction must roll back.
 */
export async function assertJobFits(
  client: Queryable,
  quotas: Quotas,
  organizationId: number,
  bytes: number,
): Promise<void> {
  await growUsage(client, quotas, organizationId, { lists: 0, definitionBytes: 0 });
  await quotas.assertRoom(
    'job_bytes',
    bytes,
    async () => (await readJobBytes(client, organizationId)) - bytes,
  );
}

/** Ends the upload of a file: its rows are matched from now on. @returns whether the job still received them */
export async function endUpload(
  db: Queryable,
  { jobId, lease }: Upload,
  columns: readonly JobColumn[],
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'job_end_upload',
    text: `UPDATE job SET status = 'matching', columns = $3, updated_at = $4, lease = NULL, leased_until = NULL
      WHERE ${IS_RECEIVING} RETURNING pg_notify('${JOBS_CHANNEL}', id::text)`,
    values: [jobId, lease, JSON.stringify(columns), now],
  });
  return rowCount === 1;
}

/**
 * SQL that ends uploads, and removes their rows. The parameter $1 is the time.
 *
 * @param which condition on the table job.
 * @param error SQL of the error.
 */
const failed = (which: string, error: string) => `
  WITH failed AS (
    UPDATE job SET status = 'failed', error = ${error}, row_count = 0, input_bytes = 0, updated_at = $1, finished_at = $1,
      lease = NULL, leased_until = NULL
    WHERE status = 'receiving' AND ${which} RETURNING id
  )
  DELETE FROM job_chunk c USING failed WHERE c.job_id = failed.id`;

/** Ends an upload that broke. Does nothing if the job no longer receives it. */
export async function failUpload(
  db: Queryable,
  { jobId, lease }: Upload,
  error: JobError,
  now: Date,
): Promise<void> {
  await db.query({
    name: 'job_fail_upload',
    text: failed('id = $2 AND lease = $3', '$4::jsonb'),
    values: [now, jobId, lease, JSON.stringify(error)],
  });
}

/** Ends uploads whose process is gone. A clock that was ahead has set a lease that ends too late. */
export async function failAbandoned(db: Queryable, { now }: SweepTime): Promise<void> {
  const error: Omit<JobError, 'at_row'> = {
    code: 'unavailable',
    message: 'The process that received the file ended. Send the file again.',
  };
  await db.query({
    name: 'job_fail_abandoned',
    text: failed(
      '(leased_until <= $1 OR leased_until > $2)',
      `$3::jsonb || jsonb_build_object('at_row', row_count)`,
    ),
    values: [now, new Date(leaseEnd(now).getTime() + CLOCK_TOLERANCE_MS), JSON.stringify(error)],
  });
}

/** Reads the state of a job that was ended before its file had arrived. @returns undefined if it was deleted */
export async function readStatus(db: Queryable, jobId: number): Promise<JobStatus | undefined> {
  const { rows } = await db.query<{ status: JobStatus }>({
    name: 'job_status',
    text: 'SELECT status FROM job WHERE id = $1',
    values: [jobId],
  });
  return rows[0]?.status;
}

/** Extends the leases of uploads that are waiting for their clients. */
export async function renewUploads(db: Queryable, uploads: readonly Upload[], now: Date): Promise<void> {
  if (uploads.length === 0) return;
  await db.query({
    name: 'job_renew_uploads',
    text: `UPDATE job SET leased_until = $3 FROM unnest($1::int[], $2::uuid[]) AS held(job_id, run)
      WHERE id = held.job_id AND lease = held.run AND status = 'receiving'`,
    values: [uploads.map(({ jobId }) => jobId), uploads.map(({ lease }) => lease), leaseEnd(now)],
  });
}
