// Builds what is stale, after `npm ci` and before a start. Installations without development packages (`npm ci --omit=dev`), or
// without roaring, cannot build. They run the dist/ that they have.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const NATIVE =
  'the native library roaring is not installed; install python3, make and g++, then run npm ci again, without --omit=optional';
const DEVELOPMENT =
  'dist/ is missing, and so are the development packages that build it; run npm ci without --omit=dev';

/** @returns false, after a line on standard error, if there is nothing to run and nothing to build it with. */
export async function buildIfPossible() {
  const missing = lacksRoaring() ? NATIVE : DEVELOPMENT;
  const build = missing === NATIVE ? undefined : await import('./build.mjs').catch(unlessMissing);
  if (build) {
    await build.buildIfStale();
    return true;
  }
  if (existsSync(new URL('../dist/bundle/main.js', import.meta.url))) return true;
  console.error(`company-data: ${missing}`);
  return false;
}

/** npm removes an optional package that it can neither download nor compile. Its types are needed as well. */
function lacksRoaring() {
  try {
    import.meta.resolve('roaring');
    return false;
  } catch {
    return true;
  }
}

function unlessMissing(error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
}

// npm runs this file as `prepare`. What it cannot build must not make the installation fail.
if (import.meta.url === pathToFileURL(process.argv[1]).href) await buildIfPossible();
