import { type Pool, type PoolClient, type Queryable, transaction } from '../../database/client.ts';
import type { CatalogueChange } from '../facets/facet.ts';
import { isBuilt, lockState, readState } from '../facets/index-state.ts';
import { rebuildFacets, refreshFacets } from '../facets/refresh.ts';
import { FACETS } from './registry.ts';

/** The table in which an import leaves the companies whose data is another than before. */
const CHANGED_TABLE = 'import_changed';

/**
 * Brings the index up to date with what an import of this kind changed, inside its transaction: catalogue and index
 * are committed together.
 *
 * @param client has the temporary table `import_changed (company_id)`, each company once.
 */
export function refreshIndex(client: PoolClient, kind: CatalogueChange): Promise<void> {
  return refreshFacets(client, FACETS, { kind, table: CHANGED_TABLE });
}

/** Builds the whole index anew from the catalogue, in one transaction; readers use the old one until it is done. */
export function rebuildIndex(pool: Pool): Promise<void> {
  return transaction(pool, async (client) => {
    await setUpForBulk(client);
    await rebuildFacets(client, FACETS);
  });
}

/**
 * Builds the index when it was never built, or by a program that gave its postings another meaning: after the
 * migration that brought it, and after an upgrade. @returns whether it had to be.
 */
export async function ensureIndex(pool: Pool): Promise<boolean> {
  if (isBuilt(await readState(pool))) return false;
  return transaction(pool, async (client) => {
    // Of processes that start together the first builds it, and the others find it built.
    if (isBuilt(await lockState(client))) return false;
    await setUpForBulk(client);
    await rebuildFacets(client, FACETS);
    return true;
  });
}

async function setUpForBulk(client: PoolClient): Promise<void> {
  await client.query(`SET LOCAL work_mem = '128MB'`);
  await client.query('SET LOCAL jit = off');
}

/** What `index status --json` prints (contract, section 8). */
export interface IndexStatus {
  version: number;
  /** ISO 8601 in UTC; null while the catalogue has no observation. */
  as_of: string | null;
  companies: number;
  postings: number;
  /** What the bitmaps take up in the database. */
  bytes: number;
}

export async function readIndexStatus(db: Queryable): Promise<IndexStatus> {
  const { rows } = await db.query<Omit<IndexStatus, 'as_of'> & { as_of: Date | null }>(`
    SELECT version, as_of,
      coalesce((SELECT cardinality FROM facet_posting WHERE field = '*'), 0) AS companies,
      (SELECT count(*)::int FROM facet_posting) AS postings,
      (SELECT coalesce(sum(octet_length(base) + coalesce(octet_length(added), 0)
         + coalesce(octet_length(removed), 0)), 0)::float8 FROM facet_posting) AS bytes
    FROM facet_index`);
  const [status] = rows;
  if (status === undefined) throw new Error('facet_index has lost its row');
  return { ...status, as_of: status.as_of?.toISOString() ?? null };
}
