/** Files that arrived, by their addresses: browsers have them in their caches. */
const arrived = new Set<string>();

/** The service answers, and does not have the file: since an update it serves files of other names. */
export class FileGoneError extends Error {
  override name = 'FileGoneError';
}

async function fetchFile(address: string): Promise<void> {
  if (arrived.has(address)) return;
  const { ok, status, body } = await fetch(address);
  if (status === 404) throw new FileGoneError(`${address}: ${status}`);
  if (!ok) throw new TypeError(`${address}: ${status}`);
  // A file that was cut off is not cached.
  await body?.pipeTo(new WritableStream());
  arrived.add(address);
}

/**
 * Imports a module after all of its files have arrived. A browser never loads a module again whose import has failed, nor one
 * that another module imports. A fetch that fails can be repeated, and the import then takes the files from the cache.
 *
 * The build calls this for every dynamic import (console/vite.config.ts).
 *
 * @param load `() => import('./file.js')`.
 * @param files the file and those that it imports; empty if it imports none, and then the source of `load` names it.
 */
export async function importFetched<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  const [, own] = /import\(["'`]\.\/(.+?)["'`]\)/.exec(String(load)) ?? [];
  const names = files.length > 0 || !own ? files : [`assets/${own}`];
  await Promise.all(names.map((name) => fetchFile(`/${name}`)));
  return load();
}
