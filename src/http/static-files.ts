import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, posix, sep } from 'node:path';
import { StartupError } from '../lib/fault.ts';
import { packagePath } from '../lib/files.ts';
import {
  CODINGS,
  type ContentCoding,
  chooseCoding,
  codedTag,
  compress,
  entityTagOf,
  isFresh,
  MIN_COMPRESSED_BYTES,
} from '../lib/http-headers.ts';
import { sendBytes, sendNothing } from '../lib/send.ts';
import type { Middleware } from './request.ts';

/**
 * Serves a text that does not change until the next release.
 *
 * @param caching Cache-Control; unless stated, clients ask each time whether their copy is still fresh.
 */
export function serveStatic(mediaType: string, text: string, caching = 'public, no-cache'): Middleware {
  return serveBytes(`${mediaType}; charset=utf-8`, Buffer.from(text), caching);
}

/** Serves a file like `serveStatic`. It is read at the first request, and kept. */
function serveFile(mediaType: string, path: string, caching: string): Middleware {
  let reading: Promise<Middleware> | undefined;
  const read = () => readFile(path, 'utf8').then((text) => serveStatic(mediaType, text, caching));
  return async (req, res, next) => {
    reading ??= read().catch((error) => {
      reading = undefined;
      throw error;
    });
    const serve = await reading;
    await serve(req, res, next);
  };
}

/**
 * Serves bytes in the coding that the client prefers. All responses share the buffers: a client that does not read costs
 * no more than its connection.
 *
 * @param coded the bytes in each coding that they come with; empty where compression does not help. Unless it is given,
 *   they are compressed at the first use of each coding.
 */
function serveBytes(
  contentType: string,
  bytes: Buffer,
  caching: string,
  coded?: ReadonlyMap<ContentCoding, Buffer>,
): Middleware {
  const etag = entityTagOf(bytes);
  const known = new Map<ContentCoding, Buffer | Promise<Buffer>>(coded);
  const isCompressible = bytes.length >= MIN_COMPRESSED_BYTES;
  const codings = CODINGS.filter((coding) => (coded ? coded.has(coding) : isCompressible));
  return async (req, res) => {
    res.setHeader('Cache-Control', caching);
    res.setHeader('Content-Type', contentType);
    if (codings.length === 0) return send(req, res, bytes, etag);
    res.appendHeader('Vary', 'Accept-Encoding');
    const coding = chooseCoding(req.headers['accept-encoding'], codings);
    if (!coding) return send(req, res, bytes, etag);
    const compressed = known.get(coding) ?? compress(bytes, coding);
    known.set(coding, compressed);
    const body = await compressed;
    res.setHeader('Content-Encoding', coding);
    send(req, res, body, codedTag(etag, coding));
  };
}

function send(req: IncomingMessage, res: ServerResponse, bytes: Buffer, etag: string): void {
  res.setHeader('ETag', etag);
  if (isFresh(req.headers['if-none-match'], etag)) {
    res.removeHeader('Content-Type');
    res.removeHeader('Content-Encoding');
    sendNothing(res, 304);
    return;
  }
  res.setHeader('Content-Length', bytes.length);
  sendBytes(res, bytes, true);
}

/** Below this path, every file has a hash of its content in its name. */
export const ASSETS_PATH = '/assets';

/** A year, the longest time that RFC 9111 knew; `immutable` spares the question at a reload (RFC 8246). */
export const FOREVER = 'public, max-age=31536000, immutable';

/** A file that never changes under its path. */
export interface Asset {
  path: string;
  serve: Middleware;
}

/** Creates a file of a page. Browsers keep it for a year: a new release has another path for another content. */
export function assetOf(fileName: string, mediaType: string, text: string): Asset {
  const { name, ext } = posix.parse(fileName);
  const version = hash('sha256', text, 'base64url').slice(0, 16);
  return { path: `${ASSETS_PATH}/${name}.${version}${ext}`, serve: serveStatic(mediaType, text, FOREVER) };
}

/** Content types by the extension of a file. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.graphql': 'text/plain; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.yaml': 'text/plain; charset=utf-8',
};

/** Codings by the extension that the build adds to the name of a file. */
const CODED = new Map<string, ContentCoding>([
  ['.br', 'br'],
  ['.gz', 'gzip'],
]);

/** A file that the build wrote. */
export interface BuiltFile {
  /** Path below the folder, with slashes. */
  name: string;
  /** Reads it without a coding. */
  read: () => Buffer;
  /** Reads it in each coding that the build wrote, and serves it from memory. @param caching Cache-Control */
  serve: (caching: string) => Middleware;
}

/**
 * Finds the files of a folder. A path is looked up among their names later, instead of being joined to a folder.
 *
 * @param what name of the content, for messages
 * @param command command that builds it
 * @throws StartupError if the folder cannot be read.
 */
export function findBuiltFiles(folder: string, what: string, command: string): BuiltFile[] {
  const names = new Set(namesIn(folder, what, command));
  return [...names]
    .filter((name) => !isCodingOf(name, names))
    .map((name) => findBuiltFile(folder, name, names));
}

function isCodingOf(name: string, names: ReadonlySet<string>): boolean {
  const extension = extname(name);
  return CODED.has(extension) && names.has(name.slice(0, -extension.length));
}

function findBuiltFile(folder: string, name: string, names: ReadonlySet<string>): BuiltFile {
  const type = CONTENT_TYPES[extname(name)] ?? 'application/octet-stream';
  const read = (ending = '') => readFileSync(join(folder, name + ending));
  const serve = (caching: string) => {
    const coded = new Map<ContentCoding, Buffer>();
    for (const [ending, coding] of CODED) {
      if (names.has(name + ending)) coded.set(coding, read(ending));
    }
    return serveBytes(type, read(), caching, coded);
  };
  return { name, read, serve };
}

function namesIn(folder: string, what: string, command: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
    const files = entries.filter((entry) => entry.isFile());
    return files.map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll(sep, '/'),
    );
  } catch (error) {
    throw notBuilt(folder, what, command, error);
  }
}

/** Folder that the build writes. */
const FOLDER = packagePath('dist/pages');
/** A name with the hash of the content before the extension. */
const HASHED = /^(?<name>.+)\.[\w-]{16}(?<ext>\.\w+)$/;

/** Finds a file of GraphiQL or Swagger UI by its name. It is read at the first request for it. */
export type FindVendored = (name: string, mediaType: string) => Asset;

/** What `openVendored` finds, and the command that builds it, for messages. */
const VENDORED = ['GraphiQL and Swagger UI', 'npm run build'] as const;

/** @throws StartupError if the files are not built. */
export function openVendored(folder = FOLDER): FindVendored {
  const names = namesIn(folder, ...VENDORED);
  const files = new Map(names.map((file) => [file.replace(HASHED, '$<name>$<ext>'), file]));
  return (name, mediaType) => {
    const file = files.get(name);
    if (file === undefined) throw notBuilt(join(folder, name), ...VENDORED);
    return {
      path: `${ASSETS_PATH}/${file}`,
      serve: serveFile(mediaType, join(folder, file), FOREVER),
    };
  };
}

function notBuilt(path: string, what: string, command: string, cause?: unknown): StartupError {
  return new StartupError(`cannot read ${path} (${what}); run ${command}`, { cause });
}
