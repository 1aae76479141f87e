import { constants } from 'node:fs';
import { access, open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { addAbortSignal, pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { StartupError } from '../../lib/fault.ts';
import { failFile } from './faults.ts';
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
}

const READ_BYTES = 1024 * 1024;
const GZIP_MAGIC = [0x1f, 0x8b] as const;

/**
 * Finds the files of `paths` and sorts them so that each kind follows those it refers to. All paths are validated
 * before the first import.
 *
 * @param kind kind of standard input, and of files whose name does not contain one.
 * @param onNote receives a note about skipped files of a folder.
 * @throws StartupError for a path that cannot be read or whose kind is unknown, and for a folder without data.
 */
export async function findSources(
  paths: readonly string[],
  kind: ImportKind | undefined,
  onNote: (note: string) => void,
): Promise<ImportSource[]> {
  if (paths.length === 0)
    throw new StartupError('nothing to import: name a file, a folder, or - with --kind');
  if (paths.filter((path) => path === STDIN).length > 1) throw new StartupError('- can be given only once');
  const found: ImportSource[] = [];
  for (const path of paths) found.push(...(await findOne(path, kind, onNote)));
  return found.sort((a, b) => IMPORT_KINDS.indexOf(a.kind) - IMPORT_KINDS.indexOf(b.kind));
}

async function findOne(
  path: string,
  kind: ImportKind | undefined,
  onNote: (note: string) => void,
): Promise<ImportSource[]> {
  if (path === STDIN) {
    if (kind === undefined) throw new StartupError('reading standard input needs --kind');
    return [{ path, kind, size: undefined }];
  }
  const info = await stat(path).catch((error: unknown) => failFile(path, error));
  if (info.isDirectory()) return findInFolder(path, kind, onNote);
  await access(path, constants.R_OK).catch((error: unknown) => failFile(path, error));
  const fileKind = kind ?? kindOfFile(basename(path));
  if (fileKind === undefined) {
    throw new StartupError(`${path}: the name contains no kind; add --kind ${IMPORT_KINDS.join('|')}`);
  }
  return [{ path, kind: fileKind, size: info.isFile() ? info.size : undefined }];
}

async function findInFolder(
  folder: string,
  kind: ImportKind | undefined,
  onNote: (note: string) => void,
): Promise<ImportSource[]> {
  if (kind !== undefined) throw new StartupError(`${folder}: --kind cannot be used with a folder`);
  const names = (await readdir(folder).catch((error: unknown) => failFile(folder, error))).sort();
  const data = names.filter(isDataFile);
  const ignored = names.filter((name) => !isDataFile(name));
  if (data.length === 0) {
    throw new StartupError(
      `${folder}: no file name contains a kind (${IMPORT_KINDS.join(', ')}) and ends in .ndjson or .ndjson.gz`,
    );
  }
  if (ignored.length > 0) onNote(`${folder}: skipped ${ignored.join(', ')}`);
  const sources = await Promise.all(data.map((name) => findOne(join(folder, name), undefined, onNote)));
  return sources.flat();
}

/**
 * Reads the bytes of a source. Gzip is recognized by its content, not by the file name.
 *
 * @param signal aborts reading, even of a pipe that sends nothing.
 * @param onBytes receives the number of bytes read since the last call, before decompression.
 * @throws StartupError when the source cannot be read or the gzip data is damaged.
 */
export async function* readSource(
  source: ImportSource,
  stdin: Readable,
  signal: AbortSignal,
  onBytes: (count: number) => void,
): AsyncGenerator<Buffer> {
  try {
    const file =
      source.path === STDIN
        ? stdin
        : (await open(source.path)).createReadStream({ highWaterMark: READ_BYTES });
    yield* unzip(addAbortSignal(signal, file), onBytes);
  } catch (error) {
    failFile(source.path, error);
  }
}

async function* unzip(raw: Readable, onBytes: (count: number) => void): AsyncGenerator<Buffer> {
  const chunks = asBuffers(raw, onBytes);
  const first = await chunks.next();
  if (first.done) return;
  const whole = (async function* () {
    yield first.value;
    yield* chunks;
  })();
  if (!GZIP_MAGIC.every((byte, index) => first.value[index] === byte)) return yield* whole;
  const gunzip = createGunzip({ chunkSize: READ_BYTES });
  // Reading from gunzip throws the failure of any part.
  pipeline(whole, gunzip, () => undefined);
  yield* gunzip;
}

async function* asBuffers(raw: Readable, onBytes: (count: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of raw) {
    const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    onBytes(bytes.length);
    yield bytes;
  }
}
