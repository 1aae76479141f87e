import type { Queryable } from '../../database/client.ts';
import { sawIndexVersion } from '../../database/replicas/routing.ts';
import { NO_IDS, type ReadonlyBitmap } from './bitmap.ts';
import { RETIRED_KEY } from './facet.ts';
import { readChangedPostings } from './postings.ts';

/** SQL of the version of the index at which a company last left the catalogue or came back; null if none ever did. */
export const RETIRED_VERSION = `SELECT p.version FROM facet_posting p
  WHERE p.field = '${RETIRED_KEY.field}' AND p.value = '${RETIRED_KEY.value}' AND p.window_days = ${RETIRED_KEY.window}`;

/** Companies that were deleted or merged. */
interface Retired {
  /** Index version at which one of them last left the catalogue, or came back. */
  version: number;
  ids: ReadonlyBitmap;
}

/** Keeps the companies that have left the catalogue, and reads them again only when they have changed. */
export class RetiredCompanies {
  readonly #db: Queryable;
  #held: Retired = { version: 0, ids: NO_IDS };

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** @param version what RETIRED_VERSION returned. @returns the companies at this version or at a later one. */
  async at(version: number): Promise<Retired> {
    if (this.#held.version >= version) return this.#held;
    sawIndexVersion(this.#db, version);
    const requests = [{ key: RETIRED_KEY, cachedVersion: this.#held.version }];
    const read = (await readChangedPostings(this.#db, requests)).changed.get(0);
    // Another request may have read a later version meanwhile.
    if (read && read.version > this.#held.version) this.#held = read;
    return this.#held;
  }
}
