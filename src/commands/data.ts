import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { findEmbedded, listEmbedded, removeEmbedded } from '../database/embedded/embedded.ts';
import { StartupError } from '../lib/fault.ts';
import { REJECTS_FOLDER } from '../modules/import/problems.ts';
import { type OutputOptions, print } from './terminal.ts';

/** Prints the URL of the database, for psql and similar programs. Starts nothing and migrates nothing. */
export async function runDatabaseUrl(options: OutputOptions): Promise<void> {
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl !== undefined)
    return print(options.json, { url: databaseUrl, embedded: false }, databaseUrl);
  const found = await findEmbedded(dataDir);
  if (!found) {
    throw new StartupError(
      `there is no database in DATA_DIR ${dataDir}; the first start of a server creates it`,
    );
  }
  print(options.json, { url: found.url, embedded: true, running: found.running }, found.url);
  if (found.running) return;
  process.stderr.write(
    'company-data: the embedded PostgreSQL does not run; start a server (npm start) to connect to this URL\n',
  );
}

/** Files and folders in DATA_DIR besides those of the embedded database. */
const OTHERS = [REJECTS_FOLDER, 'demo-keys.json'];

/**
 * Removes all that the service keeps in or for DATA_DIR. Other files there stay, and so does the directory then. A
 * database of DATABASE_URL stays as well.
 */
export async function runDataRemove(options: OutputOptions & { yes?: boolean }): Promise<void> {
  const { dataDir } = readConfig(process.env);
  const names = await readdir(dataDir).catch(() => []);
  const others = names.filter((name) => OTHERS.includes(name)).map((name) => join(dataDir, name));
  const paths = [...(await listEmbedded(dataDir)), ...others];
  if (paths.length > 0 && options.yes !== true) {
    throw new StartupError(`this removes ${paths.join(', ')}; repeat the command with --yes`);
  }
  const removed = await removeEmbedded(dataDir);
  for (const path of others) await rm(path, { recursive: true, force: true });
  const kept = await readdir(dataDir).catch(() => []);
  if (kept.length === 0) await rmdir(dataDir).catch(() => undefined);
  print(options.json, { data_dir: dataDir, removed: [...removed, ...others], kept }, [
    paths.length > 0
      ? `removed ${[...removed, ...others].join(', ')}`
      : `DATA_DIR ${dataDir} holds nothing of company-data`,
    ...(kept.length > 0 ? [`kept in ${dataDir}: ${kept.join(', ')}`] : []),
  ]);
}
