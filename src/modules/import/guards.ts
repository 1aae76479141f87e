import { StartupError } from '../../lib/fault.ts';
import { counted, shellQuote } from '../../lib/text.ts';
import type { FileReport } from './importer.ts';

/** Exit codes of an import that stored nothing (contract, section 8). */
const REFUSED_BY_GUARD = 2;
const TOO_MANY_REJECTS = 3;
/** Exit code of an import that left out files most of whose rows were rejected. */
export const TOO_FEW_ACCEPTED = 4;

/** Limits that are judged before anything is committed. */
export interface Guards {
  /** Rows that a snapshot may retire. */
  maxDeletes: DeleteLimit;
  /** Rows that may be rejected in all files together; undefined for any number. */
  maxRejects: number | undefined;
  /** Refuses files of which two rows have one primary domain and different names. */
  isStrict: boolean;
  /** Whether files are stored of which fewer than half of the rows were accepted. */
  acceptAny: boolean;
}

/** A limit of deletes: a number of rows, or a percentage of the live rows. */
type DeleteLimit = { rows: number } | { percent: number };

export const DEFAULT_MAX_DELETES = '5%';

/** Thrown when a guard refuses an import. Nothing of it was stored. */
export class ImportRefusal extends StartupError {
  readonly exitCode: number;
  readonly reason: string;
  /** The reports of the files that were read. */
  readonly files: readonly FileReport[];

  constructor(reason: string, exitCode: number, files: readonly FileReport[] = []) {
    super(`refused: ${reason}. Nothing was stored.`);
    this.reason = reason;
    this.exitCode = exitCode;
    this.files = files;
  }
}

/** Parses `--max-deletes`, such as `5%` or `500`. @throws StartupError */
export function parseMaxDeletes(text: string): DeleteLimit {
  const [, number, percent] = /^(\d{1,9}(?:\.\d{1,3})?)(%?)$/.exec(text.trim()) ?? [];
  const value = Number(number);
  if (percent === '%' && value <= 100) return { percent: value };
  if (percent === '' && Number.isInteger(value)) return { rows: value };
  throw new StartupError(
    `--max-deletes must be a number such as 500, or a percentage such as 5%, not "${text}"`,
  );
}

/** @throws ImportRefusal when a snapshot would retire more rows than the limit allows. */
export function checkDeletes(kind: string, missing: number, live: number, limit: DeleteLimit): void {
  const allowed = 'rows' in limit ? limit.rows : Math.floor((live * limit.percent) / 100);
  if (missing <= allowed) return;
  const option = 'rows' in limit ? String(limit.rows) : `${limit.percent}%`;
  throw new ImportRefusal(
    `the snapshot does not have ${missing} of ${live} rows of ${kind}, and --max-deletes ${option} allows ${allowed}. If it is complete, allow more`,
    REFUSED_BY_GUARD,
  );
}

/** @throws ImportRefusal when a snapshot has rows whose keys cannot be read, so that what is missing is unknown. */
export function checkIdentified(unidentified: number): void {
  if (unidentified === 0) return;
  throw new ImportRefusal(
    `${counted(unidentified, 'rejected row')} of the snapshot cannot be read, so it is unknown which rows are missing. Correct the file`,
    REFUSED_BY_GUARD,
  );
}

/** @throws ImportRefusal when more rows were rejected than the limit allows, or rows of a strict import were merged. */
export function checkRejects(files: readonly FileReport[], { maxRejects, isStrict }: Guards): void {
  const rejected = files.reduce((sum, file) => sum + file.rejected, 0);
  const mergedRows = files.reduce((sum, file) => sum + (file.merged_rows ?? 0), 0);
  if (isStrict && rejected === 0 && mergedRows > 0) {
    const what = `${counted(mergedRows, 'row')} ${mergedRows === 1 ? 'has' : 'have'}`;
    throw new ImportRefusal(
      `${what} the primary domain of a later row with another name, and --strict allows none`,
      TOO_MANY_REJECTS,
      files,
    );
  }
  if (maxRejects === undefined || rejected <= maxRejects) return;
  const allowed = maxRejects === 0 ? 'none is allowed' : `at most ${maxRejects} may be`;
  throw new ImportRefusal(
    `${counted(rejected, 'row')} ${rejected === 1 ? 'was' : 'were'} rejected, and ${allowed}`,
    TOO_MANY_REJECTS,
    files,
  );
}

/** Tells whether fewer than half of the rows of a file were accepted: then it is another table, or has other columns. */
export function isMostlyRejected({ rows, accepted }: FileReport, { acceptAny }: Guards): boolean {
  return !acceptAny && accepted * 2 < rows;
}

/** Describes the files that were left out. @returns undefined if there are none */
export function describeRefused(files: readonly FileReport[]): string | undefined {
  const refused = files.filter((file) => file.refused === true);
  const [first] = refused;
  if (first === undefined) return undefined;
  const others = refused.length === 1 ? '' : ` (and ${counted(refused.length - 1, 'other file')})`;
  const advice =
    first.path === '-'
      ? 'add --accept-any to store it'
      : `see company-data import --suggest ${shellQuote(first.path)}, or add --accept-any to store it`;
  return `${first.path}${others}: fewer than half of the rows were accepted, ${first.accepted} of ${first.rows}; ${advice}`;
}

/** @throws ImportRefusal when files that are stored together or not at all include one that is mostly rejected. */
export function checkAccepted(files: readonly FileReport[]): void {
  const reason = describeRefused(files);
  if (reason !== undefined) throw new ImportRefusal(reason, TOO_FEW_ACCEPTED, files);
}
