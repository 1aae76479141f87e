import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { StartupError } from '../../lib/fault.ts';
import { errorCode, reason } from '../errors.ts';
import { requirePassword } from './access-rules.ts';
import type { Cluster } from './binaries.ts';
import { firstError, run } from './run.ts';
import { initialSettings, toFlags } from './settings.ts';

/**
 * Creates the data directory if there is none. It appears complete, by a rename. Of two processes that create it at once,
 * one succeeds and both use the result.
 *
 * @throws StartupError when the existing directory is not a database of this version.
 */
export async function createCluster(cluster: Cluster, password: string): Promise<void> {
  const { data } = cluster.location;
  const { major } = cluster.binaries;
  const version = await readVersion(data);
  if (version === major) return;
  if (version !== undefined) {
    throw new StartupError(
      `${data} needs PostgreSQL ${version}, but PostgreSQL ${major} is installed; run "backup" with the release that ` +
        'made it, then "restore" with this one and another DATA_DIR',
    );
  }
  if (existsSync(data)) {
    throw new StartupError(`${data} is not a PostgreSQL database; move it away, or set another DATA_DIR`);
  }
  await create(cluster, password);
}

async function create({ location, user, binaries }: Cluster, password: string): Promise<void> {
  const draft = `${location.data}.${randomBytes(6).toString('hex')}`;
  try {
    const { code, output } = await run(user, binaries.initdb, [
      `--pgdata=${draft}`,
      '--username=postgres',
      // Rejects everybody until requirePassword replaces the rules.
      '--auth=reject',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
      ...toFlags(await initialSettings()),
    ]);
    if (code !== 0)
      throw new StartupError(`cannot create a database in ${location.dir}: ${firstError(output)}`);
    await requirePassword({ location: { ...location, data: draft }, user, binaries }, password);
    await rename(draft, location.data);
    await flushDirectory(location.dir);
  } catch (error) {
    // Another process was first, and its database is as good.
    if ((await readVersion(location.data)) === binaries.major) return;
    if (error instanceof StartupError) throw error;
    throw new StartupError(`cannot create a database in ${location.dir}: ${reason(error)}`, { cause: error });
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

/** Writes the directory to disk: only then does a rename in it survive a power cut. */
async function flushDirectory(dir: string): Promise<void> {
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
