import type { PoolClient } from '../../database/client.ts';
import { copyRows } from '../../database/copy-reader.ts';
import { Bitmap, fromInt4s } from './bitmap.ts';
import { literal } from './by-window.ts';
import { change, flatten } from './delta.ts';
import { knownKey, type PostingKey } from './facet.ts';
import {
  deletePostings,
  insertPostings,
  readStored,
  type StoredPosting,
  updatePostings,
} from './posting-store.ts';
import { EVERYTHING, inScope, type Scope } from './scope.ts';

/** Where dated evidence stands. */
export interface Evidence {
  table: 'company_technology' | 'partnership';
  column: 'last_seen' | 'last_observed_at';
}

export const DETECTIONS: Evidence = { table: 'company_technology', column: 'last_seen' };
export const PARTNERSHIPS: Evidence = { table: 'partnership', column: 'last_observed_at' };

/**
 * The newest evidence of a table after a change to the companies of the scope. A row can be corrected to an earlier
 * date: the companies that hold the newest evidence are kept as a posting, so that the whole table is searched again
 * only when the last of them has let go of it.
 *
 * @param before the newest evidence until now.
 */
export async function refreshNewest(
  client: PoolClient,
  evidence: Evidence,
  scope: Scope,
  before: Date | null,
  version: number,
): Promise<Date | null> {
  if (scope.table !== undefined && before !== null) {
    const newest = await findNewest(client, evidence, scope);
    if (newest !== null && newest > before) return replaceHolders(client, evidence, scope, newest, version);
    if (await updateHolders(client, evidence, scope, before, version)) return before;
  }
  const newest = await findNewest(client, evidence, EVERYTHING);
  return replaceHolders(client, evidence, EVERYTHING, newest, version);
}

/** Like no field that a caller can name. */
export function holdersKey({ table }: Evidence): PostingKey {
  return knownKey(`@${table}`);
}

async function findNewest(
  client: PoolClient,
  { table, column }: Evidence,
  scope: Scope,
): Promise<Date | null> {
  const { rows } = await client.query<{ newest: Date | null }>(
    `SELECT max(e.${column}) AS newest FROM ${table} e ${inScope(scope, 'e.company_id')}`,
  );
  return rows[0]?.newest ?? null;
}

async function replaceHolders(
  client: PoolClient,
  evidence: Evidence,
  scope: Scope,
  newest: Date | null,
  version: number,
): Promise<Date | null> {
  const key = holdersKey(evidence);
  const ids = newest === null ? new Bitmap() : await findHolders(client, evidence, scope, newest);
  await deletePostings(client, [key.field]);
  await insertPostings(client, [{ key, ids }], version);
  return newest;
}

/** @returns whether anybody holds the newest evidence still. */
async function updateHolders(
  client: PoolClient,
  evidence: Evidence,
  scope: Scope,
  newest: Date,
  version: number,
): Promise<boolean> {
  const key = holdersKey(evidence);
  const stored: StoredPosting[] = [];
  await readStored(client, [{ field: key.field, values: undefined }], (posting) => stored.push(posting));
  const [holders] = stored;
  if (!holders) return false;
  const now = await findHolders(client, evidence, scope, newest);
  const changed = change(holders, await readScope(client, scope), now);
  if (changed) await updatePostings(client, [{ key, change: changed }], version);
  return !flatten(changed ?? holders).isEmpty;
}

async function findHolders(
  client: PoolClient,
  { table, column }: Evidence,
  scope: Scope,
  newest: Date,
): Promise<Bitmap> {
  return readIds(
    client,
    `SELECT e.company_id FROM ${table} e ${inScope(scope, 'e.company_id')} WHERE e.${column} = ${literal(newest)}`,
  );
}

/** The ids of the companies in the scope. */
export function readScope(client: PoolClient, { table }: Scope): Promise<Bitmap> {
  return readIds(
    client,
    table === undefined ? 'SELECT id AS company_id FROM company' : `SELECT company_id FROM ${table}`,
  );
}

async function readIds(client: PoolClient, query: string): Promise<Bitmap> {
  let ids = new Bitmap();
  await copyRows(client, `SELECT string_agg(int4send(company_id), '') FROM (${query}) found`, (row) => {
    ids = fromInt4s(row.bytes(0));
  });
  return ids;
}
