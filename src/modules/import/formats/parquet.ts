import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartupError } from '../../../lib/fault.ts';
import { type JsonObject, textIn } from '../../../lib/json.ts';
import { type LayoutInput, MARKS, type ProgressLine, type RefusedLine } from '../decoder/output.ts';
import { DataFault, Decoder, type DecoderBudget } from '../decoder/start-decoder.ts';
import { InvalidField } from '../fields.ts';
import { readLines } from '../read-lines.ts';
import { findColumns, type RowLayout, type RowSink } from './columns.ts';

const ADVICE = 'write it with smaller row groups, or as CSV';

/** How a Parquet file is read. */
interface ParquetOptions {
  signal: AbortSignal;
  budget: DecoderBudget;
  /** Receives the share of the rows that were read, from 0 to 1. */
  onRows: (share: number) => void;
}

/**
 * Reads a Parquet file, which a process of its own decodes, and yields after each block of rows. Rows are numbered from 1;
 * the number 0 stands for the schema. Only the columns of fields are read.
 *
 * @throws StartupError for a file that cannot be decoded within the budget.
 */
export async function* readParquet(
  file: FileHandle,
  layout: RowLayout,
  options: ParquetOptions,
  sink: RowSink,
): AsyncGenerator<void> {
  let row = 0;
  const noteProgress = (text: string) => {
    const { names, share }: ProgressLine = text === '' ? {} : JSON.parse(text);
    if (share !== undefined) options.onRows(share);
    if (names === undefined) return;
    const { unknown } = findColumns(names, layout);
    for (const name of unknown) sink.warnUnknown(0, name, JSON.stringify(names));
  };
  const refuse = ({ field, reason, row: given }: RefusedLine) =>
    sink.reject(++row, new InvalidField(field, reason), JSON.stringify(given), given);
  for await (const lines of decode(file, layout, options)) {
    for (const line of lines) {
      if (line.startsWith(MARKS.progress)) noteProgress(line.slice(1));
      else if (line.startsWith(MARKS.refused)) refuse(JSON.parse(line.slice(1)));
      else sink.add(++row, JSON.parse(line), line);
    }
    yield;
  }
}

/** Reads the names of the columns, and the first rows within bounds: their values by the position of the column. */
export async function sampleParquet(
  file: FileHandle,
  path: string,
  options: Omit<ParquetOptions, 'onRows'>,
  bounds: { rows: number; bytes: number },
): Promise<{ names: readonly string[]; rows: JsonObject[] }> {
  let names: readonly string[] = [];
  let left = bounds.bytes;
  const rows: JsonObject[] = [];
  for await (const lines of decode(file, { path, fields: new Map(), renames: [] }, options, bounds.rows)) {
    for (const line of lines) {
      if (line.startsWith(MARKS.progress)) {
        const progress: ProgressLine = line.length > 1 ? JSON.parse(line.slice(1)) : {};
        names = progress.names ?? names;
        continue;
      }
      if (!line.startsWith(MARKS.refused)) rows.push(JSON.parse(line));
      left -= line.length;
      if (left < 0) return { names, rows };
    }
  }
  return { names, rows };
}

/** Yields the lines of the decoder (output.ts). */
async function* decode(
  file: FileHandle,
  { path, fields, names, renames, constants = new Set() }: RowLayout,
  { signal, budget }: Omit<ParquetOptions, 'onRows'>,
  sample?: number,
): AsyncGenerator<string[]> {
  const decoder = new Decoder('parquet', { signal, budget, advice: ADVICE, file: file.fd });
  const input: LayoutInput = {
    path,
    fields: [...fields],
    names: [...(names ?? [])],
    renames,
    constants: [...constants],
    sample,
  };
  const sending = decoder.send([Buffer.from(JSON.stringify(input))]);
  try {
    for await (const { texts } of readLines(decoder.read())) yield texts;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof DataFault) throw new StartupError(error.message, { cause: error });
    const reason = textIn(error, 'message') ?? String(error);
    throw new StartupError(`${path}: cannot be read as Parquet: ${reason}`, { cause: error });
  }
  await sending;
}

/**
 * Writes data that cannot be read by ranges to a temporary file. It has no name any more when this returns, so that it goes
 * with the process, however that ends.
 */
export async function spool(source: AsyncIterable<Buffer>): Promise<FileHandle> {
  const path = join(tmpdir(), `company-data-${randomUUID()}.parquet`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    for await (const bytes of source) await file.appendFile(bytes);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
