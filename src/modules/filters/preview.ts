import type { Queryable } from '../../database/client.ts';
import { invalidValue } from '../../lib/fault.ts';
import { type PageBounds, toLimit } from '../../lib/page.ts';
import { MAX_BREAKDOWNS } from '../../lib/request-limits.ts';
import type { ReadonlyBitmap } from '../facets/bitmap.ts';
import { EVER, type TierWindow } from '../facets/evidence-windows.ts';
import { existenceKey, type PostingKey } from '../facets/facet.ts';
import type { FacetReader, IndexSnapshot, IndexVersions } from '../facets/reader.ts';
import {
  type Breakdown,
  type BreakdownEntry,
  type CountedField,
  countNumbers,
  countValues,
  isSameVersion,
  type PartialVersions,
  rangeEntry,
  readColumn,
  requireCounted,
  type ValueCount,
} from './breakdown.ts';
import type { FilterNode } from './definition.ts';
import { boundedIds, evaluate, evaluateAmong, type Selection } from './evaluate.ts';
import { explain, type Verdict } from './explain.ts';
import { type FunnelStep, funnelOf } from './funnel.ts';
import { sliceKeys, slicesOf } from './number-comparison.ts';
import { countPartners } from './partner-breakdown.ts';
import { countRanges } from './range-breakdown.ts';
import {
  type BooleanField,
  type Field,
  isNumberField,
  isVocabularyField,
  type VocabularyField,
} from './registry.ts';
import { readRequirements, requirementsOf, UNIVERSE_KEY, windowsOf } from './requirements.ts';
import { readGroups, readSizes } from './value-groups.ts';
import { readLabels } from './values.ts';

/** Matches by the narrowest evidence window in which they match (contract, section 6, "Tiers"). */
export interface TierCounts {
  total: number;
  high: number;
  medium: number;
  exploratory: number;
}

export const BREAKDOWN_PAGE: PageBounds = { defaultLimit: 20, maxLimit: 250 };
export const SAMPLE_PAGE: PageBounds = { defaultLimit: 10, maxLimit: 25 };
/** Upper limit of `count`, which REST callers expect (contract, section 6). */
export const COUNT_CEILING = 10_000;

/** Tells whether the caller's organization has unlocked all companies that have partners. */
export type AreAllOpen = (companyIds: readonly number[]) => Promise<boolean>;

/** A breakdown by partner of fewer matches would reveal their partners, which cost credits (contract, section 5). */
export const MIN_OPEN_MATCHES = 20;

/** Matches up to which a column is faster than postings, of any number of companies. */
const MAX_COLUMN_MATCHES = 1_000_000;

/** Thrown when the index changed between two reads of one computation, which is then repeated. */
class IndexChanged extends Error {}

/** An import takes longer than counting, so a second or third attempt finds a single version. */
const MAX_ATTEMPTS = 20;

