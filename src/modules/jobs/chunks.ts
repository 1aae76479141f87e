import type { Queryable } from '../../database/client.ts';
import type { ClaimedJob } from './due-jobs.ts';
import type { InputRow, JobReport, RowCounts, RowFilter, RowOutcome, RowResult } from './job.ts';
import type { StoredJob } from './queries.ts';

/** SQL of a run that has the job and has done no rows since: lease $2, state $3, round $4 and rows $5. */
const IS_HELD = 'j.id = $1 AND j.lease = $2 AND j.status = $3 AND j.round = $4 AND j.done = $5';

/** Rows that a run has matched. */
interface MatchedChunk {
  number: number;
  results: readonly RowResult[];
  /** Numbers to add to those of the job. */
  counts: RowCounts;
}

/**
 * Stores what the rows of a chunk are matched to, counts them as done, and extends the lease, in one statement.
 *
 * @returns whether it did: if not, the job has changed, or another run has it.
 */
export async function storeChunk(
  db: Queryable,
  { jobId, lease, status, round }: ClaimedJob,
  done: number,
  { number, results, counts }: MatchedChunk,
  { now, leasedUntil }: { now: Date; leasedUntil: Date },
): Promise<boolean> {
  const { matched, unmatched, invalid, duplicates } = counts;
  const { rowCount } = await db.query({
    name: 'job_store_chunk',
    text: `WITH held AS (
        UPDATE job j SET done = j.done + $7, matched = j.matched + $8, unmatched = j.unmatched + $9,
          invalid = j.invalid + $10, duplicates = j.duplicates + $11, updated_at = $12, leased_until = $13
        WHERE ${IS_HELD} RETURNING j.id
      )
      UPDATE job_chunk c SET output = $14, round = $4, counts = $15::jsonb
      FROM held WHERE c.job_id = held.id AND c.number = $6`,
    values: [
      ...[jobId, lease, status, round, done, number],
      ...[results.length, matched, unmatched, invalid, duplicates],
      ...[now, leasedUntil, JSON.stringify(results), JSON.stringify(counts)],
    ],
  });
  return rowCount === 1;
}

/** Rows that a run has run. */
interface RunPart {
  rowCount: number;
  /** JSON array of the outcomes of the rows after those that were done. */
  outcomes: string;
  /** Credits that they cost. */
  credits: number;
  /** Numbers to add to the report of the job. */
  report: JobReport | undefined;
}

/**
 * Stores what running rows gave, counts them as done and paid, and extends the lease, in a transaction that has locked the job.
 *
 * @returns the bytes of the outcomes.
 */
export async function storeOutcomes(
  client: Queryable,
  { jobId, done }: StoredJob,
  { rowCount, outcomes, credits, report }: RunPart,
  { now, leasedUntil }: { now: Date; leasedUntil: Date },
): Promise<number> {
  // The driver would measure a text as well, and then encode it: some milliseconds.
  const encoded = Buffer.from(outcomes);
  await client.query({
    name: 'job_store_outcomes',
    text: `WITH job AS (
        UPDATE job SET done = done + $3, credits_charged = credits_charged + $4,
          credits_required = greatest(credits_required - $4, 0), updated_at = $5, leased_until = $6,
          outcome_bytes = outcome_bytes + $8,
          report = CASE WHEN $9::jsonb IS NULL THEN report ELSE (
            SELECT jsonb_object_agg(key, value::int + coalesce((report ->> key)::int, 0)) FROM jsonb_each_text($9::jsonb)) END
        WHERE id = $1 RETURNING id
      )
      INSERT INTO job_outcome (job_id, first_row, row_count, outcomes) SELECT id, $2, $3, $7 FROM job`,
    values: [
      ...[jobId, done + 1, rowCount, credits, now, leasedUntil, encoded, encoded.length],
      report ?? null,
    ],
  });
  return encoded.length;
}

/** Companies that rows are matched to and no earlier row of the job, with the place up to which rows were read. */
interface MatchedBefore {
  /** Rows that were read. */
  through: number;
  companyIds: number[];
}

/** Reads the companies of matched rows after a row and up to another one, from a few chunks at a time. */
export async function readMatched(
  db: Queryable,
  { jobId, round }: Pick<StoredJob, 'jobId' | 'round'>,
  after: number,
  upTo: number,
): Promise<MatchedBefore> {
  const { rows } = await db.query<MatchedBefore>({
    name: 'job_matched_before',
    text: `SELECT coalesce(max(c.first_row + c.row_count - 1), $4)::int AS through,
        coalesce(array_agg(r.id) FILTER (WHERE r.id IS NOT NULL), '{}') AS "companyIds"
      FROM (
        SELECT * FROM job_chunk WHERE job_id = $1 AND round = $2 AND first_row + row_count > $3::int + 1 AND first_row <= $4
        ORDER BY number LIMIT ${CHUNKS_AT_ONCE}
      ) c LEFT JOIN LATERAL (
        SELECT (value ->> 'companyId')::int AS id FROM json_array_elements(c.output::json) WITH ORDINALITY o (value, n)
        WHERE c.first_row + n - 1 > $3 AND NOT (value ->> 'isDuplicate')::boolean
      ) r ON true`,
    values: [jobId, round, after, upTo],
  });
  return rows[0] ?? { through: upTo, companyIds: [] };
}

