import { fstatSync, readSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import {
  type AsyncBuffer,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { StartupError } from '../../../lib/fault.ts';
import { textIn } from '../../../lib/json.ts';
import { findColumns } from '../formats/columns.ts';
import { type LayoutInput, MARKS, maxExpansion, type ProgressLine, writeOutput } from './output.ts';
import {
  estimateRow,
  MIN_ROW_BYTES,
  type NamedColumn,
  PARSERS,
  type ParquetRow,
  toLine,
} from './parquet-values.ts';

/** Descriptor of the file. */
const FILE = 3;
/** Bytes that are read at once, before the reader is told that reading makes progress. */
const READ_BYTES = 8 * 1024 * 1024;
/** Rows that are decoded at once: as many as row groups usually have, because a list column is decoded completely. */
const ROWS_IN_MEMORY = 131_072;
/** Characters of rows that are written at once. */
const WRITE_CHARACTERS = 256 * 1024;
/** Maximum size of the columns that are read of a row group, uncompressed. */
const MAX_GROUP_BYTES = 512 * 1024 * 1024;

/**
 * Writes the rows of a Parquet file to standard output, as lines (output.ts). Only the columns of fields are read.
 * Standard input has the layout of the rows.
 *
 * @throws StartupError for a file that cannot be decoded, has too large row groups or becomes too large.
 */
export async function writeParquetRows(): Promise<void> {
  const input: LayoutInput = JSON.parse(await text(process.stdin));
  try {
    await Promise.race([writeRows(openFile(), input), untilUncaught()]);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const reason = textIn(error, 'message') ?? String(error);
    throw new StartupError(`${input.path}: cannot be read as Parquet: ${reason}`, { cause: error });
  }
}

/** Rejects with an error that the reader of Parquet throws where nobody waits for it. */
function untilUncaught(): Promise<never> {
  return new Promise((_resolve, reject) => {
    process.on('uncaughtException', reject);
  });
}

async function writeRows(
  file: AsyncBuffer,
  { path, fields, names: others, renames, constants, sample }: LayoutInput,
) {
  const metadata = await parquetMetadataAsync(file, { parsers: PARSERS, geoparquet: false });
  const names = parquetSchema(metadata).children.map(({ element }) => element.name);
  await writeProgress({ names });
  if (sample !== undefined) return writeSample(file, metadata, names, sample);
  const layout = {
    path,
    fields: new Map(fields),
    names: new Map(others),
    renames: renames.map((rename) => ({ ...rename, kind: undefined, used: false })),
    constants: new Set(constants),
  };
  const columns = findColumns(names, layout).columns.map(
    (column): NamedColumn => ({ ...column, name: names[column.index] ?? '' }),
  );
  checkRowGroups(metadata, new Set(columns.map(({ name }) => name)), path);
  const total = countRows(metadata);
  let left = maxExpansion(file.byteLength) - total * MIN_ROW_BYTES;
  for (const [rowStart, rowEnd] of rowRanges(metadata)) {
    // The rows that the metadata states may be too many already.
    if (left >= 0) {
      const rows = await readRange(file, metadata, columns, rowStart, rowEnd);
      const sizes = rows.map((row) => estimateRow(row, columns));
      left -= sizes.reduce((sum, size) => sum + size, 0);
      if (left >= 0) await writeLines(rows, sizes, columns);
    }
    if (left < 0)
      throw new StartupError(
        `${path}: ${file.byteLength} bytes of Parquet become more than ${maxExpansion(file.byteLength)} bytes of rows; ` +
          'write the file without dictionaries, or as CSV',
      );
    await writeProgress({ share: rowEnd / total });
  }
}

/** Writes the first rows, with all columns. Of columns with one name, the last one is read. */
async function writeSample(
  file: AsyncBuffer,
  metadata: FileMetaData,
  names: readonly string[],
  rows: number,
): Promise<void> {
  const columns = names.map(
    (name, index): NamedColumn => ({ index, name, field: String(index), type: 'text' }),
  );
  checkRowGroups(metadata, new Set(names), 'the file');
  const [range] = rowRanges(metadata);
  if (range === undefined) return;
  const read = await readRange(file, metadata, columns, 0, Math.min(range[1], rows));
  const sizes = read.map((row) => estimateRow(row, columns));
  await writeLines(read, sizes, columns);
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

function countRows({ row_groups, num_rows }: FileMetaData): number {
  const counts = row_groups.map((group) => Number(group.num_rows));
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (counts.some((count) => count < 0) || total !== Number(num_rows))
    throw new Error(`the row groups have ${total} rows, but the file has ${num_rows}`);
  return total;
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

async function readRange(
  file: AsyncBuffer,
  metadata: FileMetaData,
  columns: readonly NamedColumn[],
  rowStart: number,
  rowEnd: number,
): Promise<ParquetRow[]> {
  // Pages that are missing would be taken for NULLs.
  const ends = new Map<string, number>();
  const rows: ParquetRow[] = await parquetReadObjects({
    file,
    metadata,
    columns: [...new Set(columns.map(({ name }) => name))],
    rowStart,
    rowEnd,
    compressors,
    parsers: PARSERS,
    geoparquet: false,
    useOffsetIndex: true,
    onChunk: (chunk) => ends.set(chunk.columnName, Math.max(chunk.rowEnd, ends.get(chunk.columnName) ?? 0)),
  });
  if (rows.length !== rowEnd - rowStart || columns.some(({ name }) => (ends.get(name) ?? 0) < rowEnd))
    throw new Error(`the rows ${rowStart + 1} to ${rowEnd} are incomplete`);
  return rows;
}

async function writeLines(
  rows: readonly ParquetRow[],
  sizes: readonly number[],
  columns: readonly NamedColumn[],
): Promise<void> {
  let lines = '';
  for (const [index, row] of rows.entries()) {
    lines += `${toLine(row, columns, sizes[index] ?? 0)}\n`;
    if (lines.length < WRITE_CHARACTERS) continue;
    await writeOutput(lines);
    lines = '';
  }
  await writeOutput(lines);
}

async function writeProgress(line: ProgressLine): Promise<void> {
  await writeOutput(`${MARKS.progress}${JSON.stringify(line)}\n`);
}

/** Opens the file as the Parquet reader takes it. */
function openFile(): AsyncBuffer {
  const { size } = fstatSync(FILE);
  return {
    byteLength: size,
    async slice(start, end = size) {
      const to = Math.min(end, size);
      if (!(start >= 0 && start <= to)) throw new Error('a range lies outside of the file');
      const bytes = new Uint8Array(to - start);
      for (let done = 0; done < bytes.length; ) {
        const count = readSync(FILE, bytes, done, Math.min(READ_BYTES, bytes.length - done), start + done);
        if (count === 0) throw new Error('the file became shorter');
        done += count;
        await writeOutput(`${MARKS.progress}\n`);
      }
      return bytes.buffer;
    },
  };
}
