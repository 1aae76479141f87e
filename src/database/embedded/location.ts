import { createHash, randomBytes } from 'node:crypto';
import { lchown, lstat, mkdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createDirectories } from '../../lib/create-directories.ts';
import { StartupError } from '../../lib/fault.ts';
import { attempt, errorCode } from '../errors.ts';
import { providePassword } from './password.ts';
import { POINTER_FILE, readPointer, writePointer } from './pointer.ts';
import { run, type SystemUser } from './run.ts';
import { stagingRoot } from './staging.ts';
import { chooseSystemUser, findPostgresUser } from './system-user.ts';

/** The files and directories of one embedded PostgreSQL. */
export interface Location {
  /** Mode 0700, owned by the user that runs PostgreSQL: who cannot enter it cannot connect. */
  dir: string;
  data: string;
  socketDir: string;
  log: string;
  /** Beside `dir`: the user that runs PostgreSQL cannot read it where that is another user than this process'. */
  passwordFile: string;
}

/** The path of a socket has room for 107 bytes on Linux and 103 on macOS; PostgreSQL adds 16 bytes. */
const LONGEST_SOCKET_DIR = 86;
/** PostgreSQL splits its list of socket directories at commas and quotes. */
const PLAIN_PATH = /^[\w./@+-]+$/;

/** Returns where the database of `dataDir` is or will be; changes nothing. */
export async function locate(dataDir: string): Promise<Location> {
  const elsewhere = await readPointer(dataDir);
  const real = await realpath(dataDir).catch(() => dataDir);
  return locationAt(elsewhere ?? join(real, 'postgres'));
}

/** Returns the files and directories of a database in `dir`. */
export function locationAt(dir: string): Location {
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
 * Creates the directories and the password of the database of `dataDir`, and chooses the user that runs PostgreSQL.
 *
 * @returns `user` undefined when the user of this process runs PostgreSQL.
 * @throws StartupError when a directory cannot be created, or belongs to somebody else.
 */
export async function prepareLocation(dataDir: string) {
  await attempt(`cannot create DATA_DIR ${dataDir}`, () => createDirectories(dataDir));
  const expected = await locate(dataDir);
  const owner = await ownerOf(expected.dir);
  const user = await chooseSystemUser(owner);
  const location = owner ? expected : await createLocation(dataDir, expected, user);
  // Also when it exists: it may belong to somebody else, or a process may have died while it created it.
  await createPrivate(location.dir, user);
  if (location.socketDir !== location.dir) await createPrivate(location.socketDir, user);
  const password = await providePassword(location.passwordFile, await passwordOwner(dataDir, user));
  return { location, user, password };
}

/**
 * Chooses who may read the password file when root starts the database of an ordinary user: the user who owns DATA_DIR.
 * Never the system user `postgres`, who may run other databases of the machine.
 */
async function passwordOwner(dataDir: string, user: SystemUser | undefined): Promise<SystemUser | undefined> {
  if (!user || (await stat(dataDir)).uid !== user.uid) return undefined;
  return (await findPostgresUser())?.uid === user.uid ? undefined : user;
}

/** Creates the directory where it is expected, or under the staging root when `user` cannot reach it there. */
async function createLocation(
  dataDir: string,
  expected: Location,
  user: SystemUser | undefined,
): Promise<Location> {
  if (await readPointer(dataDir)) {
    throw new StartupError(
      `the database of DATA_DIR ${dataDir} was in ${expected.dir}, which is gone; restore it, ` +
        `or remove ${join(dataDir, POINTER_FILE)} to start with an empty one`,
    );
  }
  const isReachable = !user || (await run(user, '/bin/sh', ['-c', 'cd "$1"', 'sh', dataDir])).code === 0;
  if (isReachable) {
    try {
      await createPrivate(expected.dir, user);
      return expected;
    } catch (error) {
      // Some file systems have no owners. Root can still keep the database elsewhere.
      if (!user) throw error;
    }
  }
  const elsewhere = join(await stagingRoot(), randomBytes(8).toString('hex'));
  await createPrivate(elsewhere, user);
  return locationAt(await writePointer(dataDir, elsewhere));
}

/** Creates a directory that `user` owns and nobody else can enter. One that exists must be just that. */
async function createPrivate(dir: string, user: SystemUser | undefined): Promise<void> {
  await attempt(`cannot create ${dir}`, async () => {
    await mkdir(dir, { mode: 0o700 }).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
    if (user && (await lstat(dir)).uid === 0) await lchown(dir, user.uid, user.gid);
  });
  const found = await lstat(dir);
  const uid = user?.uid ?? process.getuid?.();
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) {
    throw new StartupError(
      `${dir} must be a directory with mode 0700 that belongs to user ${uid}; move it away, or set another DATA_DIR`,
    );
  }
}

async function ownerOf(dir: string): Promise<SystemUser | undefined> {
  const found = await lstat(dir).catch(() => undefined);
  if (found && !found.isDirectory()) throw new StartupError(`${dir} is not a directory; move it away`);
  return found && { uid: found.uid, gid: found.gid };
}
