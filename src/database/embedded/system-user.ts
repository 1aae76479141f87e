import { StartupError } from '../../lib/fault.ts';
import { run, type SystemUser } from './run.ts';

const NAME = 'postgres';

/** The commands that create a system user: of shadow-utils, then of BusyBox. */
const CREATE_USER: readonly (readonly string[])[] = [
  ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', NAME],
  ['adduser', '-S', '-D', '-H', '-s', '/sbin/nologin', NAME],
];

/**
 * Chooses the user that runs PostgreSQL, which refuses to run as root. An ordinary user runs it without a change of user.
 * Root runs it as the owner of an existing database, else as the system user `postgres`, created if it is missing.
 *
 * @param owner the owner of the database directory, if there is one.
 * @returns undefined: the user of this process.
 * @throws StartupError when there is no such user and none can be created.
 */
export async function chooseSystemUser(owner: SystemUser | undefined): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (owner && owner.uid !== 0) return owner;
  const existing = await findPostgresUser();
  if (existing) return existing;
  for (const [command = '', ...args] of CREATE_USER) {
    await run(undefined, command, args);
    // Also after a failure: another process may have created the user meanwhile.
    const created = await findPostgresUser();
    if (created) return created;
  }
  throw new StartupError(
    `PostgreSQL does not run as root, and the user ${NAME} is missing and could not be created; ` +
      'create it, run as an ordinary user, or set DATABASE_URL',
  );
}

export async function findPostgresUser(): Promise<SystemUser | undefined> {
  const [uid, gid] = await Promise.all([
    run(undefined, 'id', ['-u', NAME]),
    run(undefined, 'id', ['-g', NAME]),
  ]);
  if (uid.code !== 0 || gid.code !== 0) return undefined;
  return { uid: Number(uid.output), gid: Number(gid.output) };
}