interface PreviewParts {
  db: Queryable;
  reader: FacetReader;
  root: FilterNode;
  /** Snapshot that the tree was validated against; contains the window ever. */
  snapshot: IndexSnapshot;
  /** Undefined when the caller may read the partners of all companies. */
  areAllOpen: AreAllOpen | undefined;
  /** Finds the field that an argument names. @throws Fault validation_error */
  fieldOf: (key: string, pointer: string) => Promise<Field>;
}

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
  /** Matches by snapshot and window: all fields of a query share one evaluation. */
  readonly #matches = new WeakMap<IndexSnapshot, Map<TierWindow, ReadonlyBitmap>>();
  #snapshot: Promise<IndexSnapshot>;
  readonly #fieldOf: PreviewParts['fieldOf'];
  /** Versions of the snapshot that the tree was validated against; undefined once the index has changed. */
  #known: IndexVersions | undefined;
  #windows: readonly TierWindow[] = [EVER];
  /** Postings that the snapshot has beside those of the tree. */
  #others: readonly PostingKey[] = [];

  constructor({ db, reader, root, snapshot, areAllOpen, fieldOf }: PreviewParts) {
    this.#db = db;
    this.#reader = reader;
    this.#root = root;
    this.#areAllOpen = areAllOpen;
    this.#snapshot = Promise.resolve(snapshot);
    this.#known = snapshot;
    this.#fieldOf = fieldOf;
  }

  /** Counts the matches in the window ever. */
  async count(): Promise<number> {
    return this.#matchesIn(await this.#read(), EVER).size;
  }

  async tierCounts(): Promise<TierCounts> {
    this.#extend(windowsOf(this.#root), this.#others);
    const snapshot = await this.#read();
    const sizes = this.#windows.map((window) => this.#matchesIn(snapshot, window).size);
    const total = sizes.at(-1) ?? 0;
    const [high = total, recent = total] = sizes;
    return { total, high, medium: recent - high, exploratory: total - recent };
  }

  /**
   * Returns the first matches in the order of members: by tier, then by id.
   *
   * @throws Fault validation_error for `first` outside 1 to 25.
   */
  async sample(first?: number | null): Promise<number[]> {
    const size = toLimit(first, SAMPLE_PAGE);
    this.#extend(windowsOf(this.#root), this.#others);
    const snapshot = await this.#read();
    const ids = new Set<number>();
    // A wider window repeats the matches of the narrower ones, of which all are in the sample by then.
    for (const window of this.#windows) {
      if (ids.size === size) break;
      const matches = this.#matchesIn(snapshot, window);
      for (const id of matches.rangeUint32Array(0, size)) if (ids.size < size) ids.add(id);
    }
    return [...ids];
  }

  /** Tells how the first matches meet each condition, in the order of `sample`. @throws as `sample` does */
  async reasons(first?: number | null): Promise<Map<number, Verdict[]>> {
    return explain(this.#db, this.#reader, this.#root, await this.sample(first));
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
   * @throws Fault validation_error for an unknown field, one of free text, and for `first` outside 1 to 250.
   */
  async breakdown(key: string, first?: number | null): Promise<readonly BreakdownEntry[]> {
    const field = requireCounted(await this.#fieldOf(key, '/field'), '/field');
    return this.#countBy(field, toLimit(first, BREAKDOWN_PAGE));
  }

  /** Counts by several fields, each once. @throws as `breakdown` does, and for too many fields */
  async breakdowns(keys: readonly string[], first?: number | null): Promise<Breakdown[]> {
    if (keys.length > MAX_BREAKDOWNS)
      throw invalidValue('/fields', `must name at most ${MAX_BREAKDOWNS} fields`);
    const size = toLimit(first, BREAKDOWN_PAGE);
    const fields = new Map<string, CountedField>();
    for (const [index, key] of keys.entries()) {
      const pointer = `/fields/${index}`;
      fields.set(key, requireCounted(await this.#fieldOf(key, pointer), pointer));
    }
    return Promise.all(
      [...fields].map(async ([key, field]) => ({ field: key, entries: await this.#countBy(field, size) })),
    );
  }

  #countBy(field: CountedField, size: number): Promise<readonly BreakdownEntry[]> {
    return this.#retry(async (snapshot) => {
      const matches = this.#matchesIn(snapshot, EVER);
      if (field.type === 'company') {
        if (!(await this.#mayShowPartners(snapshot))) return [];
        return this.#requireVersion(snapshot, await countPartners(this.#db, matches, size));
      }
      if (isNumberField(field)) {
        const slices = slicesOf(field, await this.#readMore(snapshot, sliceKeys(field)));
        if (field.type === 'integer')
          return countNumbers(slices, matches, size).map((each) => ({ ...each, label: each.value }));
        return countRanges(field, slices, matches, size).map(rangeEntry);
      }
      // Values of an organization have a version of their own.
      const at = field.own ? await this.#readMore(snapshot, [existenceKey(field.facet)]) : snapshot;
      const counts = await this.#countVocabulary(field, matches, size, at);
      if (!isVocabularyField(field)) return counts.map((each) => ({ ...each, label: each.value }));
      const values = counts.map(({ value }) => value);
      const labelOf = await readLabels(this.#db, field.vocabulary, values);
      return counts.map((each) => ({ ...each, label: labelOf(each.value) }));
    });
  }

  async #countVocabulary(
    { facet, source, own }: VocabularyField | BooleanField,
    matches: ReadonlyBitmap,
    first: number,
    snapshot: IndexSnapshot,
  ): Promise<ValueCount[]> {
    const { cache } = this.#reader;
    const sizes = async (limit: number, offset: number) =>
      this.#requireVersion(snapshot, await readSizes(this.#db, facet, limit, offset));
    const read = (postings: readonly PostingKey[]) => this.#readMore(snapshot, postings);
    const pages = () => readGroups(cache, facet, snapshot, sizes);
    const isSingle = source.from === 'column' || own?.multiple === false;
    if (isSingle && matches.size <= MAX_COLUMN_MATCHES) {
      const column = await readColumn(cache, facet, snapshot, pages(), read);
      if (column) return column.count(matches, first);
    }
    return countValues(pages(), matches, first, snapshot, read);
  }

  /** Tells whether the caller may see the breakdown by partner. */
  partnersAreOpen(): Promise<boolean> {
    return this.#retry((snapshot) => this.#mayShowPartners(snapshot));
  }

  async #mayShowPartners(snapshot: IndexSnapshot): Promise<boolean> {
    if (!this.#areAllOpen) return true;
    const cached = this.#showsPartners.get(snapshot);
    if (cached) return cached;
    const matches = this.#matchesIn(snapshot, EVER);
    const shows = matches.size < MIN_OPEN_MATCHES ? this.#areAllOpen([...matches]) : Promise.resolve(true);
    this.#showsPartners.set(snapshot, shows);
    return shows;
  }

  #matchesIn(snapshot: IndexSnapshot, window: TierWindow): ReadonlyBitmap {
    const byWindow = this.#matches.get(snapshot) ?? new Map<TierWindow, ReadonlyBitmap>();
    this.#matches.set(snapshot, byWindow);
    const matches = byWindow.get(window) ?? boundedIds(this.#evaluate(snapshot, window));
    byWindow.set(window, matches);
    return matches;
  }

  #evaluate(snapshot: IndexSnapshot, window: TierWindow): Selection {
    const evaluation = { snapshot, window };
    if (window === EVER) return evaluate(this.#root, evaluation);
    return evaluateAmong(this.#root, evaluation, this.#matchesIn(snapshot, EVER));
  }

  /** Extends the snapshot. Callers of the same tick get the extended one, because `#read` resolves a tick later. */
  #extend(windows: readonly TierWindow[], others: readonly PostingKey[]): void {
    if (windows.length === this.#windows.length && others.length === this.#others.length) return;
    this.#windows = windows;
    this.#others = others;
    this.#snapshot = this.#readTree();
  }

  async #read(): Promise<IndexSnapshot> {
    await undefined;
    return this.#snapshot;
  }

  #readTree(): Promise<IndexSnapshot> {
    const { postings, conditions } = requirementsOf(this.#root, this.#windows);
    const required = { postings: [...postings, ...this.#others], conditions };
    const reading = readRequirements(this.#db, this.#reader, required, this.#known);
    // A field that extends the snapshot in the same tick replaces this one before anybody waits for it. Its failure, such
    // as that of a caller who disconnected, would then be unhandled and end the process.
    reading.catch(() => undefined);
    return reading;
  }

  /** Reads more postings of the index version of a snapshot. */
  async #readMore(snapshot: IndexSnapshot, postings: readonly PostingKey[]): Promise<IndexSnapshot> {
    const required = { postings, conditions: [] };
    const own = await readRequirements(this.#db, this.#reader, required, snapshot);
    this.#requireVersion(snapshot, [own]);
    return own;
  }

  #requireVersion<T extends PartialVersions>(snapshot: IndexSnapshot, read: readonly T[]): readonly T[] {
    if (read.every((each) => isSameVersion(each, snapshot))) return read;
    this.#known = undefined;
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
