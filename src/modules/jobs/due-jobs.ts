import { type Pool, type Queryable, transaction } from '../../database/client.ts';
import { CLOCK_TOLERANCE_MS } from '../../lib/clock.ts';
import { isWorkLiveSql } from '../access/credential-rules.ts';
import { KINDS } from './job.ts';
import { JOB, moveJob, type Phase, type StoredError, type StoredJob } from './queries.ts';

/** A job that a run works on. */
export interface ClaimedJob extends StoredJob {
  status: Phase;
  /** Identifies the run. */
  lease: string;
  /** Whether a clock that was ahead had put it off. */
  isCapped: boolean;
}

/** Jobs of an organization that are worked on at the same time, in all processes together (contract, section 14). */
const MOST_OF_ORGANIZATION = 2;

const IS_WORKING = `j.status IN ('matching', 'running')`;
/** SQL: no lease that begins at the time $1 ends as late as that of j, unless the clock was ahead. */
const IS_CAPPED = `coalesce(j.leased_until > $2::timestamptz + interval '${CLOCK_TOLERANCE_MS} ms', false)`;
/** SQL: at the time $1, no run has the job j. $2 is the end of a lease that begins then. */
const IS_FREE = `(j.leased_until IS NULL OR j.leased_until <= $1::timestamptz OR ${IS_CAPPED})`;

/** SQL: the job j still has the rights of its creator at the time $1. */
const HAS_RIGHTS = isWorkLiveSql('j.api_key_id', '$1');

const PROBE = {
  name: 'job_probe',
  text: `SELECT coalesce(bool_or(${IS_WORKING} AND ${IS_FREE}), false) AS "isDue",
      coalesce(bool_or(NOT ${HAS_RIGHTS}), false) AS "hasLost"
    FROM job j WHERE j.status IN ('receiving', 'matching', 'awaiting_approval', 'running')`,
};

/** The lock under which processes count the jobs that an organization has at work. */
const CLAIM_LOCK = 7_461_903_552;

/**
 * Organizations take turns, the one that was served least recently first; so do the jobs of an organization.
 */
const CLAIM = {
  name: 'job_claim',
  text: `WITH working AS (
      SELECT j.id, j.organization_id, j.served_at, ${IS_FREE} AS is_free, ${IS_CAPPED} AS is_capped,
        count(*) FILTER (WHERE NOT ${IS_FREE}) OVER of_organization AS busy,
        max(j.served_at) OVER of_organization AS last_served
      FROM job j WHERE ${IS_WORKING} WINDOW of_organization AS (PARTITION BY j.organization_id)
    ), waiting AS (
      SELECT *, busy + row_number() OVER (PARTITION BY organization_id ORDER BY served_at NULLS FIRST, id) AS place
      FROM working WHERE is_free
    ), due AS (
      SELECT id, is_capped FROM waiting WHERE place <= ${MOST_OF_ORGANIZATION}
      ORDER BY place, last_served NULLS FIRST, served_at NULLS FIRST, id LIMIT $3
    ), taken AS (
      SELECT j.id, due.is_capped FROM job j JOIN due ON due.id = j.id
      WHERE ${IS_WORKING} AND ${IS_FREE} FOR NO KEY UPDATE OF j SKIP LOCKED
    )
    UPDATE job j SET lease = gen_random_uuid(), leased_until = $2, served_at = $1, began_at = coalesce(j.began_at, $1)
    FROM taken WHERE j.id = taken.id RETURNING ${JOB}, j.lease, taken.is_capped AS "isCapped"`,
};

/** Tells whether jobs are due, and whether the creator of an unfinished job has lost their rights. */
export async function probe(db: Queryable, now: Date, leasedUntil: Date) {
  const { rows } = await db.query<{ isDue: boolean; hasLost: boolean }>({
    ...PROBE,
    values: [now, leasedUntil],
  });
  return rows[0] ?? { isDue: false, hasLost: false };
}

/** Takes jobs that are due, until the end of a lease. */
export function claimJobs(
  pool: Pool,
  limit: number,
  now: Date,
  leasedUntil: Date,
): Promise<readonly ClaimedJob[]> {
  return transaction(pool, async (client) => {
    await client.query({
      name: 'job_claim_lock',
      text: 'SELECT pg_advisory_xact_lock($1)',
      values: [CLAIM_LOCK],
    });
    return (await client.query<ClaimedJob>({ ...CLAIM, values: [now, leasedUntil, limit] })).rows;
  });
}

