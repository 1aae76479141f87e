import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Creates a directory and those above it that are missing. `mkdir` with `recursive` never returns where a directory
 * exists but nothing can be created in it, as in /proc: it takes ENOENT for a missing parent, over and over.
 *
 * @throws the error of the first directory that cannot be created.
 */
export async function createDirectories(path: string): Promise<void> {
  const dir = resolve(path);
  try {
    await mkdir(dir);
  } catch (error) {
    if (await isDirectory(dir)) return;
    const parent = dirname(dir);
    if (codeOf(error) !== 'ENOENT' || parent === dir) throw error;
    await createDirectories(parent);
    // Once: where the parent is there now and it fails again, nothing can be created.
    await mkdir(dir).catch(async (again: unknown) => {
      // Another process may have been quicker.
      if (!(await isDirectory(dir))) throw again;
    });
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
}
