import { Bitmap } from './bitmap.ts';
import { nameOf, type PostingKey } from './facet.ts';

export interface Posting {
  key: PostingKey;
  ids: Bitmap;
}

/** Postings under construction, one for each key. */
export class Postings {
  readonly #byName = new Map<string, Posting>();

  set(key: PostingKey, ids: Bitmap): void {
    this.#byName.set(nameOf(key), { key, ids });
  }

  /** Adds ids to a posting, which is made when there is none. */
  add(key: PostingKey, ids: Bitmap): void {
    const known = this.#byName.get(nameOf(key));
    if (known) known.ids.orInPlace(ids);
    else this.set(key, new Bitmap(ids));
  }

  get(key: PostingKey): Bitmap | undefined {
    return this.#byName.get(nameOf(key))?.ids;
  }

  values(): IterableIterator<Posting> {
    return this.#byName.values();
  }
}
