import type { Queryable } from '../../database/client.ts';
import { validationFault } from '../../lib/fault.ts';
import { ownTurn } from '../../lib/one-a-turn.ts';
import { runUncounted } from '../../lib/operation-scope.ts';
import type { PostingKey } from '../facets/facet.ts';
import type { FacetReader, Request, Snapshot } from '../facets/reader.ts';
import { EVER, WINDOWS, type Window } from '../facets/windows.ts';
import { countNumbers, countValues, readSizes } from './breakdown.ts';
import type { FilterNode } from './definition.ts';
import { dependsOnWindow, evaluate, evaluateEach } from './evaluate.ts';
import { sliceKeys, slicesOf } from './numbers.ts';
import { countPartners } from './partner-breakdown.ts';
import { answerQuestions, type FilterQuestion } from './questions.ts';
import { type FieldKey, findField } from './registry.ts';
import { type Requirements, requirementsOf, UNIVERSE_KEY } from './requirements.ts';
import { count, free, idsOf } from './selection.ts';
import { readVocabulary } from './values.ts';

/** Members by the freshest evidence window in which the definition holds (contract, section 6, "Tiers"). */
export interface TierCounts {
  total: number;
  high: number;
  medium: number;
  exploratory: number;
}

/** The count at one node of the tree. */
export interface FunnelStep {
  pointer: string;
  exactCount: number;
}

export interface BreakdownEntry {
  value: string;
  label: string;
  count: number;
}

export const MAX_BREAKDOWN = 250;

/** Whether each of the companies is unlocked by the caller's organization or has no partners. */
export type AreAllOpen = (companyIds: readonly number[]) => Promise<boolean>;

/** A breakdown by partner of fewer matches than this lists the partners of companies, which costs (contract, section 5). */
const ENUMERATES_BELOW = 20;

/** Postings from which on uniting or intersecting them holds the thread for milliseconds. */
const MANY_POSTINGS = 100;

/**
 * Reads the postings of a tree and the results of its SQL conditions. A tree of many postings is then evaluated in a turn
 * of the event loop of its own, so that look-ups of other callers run between two such trees.
 */
export async function readFor(
  db: Queryable,
  reader: FacetReader,
  { postings, questions }: Requirements,
): Promise<Snapshot> {
  const request: Request<FilterQuestion> = {
    postings,
    questions,
    ask: (missing) => answerQuestions(db, missing),
  };
  const snapshot = await runUncounted(() => reader.read(request));
  if (postings.length >= MANY_POSTINGS) await ownTurn();
  return snapshot;
}

function countTree(root: FilterNode, snapshot: Snapshot, window?: Window): number {
  const selection = evaluate(root, snapshot, window);
  const { size } = idsOf(selection);
  free([selection]);
  return size;
}

/** The matches, when there are fewer than `limit`. */
function findFew(root: FilterNode, snapshot: Snapshot, limit: number): number[] | undefined {
  const selection = evaluate(root, snapshot);
  const matches = idsOf(selection);
  const few = matches.size < limit ? [...matches] : undefined;
  free([selection]);
  return few;
}

/** What a snapshot has to hold beside the tree for all times. */
interface Needs {
  windows: readonly Window[];
  /** All companies: what nodes inside a tree exclude is counted against them. */
  universe: boolean;
}

/** The index moved between two reads of one computation, which begins again. */
class IndexMoved extends Error {}

/** An import takes longer than counting: a second or third try finds one version throughout. */
const MAX_TRIES = 20;

/**
 * What a definition would match, exactly. What is asked for in the same tick is computed from one version of the
 * index.
 */
export class Preview {
  readonly #db: Queryable;
  readonly #reader: FacetReader;
  readonly #root: FilterNode;
  readonly #areAllOpen: AreAllOpen | undefined;
  /** By snapshot, so that the fields of one query ask once. */
  readonly #showsPartners = new WeakMap<Snapshot, Promise<boolean>>();
  #snapshot: Promise<Snapshot>;
  #needs: Needs = { windows: [EVER], universe: false };

  /**
   * @param snapshot what the tree needs for all times, as its values were checked against.
   * @param areAllOpen absent where partners of every company may be read.
   */
  constructor(
    db: Queryable,
    reader: FacetReader,
    root: FilterNode,
    snapshot: Snapshot,
    areAllOpen: AreAllOpen | undefined,
  ) {
    this.#db = db;
    this.#reader = reader;
    this.#root = root;
    this.#areAllOpen = areAllOpen;
    this.#snapshot = Promise.resolve(snapshot);
  }

