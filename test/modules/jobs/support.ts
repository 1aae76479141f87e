import { pause } from '../../harness/locks.ts';
import type { TestService } from '../../harness/service.ts';

type Cell = string | number | null;

export interface JobFile {
  header: readonly string[];
  /** Fields of the columns, as the guesses of an upload name them. */
  fields: readonly (string | null)[];
  /** Rows, and what replaces a row that could not be read. */
  rows: readonly (readonly Cell[] | { fault: string; text: string })[];
}

export interface JobMaker {
  organizationId: number;
  /** Null: an organization key made it. */
  userId: number | null;
  /** The key or session that makes it. Default: the first key of the user or the organization. */
  apiKeyId?: number;
}

/** A small file, for tests that need any job. */
export const JOB_FILE: JobFile = {
  header: ['Website'],
  fields: ['url'],
  rows: [['acme.example'], ['nobody.example'], ['']],
};

interface JobOptions {
  kind?: 'match' | 'enrich' | 'add_to_list' | 'set_fields';
  /** List of `add_to_list`. */
  listId?: number | null;
  /** Rows of a chunk. */
  chunk?: number;
  maxCredits?: number | null;
  minConfidence?: number;
  status?: string;
  isShared?: boolean;
}

/** Stores a job whose file has arrived, as an upload does. @returns its id. */
export async function makeJob(
  { database: { pool }, clock }: Pick<TestService, 'database' | 'clock'>,
  { organizationId, userId, apiKeyId }: JobMaker,
  { header, fields, rows }: JobFile,
  {
    kind = 'match',
    listId = null,
    chunk = 1000,
    maxCredits = null,
    minConfidence = 0.9,
    status = 'matching',
    isShared = false,
  }: JobOptions = {},
): Promise<number> {
  const columns = header.map((name, index) => ({
    index,
    name,
    samples: [],
    field: fields[index] ?? null,
    confidence: fields[index] ? 0.9 : 0,
  }));
  const made = await pool.query<{ id: number }>(
    `INSERT INTO job (organization_id, user_id, api_key_id, kind, status, is_shared, min_confidence, max_credits, columns,
       row_count, created_at, updated_at, list_id)
     VALUES ($1, $2::int, coalesce($3, (SELECT min(id) FROM api_key WHERE organization_id = $1 AND user_id IS NOT DISTINCT FROM $2::int)),
       $10, 'receiving', $4, $5, $6, $7, $8, $9, $9, $11) RETURNING id`,
    [
      ...[organizationId, userId, apiKeyId ?? null, isShared, minConfidence, maxCredits],
      ...[JSON.stringify(columns), rows.length, clock.now(), kind, listId],
    ],
  );
  const id = made.rows[0]?.id ?? 0;
  for (let start = 0; start < rows.length; start += chunk) {
    const part = rows.slice(start, start + chunk);
    await pool.query(
      'INSERT INTO job_chunk (job_id, number, first_row, row_count, input) VALUES ($1, $2, $3, $4, $5)',
      [id, start / chunk, start + 1, part.length, JSON.stringify(part)],
    );
  }
  await pool.query(`UPDATE job SET status = $2 WHERE id = $1 RETURNING pg_notify('jobs', id::text)`, [
    id,
    status,
  ]);
  return id;
}

/** Waits until a job has a state. */
export async function untilStatus(
  { database: { pool } }: Pick<TestService, 'database'>,
  jobId: number,
  status: string,
): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ status: string; error: unknown }>(
      'SELECT status, error FROM job WHERE id = $1',
      [jobId],
    );
    const [job] = rows;
    if (job?.status === status) return;
    if (!job || (job.status === 'failed' && status !== 'failed'))
      throw new Error(`job ${jobId} is ${JSON.stringify(job)}`);
    await pause();
  }
}

/** Reads the results of all rows as they are stored. */
export async function storedResults(
  { database: { pool } }: Pick<TestService, 'database'>,
  jobId: number,
): Promise<{ verdict: string; isDuplicate: boolean; companyId: number | null }[]> {
  const { rows } = await pool.query<{ output: string }>(
    'SELECT output FROM job_chunk WHERE job_id = $1 ORDER BY number',
    [jobId],
  );
  return rows.flatMap(({ output }) => JSON.parse(output));
}

/** Stores results of the rows of a job, as if no row had a company. */
export async function matchAll({ database: { pool } }: Pick<TestService, 'database'>, jobId: number) {
  const result = {
    verdict: 'unmatched',
    isDuplicate: false,
    companyId: null,
    confidence: 0,
    matchedBy: null,
  };
  await pool.query(
    `UPDATE job_chunk SET round = 0, counts = jsonb_build_object('matched', 0, 'unmatched', row_count, 'invalid', 0, 'duplicates', 0),
       output = (SELECT json_agg($2::json) FROM generate_series(1, row_count)) WHERE job_id = $1`,
    [jobId, JSON.stringify({ ...result, alternatives: [] })],
  );
  await pool.query('UPDATE job SET unmatched = row_count WHERE id = $1', [jobId]);
}
