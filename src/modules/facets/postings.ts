import { Bitmap } from './bitmap.ts';
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

  /** Adds ids to a posting. Creates it when there is none. */
  add(key: PostingKey, ids: Bitmap): void {
    const posting = this.#byName.get(postingName(key));
    if (posting) posting.ids.orInPlace(ids);
    else this.set(key, new Bitmap(ids));
  }

  get(key: PostingKey): Bitmap | undefined {
    return this.#byName.get(postingName(key))?.ids;
  }

  values(): IterableIterator<Posting> {
    return this.#byName.values();
  }
}
