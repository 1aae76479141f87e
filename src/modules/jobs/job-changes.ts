import type { Queryable } from '../../database/client.ts';
import { invalidValue, type Violation, validationFault } from '../../lib/fault.ts';
import { MAX_FILE_COLUMNS, MAX_JOB_CHOICES, MAX_VIOLATIONS } from '../../lib/request-limits.ts';
import { cut, didYouMeanKey, suggested } from '../../lib/text.ts';
import { COLUMN_FIELDS, isOwnFieldKey, type JobColumn, type RowFilter } from './job.ts';
import { type Choices, JOB, type StoredJob } from './queries.ts';

/** What a column is to be read as. */
interface ColumnChange {
  /** Name of the column, or its index. */
  column: string;
  /** Null: the column is only passed on. */
  field: string | null;
}

/** Company that a row means. */
export interface Choice {
  row: number;
  companyId: number | null;
}

/** Changes of a job; absent ones leave everything as it is. */
export interface JobChanges {
  columns?: readonly ColumnChange[] | undefined;
  minConfidence?: number | undefined;
  choices?: readonly Choice[] | undefined;
  leaveOut?: readonly RowFilter[] | undefined;
  shared?: boolean | undefined;
}

/** Fields of a job that are stored anew. */
interface ChangedFields {
  columns?: readonly JobColumn[];
  minConfidence?: number;
  choices?: Choices;
  leaveOut?: readonly RowFilter[];
}

/**
 * Checks changes of a job.
 *
 * @param own keys of the fields of the organization.
 * @throws Fault validation_error
 */
export function readChanges(job: StoredJob, changes: JobChanges, own: readonly string[]) {
  const { columns, minConfidence, choices, leaveOut, shared } = changes;
  const fields: ChangedFields = {};
  if (columns) fields.columns = readColumns(job, columns, own);
  if (minConfidence !== undefined) {
    if (!(minConfidence >= 0 && minConfidence <= 1)) throw invalidValue('/minConfidence', 'must be 0 to 1');
    fields.minConfidence = minConfidence;
  }
  if (choices) fields.choices = readChoices(job, choices);
  if (leaveOut) fields.leaveOut = [...new Set(leaveOut)];
  return { fields, isShared: shared, isRematched: Object.keys(fields).length > 0 };
}

/** Wrong names for which similar ones are looked for: each is compared with the names of all columns. */
const MAX_COMPARED = 3;

function readColumns(
  { columns }: StoredJob,
  changes: readonly ColumnChange[],
  own: readonly string[],
): JobColumn[] {
  if (changes.length > MAX_FILE_COLUMNS)
    throw invalidValue('/columns', `must have at most ${MAX_FILE_COLUMNS} columns`);
  const fields = [...COLUMN_FIELDS, ...own];
  const byName = new Map(columns.map((column) => [column.name, column]));
  const violations: Violation[] = [];
  const alikeIn = (names: Iterable<string>, wrong: string) =>
    violations.length < MAX_COMPARED ? didYouMeanKey(wrong, [...names]) : [];
  const changed = new Map<number, JobColumn['field']>();
  for (const { column, field } of changes) {
    // A name counts before an index: files have columns that are called after years.
    const found = byName.get(column) ?? columns[toIndex(column)];
    if (!found) {
      const message = `"${cut(column)}" is neither the name nor the index of a column of the file.`;
      violations.push({ pointer: '/columns', ...suggested(message, alikeIn(byName.keys(), column)) });
    } else if (field !== null && !isField(fields, field)) {
      const rule = `must be one of ${COLUMN_FIELDS.join(', ')}${own.length > 0 ? ', a field of your organization' : ''} or null`;
      const message = `"${cut(field)}" ${rule}.`;
      violations.push({ pointer: '/columns', ...suggested(message, alikeIn(fields, field)) });
    } else changed.set(found.index, field);
  }
  if (violations.length > 0) throw validationFault(violations.slice(0, MAX_VIOLATIONS));
  return columns.map((column) => {
    const field = changed.get(column.index);
    return field === undefined ? column : { ...column, field, confidence: 1 };
  });
}

const toIndex = (text: string) => (/^\d{1,3}$/.test(text) ? Number(text) : -1);

const isField = (fields: readonly string[], text: string): text is NonNullable<JobColumn['field']> =>
  fields.includes(text);

/** @throws Fault validation_error unless a column names a field of the organization */
export function requireOwnField(columns: readonly JobColumn[]): void {
  if (columns.some(({ field }) => isOwnFieldKey(field))) return;
  const message =
    'no column names a field of your organization; GET /v1/fields lists them. Set the columns of the job, or rename a column of the file';
  throw invalidValue('/columns', message);
}

function readChoices({ rowCount }: StoredJob, choices: readonly Choice[]): Choices {
  if (choices.length > MAX_JOB_CHOICES)
    throw invalidValue('/choices', `must have at most ${MAX_JOB_CHOICES} rows`);
  const chosen: Record<string, number | null> = {};
  const violations: Violation[] = [];
  for (const [index, { row, companyId }] of choices.entries()) {
    const pointer = `/choices/${index}`;
    if (!(Number.isInteger(row) && row >= 1 && row <= rowCount))
      violations.push({ pointer, message: `must name a row of the file, 1 to ${rowCount}` });
    else if (row in chosen) violations.push({ pointer, message: `must not name row ${row} again` });
    else if (companyId === 0) violations.push({ pointer, message: 'must name a company by its id, or null' });
    else chosen[row] = companyId;
  }
  if (violations.length > 0) throw validationFault(violations.slice(0, MAX_VIOLATIONS));
  return chosen;
}

/** @throws Fault validation_error that names a company which is not in the catalogue */
export async function assertCompaniesExist(db: Queryable, choices: Choices | undefined): Promise<void> {
  const ids = Object.values(choices ?? {}).filter((id) => id !== null);
  if (ids.length === 0) return;
  const { rows } = await db.query<{ id: number }>({
    name: 'job_unknown_choices',
    // Within the transaction that changes the job.
    runsOn: 'primary',
    text: `SELECT id FROM unnest($1::int[]) AS chosen (id)
      WHERE NOT EXISTS (SELECT FROM company WHERE company.id = chosen.id) LIMIT 1`,
    values: [ids],
  });
  const [unknown] = rows;
  if (unknown) throw invalidValue('/choices', `names company ${unknown.id}, which is not in the catalogue`);
}

/** Stores changes of a job that the transaction has locked. */
export async function storeChanges(
  client: Queryable,
  { jobId }: StoredJob,
  { columns, minConfidence, choices, leaveOut, isShared }: ChangedFields & { isShared?: boolean | undefined },
  at: Date,
): Promise<StoredJob> {
  const { rows } = await client.query<StoredJob>({
    name: 'job_change',
    text: `WITH changed AS (
        UPDATE job SET columns = coalesce($2::jsonb, columns), min_confidence = coalesce($3, min_confidence),
          choices = coalesce($4::jsonb, choices), leave_out = coalesce($5::text[], leave_out),
          is_shared = coalesce($6, is_shared), updated_at = $7
        WHERE id = $1 RETURNING *
      )
      SELECT ${JOB} FROM changed j`,
    values: [
      ...[jobId, columns ? JSON.stringify(columns) : null, minConfidence ?? null],
      ...[choices ? JSON.stringify(choices) : null, leaveOut ?? null, isShared ?? null, at],
    ],
  });
  const [changed] = rows;
  if (!changed) throw new Error(`job ${jobId} is gone although it is locked`);
  return changed;
}
