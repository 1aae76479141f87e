import type { PoolClient } from '../../database/client.ts';
import type { Bitmap } from './bitmap.ts';
import type { EvidenceBands } from './evidence-bands.ts';
import { type PostingKey, postingName } from './facet.ts';

export interface Posting {
  key: PostingKey;
  ids: Bitmap;
}

/** Postings that are being collected, by key. */
export class Postings {
  readonly #byName = new Map<string, Posting>();

  set(key: PostingKey, ids: Bitmap): void {
    this.#byName.set(postingName(key), { key, ids });
  }

  /** Sets the postings of a dated value. */
  setBands(value: Omit<PostingKey, 'window'>, bands: EvidenceBands): void {
    for (const [window, ids] of bands.postings()) this.set({ ...value, window }, ids);
  }

  get(key: PostingKey): Bitmap | undefined {
    return this.#byName.get(postingName(key))?.ids;
  }

  values(): IterableIterator<Posting> {
    return this.#byName.values();
  }
}

/** A value that this share of the companies has is frequent. */
const FREQUENT_SHARE = 1 / 2000;

/**
 * Returns how many companies must share a value of an open-ended field (a name term, a partner) for it to get a
 * posting. Rarer values are found as fast in rows. A share limits the postings of any catalogue.
 */
export async function readFrequencyThreshold(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ companies: number }>(
    'SELECT count(*)::int AS companies FROM company',
  );
  return Math.max(2, Math.ceil((rows[0]?.companies ?? 0) * FREQUENT_SHARE));
}
