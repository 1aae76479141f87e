import { randomBytes } from 'node:crypto';
import { chmod, copyFile, lstat, mkdir, readdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { StartupError } from '../../lib/fault.ts';
import { reason } from '../errors.ts';

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
  try {
    await mkdir(parent, { recursive: true, mode: 0o755 });
    if (await isComplete(native, target)) return target;
    const copy = `${target}.${randomBytes(6).toString('hex')}`;
    await copyTree(native, copy);
    // A damaged copy is moved away first: a directory cannot be renamed onto one that has files.
    await rename(target, `${copy}.old`).catch(() => undefined);
    await rename(copy, target).catch(async (error: unknown) => {
      if (!(await isComplete(native, target))) throw error;
      await rm(copy, { recursive: true, force: true });
    });
    await rm(`${copy}.old`, { recursive: true, force: true });
    return target;
  } catch (error) {
    throw new StartupError(`cannot copy PostgreSQL to ${parent}: ${reason(error)}`, { cause: error });
  }
}

/** Creates the staging root. Refuses a directory into which another user could have put a program. */
export async function stagingRoot(): Promise<string> {
  try {
    await mkdir(STAGING_ROOT, { recursive: true, mode: 0o755 });
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

async function entries(root: string): Promise<{ path: string; kind: 'directory' | 'link' | 'file' }[]> {
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  return found.map((entry) => ({
    path: relative(root, join(entry.parentPath, entry.name)),
    kind: entry.isDirectory() ? 'directory' : entry.isSymbolicLink() ? 'link' : 'file',
  }));
}

async function isComplete(native: string, copy: string): Promise<boolean> {
  const files = (await entries(native)).filter((entry) => entry.kind === 'file');
  const sizes = await Promise.all(
    files.map(async ({ path }) => {
      const found = await lstat(join(copy, path)).catch(() => undefined);
      return found?.isFile() && found.size === (await lstat(join(native, path))).size;
    }),
  );
  return sizes.every(Boolean);
}

async function copyTree(native: string, copy: string): Promise<void> {
  await mkdir(copy, { mode: 0o755 });
  for (const { path, kind } of await entries(native)) {
    const [source, target] = [join(native, path), join(copy, path)];
    await mkdir(dirname(target), { recursive: true, mode: 0o755 });
    if (kind === 'link') await symlink(await readlink(source), target);
    else if (kind === 'file') {
      await copyFile(source, target);
      const { mode } = await lstat(source);
      await chmod(target, (mode & 0o100) === 0 ? 0o644 : 0o755);
    } else await mkdir(target, { recursive: true, mode: 0o755 });
  }
  // Directories get their modes last: a strict umask has closed them.
  const directories = (await entries(copy)).filter((entry) => entry.kind === 'directory');
  for (const { path } of [{ path: '.' }, ...directories]) await chmod(join(copy, path), 0o755);
}
