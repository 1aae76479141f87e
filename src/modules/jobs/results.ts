import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Pool } from '../../database/client.ts';
import { streamFile } from '../../lib/file-stream.ts';
import { guard } from '../../lib/formula-guard.ts';
import type { ParquetColumn } from '../../lib/parquet/parquet-column.ts';
import { toParquet } from '../../lib/parquet/parquet-stream.ts';
import { type OperationScope, runWith } from '../../lib/request-context.ts';
import { readChunkAfter, readOutcomes } from './chunks.ts';
import { uniqueName } from './columns.ts';
import {
  type Cell,
  type InputRow,
  KINDS,
  type RowOutcome,
  type RowResult,
  type RowValues,
  shownOutcome,
} from './job.ts';
import type { StoredJob } from './queries.ts';

export type ResultFormat = 'csv' | 'ndjson' | 'parquet';

interface ResultOptions {
  format: ResultFormat;
  /** Ends the stream with its reason as the error. */
  signal: AbortSignal;
}

/** Before the names of the columns that the service adds. */
const PREFIX = 'cd_';

/** Characters after which a piece of the file is sent, and other requests have their turn. */
const PIECE = 64 * 1024;

/**
 * Streams the results of a job: the columns of the caller, then those of the service, one row for each row that was sent. A
 * connection is taken for each chunk and given back before it is sent, so a slow reader holds one chunk in memory and nothing
 * else. Destroying the stream cancels its statement.
 *
 * @param onEnd called once, when the stream closes.
 */
export function streamResult(
  pool: Pool,
  job: StoredJob,
  { format, signal }: ResultOptions,
  onEnd: () => void,
): Readable {
  const open = (scope: OperationScope) => {
    const reader: Reader = {
      chunkAfter: (row) => runWith({ operation: scope }, () => readChunkAfter(pool, job, row)),
      outcomesOf: (row) => runWith({ operation: scope }, () => readOutcomes(pool, job.jobId, row)),
    };
    const names = namesOf(job);
    const rows = rowPieces(WRITERS[format](job, names), reader);
    return format === 'parquet' ? toParquet(parquetColumns(job, names), rows) : rows;
  };
  return streamFile(job.organizationId, open, signal, onEnd);
}

/** Names of the columns of the service, in their order, without prefix. */
function namesOf({ kind }: StoredJob): string[] {
  return [
    ...['company_id', 'name', 'domain', 'confidence', 'matched_by', 'status'],
    ...KINDS[kind].columns,
    ...['duplicate', 'fault'],
  ];
}

/** Reads parts of a job by numbers of rows. */
interface Reader {
  chunkAfter: (row: number) => ReturnType<typeof readChunkAfter>;
  outcomesOf: (row: number) => ReturnType<typeof readOutcomes>;
}

async function* rowPieces({ header, write }: RowWriter, reader: Reader): AsyncGenerator<string> {
  let text = header;
  for await (const row of rowsOf(reader)) {
    text += write(row);
    if (text.length < PIECE) continue;
    yield text;
    text = '';
    await nextTurn();
  }
  if (text) yield text;
}

/** A row with all that is stored of it. */
interface ResultRow {
  number: number;
  row: InputRow;
  /** Undefined if the row was not matched in the present round. */
  result: RowResult | undefined;
  /** Undefined if the row was not run. */
  outcome: RowOutcome | undefined;
}

async function* rowsOf({ chunkAfter, outcomesOf }: Reader): AsyncGenerator<ResultRow> {
  let [outcomes, firstRow]: [RowOutcome[], number] = [[], 0];
  for (let [chunk, hasRun] = [await chunkAfter(0), true]; chunk; ) {
    const rows: InputRow[] = JSON.parse(chunk.input);
    await nextTurn();
    const results: RowResult[] = chunk.output === null ? [] : JSON.parse(chunk.output);
    for (const [index, row] of rows.entries()) {
      const number = chunk.firstRow + index;
      if (hasRun && number >= firstRow + outcomes.length) {
        const part = await outcomesOf(number);
        // Rows are run in their order.
        hasRun = part !== undefined;
        [outcomes, firstRow] = part ? [JSON.parse(part.outcomes), part.firstRow] : [[], 0];
      }
      yield { number, row, result: results[index], outcome: outcomes[number - firstRow] };
    }
    chunk = await chunkAfter(chunk.firstRow + rows.length - 1);
  }
}

type WriteRow = (row: ResultRow) => string;

/** Makes the text of a format. */
interface RowWriter {
  header: string;
  write: WriteRow;
}

const WRITERS: Readonly<Record<ResultFormat, (job: StoredJob, names: readonly string[]) => RowWriter>> = {
  csv: csvWriter,
  ndjson: ndjsonWriter,
  parquet: parquetWriter,
};

function csvWriter(job: StoredJob, names: readonly string[]): RowWriter {
  const { columns } = job;
  return {
    header: toLine([...columns.map(({ name }) => callersCell(name)), ...addedNames(job, names)]),
    write: (row) => {
      const given = columns.map(({ index }) => callersCell(textOf(cellAt(row.row, index)) ?? ''));
      const added = valuesOf(job, row);
      return toLine([...given, ...names.map((name) => textOfValue(added[name]))]);
    },
  };
}

