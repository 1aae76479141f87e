import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type Roaring from 'roaring';
import { reason } from '../../database/errors.ts';
import { StartupError } from '../../lib/fault.ts';
import { packagePath } from '../../lib/package-path.ts';

/** The library of bitmaps. It is native: where it was not compiled, it cannot be loaded. */
export const roaring = load();

/** @throws StartupError that says what to do */
function load(): typeof Roaring {
  try {
    const require = createRequire(import.meta.url);
    refuseFetched(dirname(require.resolve('roaring')));
    return require('roaring');
  } catch (error) {
    const text = reason(error);
    const remedy = text.includes("'roaring'")
      ? 'install the packages again'
      : `run: node ${packagePath('tools/compile-roaring.mjs')}`;
    throw new StartupError(
      `the native library roaring cannot be loaded (${text.slice(0, 200)}); install python3, make and g++, then ${remedy}`,
      { cause: error },
    );
  }
}

/**
 * Refuses a binary that the install script of the library fetched, because nothing verifies it. Some versions of npm run that
 * script without asking. A compiler leaves its result in build/, and the library may load a copy of it.
 */
function refuseFetched(folder: string): void {
  const [native, compiled] = [join(folder, 'native'), join(folder, 'build/Release/roaring.node')];
  if (!existsSync(compiled)) throw new Error('it was not compiled here');
  const binary = readFileSync(compiled);
  for (const name of existsSync(native) ? readdirSync(native) : []) {
    const copy = join(native, name, 'roaring.node');
    if (existsSync(copy) && !readFileSync(copy).equals(binary))
      throw new Error(`${copy} was not compiled here`);
  }
}
