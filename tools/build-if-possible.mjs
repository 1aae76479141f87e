// Builds what is stale, after `npm ci` and before a start. Installations without development packages (`npm ci --omit=dev`) cannot
// build. They run the dist/ that they have.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** @returns false, after a line on standard error, if there is nothing to run and nothing to build it with. */
export async function buildIfPossible() {
  try {
    const { buildIfStale } = await import('./build.mjs');
    await buildIfStale();
    return true;
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  }
  if (existsSync(new URL('../dist/bundle/main.js', import.meta.url))) return true;
  console.error(
    'company-data: dist/ is missing, and so are the development packages that build it; run npm ci without --omit=dev',
  );
  return false;
}

// npm runs this file as `prepare`. What it cannot build must not make the installation fail.
if (import.meta.url === pathToFileURL(process.argv[1]).href) await buildIfPossible();
