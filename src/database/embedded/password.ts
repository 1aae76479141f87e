import { randomBytes } from 'node:crypto';
import { chmod, chown, link, lstat, readFile, rm, writeFile } from 'node:fs/promises';
import { StartupError } from '../../lib/fault.ts';
import { attempt, errorCode, reason } from '../errors.ts';
import type { SystemUser } from './run.ts';

const PASSWORD = /^[0-9a-f]{64}$/;
const OTHERS = 0o077;

/**
 * Reads the password of the embedded PostgreSQL.
 *
 * @returns undefined when there is none yet: the database is new, or of an older version that asked for none.
 * @throws StartupError when the file belongs to somebody else or holds something else.
 */
export async function readPassword(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw new StartupError(
      `cannot read ${file}, the password of the database: ${reason(error)}; run as the user who owns it`,
      { cause: error },
    );
  });
  const password = text?.trim();
  if (password === undefined || PASSWORD.test(password)) return password;
  throw new StartupError(
    `${file} does not hold a password; remove it while nothing uses the database, and the next start makes a new one`,
  );
}

/**
 * Reads the password, or creates one. Of two processes that create one at once, the first to link its file decides.
 *
 * @param owner may read the file; undefined: the user of this process.
 */
export function providePassword(file: string, owner: SystemUser | undefined): Promise<string> {
  return attempt(`cannot write ${file}`, async () => {
    const existing = await readPassword(file);
    if (existing !== undefined) {
      const { mode } = await lstat(file);
      if ((mode & OTHERS) !== 0) await chmod(file, 0o600);
      return existing;
    }
    const draft = `${file}.${randomBytes(4).toString('hex')}`;
    try {
      // On disk before it is used, and closed to others from the beginning.
      const password = randomBytes(32).toString('hex');
      await writeFile(draft, `${password}\n`, { flag: 'wx', mode: 0o600, flush: true });
      if (owner) await chown(draft, owner.uid, owner.gid);
      await link(draft, file).catch((error: unknown) => {
        if (errorCode(error) !== 'EEXIST') throw error;
      });
    } finally {
      await rm(draft, { force: true });
    }
    const created = await readPassword(file);
    if (created !== undefined) return created;
    throw new StartupError(`${file} is gone again; start once more`);
  });
}
