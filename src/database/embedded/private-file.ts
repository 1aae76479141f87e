import { randomBytes } from 'node:crypto';
import { chown, lchown, link, lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { textIn } from '../../lib/property.ts';

/** Reads a file; undefined if there is none. */
export async function readIfExists(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(textIn(error, 'code') ?? '')) return undefined;
    throw error;
  });
}

/**
 * Creates a file that its owner alone can read. It appears complete, and on disk. Of two processes that create it at once,
 * the first one decides what it holds.
 *
 * @param owner owns the file; undefined: the user of this process.
 */
export async function createPrivateFile(
  file: string,
  text: string,
  owner?: { uid: number; gid: number },
): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(draft, text, { flag: 'wx', mode: 0o600, flush: true });
    if (owner) await chown(draft, owner.uid, owner.gid);
    await link(draft, file).catch((error: unknown) => {
      if (textIn(error, 'code') !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Creates a directory that `owner` owns and nobody else can enter.
 *
 * @returns false if something else has its name.
 */
export async function createPrivateDirectory(
  dir: string,
  owner?: { uid: number; gid: number },
): Promise<boolean> {
  await mkdir(dir, { mode: 0o700 }).catch((error: unknown) => {
    if (textIn(error, 'code') !== 'EEXIST') throw error;
  });
  if (owner && (await lstat(dir)).uid === 0) await lchown(dir, owner.uid, owner.gid);
  const found = await lstat(dir);
  const uid = owner?.uid ?? process.getuid?.();
  return found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0;
}
