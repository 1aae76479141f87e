import { createHash, randomBytes } from 'node:crypto';
import { chmod, lstat, realpath, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../lib/fault.ts';
import { createDirectories } from '../../lib/files.ts';
import { attempt, reason } from '../errors.ts';
import { chooseSystemUser, STAGING_ROOT, stagingRoot } from './binaries.ts';
import {
  createPrivateDirectory,
  createPrivateFile,
  readIfExists,
  run,
  runScript,
  type SystemUser,
} from './system.ts';

/** The files and directories of one embedded PostgreSQL. */
export interface Location {
  /** Mode 0700, owned by the user that runs PostgreSQL: who cannot enter it cannot connect. */
  dir: string;
  data: string;
  socketDir: string;
  /** Beside `dir`: the user that runs PostgreSQL cannot read it where that is another user than this process'. */
  passwordFile: string;
  /** `dir`, unless the file `pointer` names another one. */
  inside: string;
  pointer: string;
}

/** The path of a socket has room for 107 bytes on Linux and 103 on macOS; PostgreSQL adds 16 bytes. */
const LONGEST_SOCKET_DIR = 86;
/** PostgreSQL splits its list of socket directories at commas and quotes. */
const PLAIN_PATH = /^[\w./@+-]+$/;
const POINTER = new RegExp(`^\\s*{\\s*"directory"\\s*:\\s*"(${STAGING_ROOT}/[0-9a-f]{16})"\\s*}\\s*$`);
const PASSWORD = /^[0-9a-f]{64}$/;

/** Returns where the database of `dataDir` is or will be; changes nothing. */
export async function locate(dataDir: string): Promise<Location> {
  const inside = join(await realpath(dataDir).catch(() => dataDir), 'postgres');
  const pointer = join(dataDir, 'postgres.json');
  const dir = (await readPointer(pointer)) ?? inside;
  const fits = PLAIN_PATH.test(dir) && Buffer.byteLength(dir) <= LONGEST_SOCKET_DIR;
  const short = `/tmp/company-data-${createHash('sha256').update(dir).digest('hex').slice(0, 16)}`;
  const socketDir = fits ? dir : short;
  return { dir, data: join(dir, 'data'), socketDir, passwordFile: `${dir}.password`, inside, pointer };
}

async function readPointer(file: string): Promise<string | undefined> {
  const text = await attempt(`cannot read ${file}`, () => readIfExists(file));
  if (text === undefined) return undefined;
  const [, dir] = POINTER.exec(text) ?? [];
  if (dir !== undefined) return dir;
  throw new StartupError(`cannot read ${file}: it does not name a directory of company-data`);
}

/** Creates the directories and the password of the database of `dataDir`, and chooses the user that runs PostgreSQL. */
export async function prepareLocation(dataDir: string) {
  await attempt(`cannot create DATA_DIR ${dataDir}`, () => createDirectories(dataDir));
  const expected = await locate(dataDir);
  const found = await lstat(expected.dir).catch(() => undefined);
  if (found && !found.isDirectory())
    throw new StartupError(`${expected.dir} is not a directory; move it away`);
  const user = await chooseSystemUser(found);
  const location = found ? expected : await createLocation(dataDir, expected, user);
  // Also when it exists: it may belong to somebody else, or a process may have died while it created it.
  for (const dir of new Set([location.dir, location.socketDir])) await createPrivate(dir, user);
  const { passwordFile } = location;
  const password = await attempt(`cannot write ${passwordFile}`, () =>
    providePassword(passwordFile, dataDir, user),
  );
  return { location, user, password };
}

/** Creates the directory where it is expected, or under the staging root when `user` cannot reach it there. */
async function createLocation(dataDir: string, expected: Location, user: SystemUser): Promise<Location> {
  const { dir, inside, pointer } = expected;
  if (dir !== inside) {
    throw new StartupError(
      `the database of DATA_DIR ${dataDir} was in ${dir}, which is gone; restore it, ` +
        `or remove ${pointer} to start with an empty one`,
    );
  }
  if (!user) return expected;
  // Some file systems have no owners. Root can still keep the database elsewhere.
  const create = () =>
    createPrivate(dir, user).then(
      () => true,
      () => false,
    );
  if ((await runScript(user, 'cd "$1"', dataDir)).ok && (await create())) return expected;
  const elsewhere = join(await stagingRoot(), randomBytes(8).toString('hex'));
  await createPrivate(elsewhere, user);
  const text = `${JSON.stringify({ directory: elsewhere })}\n`;
  await attempt(`cannot write ${pointer}`, () => createPrivateFile(pointer, text)).finally(async () => {
    // Nothing names the directory when another process was first.
    if ((await readPointer(pointer)) !== elsewhere) await rmdir(elsewhere);
  });
  const location = await locate(dataDir);
  // Tells people which DATA_DIR a directory with a random name belongs to.
  await writeFile(`${location.dir}.owner`, `${dataDir}\n`);
  return location;
}

async function createPrivate(dir: string, user: SystemUser): Promise<void> {
  if (await attempt(`cannot create ${dir}`, () => createPrivateDirectory(dir, user))) return;
  const owner = user?.uid ?? process.getuid?.();
  throw new StartupError(
    `${dir} must be a directory with mode 0700 that belongs to user ${owner}; move it away, or set another DATA_DIR`,
  );
}

/** Reads the password. A database that is new, or of a version that asked for none, has none. */
export async function readPassword(file: string): Promise<string | undefined> {
  const text = await readIfExists(file).catch((cause: unknown) => {
    throw new StartupError(
      `cannot read ${file}, the password of the database: ${reason(cause)}; run as the user who owns it`,
      { cause },
    );
  });
  const password = text?.trim();
  if (password === undefined || PASSWORD.test(password)) return password;
  throw new StartupError(
    `${file} does not hold a password; remove it while nothing uses the database, and the next start makes a new one`,
  );
}

/** Reads the password, or creates one. @param user runs PostgreSQL. */
async function providePassword(file: string, dataDir: string, user: SystemUser): Promise<string> {
  const password = await readPassword(file);
  if (password === undefined) {
    const { uid } = await stat(dataDir);
    const postgres = (await run(undefined, 'id', ['-u', 'postgres'])).output.trim();
    // When root starts the database of an ordinary user who owns DATA_DIR, that user may read the file. Never the system
    // user `postgres`, who may run other databases of the machine.
    const owner = user?.uid === uid && postgres !== String(uid) ? user : undefined;
    await createPrivateFile(file, `${randomBytes(32).toString('hex')}\n`, owner);
    return providePassword(file, dataDir, user);
  }
  await chmod(file, 0o600);
  return password;
}
