import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { StartupError } from '../../../lib/fault.ts';
import { isJsonObject, isNestedBeyond, MAX_JSON_DEPTH } from '../../../lib/json.ts';
import { MAX_FILE_COLUMNS } from '../../../lib/request-limits.ts';
import { DECODER_BUDGET } from '../decoder/start-decoder.ts';
import { decideFormat, type ImportFormat, PARQUET_MAGIC, parseJson } from '../formats/format.ts';
import { sampleParquet, spool } from '../formats/parquet.ts';
import { RecordReader } from '../formats/records.ts';
import { peek } from '../formats/zstd.ts';
import { failFile } from '../problems.ts';
import { hasMagic, type ImportSource, readSource } from '../sources.ts';

/** How much is read of a file: rows, and bytes after decompression. */
export interface SampleBounds {
  rows: number;
  bytes: number;
}

const FEW: SampleBounds = { rows: 20, bytes: 256 * 1024 };

/** The columns of a file with values of its first rows. */
export interface Sample {
  format: ImportFormat;
  columns: SampleColumn[];
  /** Number of rows that were read. */
  rows: number;
}

export interface SampleColumn {
  name: string;
  /** Values that are not blank, as texts. */
  values: string[];
  /** The same values with the types that their format has: texts in CSV and TSV, else those of JSON. */
  raw: unknown[];
}

/** Reads the columns of a file, and samples of them. @throws StartupError for a file that cannot be read */
export async function readSample(
  source: ImportSource,
  stdin: Readable,
  signal: AbortSignal,
  bounds = FEW,
): Promise<Sample> {
  if (await hasMagic(source, PARQUET_MAGIC)) {
    const file = await open(source.path).catch((error: unknown) => failFile(source.path, error));
    return sampleOfParquet(file, source.path, signal, bounds);
  }
  const bytes = readSource(source, stdin, signal, () => undefined);
  try {
    const { head, whole } = await peek(bytes, bounds.bytes);
    const format = decideFormat(source.path, source.format, head);
    if (format === 'parquet') return await sampleOfParquet(await spool(whole), source.path, signal, bounds);
    const lines = linesOf(head, head.length >= bounds.bytes);
    return format === 'ndjson'
      ? sampleJson(source.path, lines, bounds.rows)
      : sampleTable(lines, format, bounds.rows);
  } finally {
    await bytes.return(undefined);
  }
}

/** Returns the lines of the beginning of a file, without the last one if it is cut. */
function linesOf(head: Buffer, isCut: boolean): string[] {
  const lines = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/);
  return isCut && lines.length > 1 ? lines.slice(0, -1) : lines;
}

/** @throws StartupError for a row that is nested too deep to be shown */
function sampleJson(path: string, lines: readonly string[], maxRows: number): Sample {
  const columns = new Map<string, SampleColumn>();
  const rows = lines.filter((each) => each.trim() !== '').slice(0, maxRows);
  for (const line of rows) {
    const object = parseJson(line);
    if (isNestedBeyond(object, MAX_JSON_DEPTH))
      throw new StartupError(`${path}: has a row that is nested deeper than ${MAX_JSON_DEPTH} levels`);
    for (const [name, value] of Object.entries(isJsonObject(object) ? object : {})) {
      const column = columns.get(name) ?? { name, values: [], raw: [] };
      if (columns.size < MAX_FILE_COLUMNS) columns.set(name, column);
      addValue(column, value);
    }
  }
  return { format: 'ndjson', columns: [...columns.values()], rows: rows.length };
}

function addValue({ values, raw }: SampleColumn, value: unknown): void {
  if (value === null || value === undefined || value === '') return;
  values.push(typeof value === 'string' ? value : JSON.stringify(value));
  raw.push(value);
}

function sampleTable(lines: readonly string[], format: ImportFormat, maxRows: number): Sample {
  const records: (readonly string[])[] = [];
  const reader = new RecordReader(format === 'tsv' ? '\t' : undefined, {
    record: (_line, cells) => void records.push(cells),
    reject: () => undefined,
  });
  for (const [index, text] of lines.entries()) {
    if (records.length > maxRows) break;
    reader.read({ number: index + 1, text, fault: undefined });
  }
  reader.end();
  const [header = [], ...rows] = records.slice(0, maxRows + 1);
  const columns = header.slice(0, MAX_FILE_COLUMNS).map((name, index) => {
    const values = rows.flatMap((cells) => cells[index]?.trim() || []);
    return { name: name.trim(), values, raw: values };
  });
  return { format, columns, rows: rows.length };
}

async function sampleOfParquet(
  file: FileHandle,
  path: string,
  signal: AbortSignal,
  bounds: SampleBounds,
): Promise<Sample> {
  try {
    const { names, rows } = await sampleParquet(file, path, { signal, budget: DECODER_BUDGET }, bounds);
    const columns = names.slice(0, MAX_FILE_COLUMNS).map((name, index) => {
      const column: SampleColumn = { name, values: [], raw: [] };
      for (const row of rows) addValue(column, row[String(index)]);
      return column;
    });
    return { format: 'parquet', columns, rows: rows.length };
  } finally {
    await file.close();
  }
}
