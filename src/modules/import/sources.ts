import { constants } from 'node:fs';
import { access, open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { StartupError } from '../../lib/fault.ts';
import { openReadable } from '../../lib/open-readable.ts';
import { DECODER_BUDGET } from './decoder/start-decoder.ts';
import { failFile } from './faults.ts';
import { decompress } from './formats/decompress.ts';
import { formatOfFile, type ImportFormat } from './formats/format.ts';
import { type Rename, renamesOf } from './formats/renames.ts';
import { IMPORT_KINDS, type ImportKind, isDataFile, kindOfFile } from './kinds.ts';

/** Path of standard input. */
export const STDIN = '-';

/** A file to import. */
export interface ImportSource {
  /** Path as given; `-` for standard input. */
  path: string;
  kind: ImportKind;
  /** Size of the file in bytes, before decompression; undefined for a pipe. */
  size: number | undefined;
  /** Format that the command or the name states; undefined if the content decides. */
  format: ImportFormat | undefined;
  /** Columns that are read as other fields. */
  renames: readonly Rename[];
}

/** Statements of the command about its sources. */
export interface SourceOptions {
  /** Kind of standard input, and of files whose name does not contain one. */
  kind: ImportKind | undefined;
  /** Format of all sources. */
  format: ImportFormat | undefined;
  renames: readonly Rename[];
}

const READ_BYTES = 1024 * 1024;

/**
 * Finds the files of `paths` and sorts them so that each kind follows those it refers to. All paths are validated
 * before the first import.
 *
 * @param onNote receives a note about skipped files of a folder.
 * @throws StartupError for a path that cannot be read or whose kind is unknown, and for a folder without data.
 */
export async function findSources(
  paths: readonly string[],
  options: SourceOptions,
  onNote: (note: string) => void,
): Promise<ImportSource[]> {
  if (paths.length === 0)
    throw new StartupError('nothing to import: name a file, a folder, or - with --kind');
  if (paths.filter((path) => path === STDIN).length > 1) throw new StartupError('- can be given only once');
  const found: ImportSource[] = [];
  for (const path of paths) for (const source of await findOne(path, options, onNote)) found.push(source);
  return found.sort((a, b) => IMPORT_KINDS.indexOf(a.kind) - IMPORT_KINDS.indexOf(b.kind));
}

async function findOne(
  path: string,
  options: SourceOptions,
  onNote: (note: string) => void,
): Promise<ImportSource[]> {
  const { kind, format, renames } = options;
  if (path === STDIN) {
    if (kind === undefined) throw new StartupError('reading standard input needs --kind');
    return [{ path, kind, size: undefined, format, renames: renamesOf(renames, kind) }];
  }
  const info = await stat(path).catch((error: unknown) => failFile(path, error));
  if (info.isDirectory()) return findInFolder(path, options, onNote);
  await access(path, constants.R_OK).catch((error: unknown) => failFile(path, error));
  const fileKind = kind ?? kindOfFile(basename(path));
  if (fileKind === undefined) {
    throw new StartupError(`${path}: the name contains no kind; add --kind ${IMPORT_KINDS.join('|')}`);
  }
  return [
    {
      path,
      kind: fileKind,
      size: info.isFile() ? info.size : undefined,
      format: format ?? formatOfFile(basename(path)),
      renames: renamesOf(renames, fileKind),
    },
  ];
}

async function findInFolder(
  folder: string,
  options: SourceOptions,
  onNote: (note: string) => void,
): Promise<ImportSource[]> {
  if (options.kind !== undefined) throw new StartupError(`${folder}: --kind cannot be used with a folder`);
  const names = (await readdir(folder).catch((error: unknown) => failFile(folder, error))).sort();
  const data = names.filter(isDataFile);
  const ignored = names.filter((name) => !isDataFile(name));
  if (data.length === 0) {
    throw new StartupError(
      `${folder}: no file name contains a kind (${IMPORT_KINDS.join(', ')}) and ends in .ndjson, .csv, .tsv or .parquet`,
    );
  }
  if (ignored.length > 0) onNote(`${folder}: skipped ${ignored.join(', ')}`);
  const sources = await Promise.all(data.map((name) => findOne(join(folder, name), options, onNote)));
  return sources.flat();
}

/** Tells whether a file begins with `magic`. Pipes are not read. */
export async function hasMagic(source: ImportSource, magic: Buffer): Promise<boolean> {
  if (source.size === undefined) return false;
  try {
    const file = await open(source.path);
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(magic.length), 0, magic.length, 0);
      return bytesRead === magic.length && buffer.equals(magic);
    } finally {
      await file.close();
    }
  } catch (error) {
    failFile(source.path, error);
  }
}

/**
 * Reads the bytes of a source, decompressed. The content shows the compression, not the file name.
 *
 * @param signal aborts reading, even of a pipe that sends nothing.
 * @param onBytes receives the number of bytes read since the last call, before decompression.
 * @throws StartupError when the source cannot be read or compressed data is damaged.
 */
export async function* readSource(
  source: ImportSource,
  stdin: Readable,
  signal: AbortSignal,
  onBytes: (count: number) => void,
  budget = DECODER_BUDGET,
): AsyncGenerator<Buffer> {
  let file: Readable | undefined;
  try {
    file = source.path === STDIN ? stdin : await openReadable(source.path, READ_BYTES);
    yield* decompress(asBuffers(addAbortSignal(signal, file), onBytes), { signal, budget });
  } catch (error) {
    failFile(source.path, error);
  } finally {
    // A reader that stops early may not have begun with the part that closes the stream.
    file?.destroy();
  }
}

async function* asBuffers(raw: Readable, onBytes: (count: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of raw) {
    const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    onBytes(bytes.length);
    yield bytes;
  }
}