/** The companies of so many rows are read within a few milliseconds. */
const CHUNKS_AT_ONCE = 4;

/** A row with its result. */
export interface ShownRow {
  jobId: number;
  /** Its number; the first row is 1. */
  row: number;
  input: InputRow;
  result: RowResult;
  /** Null until the row has been run. */
  outcome: RowOutcome | null;
}

/** Rows of a job that a page selects. */
export interface RowWindow {
  filter: RowFilter | undefined;
  limit: number;
  offset: number;
  /** Number of the row after which the page begins. */
  after: number | undefined;
}

/** Numbers of a chunk that count the rows of a filter. */
const COUNTED: Readonly<Record<RowFilter, keyof RowCounts>> = {
  matched: 'matched',
  unmatched: 'unmatched',
  invalid: 'invalid',
  duplicate: 'duplicates',
};

/**
 * Reads rows that are matched, in their order, without their partners, of which a page may have a hundred thousand. Counts of chunks tell which of them have enough rows for the page: others are not
 * read, whatever the filter.
 */
export async function readRows(
  db: Queryable,
  { jobId, round }: Pick<StoredJob, 'jobId' | 'round'>,
  { filter, limit, offset, after }: RowWindow,
): Promise<ShownRow[]> {
  const { rows } = await db.query<Omit<ShownRow, 'jobId'>>({
    name: 'job_rows',
    text: `WITH counted AS (
        SELECT number, first_row, row_count,
          CASE WHEN $3::text IS NULL THEN row_count ELSE (counts ->> $4)::int END AS found
        FROM job_chunk WHERE job_id = $1 AND round = $2 AND first_row + row_count > $5::bigint + 1
      ), summed AS (
        SELECT *, coalesce(sum(found) FILTER (WHERE first_row > $5) OVER (
          ORDER BY number ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
        FROM counted WHERE found > 0
      ), page AS MATERIALIZED (
        SELECT c.first_row + o.n::int - 1 AS row, i.value AS input, o.value AS result
        FROM summed JOIN job_chunk c ON c.job_id = $1 AND c.number = summed.number
        CROSS JOIN LATERAL json_array_elements(c.output::json) WITH ORDINALITY o (value, n)
        JOIN LATERAL json_array_elements(c.input::json) WITH ORDINALITY i (value, n) ON i.n = o.n
        WHERE summed.before < $6::int + $7::int AND c.first_row + o.n - 1 > $5
          AND ($3 IS NULL OR o.value ->> 'verdict' = $3 OR $3 = 'duplicate' AND (o.value ->> 'isDuplicate')::boolean)
        ORDER BY c.number, o.n LIMIT $6 OFFSET $7
      ), run AS (
        SELECT p.first_row + o.n::int - 1 AS row, o.value::jsonb #- '{values,partners}' AS outcome
        FROM job_outcome p CROSS JOIN LATERAL json_array_elements(p.outcomes::json) WITH ORDINALITY o (value, n)
        WHERE p.job_id = $1 AND EXISTS (SELECT FROM page WHERE page.row BETWEEN p.first_row AND p.first_row + p.row_count - 1)
      )
      SELECT page.row, page.input, page.result, run.outcome FROM page LEFT JOIN run ON run.row = page.row ORDER BY page.row`,
    values: [jobId, round, filter ?? null, filter ? COUNTED[filter] : null, after ?? 0, limit, offset],
  });
  return rows.map((each) => ({ jobId, ...each }));
}

/** A chunk of a file of results. */
interface ResultChunk {
  number: number;
  firstRow: number;
  input: string;
  /** Null if the rows were not matched in the present round of the job. */
  output: string | null;
}

/** Reads the first chunk after a row. */
export async function readChunkAfter(
  db: Queryable,
  { jobId, round }: Pick<StoredJob, 'jobId' | 'round'>,
  row: number,
): Promise<ResultChunk | undefined> {
  const { rows } = await db.query<ResultChunk>({
    name: 'job_result_chunk',
    text: `SELECT number, first_row AS "firstRow", input, CASE WHEN round = $2 THEN output END AS output
      FROM job_chunk WHERE job_id = $1 AND first_row > $3 ORDER BY number LIMIT 1`,
    values: [jobId, round, row],
  });
  return rows[0];
}

/** Rows that were run in one transaction. */
interface OutcomePart {
  firstRow: number;
  rowCount: number;
  outcomes: string;
}

/** Reads the part that has the outcome of a row. @returns undefined if the row was not run */
export async function readOutcomes(
  db: Queryable,
  jobId: number,
  row: number,
): Promise<OutcomePart | undefined> {
  const { rows } = await db.query<OutcomePart>({
    name: 'job_outcomes',
    text: `SELECT first_row AS "firstRow", row_count AS "rowCount", outcomes FROM job_outcome
      WHERE job_id = $1 AND first_row <= $2 AND first_row + row_count > $2 ORDER BY first_row DESC LIMIT 1`,
    values: [jobId, row],
  });
  return rows[0];
}
