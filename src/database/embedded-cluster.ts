import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { StartupError } from '../lib/fault.ts';
import { errorCode, reason } from './connect.ts';
import { firstError, run } from './embedded-account.ts';
import type { Cluster } from './embedded-binaries.ts';
import { requirePassword } from './embedded-secure.ts';
import { initialSettings, toFlags } from './embedded-settings.ts';

/**
 * Makes the data directory if there is none. It appears whole or not at all, and once, also when two processes
 * come at the same time.
 *
 * @throws StartupError when what is there is not a database of this version.
 */
export async function initialise(cluster: Cluster, password: string): Promise<void> {
  const { data } = cluster.home;
  const { major } = cluster.binaries;
  const version = await readVersion(data);
  if (version === major) return;
  if (version !== undefined) {
    throw new StartupError(
      `${data} needs PostgreSQL ${version}, but PostgreSQL ${major} is installed; set another DATA_DIR, ` +
        'or dump the old database with its own version and restore it into a new one',
    );
  }
  if (await exists(data)) {
    throw new StartupError(`${data} is not a PostgreSQL database; move it away, or set another DATA_DIR`);
  }
  await create(cluster, password);
}

async function create({ home, account, binaries }: Cluster, password: string): Promise<void> {
  const draft = `${home.data}.${randomBytes(6).toString('hex')}`;
  try {
    const { code, output } = await run(account, binaries.initdb, [
      `--pgdata=${draft}`,
      '--username=postgres',
      // Nobody reaches it before requirePassword has replaced the rules.
      '--auth=reject',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
      ...toFlags(await initialSettings()),
    ]);
    if (code !== 0) throw new StartupError(`cannot create a database in ${home.dir}: ${firstError(output)}`);
    await requirePassword({ home: { ...home, data: draft }, account, binaries }, password);
    await rename(draft, home.data);
    await flushDirectory(home.dir);
  } catch (error) {
    // Another process was first, and its database is as good.
    if ((await readVersion(home.data)) === binaries.major) return;
    if (error instanceof StartupError) throw error;
    throw new StartupError(`cannot create a database in ${home.dir}: ${reason(error)}`, { cause: error });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function readVersion(data: string): Promise<string | undefined> {
  try {
    return (await readFile(`${data}/PG_VERSION`, 'utf8')).trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw new StartupError(`cannot read the database: ${reason(error)}`, { cause: error });
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** A rename survives a power cut only once its directory is on disk. */
async function flushDirectory(dir: string): Promise<void> {
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