  /** How many companies match, whenever they were seen to. */
  async count(): Promise<number> {
    return countTree(this.#root, await this.#read());
  }

  async tierCounts(): Promise<TierCounts> {
    if (dependsOnWindow(this.#root)) this.#need({ windows: WINDOWS });
    const snapshot = await this.#read();
    const sizes = this.#needs.windows.map((window) => countTree(this.#root, snapshot, window));
    const total = sizes.at(-1) ?? 0;
    const [high = total, recent = total] = sizes;
    return { total, high, medium: recent - high, exploratory: total - recent };
  }

  /** The count of every node by itself, in document order. */
  async funnel(): Promise<FunnelStep[]> {
    this.#need({ universe: true });
    const snapshot = await this.#read();
    const universe = snapshot.posting(UNIVERSE_KEY).size;
    return evaluateEach(this.#root, snapshot).map(([{ pointer }, selection]) => ({
      pointer,
      exactCount: count(selection, universe),
    }));
  }

  /**
   * How many of the matches have each value of a field, the commonest first. Partners of few matches that are not all
   * open are not listed.
   *
   * @throws Fault validation_error for a field of free text, and for `first` outside 1 to 250.
   */
  async breakdown(key: FieldKey, first: number): Promise<readonly BreakdownEntry[]> {
    const field = findField(key);
    if (field === undefined || field.type === 'text')
      throw validationFault([{ pointer: '/field', message: `${key} has no values to count` }]);
    if (!Number.isInteger(first) || first < 1 || first > MAX_BREAKDOWN)
      throw validationFault([{ pointer: '/first', message: `must be 1 to ${MAX_BREAKDOWN}` }]);
    return this.#retry(async (snapshot) => {
      const matches = idsOf(evaluate(this.#root, snapshot));
      const beside = (postings: readonly PostingKey[]) => this.#readBeside(snapshot, postings);
      if (field.type === 'company') {
        if (!(await this.#mayShowPartners(snapshot))) return [];
        return this.#atVersion(snapshot, await countPartners(this.#db, matches, first));
      }
      if (field.type === 'integer') {
        const slices = slicesOf(field, await beside(sliceKeys(field)));
        return countNumbers(slices, matches, first).map((each) => ({ ...each, label: each.value }));
      }
      const sizes = async (limit: number, offset: number) =>
        this.#atVersion(snapshot, await readSizes(this.#db, key, limit, offset));
      const counts = await countValues(key, sizes, matches, first, beside);
      const found = counts.map(({ value }) => value);
      const known = await readVocabulary(this.#db, field.vocabulary, found);
      // A value that is gone from its vocabulary is its own label.
      return counts.map((each) => ({ ...each, label: known.get(each.value)?.label ?? each.value }));
    });
  }

  /** Whether the breakdown by partner is shown to the caller. */
  partnersAreOpen(): Promise<boolean> {
    return this.#retry((snapshot) => this.#mayShowPartners(snapshot));
  }

  async #mayShowPartners(snapshot: Snapshot): Promise<boolean> {
    if (!this.#areAllOpen) return true;
    const known = this.#showsPartners.get(snapshot);
    if (known) return known;
    const few = findFew(this.#root, snapshot, ENUMERATES_BELOW);
    const asked = few ? this.#areAllOpen(few) : Promise.resolve(true);
    this.#showsPartners.set(snapshot, asked);
    return asked;
  }

  /** Has the snapshot hold more, before anybody who asked in the same tick gets one. */
  #need(more: Partial<Needs>): void {
    const { windows, universe } = { ...this.#needs, ...more };
    if (windows.length === this.#needs.windows.length && universe === this.#needs.universe) return;
    this.#needs = { windows, universe };
    this.#snapshot = this.#readTree();
  }

  #read(): Promise<Snapshot> {
    return Promise.resolve().then(() => this.#snapshot);
  }

  #readTree(): Promise<Snapshot> {
    const { windows, universe } = this.#needs;
    const { postings, questions } = requirementsOf(this.#root, windows);
    const all = universe ? [...postings, UNIVERSE_KEY] : postings;
    return readFor(this.#db, this.#reader, { postings: all, questions });
  }

  /** More postings of the version that a snapshot shows. */
  async #readBeside(snapshot: Snapshot, postings: readonly PostingKey[]): Promise<Snapshot> {
    const [own] = this.#atVersion(snapshot, [
      await readFor(this.#db, this.#reader, { postings, questions: [] }),
    ]);
    if (own === undefined) throw new IndexMoved();
    return own;
  }

  #atVersion<T extends { version: number }>(snapshot: Snapshot, read: readonly T[]): readonly T[] {
    if (read.every(({ version }) => version === snapshot.version)) return read;
    this.#snapshot = this.#readTree();
    throw new IndexMoved();
  }

  async #retry<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work(await this.#read());
      } catch (error) {
        if (!(error instanceof IndexMoved) || tries === MAX_TRIES) throw error;
      }
    }
  }
}
