import { hash } from 'node:crypto';
import { posix } from 'node:path';
import type { Middleware } from './middleware.ts';
import { serveStatic } from './static-page.ts';

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
