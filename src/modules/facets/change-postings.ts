import type { PoolClient } from '../../database/client.ts';
import type { ReadonlyBitmap } from './bitmap.ts';
import { computeChange, type Layers } from './delta.ts';
import { type PostingKey, postingName } from './facet.ts';
import {
  type Candidates,
  insertPostings,
  type PostingUpdate,
  readStoredPostings,
  updatePostings,
} from './posting-store.ts';
import type { Postings } from './postings.ts';

/** The new layers of a posting, which has no row yet if it is new. */
export interface PlannedChange extends PostingUpdate {
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
    changes.filter(({ isNew }) => !isNew),
    version,
  );
  const added = changes.filter(({ isNew }) => isNew);
  await insertPostings(
    client,
    added.map(({ key, change: { base } }) => ({ key, ids: base })),
    version,
  );
}
