import type { Queryable } from '../../database/client.ts';
import { invalidValue, validationFault } from '../../lib/fault.ts';
import type { ReadonlyBitmap } from '../facets/bitmap.ts';
import { EVER, type EvidenceWindow, WINDOWS } from '../facets/evidence-windows.ts';
import type { PostingKey } from '../facets/facet.ts';
import type { FacetReader, IndexSnapshot } from '../facets/reader.ts';
import { countNumbers, countValues, readSizes } from './breakdown.ts';
import type { FilterNode } from './definition.ts';
import { dependsOnWindow, evaluate } from './evaluate.ts';
import { type FunnelStep, funnelOf } from './funnel.ts';
import { sliceKeys, slicesOf } from './number-comparison.ts';
import { countPartners } from './partner-breakdown.ts';
import { type FieldKey, findField } from './registry.ts';
import { readRequirements, requirementsOf, UNIVERSE_KEY } from './requirements.ts';
import { boundedIds, free } from './selection.ts';
import { readVocabulary } from './values.ts';

/** Matches by the narrowest evidence window in which they match (contract, section 6, "Tiers"). */
export interface TierCounts {
  total: number;
  high: number;
  medium: number;
  exploratory: number;
}

export interface BreakdownEntry {
  value: string;
  label: string;
  count: number;
}

export const MAX_BREAKDOWN = 250;
export const MAX_SAMPLE = 25;
/** Upper limit of `count`, which REST callers expect (contract, section 6). */
export const COUNT_CEILING = 10_000;

/** Tells whether the caller's organization has unlocked all companies that have partners. */
export type AreAllOpen = (companyIds: readonly number[]) => Promise<boolean>;

/** A breakdown by partner of fewer matches would reveal their partners, which cost credits (contract, section 5). */
const MIN_OPEN_MATCHES = 20;

/** Evaluates a tree, and frees the matches after their use. */
function withMatches<T>(
  root: FilterNode,
  snapshot: IndexSnapshot,
  window: EvidenceWindow,
  use: (matches: ReadonlyBitmap) => T,
): T {
  const selection = evaluate(root, snapshot, window);
  const result = use(boundedIds(selection));
  free([selection]);
  return result;
}

/** Thrown when the index changed between two reads of one computation, which is then repeated. */
class IndexChanged extends Error {}

/** An import takes longer than counting, so a second or third attempt finds a single version. */
const MAX_ATTEMPTS = 20;

/**
 * Exact counts of what a definition matches. Counts that are requested in the same tick are computed from the same
 * index version.
 */
export class Preview {
  readonly #db: Queryable;
  readonly #reader: FacetReader;
  readonly #root: FilterNode;
  readonly #areAllOpen: AreAllOpen | undefined;
  /** Cached by snapshot, so that the fields of a query check once. */
  readonly #showsPartners = new WeakMap<IndexSnapshot, Promise<boolean>>();
  #snapshot: Promise<IndexSnapshot>;
  #windows: readonly EvidenceWindow[] = [EVER];
  /** Postings that the snapshot has beside those of the tree. */
  #others: readonly PostingKey[] = [];

  /**
   * @param snapshot snapshot that the tree was validated against; contains the window ever.
   * @param areAllOpen undefined when the caller may read the partners of all companies.
   */
  constructor(
    db: Queryable,
    reader: FacetReader,
    root: FilterNode,
    snapshot: IndexSnapshot,
    areAllOpen: AreAllOpen | undefined,
  ) {
    this.#db = db;
    this.#reader = reader;
    this.#root = root;
    this.#areAllOpen = areAllOpen;
    this.#snapshot = Promise.resolve(snapshot);
  }

