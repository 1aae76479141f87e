import { type Pool, type PoolClient, type Queryable, transaction } from '../../database/client.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import { type CatalogueChange, EVERYTHING, type Facet } from '../facets/facet.ts';
import {
  areNamesCurrent,
  lockState,
  needsRebuild,
  only,
  readState,
  refuseNewer,
  saveNames,
} from '../facets/index-state.ts';
import { writeNames } from '../facets/name-index.ts';
import { rebuildFacets, refreshFacets } from '../facets/refresh.ts';
import { renewStoredTexts } from '../facets/stored-texts.ts';
import { CATALOGUE, facetOf, readDeclared } from '../fields/declarations.ts';
import { findDeclaring, rebuildOwn } from '../fields/stored-values.ts';
import { FACETS } from './registry.ts';

/**
 * Updates the index with the changes of an import, inside its transaction: catalogue and index commit together.
 *
 * @param client connection with the temporary table `import_withdrawn (tech_key)`.
 * @param table name of a table of the changed companies, with a column `company_id` without duplicates.
 */
export async function refreshIndex(
  client: PoolClient,
  kinds: readonly CatalogueChange[],
  table = 'import_changed',
): Promise<void> {
  await refreshFacets(client, await readFacets(client), { kinds, table, withdrawn: 'import_withdrawn' });
}

/** Reads the facets of the catalogue: those of the built-in fields, and of its own. */
export async function readFacets(client: Queryable): Promise<readonly Facet[]> {
  const { fields } = await readDeclared(client, CATALOGUE);
  return [...FACETS, ...fields.map(facetOf)];
}

/**
 * Renews the keys of stored texts, and rebuilds the index from the catalogue in one transaction. Readers use the old index
 * until it commits. The own fields of each organization follow in a transaction of its own.
 */
export async function rebuildIndex(pool: Pool): Promise<void> {
  await renewStoredTexts(pool);
  await transaction(pool, rebuildIndexWithin);
  for (const organization of await findDeclaring(pool)) await rebuildOwn(pool, organization);
}

/**
 * Builds the index when it is missing or has another format, after a migration or an upgrade, and when its as-of time is
 * ahead of the clock. Builds the index of names alone if only that is not current.
 *
 * @returns whether anything was built.
 * @throws StartupError if a newer release has built it in a format that this one cannot read.
 */
export async function ensureIndex(pool: Pool): Promise<boolean> {
  const state = await readState(pool);
  refuseNewer(state);
  if (!needsRebuild(state) && areNamesCurrent(state)) return false;
  return transaction(pool, async (client) => {
    // Processes that start together wait for the first one to build it.
    const locked = await lockState(client);
    if (needsRebuild(locked)) await rebuildIndexWithin(client);
    else if (areNamesCurrent(locked)) return false;
    else await rebuildNames(client);
    return true;
  });
}

/** Builds the index of names inside the caller's transaction. Imports wait, readers do not. */
async function rebuildNames(client: PoolClient): Promise<void> {
  await configure(client);
  await writeNames(client, EVERYTHING);
  await saveNames(client);
}

async function configure(client: PoolClient): Promise<void> {
  await client.query(`SET LOCAL work_mem = '128MB'`);
  await client.query('SET LOCAL jit = off');
}

/** Rebuilds the index inside the caller's transaction. */
async function rebuildIndexWithin(client: PoolClient): Promise<void> {
  await configure(client);
  await rebuildFacets(client, await readFacets(client));
}

/** Output of `index status --json` (contract, section 8). */
export interface IndexStatus {
  version: number;
  /** Newest observation, ISO 8601 in UTC; null without observations. */
  as_of: string | null;
  companies: number;
  postings: number;
  /** Size of the bitmaps in the database. */
  bytes: number;
}

export async function readIndexStatus(db: Queryable): Promise<IndexStatus> {
  const result = await db.query<Omit<IndexStatus, 'as_of'> & { as_of: Date | null }>({
    name: 'facet_index_status',
    runsOn: ON_REPLICA,
    text: `SELECT version, as_of,
      coalesce((SELECT cardinality FROM facet_posting WHERE field = '*'), 0) AS companies,
      (SELECT count(*)::int FROM facet_stored) AS postings,
      (SELECT coalesce(sum(octet_length(base) + coalesce(octet_length(added), 0)
         + coalesce(octet_length(removed), 0)), 0)::float8 FROM facet_stored) AS bytes
    FROM facet_index`,
  });
  const status = only(result);
  return { ...status, as_of: status.as_of?.toISOString() ?? null };
}
