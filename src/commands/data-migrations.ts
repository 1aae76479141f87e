import { type DataMigration, runDataMigration } from '../database/data-migration.ts';
import type { Logger } from '../lib/logger.ts';

// Each loads its code when it runs: the usual start runs none.
export const REWRITE_DOMAINS: DataMigration = {
  name: 'rewrite_list_domains',
  async run(client) {
    const { rewriteListDomains } = await import('../modules/lists/domains/rewrite-domains.ts');
    await rewriteListDomains(client);
  },
};
export const NORMALIZE_DOMAINS: DataMigration = {
  name: 'normalize_company_domains',
  async run(client) {
    const { normalizeCompanyDomains } = await import('../modules/import/normalize-domains.ts');
    await normalizeCompanyDomains(client);
  },
};

/** In the order in which they run. */
const DATA_MIGRATIONS = [REWRITE_DOMAINS, NORMALIZE_DOMAINS];

/** Runs the data migrations that the database lacks. It must be migrated. */
export async function migrateData(databaseUrl: string, logger?: Logger): Promise<void> {
  for (const migration of DATA_MIGRATIONS) {
    const ran = await runDataMigration(databaseUrl, migration);
    if (ran) logger?.info({ name: migration.name }, 'ran a data migration');
  }
}
