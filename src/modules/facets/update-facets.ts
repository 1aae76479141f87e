import type { PoolClient } from '../../database/client.ts';
import { Bitmap, type ReadonlyBitmap } from './bitmap.ts';
import {
  collectCompanies,
  collectDetections,
  collectPartners,
  collectRetired,
  collectSets,
} from './collect.ts';
import {
  computeChange,
  type Deltas,
  flatten,
  type Layers,
  moveIds,
  mustFold,
  type PostingChange,
} from './delta.ts';
import { EVERYTHING, type Facet, isExactMatch, type PostingKey, postingName, type Scope } from './facet.ts';
import type { IndexState } from './index-state.ts';
import { collectFrequentTerms, writeRareTerms } from './name-terms.ts';
import { readScope } from './newest-evidence.ts';
import { collectOwn } from './own-postings.ts';
import {
  type Candidates,
  deletePostings,
  insertPostings,
  Postings,
  type PostingUpdate,
  readKeys,
  readStoredDeltas,
  readStoredPostings,
  toUpdate,
  updatePostings,
} from './postings.ts';

/**
 * Collects the postings of facets for the companies in scope and stores them. Facets of partnerships are always
 * collected for all companies (see `collectPartners`).
 *
 * @param withdrawn keys of technologies that some companies of the scope no longer have.
 */
export async function updateFacets(
  client: PoolClient,
  facets: readonly Facet[],
  scope: Scope,
  state: Pick<IndexState, 'version' | 'asOf'>,
  withdrawn: readonly string[] = [],
): Promise<void> {
  const isUnscoped = ({ source }: Facet) => source.from === 'partnerships';
  const scoped = facets.filter((facet) => !isUnscoped(facet));
  await updateWithin(client, scoped, scope, state, withdrawn);
  await updateWithin(client, facets.filter(isUnscoped), EVERYTHING, state, withdrawn);
}

async function updateWithin(
  client: PoolClient,
  facets: readonly Facet[],
  scope: Scope,
  { version, asOf }: Pick<IndexState, 'version' | 'asOf'>,
  withdrawn: readonly string[],
): Promise<void> {
  if (facets.length === 0) return;
  const postings = await collectPostings(client, facets, scope, asOf);
  if (scope.table === undefined) await replace(client, facets, postings, version);
  else await merge(client, facets, scope, postings, version, withdrawn);
  if (facets.some(({ source }) => source.from === 'name_terms')) await writeRareTerms(client, scope);
}

/** Collects the postings of facets from the tables, for the companies in scope. */
export async function collectPostings(
  client: PoolClient,
  facets: readonly Facet[],
  scope: Scope,
  asOf: Date | null,
): Promise<Postings> {
  const postings = new Postings();
  const from = (source: Facet['source']['from']) => facets.filter((facet) => facet.source.from === source);
  await collectCompanies(client, facets, scope, postings);
  await collectSets(client, facets, scope, postings);
  await collectOwn(client, facets, scope, postings);
  if (from('retired').length > 0) await collectRetired(client, scope, postings);
  for (const facet of from('name_terms')) await collectFrequentTerms(client, facet, scope, postings);
  if (asOf !== null && from('detections').length > 0)
    await collectDetections(client, from('detections'), scope, asOf, postings);
  if (asOf !== null) await collectPartners(client, from('partnerships'), asOf, postings);
  return postings;
}

/** Replaces all postings of facets. Emptied postings keep an empty row, so that readers drop their cached version. */
async function replace(
  client: PoolClient,
  facets: readonly Facet[],
  postings: Postings,
  version: number,
): Promise<void> {
  const fields = facets.filter(isExactMatch).map(({ field }) => field);
  const emptied = (await readKeys(client, fields)).filter((key) => postings.get(key) === undefined);
  await deletePostings(
    client,
    facets.map(({ field }) => field),
  );
  for (const key of emptied) postings.set(key, new Bitmap());
  await insertPostings(client, postings.values(), version);
}

async function merge(
  client: PoolClient,
  facets: readonly Facet[],
  scope: Scope,
  postings: Postings,
  version: number,
  withdrawn: readonly string[],
): Promise<void> {
  const scopeIds = await readScope(client, scope);
  const candidates = facets.map((facet) => candidatesOf(facet, postings, withdrawn));
  await storeChanges(client, await planChanges(client, candidates, postings, () => scopeIds), version);
}

