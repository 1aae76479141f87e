import { runDataMigration } from '../database/data-migration.ts';
import type { Logger } from '../lib/logger.ts';
import { NORMALIZE_DOMAINS } from '../modules/import/normalize-domains.ts';
import { REWRITE_DOMAINS } from '../modules/lists/domains/rewrite-domains.ts';

/** In the order in which they run. */
const DATA_MIGRATIONS = [REWRITE_DOMAINS, NORMALIZE_DOMAINS];

/** Runs the data migrations that the database lacks. It must be migrated. */
export async function migrateData(databaseUrl: string, logger?: Logger): Promise<void> {
  for (const migration of DATA_MIGRATIONS) {
    const ran = await runDataMigration(databaseUrl, migration);
    if (ran) logger?.info({ name: migration.name }, 'ran a data migration');
  }
}
