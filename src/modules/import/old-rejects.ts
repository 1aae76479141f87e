import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Folder of rejects files within DATA_DIR. */
export const REJECTS_FOLDER = 'rejects';

/** Time for which rejects files are kept. Their rows may be personal data, and are needed until the source is corrected. */
export const REJECTS_KEPT_MS = 30 * 86_400_000;

/** Names that imports give to rejects files. A killed import leaves its file under the temporary name. */
const REJECTS_FILE = /-\d{8}T\d{6}Z-[\da-f]{6}\.rejects\.ndjson(?:\.partial)?$/;

/** Removes the rejects files of a folder that were last written before a time. Files that no import named stay. */
export async function removeOldRejects(folder: string, before: Date): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ignoreMissing);
  for (const entry of entries ?? []) {
    if (!entry.isFile() || !REJECTS_FILE.test(entry.name)) continue;
    const path = join(folder, entry.name);
    // Another import may remove it meanwhile.
    const file = await stat(path).catch(ignoreMissing);
    if (file && file.mtime < before) await rm(path, { force: true });
  }
}

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
