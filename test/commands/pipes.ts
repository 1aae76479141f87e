import { execFileSync } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestDatabase } from '../harness/database.ts';
import { pause } from '../harness/locks.ts';

/** Creates a named pipe in a folder of its own. @returns its path */
export async function createPipe(folder: string, name: string): Promise<string> {
  const path = join(await mkdtemp(join(folder, 'pipe-')), name);
  execFileSync('mkfifo', [path]);
  return path;
}

/** Resolves when the import is recorded, so that it opens its files next. */
export async function untilImporting({ pool }: TestDatabase): Promise<void> {
  while ((await pool.query(`SELECT FROM catalogue_import WHERE state = 'running'`)).rowCount === 0)
    await pause();
}
