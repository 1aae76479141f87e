import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { isJsonObject } from '../../../lib/json.ts';
import { DECODER_BUDGET } from '../decoder/start-decoder.ts';
import { detectDelimiter, RecordSplitter, SEPARATOR_LINE } from '../formats/delimited.ts';
import { decideFormat, type ImportFormat, PARQUET_MAGIC, parseJson } from '../formats/format.ts';
import { sampleParquet, spool } from '../formats/parquet.ts';
import { peek } from '../formats/zstd.ts';
import { failFile } from '../problems.ts';
import { hasMagic, type ImportSource, readSource } from '../sources.ts';

/** Rows, and bytes after decompression, that are read of a file. */
const MAX_ROWS = 20;
const MAX_BYTES = 256 * 1024;
/** Columns that are shown of a file. A JSON file may have any number. */
const MAX_COLUMNS = 500;

/** The columns of a file with values of its first rows. */
interface Sample {
  format: ImportFormat;
  columns: SampleColumn[];
}

export interface SampleColumn {
  name: string;
  /** Values that are not blank, as texts. */
  values: string[];
}

/** Reads the columns of a file, and samples of them. @throws StartupError for a file that cannot be read */
export async function readSample(source: ImportSource, stdin: Readable, signal: AbortSignal) {
  if (await hasMagic(source, PARQUET_MAGIC)) {
    const file = await open(source.path).catch((error: unknown) => failFile(source.path, error));
    return sampleOfParquet(file, source.path, signal);
  }
  const bytes = readSource(source, stdin, signal, () => undefined);
  try {
    const { head, whole } = await peek(bytes, MAX_BYTES);
    const format = decideFormat(source.path, source.format, head);
    if (format === 'parquet') return await sampleOfParquet(await spool(whole), source.path, signal);
    const lines = linesOf(head);
    return { format, columns: format === 'ndjson' ? sampleJson(lines) : sampleTable(lines, format) };
  } finally {
    await bytes.return(undefined);
  }
}

/** Returns the lines of the beginning of a file, without the last one if it is cut. */
function linesOf(head: Buffer): string[] {
  const isCut = head.length >= MAX_BYTES;
  const lines = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/);
  return isCut && lines.length > 1 ? lines.slice(0, -1) : lines;
}

function sampleJson(lines: readonly string[]): SampleColumn[] {
  const columns = new Map<string, string[]>();
  for (const line of lines.filter((each) => each.trim() !== '').slice(0, MAX_ROWS)) {
    const object = parseJson(line);
    for (const [name, value] of Object.entries(isJsonObject(object) ? object : {})) {
      if (!columns.has(name) && columns.size >= MAX_COLUMNS) continue;
      const values = columns.get(name) ?? [];
      columns.set(name, [...values, ...textsOf(value)]);
    }
  }
  return [...columns].map(([name, values]) => ({ name, values }));
}

function textsOf(value: unknown): string[] {
  if (value === null || value === undefined || value === '') return [];
  return [typeof value === 'string' ? value : JSON.stringify(value)];
}

function sampleTable(lines: readonly string[], format: ImportFormat): SampleColumn[] {
  const named = SEPARATOR_LINE.exec(lines[0] ?? '')?.[1];
  const rest = (named === undefined ? lines : lines.slice(1)).filter((line) => line.trim() !== '');
  const delimiter = named ?? (format === 'tsv' ? '\t' : detectDelimiter(rest[0] ?? ''));
  const [header = [], ...rows] = readRecords(rest, delimiter, MAX_ROWS + 1);
  return header.slice(0, MAX_COLUMNS).map((name, index) => ({
    name: name.trim(),
    values: rows.flatMap((cells) => cells[index]?.trim() || []),
  }));
}

/** Reads records. One whose quotes are never closed ends with its first line. */
function readRecords(lines: readonly string[], delimiter: string, count: number): string[][] {
  const splitter = new RecordSplitter(delimiter);
  const records: string[][] = [];
  for (let first = 0; first < lines.length && records.length < count; ) {
    let last = first;
    let outcome = splitter.begin(lines[first] ?? '');
    while (outcome === 'open' && last + 1 < lines.length) {
      last += 1;
      outcome = splitter.proceed(lines[last] ?? '');
    }
    if (outcome === 'complete') {
      splitter.begin(lines.slice(first, last + 1).join('\n'));
      records.push(splitter.cells);
    } else last = first;
    first = last + 1;
  }
  return records;
}

async function sampleOfParquet(file: FileHandle, path: string, signal: AbortSignal): Promise<Sample> {
  try {
    const { names, rows } = await sampleParquet(file, path, { signal, budget: DECODER_BUDGET }, MAX_ROWS);
    const columns = names.slice(0, MAX_COLUMNS).map((name, index) => ({
      name,
      values: rows.flatMap((row) => textsOf(row[String(index)])),
    }));
    return { format: 'parquet', columns };
  } finally {
    await file.close();
  }
}
