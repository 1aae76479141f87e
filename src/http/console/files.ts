import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { loadOwnDocuments } from '../../api/trusted-documents.ts';
import type { TrustedDocuments } from '../../graphql/persisted-documents.ts';
import type { ContentCoding } from '../../lib/content-coding.ts';
import { StartupError } from '../../lib/fault.ts';
import { packagePath } from '../../lib/package-path.ts';
import { propertyOf } from '../../lib/property.ts';
import { ASSETS_PATH, FOREVER } from '../assets.ts';
import type { Middleware } from '../middleware.ts';
import { serveBytes } from '../static-page.ts';

/** Stands in the page wherever the nonce of a response belongs. Vite writes it (`html.cspNonce`). */
export const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/** Folder of the built console. */
const CONSOLE_FOLDER = packagePath('dist/console');

/** Content types by the extension of a file. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** Codings by the extension that the build adds to the name of a file. */
const CODED = new Map<string, ContentCoding>([
  ['.br', 'br'],
  ['.gz', 'gzip'],
]);

/** The built console. */
export interface ConsoleFiles {
  /** HTML with placeholders for the nonce. */
  page: string;
  /** Files of the page by their paths. */
  assets: ReadonlyMap<string, Middleware>;
  /** GraphQL documents of the console by their hashes. */
  documents: TrustedDocuments;
}

/**
 * Reads the built console into memory: the files of all screens in each coding, a few megabytes for as long as the
 * process runs. In return, no request reads from disk, and a path is looked up among known names instead of being joined
 * to a folder.
 *
 * @returns undefined if the console is not built.
 * @throws StartupError if a part of it is missing or wrong.
 */
export function loadConsole(folder = CONSOLE_FOLDER): ConsoleFiles | undefined {
  const page = readPage(join(folder, 'index.html'));
  if (page === undefined) return undefined;
  return {
    page,
    assets: readAssets(join(folder, 'assets')),
    documents: loadOwnDocuments(join(folder, 'documents.json'), 'the console'),
  };
}

function readPage(path: string): string | undefined {
  try {
    const page = readFileSync(path, 'utf8');
    if (page.includes(NONCE_PLACEHOLDER)) return page;
  } catch (error) {
    if (propertyOf(error, 'code') === 'ENOENT') return undefined;
    throw error;
  }
  throw new StartupError(`${path} (the console) has no ${NONCE_PLACEHOLDER}; run npm run build`);
}

function readAssets(folder: string): Map<string, Middleware> {
  const names = namesIn(folder);
  const known = new Set(names);
  const assets = new Map<string, Middleware>();
  for (const name of names) {
    const extension = extname(name);
    if (CODED.has(extension) && known.has(name.slice(0, -extension.length))) continue;
    const type = CONTENT_TYPES[extension] ?? 'application/octet-stream';
    const coded = new Map<ContentCoding, Buffer>();
    for (const [ending, coding] of CODED) {
      if (known.has(name + ending)) coded.set(coding, readFileSync(join(folder, name + ending)));
    }
    const bytes = readFileSync(join(folder, name));
    assets.set(`${ASSETS_PATH}/${name}`, serveBytes(type, bytes, FOREVER, coded));
  }
  return assets;
}

function namesIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  } catch (error) {
    throw new StartupError(`cannot read ${folder} (the console); run npm run build`, { cause: error });
  }
}
