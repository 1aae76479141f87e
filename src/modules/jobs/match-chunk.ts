import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Queryable } from '../../database/client.ts';
import { isWithin, TEXT_LIMITS } from '../../lib/request-limits.ts';
import { Bitmap } from '../facets/bitmap.ts';
import type { MatchResult } from '../match/judge.ts';
import { matchRows } from '../match/match-rows.ts';
import type { MatchRow } from '../match/row.ts';
import type { MatchTools } from '../match/word-companies.ts';
import { readMatched } from './chunks.ts';
import type { NextChunk } from './due-jobs.ts';
import {
  type Cell,
  COLUMN_FIELDS,
  type ColumnField,
  type InputRow,
  type JobColumn,
  type RowResult,
} from './job.ts';
import type { StoredJob } from './queries.ts';

/** Alternatives of a row that results keep. */
const MAX_ALTERNATIVES = 3;

/** Fields that identify a company. Others only choose among those that were found. */
const IDENTIFYING = ['domain', 'url', 'email', 'name'] as const satisfies readonly ColumnField[];

const INVALID: RowResult = {
  verdict: 'invalid',
  isDuplicate: false,
  companyId: null,
  confidence: 0,
  matchedBy: null,
  alternatives: [],
};

/**
 * Matches the rows of a chunk, in their order.
 *
 * @param seen companies of all rows before the chunk.
 */
export async function matchChunk(
  tools: MatchTools,
  { columns, choices, minConfidence }: Pick<StoredJob, 'columns' | 'choices' | 'minConfidence'>,
  { input, firstRow }: Pick<NextChunk, 'input' | 'firstRow'>,
  seen: Pick<SeenCompanies, 'has'>,
): Promise<RowResult[]> {
  const read = readerOf(columns);
  const parsed: InputRow[] = JSON.parse(input ?? '[]');
  await nextTurn();
  const rows = parsed.map(read);
  const matches = (
    await matchRows(
      tools,
      rows.flatMap((row) => row ?? []),
    )
  ).values();
  const here = new Set<number>();
  return rows.map((row, index) => {
    const match = row && matches.next().value;
    const chosen = choices[firstRow + index];
    const result = chosen === undefined ? judge(match, minConfidence) : choose(match, chosen);
    const { companyId } = result;
    if (companyId === null) return result;
    const isDuplicate = here.has(companyId) || seen.has(companyId);
    here.add(companyId);
    return { ...result, isDuplicate };
  });
}

/** Returns what reads the fields of a row. Of several columns of a field, the first one that is filled counts. */
function readerOf(columns: readonly JobColumn[]): (row: InputRow) => MatchRow | undefined {
  const places = COLUMN_FIELDS.flatMap((field) =>
    columns.filter((column) => column.field === field).map(({ index }) => ({ field, index })),
  );
  return (row) => {
    if ('fault' in row) return undefined;
    const found: MatchRow = {};
    for (const { field, index } of places) found[field] ||= textOf(row[index]);
    return IDENTIFYING.some((field) => found[field]) ? found : undefined;
  };
}

/** Returns the text of a cell. Lists of NDJSON count by their first entry. */
function textOf(cell: Cell): string {
  if (Array.isArray(cell)) return Array.isArray(cell[0]) ? '' : textOf(cell[0]);
  const isScalar = typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean';
  const text = isScalar ? String(cell) : '';
  // A longer one identifies nothing, and would take long to compare.
  return isWithin(text, TEXT_LIMITS.matchText) ? text.trim() : '';
}

function judge(match: MatchResult | undefined, minConfidence: number): RowResult {
  if (!match) return INVALID;
  const { companyId, confidence, matchedBy, alternatives } = match;
  if (companyId === null || matchedBy === null || confidence < minConfidence)
    return { ...INVALID, verdict: 'unmatched', confidence, alternatives: candidatesOf(match) };
  return { verdict: 'matched', isDuplicate: false, companyId, confidence, matchedBy, alternatives };
}

/** A choice of a caller is certain. Candidates stay, so that it can be taken back. */
function choose(match: MatchResult | undefined, companyId: number | null): RowResult {
  const alternatives = match
    ? candidatesOf(match).filter((candidate) => candidate.companyId !== companyId)
    : [];
  if (companyId === null)
    return { ...INVALID, verdict: 'unmatched', confidence: match?.confidence ?? 0, alternatives };
  return {
    verdict: 'matched',
    isDuplicate: false,
    companyId,
    confidence: 1,
    matchedBy: 'choice',
    alternatives,
  };
}

/** Returns all companies that a row may mean, the most plausible first. */
function candidatesOf({ companyId, confidence, matchedBy, alternatives }: MatchResult) {
  if (companyId === null || matchedBy === null) return alternatives;
  return [{ companyId, confidence, matchedBy }, ...alternatives].slice(0, MAX_ALTERNATIVES);
}

/**
 * Companies to which the first rows of a job are matched, so that later rows with them are duplicates. A bitmap of a million
 * companies takes a few megabytes. Chunks say them as well: a process that takes over reads those that it has not seen.
 */
class SeenCompanies {
  readonly #ids = new Bitmap();
  readonly round: number;
  /** Rows that are read. */
  #through = 0;

  constructor(round: number) {
    this.round = round;
  }

  has(companyId: number): boolean {
    return this.#ids.has(companyId);
  }

  /** Reads the rows that other processes have matched, up to a row. */
  async readUpTo(db: Queryable, job: Pick<StoredJob, 'jobId' | 'round'>, row: number): Promise<void> {
    while (this.#through < row) {
      const { through, companyIds } = await readMatched(db, job, this.#through, row);
      this.#ids.addMany(companyIds);
      this.#through = through;
    }
  }

  /** Adds the rows after those that are read. */
  add(results: readonly RowResult[]): void {
    this.#ids.addMany(results.flatMap(({ companyId }) => companyId ?? []));
    this.#through += results.length;
  }
}

/** Jobs whose companies a process keeps: those between which it takes turns. */
const MAX_KEPT = 8;

/** Companies of the jobs that a process works on. */
export class SeenByJob {
  readonly #jobs = new Map<number, SeenCompanies>();

  /** Returns the companies of a job, in its present round. */
  of({ jobId, round }: Pick<StoredJob, 'jobId' | 'round'>): SeenCompanies {
    const known = this.#jobs.get(jobId);
    const seen = known?.round === round ? known : new SeenCompanies(round);
    // The one that was used last is the last.
    this.#jobs.delete(jobId);
    this.#jobs.set(jobId, seen);
    const [oldest] = this.#jobs.keys();
    if (this.#jobs.size > MAX_KEPT && oldest !== undefined) this.#jobs.delete(oldest);
    return seen;
  }

  forget(jobId: number): void {
    this.#jobs.delete(jobId);
  }
}
