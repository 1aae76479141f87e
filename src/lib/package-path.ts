import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of this package. It is looked for, because this module runs from src/, from dist/ and from one file of a bundle. */
const ROOT = findRoot(dirname(fileURLToPath(import.meta.url)));

/** Returns the absolute path of a file or folder of this package. @param path relative to the package's folder */
export function packagePath(path: string): string {
  return join(ROOT, path);
}

function findRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder));
}