/** Values are texts, numbers and lists of partners. */
function textOfValue(value: unknown): string {
  if (Array.isArray(value)) return namesCell(value.map(({ partner_name }) => String(partner_name)));
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return cell(isScalar ? value : null);
}

function ndjsonWriter(job: StoredJob, names: readonly string[]): RowWriter {
  const write: WriteRow = (row) => {
    const input = Object.fromEntries(job.columns.map(({ index, name }) => [name, cellAt(row.row, index)]));
    const added = valuesOf(job, row);
    const ours = Object.fromEntries(names.map((name) => [PREFIX + name, added[name] ?? null]));
    return `${JSON.stringify({ row: row.number, input, ...ours })}\n`;
  };
  return { header: '', write };
}

/** Makes the rows that `toParquet` takes. */
function parquetWriter(job: StoredJob, names: readonly string[]): RowWriter {
  const write: WriteRow = (row) => {
    const given = job.columns.map(({ index }) => textOf(cellAt(row.row, index)));
    const added = valuesOf(job, row);
    const ours = names.map((name) => (name in TYPES ? (added[name] ?? null) : textOf(added[name] ?? null)));
    return `${JSON.stringify([...given, ...ours])}\n`;
  };
  return { header: '', write };
}

/** Types of the service's columns that are no texts. */
const TYPES: Readonly<Record<string, ParquetColumn['type']>> = {
  company_id: 'integer',
  confidence: 'number',
  partnership_count: 'integer',
  credits: 'integer',
  entry_id: 'integer',
  set: 'integer',
  cleared: 'integer',
  unchanged: 'integer',
  invalid: 'integer',
  duplicate: 'boolean',
};

function parquetColumns(job: StoredJob, names: readonly string[]): ParquetColumn[] {
  const added = addedNames(job, names);
  return [
    ...job.columns.map(({ name }) => ({ name, type: 'text' }) as const),
    ...added.map((name, index) => ({ name, type: TYPES[names[index] ?? ''] ?? 'text' })),
  ];
}

/** Names the columns of the service. One that the caller's file has as well ends with `_2`: it may be an earlier result. */
function addedNames({ columns }: StoredJob, names: readonly string[]): string[] {
  const taken = new Set(columns.map(({ name }) => name));
  return names.map((name) => uniqueName(PREFIX + name, taken));
}

/** Returns the cell of a row in a column; null for an empty one. What could be read of a broken row stands in the first. */
export function cellAt(row: InputRow, index: number): Cell {
  if ('fault' in row) return index === 0 ? row.text : null;
  return row[index] === '' ? null : (row[index] ?? null);
}

const textOf = (value: Cell): string | null =>
  value === null || typeof value === 'string' ? value : JSON.stringify(value);

/**
 * Returns what the service says of a row, by the names of its columns. A row of a job that ended before it was run has the status
 * `not_done`, with what it was matched to.
 */
function valuesOf(job: StoredJob, { row, result, outcome: stored }: ResultRow): RowValues {
  const { status, stopped } = job;
  const outcome = shownOutcome(job, stored);
  if (!result) return { status: 'not_done' };
  const { verdict, companyId, confidence, matchedBy, isDuplicate } = result;
  if (outcome?.status === 'left_out') return { status: 'left_out' };
  const isOnlyMatched = status === 'awaiting_approval' && !stopped;
  return {
    company_id: companyId,
    ...outcome?.values,
    confidence,
    matched_by: matchedBy,
    status: outcome || isOnlyMatched ? verdict : 'not_done',
    duplicate: isDuplicate,
    fault: 'fault' in row ? row.fault : null,
  };
}

/** Phone numbers and signed numbers, which begin like formulas and run nothing: `+49 30 1234-5`, `-3,5 %`, `-1e6`. */
const NUMBER = /^[+-](?=.*\d)[\d .,()/-]{1,40}(?:[eE][+-]?\d{1,3})?[ \u00a0]?%?$/;
const NEEDS_QUOTES = /[",\r\n]/;

/** Returns a cell of a CSV file that a spreadsheet does not run as a formula (RFC 4180). */
export function cell(value: string | number | boolean | null): string {
  return typeof value === 'string' ? quoted(guard(value)) : String(value ?? '');
}

/** Characters that a cell of a spreadsheet holds. */
const CELL_CHARACTERS = 32_767;
const SEPARATOR = '; ';
const MORE = '…';

/** Returns a cell with names, as many as a cell of a spreadsheet holds. An ellipsis stands for the others. */
export function namesCell(names: readonly string[]): string {
  const all = names.join(SEPARATOR);
  if (all.length < CELL_CHARACTERS) return cell(all);
  // The guard may add a character.
  const end = all.lastIndexOf(SEPARATOR, CELL_CHARACTERS - MORE.length - SEPARATOR.length - 1);
  return cell(`${all.slice(0, Math.max(end, 0))}${SEPARATOR}${MORE}`);
}

/** Returns a cell of the caller: as `cell`, but phone and signed numbers stay as they are. */
function callersCell(text: string): string {
  return quoted(NUMBER.test(text) ? text : guard(text));
}

const quoted = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Joins cells to a row. */
function toLine(cells: readonly string[]): string {
  return `${cells.join(',')}\n`;
}