/** SQL: the run $2 still has the job $1. */
const IS_HELD = 'j.id = $1 AND j.lease = $2';

/** Extends the lease of a run. @returns whether it still has the job. */
export async function renew(db: Queryable, { jobId, lease }: ClaimedJob, leasedUntil: Date) {
  const { rowCount } = await db.query({
    name: 'job_renew',
    text: `UPDATE job j SET leased_until = $3 WHERE ${IS_HELD}`,
    values: [jobId, lease, leasedUntil],
  });
  return rowCount === 1;
}

/** Ends a run, so that others that are due come first. */
export async function release(db: Queryable, { jobId, lease }: ClaimedJob): Promise<void> {
  await db.query({
    name: 'job_release',
    text: `UPDATE job j SET lease = NULL, leased_until = NULL WHERE ${IS_HELD}`,
    values: [jobId, lease],
  });
}

/**
 * Locks the job of a run until the transaction ends.
 *
 * @returns undefined if the run no longer has it, or its creator has lost their rights.
 */
export async function lockRun(
  client: Queryable,
  { jobId, lease, status, round }: ClaimedJob,
  now: Date,
): Promise<StoredJob | undefined> {
  const { rows } = await client.query<StoredJob>({
    name: 'job_lock_run',
    text: `SELECT ${JOB} FROM job j WHERE j.id = $2 AND j.lease = $3 AND j.status = $4 AND j.round = $5 AND ${HAS_RIGHTS}
      FOR NO KEY UPDATE OF j`,
    values: [now, jobId, lease, status, round],
  });
  return rows[0];
}

/** Ends unfinished jobs whose creators have lost their rights. */
export function endLost(pool: Pool, now: Date): Promise<void> {
  return transaction(pool, async (client) => {
    const { rows } = await client.query<StoredJob & { isUserDisabled: boolean }>({
      name: 'job_lock_lost',
      text: `SELECT ${JOB}, coalesce((SELECT disabled_at IS NOT NULL FROM "user" WHERE id = j.user_id), false) AS "isUserDisabled"
        FROM job j WHERE j.status IN ('receiving', 'matching', 'awaiting_approval', 'running') AND NOT ${HAS_RIGHTS}
        ORDER BY j.id FOR NO KEY UPDATE OF j SKIP LOCKED`,
      values: [now],
    });
    for (const job of rows) {
      const message = job.isUserDisabled
        ? 'The user who made the job was disabled.'
        : 'The API key that made the job no longer works: it was revoked, or it has expired.';
      const error: StoredError = { code: 'invalid_api_key', message, at_row: job.done };
      const { status } = job;
      await moveJob(client, job, 'failed', now, {
        error: status === 'receiving' ? error : { ...error, at_row: null, during: status },
        stopped: job.stopped,
      });
    }
  });
}

/** Chunk of a job whose rows, or the rest of them, a run does next. */
export interface NextChunk {
  number: number;
  /** Number of its first row; the first row of a job is 1. */
  firstRow: number;
  rowCount: number;
  /** Null where the rows are run by their results alone. */
  input: string | null;
  output: string | null;
}

/**
 * Reads the chunk that has the first row after those that are done.
 *
 * @returns undefined if no row is left, or the run must not go on: the job has changed, or its creator has lost their rights.
 */
export async function readNext(
  db: Queryable,
  { jobId, lease, status, round, kind }: ClaimedJob,
  done: number,
  now: Date,
): Promise<NextChunk | undefined> {
  const { rows } = await db.query<NextChunk>({
    name: 'job_next_chunk',
    text: `SELECT c.number, c.first_row AS "firstRow", c.row_count AS "rowCount", CASE WHEN $7 THEN c.input END AS input, c.output
      FROM job j JOIN job_chunk c ON c.job_id = j.id
      WHERE j.id = $2 AND j.lease = $3 AND j.status = $4 AND j.round = $5 AND j.done = $6
        AND c.first_row <= $6 + 1 AND c.first_row + c.row_count > $6 + 1 AND ${HAS_RIGHTS}`,
    values: [now, jobId, lease, status, round, done, status === 'matching' || !!KINDS[kind].writesFields],
  });
  return rows[0];
}
