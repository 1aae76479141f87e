import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { propertyOf } from './property.ts';

/**
 * Creates a directory and its missing parents. `mkdir` with `recursive` never returns for a path such as /proc/x: the
 * parent exists, yet creating in it fails with ENOENT, which `mkdir` takes for a missing parent again and again.
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
    if (propertyOf(error, 'code') !== 'ENOENT' || parent === dir) throw error;
    await createDirectories(parent);
    // Tried once only: if it fails although the parent exists now, nothing can be created here.
    await mkdir(dir).catch(async (again: unknown) => {
      // Another process may have created it in the meantime.
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
