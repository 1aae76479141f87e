import { createRequire } from 'node:module';
import type Roaring from 'roaring';
import { reason } from '../../database/errors.ts';
import { StartupError } from '../../lib/fault.ts';

/** The library of bitmaps. It is native: where `npm ci` could neither download nor compile it, it is missing. */
export const roaring = load();

/** @throws StartupError that says what to do */
function load(): typeof Roaring {
  try {
    return createRequire(import.meta.url)('roaring');
  } catch (error) {
    const text = reason(error);
    // npm removes the package if it cannot be compiled, and keeps it if its install script is not allowed.
    const remedy = text.includes("'roaring'")
      ? 'install the packages again'
      : 'run `npm rebuild roaring`, with its install script allowed in package.json';
    throw new StartupError(
      `the native library roaring cannot be loaded (${text.slice(0, 200)}); install python3, make and g++, then ${remedy}`,
      { cause: error },
    );
  }
}
