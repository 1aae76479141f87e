import { openDatabase } from '../database/client.ts';
import { StartupError } from '../lib/fault.ts';
import type { Logger } from '../lib/logger.ts';
import { OperationScope, runWith } from '../lib/request-context.ts';
import { counted } from '../lib/text.ts';
import { settleAll } from '../modules/fields/settle-values.ts';
import { ensureIndex, readIndexStatus, rebuildIndex } from '../modules/filters/facet-index.ts';
import { print, withTools } from './terminal.ts';

/**
 * Builds the facet index unless the database has one that this version can read, and finishes what an import was killed
 * at. @returns whether it built the index.
 */
export async function prepareIndex(databaseUrl: string, logger?: Logger): Promise<boolean> {
  const database = openDatabase({ url: databaseUrl, poolSize: 1 });
  try {
    const built = await ensureIndex(database.pool);
    if (built) logger?.info('built the facet index');
    await settleAll(database.pool, (error) =>
      logger?.warn({ err: error }, 'could not move values of own fields'),
    );
    return built;
  } finally {
    await database.close();
  }
}

/** Prints version and size of the facet index (contract, section 8). */
export async function showIndexStatus(options: { json?: boolean }): Promise<void> {
  const status = await withTools(({ database }) => readIndexStatus(database.pool));
  print(options.json, status, [
    `version ${status.version}, ${status.as_of === null ? 'no observations yet' : `as of ${status.as_of}`}`,
    `${counted(status.companies, 'company', 'companies')}, ${counted(status.postings, 'posting')}, ${(status.bytes / 1e6).toFixed(1)} MB`,
  ]);
}

/** Rebuilds the facet index from the catalogue, which is necessary after manual changes of tables. */
export async function runIndexRebuild(options: { json?: boolean }): Promise<void> {
  const status = await withTools(async ({ database, signal }) => {
    const operation = new OperationScope();
    const stop = () => operation.stop(new StartupError('interrupted; the index is as it was'));
    signal.addEventListener('abort', stop);
    await runWith({ operation }, () => rebuildIndex(database.pool));
    return readIndexStatus(database.pool);
  });
  print(
    options.json,
    status,
    `rebuilt: version ${status.version}, ${counted(status.companies, 'company', 'companies')}, ${counted(status.postings, 'posting')}`,
  );
}
