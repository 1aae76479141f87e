import { isUtf8 } from 'node:buffer';
import {
  type AsyncBuffer,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { StartupError } from '../../../lib/fault.ts';
import { textIn } from '../../../lib/property.ts';
import { InvalidField } from '../fields.ts';
import { MAX_LINE_BYTES } from '../read-lines.ts';
import { parseCell } from './cells.ts';
import { type Column, findColumns, type RowLayout } from './columns.ts';
import type { RowBlock, RowSink } from './row-block.ts';

/** Rows that are decoded at once: as many as row groups usually have, because a list column is decoded completely. */
const ROWS_IN_MEMORY = 131_072;
/** Rows of a block. */
const BLOCK_ROWS = 4096;
/** Maximum size of the columns that are read of a row group, uncompressed. */
const MAX_GROUP_BYTES = 512 * 1024 * 1024;
const MAX_DATE = 8.64e15;

interface NamedColumn extends Column {
  name: string;
}

type ParquetRow = Readonly<Record<string, unknown>>;

/**
 * Reads a Parquet file. Rows are numbered from 1; the number 0 stands for the schema. Only the columns of fields are read.
 *
 * @param onRows receives the share of the rows that were decoded, from 0 to 1.
 * @throws StartupError for a file that cannot be decoded or has too large row groups.
 */
export async function* readParquet(
  file: AsyncBuffer,
  layout: RowLayout,
  onRows: (share: number) => void,
): AsyncGenerator<RowBlock> {
  const fail = (error: unknown): never => {
    const reason = (textIn(error, 'message') ?? String(error)).split('\n', 1)[0];
    throw new StartupError(`${layout.path}: cannot be read as Parquet: ${reason}`, { cause: error });
  };
  const metadata = await parquetMetadataAsync(file, { parsers: PARSERS, geoparquet: false }).catch(fail);
  const names = parquetSchema(metadata).children.map(({ element }) => element.name);
  const { columns, unknown } = findColumns(names, layout);
  yield {
    deliver: (sink) => {
      for (const name of unknown) sink.warnUnknown(0, name, JSON.stringify(names));
    },
  };
  const read = columns.map((column) => ({ ...column, name: names[column.index] ?? '' }));
  checkRowGroups(metadata, new Set(read.map(({ name }) => name)), layout.path);
  const total = Number(metadata.num_rows);
  for (const [rowStart, rowEnd] of rowRanges(metadata)) {
    const rows: ParquetRow[] = await parquetReadObjects({
      file,
      metadata,
      columns: read.map(({ name }) => name),
      rowStart,
      rowEnd,
      compressors,
      parsers: PARSERS,
      geoparquet: false,
      useOffsetIndex: true,
    }).catch(fail);
    if (rows.length !== rowEnd - rowStart)
      fail(new Error(`the rows ${rowStart + 1} to ${rowEnd} are incomplete`));
    onRows(total > 0 ? rowEnd / total : 1);
    for (let at = 0; at < rows.length; at += BLOCK_ROWS) {
      const block = rows.slice(at, at + BLOCK_ROWS);
      yield {
        deliver: (sink) => {
          for (const [index, row] of block.entries()) deliverRow(rowStart + at + index + 1, row, read, sink);
        },
      };
    }
  }
}

function checkRowGroups({ row_groups }: FileMetaData, names: ReadonlySet<string>, path: string): void {
  for (const [index, { columns }] of row_groups.entries()) {
    let bytes = 0;
    for (const { meta_data } of columns) {
      if (meta_data && names.has(meta_data.path_in_schema[0] ?? ''))
        bytes += Number(meta_data.total_uncompressed_size);
    }
    if (bytes <= MAX_GROUP_BYTES) continue;
    throw new StartupError(
      `${path}: row group ${index + 1} has ${bytes} bytes, more than ${MAX_GROUP_BYTES}; write smaller row groups`,
    );
  }
}

/** Returns the ranges of rows to read, none over two row groups. */
function* rowRanges({ row_groups }: FileMetaData): Generator<[start: number, end: number]> {
  let start = 0;
  for (const group of row_groups) {
    const end = start + Number(group.num_rows);
    for (; start < end; start = Math.min(end, start + ROWS_IN_MEMORY))
      yield [start, Math.min(end, start + ROWS_IN_MEMORY)];
  }
}

function deliverRow(line: number, source: ParquetRow, columns: readonly NamedColumn[], sink: RowSink): void {
  const row: Record<string, unknown> = {};
  let fault: InvalidField | undefined;
  for (const { name, field, type } of columns) {
    const value = toJson(source[name], type);
    if (value === NOT_UTF8) fault = new InvalidField(field, 'is not valid UTF-8');
    else if (value !== undefined) row[field] = value;
  }
  const text = JSON.stringify(row);
  if (text.length > MAX_LINE_BYTES)
    fault = new InvalidField(undefined, `is longer than ${MAX_LINE_BYTES} characters of JSON`);
  if (fault) sink.reject(line, fault, text, row);
  else sink.add(line, row, text);
}

/** Stands for a text that is not valid UTF-8. */
const NOT_UTF8 = Symbol('not UTF-8');

/** Converts a value as the row of a JSON file would have it. @returns undefined for NULL, which states nothing */
function toJson(value: unknown, type: Column['type']): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return parseCell(value, type);
  if (typeof value === 'bigint') return type === 'flag' ? parseCell(String(value), type) : Number(value);
  if (typeof value === 'number' && type === 'flag') return parseCell(String(value), type);
  if (!Array.isArray(value)) return value;
  const entries = value.map((entry) => toJson(entry, 'text')).filter((entry) => entry !== undefined);
  return entries.includes(NOT_UTF8) ? NOT_UTF8 : entries;
}

function decodeText(bytes: Uint8Array | undefined): unknown {
  if (bytes === undefined) return undefined;
  if (!isUtf8(bytes)) return NOT_UTF8;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}

function formatTime(milliseconds: number): string {
  const isDate = Math.abs(milliseconds) <= MAX_DATE;
  return isDate ? new Date(milliseconds).toISOString() : `${milliseconds} ms since 1970`;
}

/** Days become `2024-02-29`, times become RFC 3339 in UTC, which times without a zone are taken for. */
const PARSERS = {
  timestampFromMilliseconds: (milliseconds: bigint) => formatTime(Number(milliseconds)),
  timestampFromMicroseconds: (microseconds: bigint) => formatTime(Math.floor(Number(microseconds) / 1000)),
  timestampFromNanoseconds: (nanoseconds: bigint) => formatTime(Math.floor(Number(nanoseconds) / 1_000_000)),
  dateFromDays: (days: number) => formatTime(days * 86_400_000).replace('T00:00:00.000Z', ''),
  stringFromBytes: decodeText,
  jsonFromBytes: decodeText,
};
