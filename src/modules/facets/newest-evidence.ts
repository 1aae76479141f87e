import type { PoolClient } from '../../database/client.ts';
import { copyRows } from '../../database/copy-reader.ts';
import { Bitmap, fromInt4s } from './bitmap.ts';
import { computeChange, flatten } from './delta.ts';
import { timestampLiteral } from './evidence-windows.ts';
import { EVERYTHING, existenceKey, inScope, type PostingKey, type Scope } from './facet.ts';
import {
  deletePostings,
  insertPostings,
  readStoredPostings,
  type StoredPosting,
  toUpdate,
  updatePostings,
} from './postings.ts';

/** Tables of dated evidence, with the columns of their dates. */
export const DETECTIONS = { table: 'company_technology', column: 'last_seen' } as const;
export const PARTNERSHIPS = { table: 'partnership', column: 'last_observed_at' } as const;
type EvidenceTable = typeof DETECTIONS | typeof PARTNERSHIPS;

/** Evidence that is looked at: that of some companies, up to a time. */
interface Looked {
  scope: Scope;
  until: Date;
}

/**
 * Finds the time of the newest evidence in a table after a change to the companies of the scope. A row can be corrected
 * to an earlier date. So the companies with the newest evidence are kept as a posting, and the whole table is searched
 * again only when that posting becomes empty.
 *
 * @param before the newest evidence before the change.
 */
export async function refreshNewest(
  client: PoolClient,
  evidence: EvidenceTable,
  { scope, until }: Looked,
  before: Date | null,
  version: number,
): Promise<Date | null> {
  if (scope.table !== undefined && before !== null) {
    const { newest, atBefore } = await readNewest(client, evidence, { scope, until }, before);
    if (newest !== null && newest > before) return replaceNewest(client, evidence, scope, newest, version);
    if (await updateNewest(client, evidence, scope, atBefore, version)) return before;
  }
  const newest = await findNewest(client, evidence, until);
  return replaceNewest(client, evidence, EVERYTHING, newest, version);
}

/** Key of the companies with the newest evidence. Callers cannot name its field. */
function newestKey({ table }: EvidenceTable): PostingKey {
  return existenceKey(`@${table}`);
}

async function findNewest(
  client: PoolClient,
  { table, column }: EvidenceTable,
  until: Date,
): Promise<Date | null> {
  const { rows } = await client.query<{ newest: Date | null }>(
    `SELECT max(${column}) AS newest FROM ${table} WHERE ${column} <= ${timestampLiteral(until)}`,
  );
  return rows[0]?.newest ?? null;
}

/** Reads the newest evidence of the companies in the scope, and which of them have evidence of the time `before`. */
async function readNewest(
  client: PoolClient,
  { table, column }: EvidenceTable,
  { scope, until }: Looked,
  before: Date,
): Promise<{ newest: Date | null; atBefore: Bitmap }> {
  let newest: Date | null = null;
  let atBefore = new Bitmap();
  const query = `
    SELECT max(e.${column}) FILTER (WHERE e.${column} <= ${timestampLiteral(until)}),
      string_agg(int4send(e.company_id), '') FILTER (WHERE e.${column} = ${timestampLiteral(before)})
    FROM ${table} e ${inScope(scope, 'e.company_id')}`;
  await copyRows(client, query, (row) => {
    newest = row.isNull(0) ? null : new Date(row.timestamp(0));
    atBefore = fromInt4s(row.bytes(1));
  });
  return { newest, atBefore };
}

async function replaceNewest(
  client: PoolClient,
  evidence: EvidenceTable,
  scope: Scope,
  newest: Date | null,
  version: number,
): Promise<Date | null> {
  const key = newestKey(evidence);
  const ids = newest === null ? new Bitmap() : await findCompaniesAt(client, evidence, scope, newest);
  await deletePostings(client, [key.field]);
  await insertPostings(client, [{ key, ids }], version);
  return newest;
}

/**
 * @param now companies of the scope with the newest evidence so far.
 * @returns whether any company still has it.
 */
async function updateNewest(
  client: PoolClient,
  evidence: EvidenceTable,
  scope: Scope,
  now: Bitmap,
  version: number,
): Promise<boolean> {
  const key = newestKey(evidence);
  const stored: StoredPosting[] = [];
  await readStoredPostings(client, [{ field: key.field }], (each) => stored.push(each));
  const [posting] = stored;
  if (!posting) return false;
  const change = computeChange(posting, await readScope(client, scope), now);
  if (change) await updatePostings(client, [toUpdate(key, change)], version);
  return !flatten(change ?? posting).isEmpty;
}

async function findCompaniesAt(
  client: PoolClient,
  { table, column }: EvidenceTable,
  scope: Scope,
  newest: Date,
): Promise<Bitmap> {
  return readIds(
    client,
    `SELECT e.company_id FROM ${table} e ${inScope(scope, 'e.company_id')} WHERE e.${column} = ${timestampLiteral(newest)}`,
  );
}

/** Reads the ids of the companies in the scope. */
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
