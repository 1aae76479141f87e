import { randomBytes } from 'node:crypto';
import { chmod, chown, link, lstat, open, readFile, rm } from 'node:fs/promises';
import { StartupError } from '../lib/fault.ts';
import { errorCode, reason } from './connect.ts';
import type { Account } from './embedded-account.ts';

const PASSWORD = /^[0-9a-f]{64}$/;
const OTHERS = 0o077;

/**
 * Reads the password of the embedded PostgreSQL.
 *
 * @returns undefined when there is none yet: the database is new, or was made when it needed none.
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
 * Reads the password, or makes one. Of two processes that come at once, the first to link its file decides.
 *
 * @param keeper who may read it; undefined: the user of this process.
 */
export async function providePassword(file: string, keeper: Account | undefined): Promise<string> {
  try {
    const known = await readPassword(file);
    if (known !== undefined) {
      await tighten(file);
      return known;
    }
    const draft = `${file}.${randomBytes(4).toString('hex')}`;
    try {
      await write(draft, randomBytes(32).toString('hex'), keeper);
      await link(draft, file).catch((error: unknown) => {
        if (errorCode(error) !== 'EEXIST') throw error;
      });
    } finally {
      await rm(draft, { force: true });
    }
    const made = await readPassword(file);
    if (made !== undefined) return made;
    throw new StartupError(`${file} is gone again; start once more`);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`cannot write ${file}: ${reason(error)}`, { cause: error });
  }
}

/** The file is created new, with its mode, and is on disk before it gets its name. */
async function write(file: string, password: string, keeper: Account | undefined): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(`${password}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (keeper) await chown(file, keeper.uid, keeper.gid);
}

async function tighten(file: string): Promise<void> {
  const { mode } = await lstat(file);
  if ((mode & OTHERS) !== 0) await chmod(file, 0o600);
}
