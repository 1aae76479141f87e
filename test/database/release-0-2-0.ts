import { migrate } from '../../src/database/migrate.ts';
import { isBaseline, LAST_OF_0_2_0 } from '../../src/database/migrations/baseline.ts';
import { migrationNames } from '../../src/database/migrations/files.ts';
import type { TestDatabase } from '../harness/database.ts';

/** Some migrations of release 0.2.0, the last one included. The checksums of replaced files count for nothing. */
export const NAMES_OF_0_2_0 = [
  '20261122120000_access',
  '20261122234756_retired_companies',
  '20261125191550_expand_events',
  LAST_OF_0_2_0,
];

/** Gives an empty database the schema and the history of release 0.2.0. @param later migrations that were applied since. */
export async function makeRelease020({ url, pool }: TestDatabase, later = 0): Promise<void> {
  const known = await migrationNames();
  const baseline = known.filter(isBaseline);
  const only = known.slice(0, baseline.length + later);
  await migrate(url, { only });
  await pool.query('DELETE FROM _prisma_migrations WHERE migration_name = ANY ($1)', [baseline]);
  await pool.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     SELECT gen_random_uuid(), md5(name), name, now(), 1 FROM unnest($1::text[]) AS name`,
    [NAMES_OF_0_2_0],
  );
}
