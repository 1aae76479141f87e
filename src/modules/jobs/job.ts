import type { FaultCode } from '../../lib/fault.ts';
import type { NumberFormat } from '../fields/own-field.ts';
import type { FileFormat } from '../lists/export/member-stream.ts';
import type { Tier } from '../lists/members/snapshot.ts';
import type { MatchedBy } from '../match/confidence.ts';
import type { MatchCandidate } from '../match/conflict.ts';

/** What a job does with its rows. `KINDS` has the rules of each. */
const JOB_KINDS = ['match', 'enrich', 'add_to_list', 'set_fields', 'export'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

const JOB_STATUSES = [
  'receiving',
  'matching',
  'awaiting_approval',
  'running',
  'done',
  'failed',
  'cancelled',
] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** Outcomes of matching a row. Every row has exactly one. */
export const VERDICTS = ['matched', 'unmatched', 'invalid'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Fields of a row that the matcher reads. */
export const COLUMN_FIELDS = ['domain', 'url', 'email', 'name', 'country', 'ref'] as const;
export type ColumnField = (typeof COLUMN_FIELDS)[number];

/** Key of a field of the organization, whose values a job of the kind `set_fields` writes. */
type OwnFieldKey = `org.${string}`;

export function isOwnFieldKey(field: string | null): field is OwnFieldKey {
  return field?.startsWith('org.') === true;
}

/** A column of a file, as `job.columns` has it. */
export interface JobColumn {
  /** Position in the file, from 0; in NDJSON, the order in which keys first occur. */
  index: number;
  /** Unique in the job: a repeated header has `_2`, and column 3 without one is `column_3`. */
  name: string;
  /** Up to three different values, cut to 40 characters. */
  samples: string[];
  /** Field that the column is read as; null: it is only passed on. */
  field: ColumnField | OwnFieldKey | null;
  /** How sure the guess is, 0 to 1; 1 for a field that a caller has set. */
  confidence: number;
  /** How its texts write numbers, by the first values of the column and of the file; absent where they do not show it. */
  numberFormat?: NumberFormat;
}

/** Value of a row in one column: a text in CSV, any JSON value in NDJSON. */
export type Cell = unknown;

/** A row that could not be read. Its verdict is `invalid`. */
interface UnreadableRow {
  /** What is wrong with it, beginning with a verb: `has 5 cells, but the header has 3`. */
  fault: string;
  /** Beginning of the row as it was sent, up to 1,000 characters. */
  text: string;
}

/**
 * A row as `job_chunk.input` holds it, an array of which is its JSON. Cells are in the order of the columns. The last ones
 * are left out where they are empty: treat a missing cell as an empty text. A null is one of NDJSON.
 */
export type InputRow = readonly Cell[] | UnreadableRow;

/** Why a job failed, as `job.error` has it. */
export interface JobError {
  /** Code of the error that the upload got, if somebody was there to get it. */
  code: FaultCode;
  message: string;
  /** Number of rows that had arrived; null once the file is complete. */
  at_row: number | null;
}

/** Rows of a chunk. Rows have numbers from 1, in `job_chunk.first_row` and wherever callers see one. */
export const CHUNK_ROWS = 1_000;
/**
 * Bytes of a chunk's input as JSON. It is parsed in one turn of the event loop: 512 KiB of small values take up to 10 ms, 4 MiB
 * up to 170 ms.
 */
export const CHUNK_BYTES = 512 * 1024;
/** Bytes of a row as JSON. One over CHUNK_BYTES has a chunk of its own. */
export const ROW_BYTES = 2 * 1024 * 1024;
/** Bytes of a file after decompression. */
export const MAX_FILE_BYTES = 1024 * 1024 * 1024;

/** Channel on which a job is announced that has become due; the payload is its id. */
export const JOBS_CHANNEL = 'jobs';

/** Rules of a kind of jobs. runner.ts has what it does with rows. */
interface KindRules {
  /** Whether its rows cost nothing. A free job is approved without credits, and can be matched again after its end. */
  isFree: boolean;
  /** Credentials that may make such jobs: any, or those of users and sessions only (contract, section 14). */
  credentials: 'any' | 'user';
  /** Whether its columns can name fields of the organization, beside those of all kinds. */
  writesFields?: boolean;
  /** Whether it does nothing before its last row. Until it is done, no row has an outcome. */
  appliesAtEnd?: boolean;
  /** Names of the columns of its results after those of all kinds, without prefix. */
  columns: readonly string[];
}

/** The kinds of jobs. Another kind is another entry here, and one in `createKindRuns`. */
export const KINDS: Readonly<Record<JobKind, KindRules>> = {
  match: { isFree: true, credentials: 'any', columns: [] },
  enrich: {
    isFree: false,
    credentials: 'any',
    columns: ['partnership_count', 'partners', 'credits', 'free_because', 'entry_id'],
  },
  add_to_list: { isFree: true, credentials: 'user', appliesAtEnd: true, columns: ['list'] },
  set_fields: {
    isFree: true,
    credentials: 'any',
    writesFields: true,
    columns: ['set', 'cleared', 'unchanged', 'invalid', 'invalid_because'],
  },
  export: { isFree: false, credentials: 'user', columns: [] },
};

/** Returns what running a row gave, if it counts: a job that applies at its end has done nothing before. */
export function shownOutcome<T>(
  { kind, status }: { kind: JobKind; status: JobStatus },
  outcome: T | undefined,
): T | undefined {
  return KINDS[kind].appliesAtEnd && status !== 'done' ? undefined : outcome;
}

/** What selects rows by their outcome: verdicts, and the mark of matched rows whose company an earlier row has. */
export type RowFilter = Verdict | 'duplicate';

/** How a row was matched: by an identifier, or because a caller chose the company. */
export type JobMatchedBy = MatchedBy | 'choice';

/** Result of a row, as chunks store it. */
export interface RowResult {
  verdict: Verdict;
  /** Whether an earlier row of the job is matched to the same company. */
  isDuplicate: boolean;
  companyId: number | null;
  /** From 0 to 1. Without a company, that of the best alternative. */
  confidence: number;
  matchedBy: JobMatchedBy | null;
  alternatives: MatchCandidate[];
}

/** Values of columns that a kind of jobs adds to a row, by their names without prefix. A column without a value is empty. */
export type RowValues = Readonly<Record<string, unknown>>;

/** What running a row gave. */
export interface RowOutcome {
  /** `left_out`: the caller left out rows with its verdict. */
  status: 'run' | 'left_out';
  /** Values of the columns of the kind, and `company_id`, `name` and `domain` of the company as it was then. */
  values: RowValues;
}

/** Numbers of rows. */
export interface RowCounts {
  matched: number;
  unmatched: number;
  invalid: number;
  /** Rows among the matched ones whose company an earlier row has. */
  duplicates: number;
}

/** Counts results by verdict. */
export function countResults(results: readonly RowResult[]): RowCounts {
  const counts: RowCounts = { matched: 0, unmatched: 0, invalid: 0, duplicates: 0 };
  for (const { verdict, isDuplicate } of results) {
    counts[verdict] += 1;
    if (isDuplicate) counts.duplicates += 1;
  }
  return counts;
}

/** Whether a filter selects a row. */
export function isSelected({ verdict, isDuplicate }: RowResult, filters: readonly RowFilter[]): boolean {
  return filters.includes(verdict) || (isDuplicate && filters.includes('duplicate'));
}

/** What a job did beside matching. The numbers of `set_fields` count values, those of `add_to_list` companies. */
export type JobReport = Readonly<Partial<Record<ReportName, number>>>;

/** Numbers of reports. */
type ReportName = 'set' | 'cleared' | 'unchanged' | 'invalid' | 'added' | 'already';

/** Sums reports of the same numbers. */
export function addReports(reports: readonly JobReport[]): JobReport {
  const sum: Partial<Record<ReportName, number>> = {};
  for (const report of reports)
    for (const [name, count] of Object.entries(report) as [ReportName, number][])
      sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

/** `job.export`: what was asked for, and what has been paid for. */
export interface StoredExport {
  tier: Tier | null;
  since: number | null;
  format: FileFormat;
  fields: readonly string[] | null;
  paid?: {
    materialization_id: number;
    /** Materialization that has the bitmaps of `since`. */
    since_id: number | null;
    valid_until: string;
  };
}
