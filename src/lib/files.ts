import { existsSync, readFileSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { propertyOf } from './json.ts';

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

/** Folder of this package. It is looked for, because this module runs from src/, from dist/ and from one file of a bundle. */
const ROOT = findRoot(dirname(fileURLToPath(import.meta.url)));

/** Returns the absolute path of a file or folder of this package. @param path relative to the package's folder */
export function packagePath(path: string): string {
  return join(ROOT, path);
}

function findRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder));
}

const manifest: { version: string } = JSON.parse(readFileSync(packagePath('package.json'), 'utf8'));

/** The version of this package. */
export const { version } = manifest;
