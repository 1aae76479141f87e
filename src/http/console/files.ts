import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadOwnDocuments } from '../../api/trusted-documents.ts';
import type { TrustedDocuments } from '../../graphql/persisted-documents.ts';
import { StartupError } from '../../lib/fault.ts';
import { packagePath } from '../../lib/package-path.ts';
import { propertyOf } from '../../lib/property.ts';
import { ASSETS_PATH, FOREVER } from '../assets.ts';
import { findBuiltFiles } from '../built-files.ts';
import type { Middleware } from '../middleware.ts';

/** Stands in the page wherever the nonce of a response belongs. Vite writes it (`html.cspNonce`). */
export const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/** Folder of the built console. */
const CONSOLE_FOLDER = packagePath('dist/console');

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
 * Reads the built console into memory, a few megabytes.
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
  const files = findBuiltFiles(folder, 'the console', 'npm run build');
  return new Map(files.map(({ name, serve }) => [`${ASSETS_PATH}/${name}`, serve(FOREVER)]));
}
