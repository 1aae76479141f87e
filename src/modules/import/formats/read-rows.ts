import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { DECODER_BUDGET, type DecoderBudget } from '../decoder/start-decoder.ts';
import { columnsOf, NO_COLUMNS, type OwnColumns } from '../own-columns.ts';
import { failFile } from '../problems.ts';
import { filesOf, hasMagic, type ImportSource, readSource } from '../sources.ts';
import type { RowLayout, RowSink } from './columns.ts';
import { readDelimited } from './delimited.ts';
import { decideFormat, type ImportFormat, PARQUET_MAGIC, SNIFFED_BYTES } from './format.ts';
import { readNdjson } from './ndjson.ts';
import { readParquet, spool } from './parquet.ts';
import { PartLines } from './part-lines.ts';
import { peek } from './zstd.ts';

/** How a source is read. */
interface RowInput {
  /** Stream that `-` reads. */
  stdin: Readable;
  /** Aborts reading, even of a pipe that sends nothing. */
  signal: AbortSignal;
  /** Fields that identify a row. */
  keyFields: readonly string[];
  /** Receives the number of bytes read since the last call, before decompression. */
  onBytes: (count: number) => void;
  /** Bounds for decoding. */
  budget?: DecoderBudget;
  /** Own fields that files of companies may carry. */
  own?: OwnColumns;
  /** Receives the rows. */
  sink: RowSink;
}

/**
 * Reads the rows of a source in any format (contract, section 8), and yields after each block of them. The lines of a
 * folder are numbered over all of its files; `parts` receives which numbers belong to which file.
 */
export async function* readRows(
  source: ImportSource,
  input: RowInput,
  parts = new PartLines(),
): AsyncGenerator<void> {
  if (source.parts === undefined) {
    yield* readOne(source, input);
    return;
  }
  for (const part of filesOf(source)) {
    parts.begin(part.path);
    yield* readOne(part, { ...input, sink: parts.numbered(input.sink) });
  }
}

/**
 * Reads the rows of a file.
 *
 * @throws StartupError when the source cannot be read, or its content has another format than it should.
 */
async function* readOne(source: ImportSource, input: RowInput): AsyncGenerator<void> {
  const layout: RowLayout = {
    path: source.path,
    ...columnsOf(source.kind, input.own ?? NO_COLUMNS),
    renames: source.renames,
    constants: new Set(source.constants.map(({ field }) => field)),
  };
  if (await hasMagic(source, PARQUET_MAGIC)) {
    decideFormat(source.path, source.format, PARQUET_MAGIC);
    const file = await open(source.path).catch((error: unknown) => failFile(source.path, error));
    yield* readFile(file, layout, input, countShares(source.size ?? 0, input.onBytes));
    return;
  }
  const bytes = readSource(source, input.stdin, input.signal, input.onBytes, input.budget);
  try {
    const { head, whole } = await peek(bytes, SNIFFED_BYTES);
    yield* readFormat(decideFormat(source.path, source.format, head), whole, layout, input);
  } finally {
    await bytes.return(undefined);
  }
}

async function* readFormat(
  format: ImportFormat,
  bytes: AsyncIterable<Buffer>,
  layout: RowLayout,
  input: RowInput,
): AsyncGenerator<void> {
  switch (format) {
    case 'ndjson':
      yield* readNdjson(bytes, layout, input.keyFields, input.sink);
      return;
    case 'csv':
      yield* readDelimited(bytes, layout, undefined, input.sink);
      return;
    case 'tsv':
      yield* readDelimited(bytes, layout, '\t', input.sink);
      return;
    case 'parquet': {
      const file = await spool(bytes).catch((error: unknown) => failFile(layout.path, error));
      yield* readFile(file, layout, input, () => undefined);
    }
  }
}

/**
 * Checks before an import that the content of each file has the format that it should. Pipes are not read.
 *
 * @throws StartupError when a file has another format, or cannot be read.
 */
export async function checkFormats(sources: readonly ImportSource[], signal: AbortSignal): Promise<void> {
  for (const source of sources.flatMap(filesOf).filter(({ size }) => size !== undefined)) {
    const bytes = readSource(source, Readable.from([]), signal, () => undefined);
    const { head } = await peek(bytes, SNIFFED_BYTES);
    await bytes.return(undefined);
    decideFormat(source.path, source.format, head);
  }
}

async function* readFile(
  file: FileHandle,
  layout: RowLayout,
  { signal, budget = DECODER_BUDGET, sink }: RowInput,
  onRows: (share: number) => void,
): AsyncGenerator<void> {
  try {
    yield* readParquet(file, layout, { signal, budget, onRows }, sink);
  } finally {
    await file.close();
  }
}

/** Reports shares of a file as bytes. */
function countShares(size: number, onBytes: (count: number) => void): (share: number) => void {
  let reported = 0;
  return (share) => {
    const bytes = Math.round(size * share);
    onBytes(bytes - reported);
    reported = bytes;
  };
}
