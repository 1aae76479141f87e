import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, lchown, link, lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { textIn } from '../../lib/json.ts';

/** A user of the system; undefined for that of this process. */
export type SystemUser = { uid: number; gid: number } | undefined;

const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Returns an environment for other programs. This process' own may hold secrets, or PGPORT. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const { LD_LIBRARY_PATH, PATH = '' } = process.env;
  return { LD_LIBRARY_PATH, PATH: `${PATH}:${SYSTEM_PATH}`, LC_ALL: 'C', TZ: 'UTC' };
}

/**
 * Runs a command to its end; never rejects.
 *
 * @param user runs it.
 * @param input the text on its standard input.
 * @returns `ok` false when it failed or could not be started.
 */
export function run(user: SystemUser, command: string, args: readonly string[], input = '') {
  return new Promise<{ ok: boolean; output: string }>((resolve) => {
    // A Ctrl-C in the terminal does not reach a detached process.
    const child = spawn(command, args, { ...user, cwd: '/', env: cleanEnvironment(), detached: true });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    // A command that ends early has not read all of its input.
    child.stdin.on('error', () => undefined).end(input);
    child.on('error', (error) => resolve({ ok: false, output: textIn(error, 'code') ?? error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

/** Runs a script of the shell, in which `$1` is the first of `args`. */
export const runScript = (user: SystemUser, script: string, ...args: string[]) =>
  run(user, '/bin/sh', ['-c', script, 'sh', ...args]);

/** Returns the command of a process with its arguments. It is empty if there is none, or a zombie. */
export async function commandOf(pid: number): Promise<string> {
  // Small images of Linux have no `ps`.
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return (await run(undefined, 'ps', ['-p', String(pid), '-o', 'command='])).output;
}

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
export async function createPrivateFile(file: string, text: string, owner?: { uid: number; gid: number }) {
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
export async function createPrivateDirectory(dir: string, owner?: { uid: number; gid: number }) {
  await mkdir(dir, { mode: 0o700 }).catch((error: unknown) => {
    if (textIn(error, 'code') !== 'EEXIST') throw error;
  });
  if (owner && (await lstat(dir)).uid === 0) await lchown(dir, owner.uid, owner.gid);
  const found = await lstat(dir);
  const uid = owner?.uid ?? process.getuid?.();
  return found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0;
}
