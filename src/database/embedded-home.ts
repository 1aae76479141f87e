import { createHash, randomBytes } from 'node:crypto';
import { lchown, link, lstat, mkdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { createDirectories } from '../lib/create-directories.ts';
import { StartupError } from '../lib/fault.ts';
import { errorCode, reason } from './connect.ts';
import { type Account, chooseAccount, lookUp, run } from './embedded-account.ts';
import { providePassword } from './embedded-password.ts';
import { STAGE_ROOT, stageRoot } from './embedded-stage.ts';

/** Where one embedded PostgreSQL lives. */
export interface Home {
  /** Mode 0700, owned by the user that PostgreSQL runs as: whoever cannot enter it cannot connect either. */
  dir: string;
  /** PostgreSQL's own data directory. */
  data: string;
  socketDir: string;
  log: string;
  /** Beside `dir`, out of reach of the user that PostgreSQL runs as where that is another one than this process'. */
  passwordFile: string;
}

export interface PreparedHome {
  home: Home;
  account: Account | undefined;
  password: string;
}

const POINTER = 'postgres.json';
const pointer = z.object({ directory: z.string().regex(new RegExp(`^${STAGE_ROOT}/[0-9a-f]{16}$`)) });

/** A socket's path has room for 107 bytes on Linux, 103 on macOS; PostgreSQL adds 16 of them. */
const LONGEST_SOCKET_DIR = 86;
/** PostgreSQL splits its list of directories at commas and quotes. */
const PLAIN_PATH = /^[\w./@+-]+$/;

/** Finds where the database of `dataDir` is or will be; changes nothing. */
export async function locateHome(dataDir: string): Promise<Home> {
  const elsewhere = await readPointer(dataDir);
  const real = await realpath(dataDir).catch(() => dataDir);
  return homeAt(elsewhere ?? join(real, 'postgres'));
}

function homeAt(dir: string): Home {
  const fits = PLAIN_PATH.test(dir) && Buffer.byteLength(dir) <= LONGEST_SOCKET_DIR;
  const short = `/tmp/company-data-${createHash('sha256').update(dir).digest('hex').slice(0, 16)}`;
  return {
    dir,
    data: join(dir, 'data'),
    socketDir: fits ? dir : short,
    log: join(dir, 'postgres.log'),
    passwordFile: `${dir}.password`,
  };
}

/**
 * Makes the directories of the database of `dataDir`, and chooses the user that PostgreSQL runs as.
 *
 * @throws StartupError when the directory cannot be made, or belongs to somebody else.
 */
export async function prepareHome(dataDir: string): Promise<PreparedHome> {
  await attempt(`cannot create DATA_DIR ${dataDir}`, () => createDirectories(dataDir));
  const located = await locateHome(dataDir);
  const owner = await ownerOf(located.dir);
  const account = await chooseAccount(owner);
  const home = owner ? located : await createHome(dataDir, located, account);
  // Also when it is there: it may belong to somebody else, or its making may have been interrupted.
  await createPrivate(home.dir, account);
  if (home.socketDir !== home.dir) await createPrivate(home.socketDir, account);
  const password = await providePassword(home.passwordFile, await keeperOf(dataDir, account));
  return { home, account, password };
}

/**
 * Who may read the password when root starts the database of an ordinary user: that user, whose DATA_DIR it is. Never
 * the system's `postgres` user, whom other databases of the machine may run as.
 */
async function keeperOf(dataDir: string, account: Account | undefined): Promise<Account | undefined> {
  if (!account || (await stat(dataDir)).uid !== account.uid) return undefined;
  return (await lookUp())?.uid === account.uid ? undefined : account;
}

async function createHome(dataDir: string, wanted: Home, account: Account | undefined): Promise<Home> {
  if (await readPointer(dataDir)) {
    throw new StartupError(
      `the database of DATA_DIR ${dataDir} was in ${wanted.dir}, which is gone; restore it, ` +
        `or remove ${join(dataDir, POINTER)} to start with an empty one`,
    );
  }
  const reachable = !account || (await run(account, '/bin/sh', ['-c', 'cd "$1"', 'sh', dataDir])).code === 0;
  if (reachable) {
    try {
      await createPrivate(wanted.dir, account);
      return wanted;
    } catch (error) {
      // Some file systems know no owners; root can still keep the database in another place.
      if (!account) throw error;
    }
  }
  const elsewhere = homeAt(join(await stageRoot(), randomBytes(8).toString('hex')));
  await createPrivate(elsewhere.dir, account);
  return homeAt(await writePointer(dataDir, elsewhere.dir));
}

/** Creates a directory that `account` owns and nobody else can enter; one that is there must be just that. */
async function createPrivate(dir: string, account: Account | undefined): Promise<void> {
  await attempt(`cannot create ${dir}`, async () => {
    await mkdir(dir, { mode: 0o700 }).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
    if (account && (await lstat(dir)).uid === 0) await lchown(dir, account.uid, account.gid);
  });
  const found = await lstat(dir);
  const uid = account?.uid ?? process.getuid?.();
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) {
    throw new StartupError(
      `${dir} must be a directory with mode 0700 that belongs to user ${uid}; move it away, or set another DATA_DIR`,
    );
  }
}

async function ownerOf(dir: string): Promise<Account | undefined> {
  const found = await lstat(dir).catch(() => undefined);
  if (found && !found.isDirectory()) throw new StartupError(`${dir} is not a directory; move it away`);
  return found && { uid: found.uid, gid: found.gid };
}

async function readPointer(dataDir: string): Promise<string | undefined> {
  const file = join(dataDir, POINTER);
  try {
    return pointer.parse(JSON.parse(await readFile(file, 'utf8'))).directory;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    const text = errorCode(error) ? reason(error) : 'it does not name a directory of company-data';
    throw new StartupError(`cannot read ${file}: ${text}`, { cause: error });
  }
}

/** Of two processes that start at once, the first to link its file decides where the database lives. */
async function writePointer(dataDir: string, directory: string): Promise<string> {
  const file = join(dataDir, POINTER);
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  // For people: which DATA_DIR a directory with a random name belongs to.
  await writeFile(`${directory}.owner`, `${dataDir}\n`);
  return attempt(`cannot write ${file}`, async () => {
    await writeFile(draft, `${JSON.stringify({ directory })}\n`);
    try {
      await link(draft, file);
      return directory;
    } catch (error) {
      const other = await readPointer(dataDir);
      if (other === undefined) throw error;
      await remove(directory);
      return other;
    } finally {
      await rm(draft, { force: true });
    }
  }).catch(async (error: unknown) => {
    await remove(directory);
    throw error;
  });
}

/** Removes a directory that no pointer names. */
async function remove(directory: string): Promise<void> {
  const paths = [directory, `${directory}.owner`];
  await Promise.all(paths.map((path) => rm(path, { recursive: true, force: true })));
}

async function attempt<T>(failure: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`${failure}: ${reason(error)}`, { cause: error });
  }
}
