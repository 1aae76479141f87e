import { randomBytes } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { StartupError } from '../../lib/fault.ts';
import { attempt, reason } from '../errors.ts';

/** Root keeps here what the user `postgres` must reach when the project is in a closed directory such as /root. */
export const STAGING_ROOT = '/var/lib/company-data';

const OTHERS_MAY_WRITE = 0o022;

/**
 * Copies the binaries, once for each version, to a directory that every user can read and only root can write.
 *
 * @returns the directory of the copy.
 * @throws StartupError when the directory cannot be created or written.
 */
export async function stageBinaries(native: string, version: string): Promise<string> {
  const parent = join(await stagingRoot(), 'postgresql');
  const target = join(parent, version);
  await attempt(`cannot copy PostgreSQL to ${parent}`, async () => {
    await mkdir(parent, { recursive: true });
    // A strict umask would close it to the user that PostgreSQL runs as.
    await chmod(parent, 0o755);
    if (await isComplete(native, target)) return;
    const copy = `${target}.${randomBytes(6).toString('hex')}`;
    await copyTree(native, copy);
    // A damaged copy is moved away first: a directory cannot be renamed onto one that has files.
    await rename(target, `${copy}.old`).catch(() => undefined);
    await rename(copy, target).catch(async (error: unknown) => {
      if (!(await isComplete(native, target))) throw error;
      await rm(copy, { recursive: true, force: true });
    });
    await rm(`${copy}.old`, { recursive: true, force: true });
  });
  return target;
}

/** Creates the staging root. Refuses a directory into which another user could have put a program. */
export async function stagingRoot(): Promise<string> {
  try {
    await mkdir(STAGING_ROOT, { recursive: true });
    await chmod(STAGING_ROOT, 0o755);
  } catch (error) {
    throw new StartupError(
      `this directory is closed to the user that PostgreSQL runs as, and ${STAGING_ROOT} cannot be used instead ` +
        `(${reason(error)}); run as an ordinary user, move the project, or set DATABASE_URL`,
      { cause: error },
    );
  }
  const found = await lstat(STAGING_ROOT);
  if (!found.isDirectory() || found.uid !== 0 || (found.mode & OTHERS_MAY_WRITE) !== 0) {
    throw new StartupError(
      `${STAGING_ROOT} must be a directory that belongs to root and that root alone can write`,
    );
  }
  return STAGING_ROOT;
}

async function isComplete(native: string, copy: string): Promise<boolean> {
  const entries = await readdir(native, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const sizes = await Promise.all(
    files.map(async (file) => {
      const copied = await lstat(join(copy, relative(native, file))).catch(() => undefined);
      return copied?.isFile() && copied.size === (await lstat(file)).size;
    }),
  );
  return sizes.every(Boolean);
}

/** Copies a tree. Other users can enter it once all of it has its modes. */
async function copyTree(native: string, copy: string): Promise<void> {
  await mkdir(copy, { mode: 0o700 });
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  for (const entry of await readdir(copy, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const isProgram = ((await lstat(path)).mode & 0o100) !== 0;
    await chmod(path, entry.isDirectory() || isProgram ? 0o755 : 0o644);
  }
  await chmod(copy, 0o755);
}
