import { openDatabase } from '../database/client.ts';
import type { Logger } from '../lib/logger.ts';
import { ensureIndex, readIndexStatus, rebuildIndex } from '../modules/filters/facet-index.ts';
import { print, withTools } from './terminal.ts';

/** Builds the index of a migrated database when it has none that this program can use. @returns whether it did. */
export async function prepareIndex(databaseUrl: string, logger?: Logger): Promise<boolean> {
  const database = openDatabase({ url: databaseUrl, poolSize: 1 });
  try {
    const built = await ensureIndex(database.pool);
    if (built) logger?.info('built the facet index');
    return built;
  } finally {
    await database.close();
  }
}

/** What the facet index holds (contract, section 8). */
export async function showIndexStatus(options: { json?: boolean }): Promise<void> {
  const status = await withTools(({ database }) => readIndexStatus(database.pool));
  print(options.json === true, status, [
    `version ${status.version}, as of ${status.as_of ?? 'never: nothing was observed yet'}`,
    `${status.companies} companies, ${status.postings} postings, ${(status.bytes / 1e6).toFixed(1)} MB`,
  ]);
}

/** Builds the facet index anew from the catalogue, for when the tables were changed by hand. */
export async function runIndexRebuild(options: { json?: boolean }): Promise<void> {
  const status = await withTools(async ({ database }) => {
    await rebuildIndex(database.pool);
    return readIndexStatus(database.pool);
  });
  print(
    options.json === true,
    status,
    `rebuilt: version ${status.version}, ${status.companies} companies, ${status.postings} postings`,
  );
}