/**
 * Selects the stored postings that may contain a company of the scope. A company leaves the posting of a technology
 * only if a detection was withdrawn; all others of the scope are in the collected postings.
 */
function candidatesOf({ field, source }: Facet, postings: Postings, withdrawn: readonly string[]) {
  if (source.from !== 'detections' || source.value !== 'tech_key') return { field };
  const present = [...postings.values()].filter(({ key }) => key.field === field);
  return { field, values: [...new Set([...present.map(({ key }) => key.value), ...withdrawn])] };
}

/** The new layers of a posting, which has no row yet if it is new. */
export interface PlannedChange {
  key: PostingKey;
  change: PostingChange;
  isNew: boolean;
}

/**
 * Compares stored postings with what their members are now.
 *
 * @param members members of each posting among the companies that `scopeOf` returns for it.
 * @param see receives each posting as it will be.
 */
export async function planChanges(
  client: PoolClient,
  candidates: readonly Candidates[],
  members: Postings,
  scopeOf: (key: PostingKey) => ReadonlyBitmap,
  see?: (key: PostingKey, layers: Layers) => void,
): Promise<PlannedChange[]> {
  const planned: PlannedChange[] = [];
  const stored = new Set<string>();
  await readStoredPostings(client, candidates, ({ key, ...layers }) => {
    stored.add(postingName(key));
    const change = computeChange(layers, scopeOf(key), members.get(key));
    if (change) planned.push({ key, change, isNew: false });
    see?.(key, change ?? layers);
  });
  for (const { key, ids: base } of members.values()) {
    if (stored.has(postingName(key))) continue;
    planned.push({ key, change: { base, folded: true }, isNew: true });
    see?.(key, { base });
  }
  return planned;
}

export async function storeChanges(
  client: PoolClient,
  changes: readonly PlannedChange[],
  version: number,
): Promise<void> {
  await updatePostings(
    client,
    changes.filter(({ isNew }) => !isNew).map(({ key, change }) => toUpdate(key, change)),
    version,
  );
  const added = changes.filter(({ isNew }) => isNew);
  await insertPostings(
    client,
    added.map(({ key, change: { base } }) => ({ key, ids: base })),
    version,
  );
}

/** Companies that enter a posting, which has none of them, and that leave it, which has them all. */
export interface Moves {
  key: PostingKey;
  entering: ReadonlyBitmap;
  leaving: ReadonlyBitmap;
}

/** Stores moves of companies. Reads the deltas of postings alone, and bases only of those that are folded. */
export async function storeMoves(
  client: PoolClient,
  moves: readonly Moves[],
  version: number,
): Promise<void> {
  const open = new Map(moves.map((move) => [postingName(move.key), move]));
  const updates: PostingUpdate[] = [];
  const folded = new Map<string, Deltas>();
  await readStoredDeltas(client, candidatesAmong(moves.map(({ key }) => key)), ({ key, size, ...stored }) => {
    const name = postingName(key);
    const move = open.get(name);
    if (!move) return;
    open.delete(name);
    const baseSize = size - (stored.added?.size ?? 0) + (stored.removed?.size ?? 0);
    const deltas = moveIds(stored, move.entering, move.leaving);
    if (mustFold(deltas, baseSize)) folded.set(name, deltas);
    else updates.push({ key, size: size + move.entering.size - move.leaving.size, ...deltas });
  });
  const keys = moves.map(({ key }) => key).filter((key) => folded.has(postingName(key)));
  await readStoredPostings(client, candidatesAmong(keys), ({ key, base }) => {
    const ids = flatten({ base, ...folded.get(postingName(key)) });
    updates.push({ key, size: ids.size, base: ids });
  });
  await updatePostings(client, updates, version);
  await insertPostings(
    client,
    [...open.values()].map(({ key, entering }) => ({ key, ids: new Bitmap(entering) })),
    version,
  );
}

/** Groups keys in the window ever by their fields. */
function candidatesAmong(keys: readonly PostingKey[]): Candidates[] {
  const byField = new Map<string, string[]>();
  for (const { field, value } of keys) {
    const values = byField.get(field);
    if (values) values.push(value);
    else byField.set(field, [value]);
  }
  return [...byField].map(([field, values]) => ({ field, values }));
}
