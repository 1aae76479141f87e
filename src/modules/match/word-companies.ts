import type { Queryable } from '../../database/client.ts';
import { arrayOf, takeTexts } from '../../database/prepared.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import { Bitmap, fromInt4s, NO_IDS, type ReadonlyBitmap } from '../facets/bitmap.ts';
import { CachedSets, type ReaderCache } from '../facets/reader-cache.ts';
import type { IndexedWord } from './indexed-words.ts';

/** What matching reads: the catalogue, and bitmaps that the process keeps for it as it does for filters. */
export interface MatchTools {
  db: Queryable;
  cache: ReaderCache;
}

/** Begins the names of these sets in the cache. Those of postings begin with a number, those of conditions with their kind. */
const NAMED = 'named\0';
/** Name of the sets by size: no word has such a character. */
const SIZES = `${NAMED}#`;

/** Sets of companies by their names, at a version of the index. */
class CachedNames extends CachedSets {
  readonly version: number;
  readonly #sets: readonly ReadonlyBitmap[];

  constructor(version: number, sets: readonly ReadonlyBitmap[]) {
    super();
    this.version = version;
    this.#sets = sets;
  }

  bitmaps() {
    return this.#sets;
  }
}

/** Ids that one statement reads, about: PostgreSQL sends more than five characters for each. */
const READ_AT_ONCE = 1_000_000;

const BASE64 = `encode(string_agg(int4send(t.company_id), ''), 'base64')`;

/** Companies with each of some words. */
const BY_WORD = {
  name: 'companies_by_words',
  runsOn: ON_REPLICA,
  text: `SELECT i.version, q.word, (SELECT ${BASE64} FROM company_name_terms t WHERE t.terms @> ARRAY[q.word])
    FROM facet_index i CROSS JOIN unnest((SELECT $1::text[])) AS q (word)`,
};

/** All companies by the number of terms of their names, those with the fewest first. */
const BY_SIZE = {
  name: 'companies_by_terms_of_names',
  runsOn: ON_REPLICA,
  text: `SELECT i.version, ${BASE64} FROM facet_index i CROSS JOIN company_name_terms t
    GROUP BY i.version, cardinality(t.terms) ORDER BY cardinality(t.terms)`,
};

/** Companies by the words of their names. */
export class WordCompanies {
  readonly #tools: MatchTools;
  readonly #byWord = new Map<string, ReadonlyBitmap>();
  #bySize: readonly ReadonlyBitmap[] = [];

  constructor(tools: MatchTools) {
    this.#tools = tools;
  }

  /**
   * Reads the companies that have each of some words, and what tells short names. Sets that the process keeps are not read again
   * while the index has the same version.
   *
   * @param words words of a thousand names at most. Rare ones are not worth a bitmap.
   */
  async read(version: number, words: readonly IndexedWord[]): Promise<void> {
    const missing = new Map<string, IndexedWord>();
    for (const each of words) {
      if (this.#byWord.has(each.word) || missing.has(each.word)) continue;
      const [ids] = this.#cached(NAMED + each.word, version) ?? [];
      if (ids) this.#byWord.set(each.word, ids);
      else missing.set(each.word, each);
    }
    for (const part of partsOf(missing.values())) await this.#readWords(part);
    if (words.length > 0) this.#bySize = this.#cached(SIZES, version) ?? (await this.#readSizes());
  }

  /** Returns companies whose names have all of some words that were read, those with the shortest names. @param most of them */
  find(words: readonly IndexedWord[], most: number): number[] {
    const [rarest = NO_IDS, ...others] = words
      .map(({ word }) => this.#byWord.get(word) ?? NO_IDS)
      .sort((a, b) => a.size - b.size);
    const ids = new Bitmap(rarest);
    for (const other of others) ids.andInPlace(other);
    const found = ids.size <= most ? ids.toArray() : this.#shortest(ids, most);
    // The garbage collector does not see how large bitmaps are.
    ids.dispose();
    return found;
  }

  #shortest(ids: ReadonlyBitmap, most: number): number[] {
    const found: number[] = [];
    for (const ofSize of this.#bySize) {
      if (found.length >= most) break;
      const each = Bitmap.and(ids, ofSize);
      found.push(...each.rangeUint32Array(0, most - found.length));
      each.dispose();
    }
    return found;
  }

  #cached(name: string, version: number): readonly ReadonlyBitmap[] | undefined {
    const cached = this.#tools.cache.object(name, CachedNames);
    return cached && cached.version >= version ? cached.bitmaps() : undefined;
  }

  async #readWords(words: readonly string[]): Promise<void> {
    const { db, cache } = this.#tools;
    await takeTexts<[string, string, string | null]>(
      db,
      BY_WORD,
      [arrayOf(words)],
      ([version, word, base64]) => {
        const ids = base64 === null ? NO_IDS : fromInt4s(Buffer.from(base64, 'base64'));
        this.#byWord.set(word, ids);
        cache.keepObject(NAMED + word, new CachedNames(Number(version), [ids]));
      },
    );
  }

  async #readSizes(): Promise<readonly ReadonlyBitmap[]> {
    const { db, cache } = this.#tools;
    const sets: ReadonlyBitmap[] = [];
    let read = 0;
    await takeTexts<[string, string]>(db, BY_SIZE, [], ([version, base64]) => {
      read = Number(version);
      sets.push(fromInt4s(Buffer.from(base64, 'base64')));
    });
    cache.keepObject(SIZES, new CachedNames(read, sets));
    return sets;
  }
}

/** Divides words into those that are read by one statement. */
function* partsOf(words: Iterable<IndexedWord>): Generator<string[]> {
  let part: string[] = [];
  let ids = 0;
  for (const { word, companies } of words) {
    if (part.length > 0 && ids + companies > READ_AT_ONCE) {
      yield part;
      [part, ids] = [[], 0];
    }
    part.push(word);
    ids += companies;
  }
  if (part.length > 0) yield part;
}
