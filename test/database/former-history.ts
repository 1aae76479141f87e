import { migrate } from '../../src/database/migrate.ts';
import { migrationNames } from '../../src/database/migrations/files.ts';
import { FORMER, LAST_REPLACEMENT } from '../../src/database/migrations/former.ts';
import type { TestDatabase } from '../harness/database.ts';

/**
 * Makes an empty database one of an early build: with the schema of the merged migrations, which is the same, and with the
 * history of the former ones.
 */
export async function makeFormer({ url, pool }: TestDatabase): Promise<void> {
  await migrate(url, { only: (await migrationNames()).filter((name) => name <= LAST_REPLACEMENT) });
  await pool.query('DELETE FROM _prisma_migrations');
  await pool.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     SELECT gen_random_uuid(), value, key, now(), 1 FROM json_each_text($1)`,
    [JSON.stringify(FORMER)],
  );
}
