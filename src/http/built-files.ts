import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { ContentCoding } from '../lib/content-coding.ts';
import { StartupError } from '../lib/fault.ts';
import type { Middleware } from './middleware.ts';
import { serveBytes } from './static-page.ts';

/** Content types by the extension of a file. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.graphql': 'text/plain; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
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
    throw new StartupError(`cannot read ${folder} (${what}); run ${command}`, { cause: error });
  }
}
