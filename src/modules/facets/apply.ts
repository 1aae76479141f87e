import type { PoolClient } from '../../database/client.ts';
import { Bitmap } from './bitmap.ts';
import { collectCompanies } from './collect-companies.ts';
import { collectDetections } from './collect-detections.ts';
import { collectPartners } from './collect-partners.ts';
import { collectSets } from './collect-sets.ts';
import { type Change, change } from './delta.ts';
import { type Facet, isKeyed, nameOf, type PostingKey } from './facet.ts';
import type { IndexState } from './index-state.ts';
import { readScope } from './newest-evidence.ts';
import { deletePostings, insertPostings, readKeys, readStored, updatePostings } from './posting-store.ts';
import { Postings } from './postings.ts';
import { EVERYTHING, type Scope } from './scope.ts';
import { collectWords, writeRareWords } from './words.ts';

/** Collects what the facets say of the companies in the scope, and writes it. */
export async function apply(
  client: PoolClient,
  facets: readonly Facet[],
  scope: Scope,
  state: IndexState,
): Promise<void> {
  const isWhole = ({ source }: Facet) => source.from === 'partnerships';
  const scoped = facets.filter((facet) => !isWhole(facet));
  await applyTo(client, scoped, scope, state);
  await applyTo(client, facets.filter(isWhole), EVERYTHING, state);
}

async function applyTo(
  client: PoolClient,
  facets: readonly Facet[],
  scope: Scope,
  { version, asOf }: IndexState,
): Promise<void> {
  if (facets.length === 0) return;
  const postings = new Postings();
  const from = (source: Facet['source']['from']) => facets.filter((facet) => facet.source.from === source);
  await collectCompanies(client, facets, scope, postings);
  await collectSets(client, facets, scope, postings);
  for (const facet of from('words')) await collectWords(client, facet, scope, postings);
  if (asOf !== null && from('detections').length > 0)
    await collectDetections(client, from('detections'), scope, asOf, postings);
  if (asOf !== null) await collectPartners(client, from('partnerships'), asOf, postings);
  if (scope.table === undefined) await replace(client, facets, postings, version);
  else await merge(client, facets, scope, postings, version);
  if (from('words').length > 0) await writeRareWords(client, scope);
}

/** Rows of keys that have no company any more stay, empty: a reader who holds the old posting must learn of it. */
async function replace(
  client: PoolClient,
  facets: readonly Facet[],
  postings: Postings,
  version: number,
): Promise<void> {
  const keyed = facets.filter(isKeyed).map(({ field }) => field);
  const left = (await readKeys(client, keyed)).filter((key) => postings.get(key) === undefined);
  await deletePostings(
    client,
    facets.map(({ field }) => field),
  );
  for (const key of left) postings.set(key, new Bitmap());
  await insertPostings(client, postings.values(), version);
}

async function merge(
  client: PoolClient,
  facets: readonly Facet[],
  scope: Scope,
  postings: Postings,
  version: number,
): Promise<void> {
  const lookedAt = await readScope(client, scope);
  const changes: { key: PostingKey; change: Change }[] = [];
  const known = new Set<string>();
  await readStored(
    client,
    facets.map((facet) => candidatesOf(facet, postings)),
    ({ key, ...layers }) => {
      known.add(nameOf(key));
      const changed = change(layers, lookedAt, postings.get(key));
      if (changed) changes.push({ key, change: changed });
    },
  );
  await updatePostings(client, changes, version);
  const fresh = [...postings.values()].filter(({ key }) => !known.has(nameOf(key)));
  await insertPostings(client, fresh, version);
}

/**
 * The postings that a company of the scope may have been in. A detection is never withdrawn, only dated anew, so a
 * company can leave no technology that it does not have now.
 */
function candidatesOf({ field, source }: Facet, postings: Postings) {
  if (source.from !== 'detections' || source.value !== 'tech_key') return { field, values: undefined };
  const present = [...postings.values()].filter(({ key }) => key.field === field);
  return { field, values: [...new Set(present.map(({ key }) => key.value))] };
}
