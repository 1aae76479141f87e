import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ReadonlyBitmap } from './bitmap.ts';

/** A posting with the index versions that it is known to be correct at. */
export interface CachedPosting {
  ids: ReadonlyBitmap;
  /** The index version at which the posting last changed. Readers send it to fetch newer postings only. */
  version: number;
  /** The newest index version at which the posting was seen unchanged. */
  validAt: number;
}

/** Companies that meet an SQL condition. Correct at one index version only. */
export interface ConditionResult {
  /** False when the condition names something that does not exist. */
  found: boolean;
  ids: ReadonlyBitmap;
  /** The index version that was read in the same statement. */
  validAt: number;
}

/** What others cache beside postings and results. */
export abstract class CachedObject {
  /** Memory that the object takes. It is asked for once, when the object is kept. */
  abstract bytes(): number;
}

/** Sets of companies that are cached together. */
export abstract class CachedSets extends CachedObject {
  /** All bitmaps, each once. */
  abstract bitmaps(): readonly ReadonlyBitmap[];

  bytes(): number {
    return this.bitmaps().reduce((sum, ids) => sum + bitmapBytes(ids), 0);
  }
}

type Entry = CachedPosting | ConditionResult | CachedObject;

/**
 * Overhead of a bitmap beside its key and serialized ids: 240 bytes of heap and the bitmap's own structures. Measured
 * on Node 20 with 50,000 entries of one id each: 930 bytes an entry with a key of 20 characters.
 */
const BITMAP_BYTES = 850;

/**
 * Least recently used cache of all bitmaps that the process keeps: postings, results, and members of lists; and of the sizes of
 * postings. It is bounded in bytes. Readers may keep evicted bitmaps.
 */
export class ReaderCache {
  readonly #entries: LRUCache<string, Entry>;
  hits = 0;
  misses = 0;

  /** @param maxBytes limits bitmaps and keys together. */
  constructor(maxBytes: number) {
    this.#entries = new LRUCache<string, Entry>({
      maxSize: maxBytes,
      sizeCalculation: (entry, key) =>
        stringBytes(key) + (entry instanceof CachedObject ? entry.bytes() : bitmapBytes(entry.ids)),
    });
  }

  /** Number of entries. */
  get size(): number {
    return this.#entries.size;
  }

  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  posting(name: string): CachedPosting | undefined {
    const entry = this.#entries.get(toCacheKey(name));
    return entry && 'version' in entry ? entry : undefined;
  }

  result(name: string): ConditionResult | undefined {
    const entry = this.#entries.get(toCacheKey(name));
    return entry && 'found' in entry ? entry : undefined;
  }

  /** Object of a class that was kept under a name, which begins unlike the names of postings and results. */
  object<T extends CachedObject>(name: string, type: new (...parts: never[]) => T): T | undefined {
    const entry = this.#entries.get(name);
    return entry instanceof type ? entry : undefined;
  }

  keepObject(name: string, object: CachedObject): void {
    this.#entries.set(name, object);
  }

  /** Stores an entry unless a newer one is cached: a slow reader of an old version must not overwrite it. */
  keep(name: string, entry: CachedPosting | ConditionResult): void {
    const key = toCacheKey(name);
    const cached = this.#entries.peek(key);
    if (!(cached && 'validAt' in cached && cached.validAt > entry.validAt)) this.#entries.set(key, entry);
  }
}

function bitmapBytes(ids: ReadonlyBitmap): number {
  return BITMAP_BYTES + ids.getSerializationSizeInBytes('portable');
}

/** Names up to this length, in characters, are their own keys. */
const MAX_LENGTH = 256;

/**
 * Returns a cache key of bounded length. The name of a condition with 250 values can have 25,000 characters; a long
 * name is replaced by its SHA-256, which is unique in practice.
 */
export function toCacheKey(name: string): string {
  if (name.length <= MAX_LENGTH) return name;
  return `sha256\0${createHash('sha256').update(name).digest('base64')}`;
}

const STRING_HEADER = 16;
const NOT_LATIN1 = /[^\0-\xff]/;

/** Returns the heap size of a string: V8 stores one byte a character, or two when any character needs them. */
export function stringBytes(text: string): number {
  return STRING_HEADER + (NOT_LATIN1.test(text) ? 2 : 1) * text.length;
}
