import { readConfig } from '../config.ts';
import { acquireDatabase } from '../database/acquire.ts';
import { prepareIndex } from './facet-index.ts';
import { print } from './terminal.ts';

/** Migrates the database to this version, and builds the facet index if it is missing. */
export async function runMigrate(options: { json?: boolean }): Promise<void> {
  const { applied, url, close } = await acquireDatabase(readConfig(process.env), 'command');
  const indexBuilt = await prepareIndex(url).finally(close);
  const lines = [
    ...applied.map((name) => `applied ${name}`),
    ...(indexBuilt ? ['built the facet index'] : []),
  ];
  print(
    options.json,
    { applied, index_built: indexBuilt },
    lines.length > 0 ? lines : 'the database is up to date',
  );
}
