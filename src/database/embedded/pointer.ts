import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { StartupError } from '../../lib/fault.ts';
import { errorCode, reason } from '../errors.ts';
import { STAGING_ROOT } from './staging.ts';

/** The file in DATA_DIR that names the database directory when that is somewhere else. */
export const POINTER_FILE = 'postgres.json';

const pointer = z.object({ directory: z.string().regex(new RegExp(`^${STAGING_ROOT}/[0-9a-f]{16}$`)) });

/**
 * Reads which directory holds the database of `dataDir`.
 *
 * @returns undefined when there is no pointer: then the database is in `dataDir` itself.
 */
export async function readPointer(dataDir: string): Promise<string | undefined> {
  const file = join(dataDir, POINTER_FILE);
  try {
    return pointer.parse(JSON.parse(await readFile(file, 'utf8'))).directory;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    const text = errorCode(error) ? reason(error) : 'it does not name a directory of company-data';
    throw new StartupError(`cannot read ${file}: ${text}`, { cause: error });
  }
}

/**
 * Points `dataDir` to `directory`, unless another process was first: the first to link its file decides.
 *
 * @returns the directory that the pointer names.
 */
export async function writePointer(dataDir: string, directory: string): Promise<string> {
  const file = join(dataDir, POINTER_FILE);
  const draft = `${file}.${basename(directory)}`;
  try {
    // Tells people which DATA_DIR a directory with a random name belongs to.
    await writeFile(`${directory}.owner`, `${dataDir}\n`);
    await writeFile(draft, `${JSON.stringify({ directory })}\n`);
    await link(draft, file);
    return directory;
  } catch (error) {
    // No pointer names it.
    for (const path of [directory, `${directory}.owner`]) await rm(path, { recursive: true, force: true });
    const other = await readPointer(dataDir);
    if (other !== undefined) return other;
    throw new StartupError(`cannot write ${file}: ${reason(error)}`, { cause: error });
  } finally {
    await rm(draft, { force: true });
  }
}