  /** Counts the matches in the window ever. */
  async count(): Promise<number> {
    return withMatches(this.#root, await this.#read(), EVER, ({ size }) => size);
  }

  async tierCounts(): Promise<TierCounts> {
    if (dependsOnWindow(this.#root)) this.#extend(WINDOWS, this.#others);
    const snapshot = await this.#read();
    const sizes = this.#windows.map((window) =>
      withMatches(this.#root, snapshot, window, ({ size }) => size),
    );
    const total = sizes.at(-1) ?? 0;
    const [high = total, recent = total] = sizes;
    return { total, high, medium: recent - high, exploratory: total - recent };
  }

  /**
   * Returns the first matches in the order of members: by tier, then by id.
   *
   * @throws Fault validation_error for `first` outside 1 to 25.
   */
  async sample(first: number): Promise<number[]> {
    if (!Number.isInteger(first) || first < 1 || first > MAX_SAMPLE)
      throw invalidValue('/first', `must be 1 to ${MAX_SAMPLE}`);
    if (dependsOnWindow(this.#root)) this.#extend(WINDOWS, this.#others);
    const snapshot = await this.#read();
    const ids = new Set<number>();
    // A wider window repeats the matches of the narrower ones, of which all are in the sample by then.
    for (const window of this.#windows) {
      if (ids.size === first) break;
      withMatches(this.#root, snapshot, window, (matches) => {
        for (const id of matches.rangeUint32Array(0, first)) if (ids.size < first) ids.add(id);
      });
    }
    return [...ids];
  }

  /** Counts the matches of each node, in document order. */
  async funnel(): Promise<FunnelStep[]> {
    // Counts complements.
    this.#extend(this.#windows, [UNIVERSE_KEY]);
    return funnelOf(this.#root, await this.#read());
  }

  /**
   * Counts the matches by the values of a field, the most frequent first. The breakdown by partner is empty when few
   * companies match and the caller may not read the partners of all of them.
   *
   * @throws Fault validation_error for a field of free text, and for `first` outside 1 to 250.
   */
  async breakdown(key: FieldKey, first: number): Promise<readonly BreakdownEntry[]> {
    const field = findField(key);
    if (field === undefined || field.type === 'text')
      throw validationFault([{ pointer: '/field', message: `${key} is free text and has no breakdown` }]);
    if (!Number.isInteger(first) || first < 1 || first > MAX_BREAKDOWN)
      throw validationFault([{ pointer: '/first', message: `must be 1 to ${MAX_BREAKDOWN}` }]);
    return this.#retry(async (snapshot) => {
      const matches = boundedIds(evaluate(this.#root, snapshot));
      const readMore = (postings: readonly PostingKey[]) => this.#readMore(snapshot, postings);
      if (field.type === 'company') {
        if (!(await this.#mayShowPartners(snapshot))) return [];
        return this.#requireVersion(snapshot, await countPartners(this.#db, matches, first));
      }
      if (field.type === 'integer') {
        const slices = slicesOf(field, await readMore(sliceKeys(field)));
        return countNumbers(slices, matches, first).map((each) => ({ ...each, label: each.value }));
      }
      const sizes = async (limit: number, offset: number) =>
        this.#requireVersion(snapshot, await readSizes(this.#db, key, limit, offset));
      const counts = await countValues(key, sizes, matches, first, readMore);
      const values = counts.map(({ value }) => value);
      const vocabulary = await readVocabulary(this.#db, field.vocabulary, values);
      // A value that has left its vocabulary is its own label.
      return counts.map((each) => ({ ...each, label: vocabulary.get(each.value)?.label ?? each.value }));
    });
  }

  /** Tells whether the caller may see the breakdown by partner. */
  partnersAreOpen(): Promise<boolean> {
    return this.#retry((snapshot) => this.#mayShowPartners(snapshot));
  }

  async #mayShowPartners(snapshot: IndexSnapshot): Promise<boolean> {
    if (!this.#areAllOpen) return true;
    const cached = this.#showsPartners.get(snapshot);
    if (cached) return cached;
    const few = withMatches(this.#root, snapshot, EVER, (matches) =>
      matches.size < MIN_OPEN_MATCHES ? [...matches] : undefined,
    );
    const shows = few ? this.#areAllOpen(few) : Promise.resolve(true);
    this.#showsPartners.set(snapshot, shows);
    return shows;
  }

  /** Extends the snapshot. Callers of the same tick get the extended one, because `#read` resolves a tick later. */
  #extend(windows: readonly EvidenceWindow[], others: readonly PostingKey[]): void {
    if (windows.length === this.#windows.length && others.length === this.#others.length) return;
    this.#windows = windows;
    this.#others = others;
    this.#snapshot = this.#readTree();
  }

  #read(): Promise<IndexSnapshot> {
    return Promise.resolve().then(() => this.#snapshot);
  }

  #readTree(): Promise<IndexSnapshot> {
    const { postings, conditions } = requirementsOf(this.#root, this.#windows);
    const required = { postings: [...postings, ...this.#others], conditions };
    const reading = readRequirements(this.#db, this.#reader, required);
    // A field that extends the snapshot in the same tick replaces this one before anybody waits for it. Its failure, such
    // as that of a caller who disconnected, would then be unhandled and end the process.
    reading.catch(() => undefined);
    return reading;
  }

  /** Reads more postings of the index version of a snapshot. */
  async #readMore(snapshot: IndexSnapshot, postings: readonly PostingKey[]): Promise<IndexSnapshot> {
    const own = await readRequirements(this.#db, this.#reader, { postings, conditions: [] });
    this.#requireVersion(snapshot, [own]);
    return own;
  }

  #requireVersion<T extends { version: number }>(snapshot: IndexSnapshot, read: readonly T[]): readonly T[] {
    if (read.every(({ version }) => version === snapshot.version)) return read;
    this.#snapshot = this.#readTree();
    throw new IndexChanged();
  }

  async #retry<T>(work: (snapshot: IndexSnapshot) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work(await this.#read());
      } catch (error) {
        if (!(error instanceof IndexChanged) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }
}
