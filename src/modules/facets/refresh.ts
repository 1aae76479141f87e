import type { PoolClient } from '../../database/client.ts';
import { NO_IDS } from './bitmap.ts';
import { areCategoriesRespelled } from './collect.ts';
import { daysBetween, EVER, WINDOW_DAYS } from './evidence-windows.ts';
import {
  type CatalogueChange,
  EVERYTHING,
  type Facet,
  isDated,
  RETIRED,
  type Scope,
  UNIVERSE,
} from './facet.ts';
import {
  areNamesCurrent,
  atMost,
  FORMAT,
  type IndexState,
  latest,
  lockState,
  MAX_AHEAD_MS,
  needsRebuild,
  readClock,
  refuseNewer,
  saveState,
} from './index-state.ts';
import { type AsOfStep, moveDetections, movePartners } from './move-evidence.ts';
import { writeNames } from './name-index.ts';
import { DETECTIONS, PARTNERSHIPS, readScope, refreshNewest } from './newest-evidence.ts';
import { updateFacets } from './update-facets.ts';

/** Companies that an import changed. */
interface ChangedCompanies {
  /** Kinds of their data that changed. */
  kinds: readonly CatalogueChange[];
  /** Name of a table with a column `company_id`, without duplicates. Companies that left the catalogue are in it, too. */
  table: string;
  /** Name of a table with a column `tech_key`: technologies that some of the companies no longer have. */
  withdrawn: string;
}

/** Above this share of changed companies, reading all of them is faster. */
const EVERYTHING_SHARE = 0.25;

/** Rebuilds every posting inside the caller's transaction. Other refreshes wait, readers do not. */
export async function rebuildFacets(client: PoolClient, facets: readonly Facet[]): Promise<void> {
  await rebuild(client, [UNIVERSE, RETIRED, ...facets], await lockState(client));
}

/**
 * Updates the index after a change of the catalogue, inside the caller's transaction. Only this and a rebuild write
 * postings. Other refreshes wait; readers see the old version until the transaction commits.
 *
 * @param facets all facets except the internal ones.
 * @param changed companies that changed since the last refresh.
 */
export async function refreshFacets(
  client: PoolClient,
  facets: readonly Facet[],
  changed: ChangedCompanies,
): Promise<void> {
  const state = await lockState(client);
  refuseNewer(state);
  const all = [UNIVERSE, RETIRED, ...facets];
  if (needsRebuild(state)) return rebuild(client, all, state);
  const share = await readChangedShare(client, changed.table);
  const respelled = await findRespelled(client, all);
  if (share + respelled.length === 0) return;
  const scope = share > EVERYTHING_SHARE ? EVERYTHING : { table: changed.table };
  const withdrawn = await readWithdrawn(client, changed);
  const version = state.version + 1;
  const next = await readAsOf(client, { ...state, version }, scope, changed.kinds);
  await updateFacets(client, respelled, EVERYTHING, next);
  const affects = ({ changedBy }: Facet) => changedBy.some((kind) => changed.kinds.includes(kind));
  const step = shortStep(state, next);
  const asOfMoved = state.asOf?.getTime() !== next.asOf?.getTime();
  if (!asOfMoved) {
    await updateFacets(client, all.filter(affects), scope, next, withdrawn);
  } else if (step !== undefined) {
    await updateFacets(client, all.filter(affects), scope, next, withdrawn);
    const isReread = changed.kinds.includes('company_technologies');
    if (!isReread) await moveDetections(client, facets, NO_IDS, step);
    else if (scope.table !== undefined)
      await moveDetections(client, facets, await readScope(client, scope), step);
    if (!changed.kinds.includes('partnerships')) await movePartners(client, facets, step);
  } else {
    await updateFacets(
      client,
      all.filter((facet) => affects(facet) && !isDated(facet)),
      scope,
      next,
      withdrawn,
    );
    await updateFacets(client, all.filter(isDated), EVERYTHING, next, withdrawn);
  }
  if (!areNamesCurrent(state)) await writeNames(client, EVERYTHING);
  else if (changed.kinds.includes('companies')) await writeNames(client, scope);
  await saveState(client, next);
}

/** Finds the facets whose values are spelled anew, so that all of their postings are collected again. */
async function findRespelled(client: PoolClient, facets: readonly Facet[]): Promise<readonly Facet[]> {
  const found: Facet[] = [];
  for (const facet of facets) {
    const { source } = facet;
    const isCategory = source.from === 'detections' && source.value === 'category';
    if (isCategory && (await areCategoriesRespelled(client, facet))) found.push(facet);
  }
  return found;
}

/** @returns undefined for a step in which all evidence of the narrowest window leaves it: reading everything is faster. */
function shortStep({ asOf: before }: IndexState, { asOf: after, version }: IndexState): AsOfStep | undefined {
  if (before === null || after === null || daysBetween(before, after) >= WINDOW_DAYS[0]) return undefined;
  return { before, after, version };
}

async function rebuild(client: PoolClient, facets: readonly Facet[], { version }: IndexState): Promise<void> {
  const empty = {
    asOf: null,
    detectionsAsOf: null,
    partnershipsAsOf: null,
    bandsVersion: null,
    namesVersion: null,
    namesFormat: null,
    isAhead: false,
  };
  const state = { version: version + 1, format: FORMAT, ...empty };
  const next = await readAsOf(client, state, EVERYTHING, ['company_technologies', 'partnerships']);
  await updateFacets(client, facets, EVERYTHING, next);
  await writeNames(client, EVERYTHING);
  await saveState(client, next);
}

/**
 * Returns the state with the newest evidence after changes of these kinds. Evidence that is more than a day ahead of the
 * clock does not count, so the windows and tiers of other companies stay as they are. The as-of time is never ahead.
 */
async function readAsOf(
  client: PoolClient,
  state: IndexState,
  scope: Scope,
  kinds: readonly CatalogueChange[],
): Promise<IndexState> {
  const { version } = state;
  const now = await readClock(client);
  const until = new Date(now.getTime() + MAX_AHEAD_MS);
  let { detectionsAsOf, partnershipsAsOf } = state;
  if (kinds.includes('company_technologies'))
    detectionsAsOf = await refreshNewest(client, DETECTIONS, { scope, until }, detectionsAsOf, version);
  if (kinds.includes('partnerships'))
    partnershipsAsOf = await refreshNewest(client, PARTNERSHIPS, { scope, until }, partnershipsAsOf, version);
  const asOf = atMost(latest(detectionsAsOf, partnershipsAsOf), now);
  return { ...state, detectionsAsOf, partnershipsAsOf, asOf };
}

async function readWithdrawn(client: PoolClient, { withdrawn }: ChangedCompanies): Promise<string[]> {
  const { rows } = await client.query<[string]>({
    text: `SELECT DISTINCT tech_key FROM ${withdrawn}`,
    rowMode: 'array',
  });
  return rows.map(([key]) => key);
}

/** The companies are those of the index, because counting the table takes as long as a small refresh. */
async function readChangedShare(client: PoolClient, table: string): Promise<number> {
  const { rows } = await client.query<{ changed: number; companies: number }>(`
    SELECT (SELECT count(*)::int FROM ${table}) AS changed, coalesce((
      SELECT cardinality FROM facet_posting
      WHERE field = '${UNIVERSE.field}' AND value = '' AND window_days = ${EVER}), 0) AS companies`);
  const [{ changed, companies } = { changed: 0, companies: 0 }] = rows;
  return changed === 0 ? 0 : changed / Math.max(changed, companies);
}
