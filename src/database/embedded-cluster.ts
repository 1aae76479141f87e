import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { StartupError } from '../lib/fault.ts';
import { errorCode, reason } from './connect.ts';
import { type Account, run } from './embedded-account.ts';
import type { Binaries } from './embedded-binaries.ts';
import type { Home } from './embedded-home.ts';
import { initialSettings, toFlags } from './embedded-settings.ts';

/** A database on disk together with the program and the user that run it. */
export interface Cluster {
  home: Home;
  account: Account | undefined;
  binaries: Binaries;
}

/**
 * Makes the data directory if there is none. It appears whole or not at all, and once, also when two processes
 * come at the same time.
 *
 * @throws StartupError when what is there is not a database of this version.
 */
export async function initialise(cluster: Cluster): Promise<void> {
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
  await create(cluster);
}

async function create({ home, account, binaries }: Cluster): Promise<void> {
  const draft = `${home.data}.${randomBytes(6).toString('hex')}`;
  try {
    const { code, output } = await run(account, binaries.initdb, [
      `--pgdata=${draft}`,
      '--username=postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
      ...toFlags(await initialSettings()),
    ]);
    if (code !== 0) throw new StartupError(`cannot create a database in ${home.dir}: ${firstError(output)}`);
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

/** @returns the line of a program's output that says what went wrong: the first complaint causes the others. */
export function firstError(output: string): string {
  const lines = output.trim().split('\n');
  const said =
    lines.find((line) => /(?:ERROR|FATAL|PANIC|error):\s/.test(line)) ??
    lines.find((line) => line.includes('could not')) ??
    lines.at(-1);
  return (said ?? '').replace(/^.*?(?:ERROR|FATAL|PANIC|error):\s+/, '').trim();
}
