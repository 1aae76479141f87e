import { constants } from 'node:fs';
import { access, open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { StartupError } from '../../lib/fault.ts';
import { openReadable } from '../../lib/streams.ts';
import { DECODER_BUDGET } from './decoder/start-decoder.ts';
import { type Rename, renamesOf } from './formats/columns.ts';
import { formatOfFile, type ImportFormat } from './formats/format.ts';
import { decompress } from './formats/zstd.ts';
import { IMPORT_KINDS, type ImportKind, isDataFile, kindOfFile } from './kinds.ts';
import { failFile } from './problems.ts';
import { type Constant, constantsOf } from './row-reader.ts';

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
  /** Values that all rows get. */
  constants: readonly Constant[];
  /** Files of a folder that together are one source, in their order; undefined for a file. */
  parts?: readonly SourcePart[];
}

/** A file of a folder that is one source. */
interface SourcePart {
  path: string;
  size: number;
  format: ImportFormat | undefined;
}

/** Statements of the command about its sources. */
interface SourceOptions {
  /** Kind of standard input, and of files whose name does not contain one. */
  kind: ImportKind | undefined;
  /** Format of all sources. */
  format: ImportFormat | undefined;
  renames: readonly Rename[];
  constants: readonly Constant[];
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
  const { kind, format } = options;
  if (path === STDIN) {
    if (kind === undefined) throw new StartupError('reading standard input needs --kind');
    return [{ path, kind, size: undefined, format, ...rulesFor(kind, options) }];
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
      ...rulesFor(fileKind, options),
    },
  ];
}

/** Finds the files of a folder. With a kind, all are parts of one table. */
async function findInFolder(folder: string, options: SourceOptions, onNote: (note: string) => void) {
  const names = (await readdir(folder).catch((error: unknown) => failFile(folder, error))).sort();
  if (options.kind !== undefined) return [await findParts(folder, names, options.kind, options)];
  const data = names.filter(isDataFile);
  const ignored = names.filter((name) => !isDataFile(name));
  if (data.length === 0) {
    const advice = names.some(isPart) ? '. If its files are parts of one table, add --kind' : '';
    throw new StartupError(
      `${folder}: no file name contains a kind (${IMPORT_KINDS.join(', ')}) and ends in .ndjson, .csv, .tsv or .parquet${advice}`,
    );
  }
  if (ignored.length > 0) onNote(`${folder}: skipped ${ignored.join(', ')}`);
  const sources = await Promise.all(data.map((name) => findOne(join(folder, name), options, onNote)));
  return sources.flat();
}

/** Tells whether a file of a folder is a part of a table. Writers hide files beside them: `_SUCCESS`, `.part-0.crc`. */
function isPart(name: string): boolean {
  return !/^[._]/.test(name) && formatOfFile(name) !== undefined;
}

/**
 * Makes one source of the files of a folder, as Spark and warehouses write a table.
 *
 * @throws StartupError for a folder without parts, with files of another kind, and for one whose parts do not tell which
 * of them count.
 */
async function findParts(folder: string, names: readonly string[], kind: ImportKind, options: SourceOptions) {
  const log = names.find((name) => name === '_delta_log' || name === '.hoodie' || name === 'metadata');
  if (log !== undefined)
    throw new StartupError(
      `${folder}: has ${log}, so that some of its files may be out of date; export the table as plain files`,
    );
  const parts: SourcePart[] = [];
  for (const name of names.filter(isPart)) {
    const path = join(folder, name);
    const { size, isFile } = await statFile(path);
    if (!isFile) continue;
    const own = kindOfFile(name);
    if (own !== undefined && own !== kind)
      throw new StartupError(`${path}: its name says ${own}, but --kind ${kind} is for the whole folder`);
    await access(path, constants.R_OK).catch((error: unknown) => failFile(path, error));
    parts.push({ path, size, format: options.format ?? formatOfFile(name) });
  }
  const [first] = parts;
  if (first === undefined)
    throw new StartupError(
      `${folder}: has no file that ends in .ndjson, .csv, .tsv or .parquet. Files of folders in it are not read`,
    );
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  return { path: folder, kind, size, format: first.format, parts, ...rulesFor(kind, options) };
}

async function statFile(path: string): Promise<{ size: number; isFile: boolean }> {
  const info = await stat(path).catch((error: unknown) => failFile(path, error));
  return { size: info.size, isFile: info.isFile() };
}

/** Returns the files of a source: its parts, or itself. */
export function filesOf(source: ImportSource): readonly ImportSource[] {
  const { parts, ...rest } = source;
  return parts === undefined ? [source] : parts.map((part) => ({ ...rest, ...part }));
}

function rulesFor(kind: ImportKind, { renames, constants: all }: SourceOptions) {
  return { renames: renamesOf(renames, kind), constants: constantsOf(all, kind) };
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
