import { setImmediate as nextTurn } from 'node:timers/promises';
import DataLoader from 'dataloader';
import type { Queryable } from '../../database/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { PageWindow } from '../../lib/page.ts';
import type { Principal } from '../../lib/principal.ts';
import { sharedLoader } from '../../lib/shared-loader.ts';
import type { Company, DetectedTechnology, Partnership } from './company.ts';
import {
  loadPartnerships,
  loadSlices,
  loadUnlockedPartnershipSlices,
  PARTNERSHIPS,
  TECHNOLOGIES,
} from './edge-queries.ts';
import { findCompaniesByIds } from './queries.ts';
import {
  type CountedTechnology,
  findAges,
  findTechnologiesByIds,
  type TechnologyAges,
} from './technology-queries.ts';

/** A page of a company's edges. */
interface SliceKey extends PageWindow {
  companyId: number;
}

type SliceLoader<T> = DataLoader<SliceKey, T, string>;

/** Pages of technologies of single companies, which requests read together. */
type TechnologyPages = (key: SliceKey) => Promise<DetectedTechnology[]>;

/**
 * Maximum number of companies in a statement: the size of the largest page. An operation with several such pages reads
 * them in several statements, one per turn of the event loop, so that other requests are served in between.
 */
const MAX_BATCH = 1_000;

/** Organization of the caller, which sees only the partners of companies that it has unlocked. */
interface MeteredCaller {
  organizationId: number;
  now(): Date;
  /** Tells whether each company is unlocked, in the order of the ids. */
  areUnlocked(companyIds: readonly number[]): Promise<boolean[]>;
}

/** Tells which companies an organization has unlocked. */
interface Meter {
  areUnlocked(organizationId: number, companyIds: readonly number[]): Promise<boolean[]>;
}

/**
 * Creates a function that makes the loaders of a request.
 *
 * @param meter undefined when partnerships are not metered.
 */
export function createLoaderSource(db: Queryable, clock: Clock, meter?: Meter) {
  const load: LoadSlices<DetectedTechnology[]> = (ids, slice) => loadSlices(db, TECHNOLOGIES, ids, slice);
  const technologyPages: TechnologyPages = sharedLoader((keys) => loadPages(keys, load), nameOfSlice);
  return ({ organizationId }: Pick<Principal, 'organizationId'>): CatalogueLoaders => {
    const caller: MeteredCaller | undefined = meter && {
      organizationId,
      now: () => clock.now(),
      areUnlocked: (ids) => meter.areUnlocked(organizationId, ids),
    };
    return new CatalogueLoaders(db, technologyPages, caller);
  };
}

/**
 * Loaders of a request. Keys that are loaded in the same tick share a statement. Each is created at its first use: most
 * requests need one or none.
 */
export class CatalogueLoaders {
  readonly #db: Queryable;
  readonly #technologyPages: TechnologyPages;
  readonly #caller: MeteredCaller | undefined;
  #company: DataLoader<number, Company | null> | undefined;
  #partnershipSlice: SliceLoader<Partnership[] | null> | undefined;
  #technologySlice: SliceLoader<DetectedTechnology[]> | undefined;
  #technology: DataLoader<number, CountedTechnology | null> | undefined;
  #technologyAges: DataLoader<number, TechnologyAges> | undefined;
  #unlocked: DataLoader<number, boolean> | undefined;

  /** @param caller undefined when partnerships are not metered. */
  constructor(db: Queryable, technologyPages: TechnologyPages, caller?: MeteredCaller) {
    this.#db = db;
    this.#technologyPages = technologyPages;
    this.#caller = caller;
  }

  get company() {
    this.#company ??= rowLoader((ids) => findCompaniesByIds(this.#db, ids));
    return this.#company;
  }

  /**
   * All partnerships of a company: perhaps a hundred thousand rows, which no request reads twice. So nothing is cached,
   * and each use gets a new loader, because a loader keeps its last batch in memory.
   */
  get partnerships() {
    return new DataLoader((ids: readonly number[]) => loadPartnerships(this.#db, ids), { cache: false });
  }

  /** Null for a company that the caller's organization has not unlocked. */
  get partnershipSlice() {
    this.#partnershipSlice ??= this.#createPartnershipSlice();
    return this.#partnershipSlice;
  }

  get technologySlice() {
    this.#technologySlice ??= sliceLoader(async (ids, slice) => {
      const [companyId] = ids;
      if (companyId === undefined || ids.length > 1) return loadSlices(this.#db, TECHNOLOGIES, ids, slice);
      return [await this.#technologyPages({ companyId, ...slice })];
    });
    return this.#technologySlice;
  }

  /** Technologies with their counts, which pages of a company's technologies do not read. */
  get technology() {
    this.#technology ??= rowLoader((ids) => findTechnologiesByIds(this.#db, ids));
    return this.#technology;
  }

  /** Numbers of companies that adopted and dropped technologies. */
  get technologyAges() {
    this.#technologyAges ??= rowLoader((ids) => findAges(this.#db, ids));
    return this.#technologyAges;
  }

  /** Tells whether the caller's organization has unlocked a company; undefined when partnerships are not metered. */
  get unlocked() {
    const caller = this.#caller;
    if (caller) this.#unlocked ??= new DataLoader((ids) => caller.areUnlocked(ids), { cache: false });
    return this.#unlocked;
  }

  #createPartnershipSlice(): SliceLoader<Partnership[] | null> {
    const caller = this.#caller;
    if (!caller) return sliceLoader((ids, slice) => loadSlices(this.#db, PARTNERSHIPS, ids, slice));
    const { organizationId } = caller;
    const load: LoadSlices<Partnership[] | null> = (ids, slice) =>
      loadUnlockedPartnershipSlices(this.#db, { organizationId, at: caller.now() }, ids, slice);
    // Not cached: a later mutation of the same document may unlock the company.
    return sliceLoader(load, { cache: false });
  }
}

/** Creates a loader of rows by id. */
function rowLoader<T>(find: (ids: readonly number[]) => Promise<T[]>): DataLoader<number, T> {
  return new DataLoader(spreadResults(find), { maxBatchSize: MAX_BATCH });
}

type LoadSlices<T> = (companyIds: readonly number[], slice: PageWindow) => Promise<T[]>;

/** Creates a loader of pages. */
function sliceLoader<T>(load: LoadSlices<T>, options: { cache?: boolean } = {}) {
  return new DataLoader<SliceKey, T, string>(
    spreadResults((keys: readonly SliceKey[]) => loadPages(keys, load)),
    { cacheKeyFn: nameOfSlice, maxBatchSize: MAX_BATCH, ...options },
  );
}

function nameOfSlice({ companyId, ...window }: SliceKey): string {
  return `${companyId}:${nameOfWindow(window)}`;
}

function nameOfWindow({ limit, after }: PageWindow): string {
  return after ? `${limit}:${JSON.stringify(after)}` : String(limit);
}

/** Loads pages, which are read forwards. Those with the same start and size share a statement, as those of a query usually do. */
async function loadPages<T>(keys: readonly SliceKey[], load: LoadSlices<T>): Promise<T[]> {
  const pages = new Map<string, [SliceKey, ...SliceKey[]]>();
  for (const key of keys) {
    const page = nameOfWindow(key);
    const sharing = pages.get(page);
    if (sharing) sharing.push(key);
    else pages.set(page, [key]);
  }
  const results = new Map<SliceKey, T>();
  for (const sharing of pages.values()) {
    const slices = await load(
      sharing.map((key) => key.companyId),
      sharing[0],
    );
    for (const [index, key] of sharing.entries()) results.set(key, slices[index] as T);
  }
  return keys.map((key) => results.get(key) as T);
}

/**
 * Returns a function whose results arrive in the order of its calls, at most one in a turn of the event loop. The work
 * itself runs in parallel. Building a response from a large result blocks the thread, so others run before the next one.
 */
export function spreadResults<A, R>(work: (argument: A) => Promise<R>): (argument: A) => Promise<R> {
  let latest: Promise<unknown> | undefined;
  return (argument) => {
    const before = latest;
    const result = before ? following(before, work(argument)) : work(argument);
    const settled = result.then(clear, clear);
    latest = settled;
    return result;

    function clear(): void {
      if (latest === settled) latest = undefined;
    }
  };
}

async function following<R>(before: Promise<unknown>, result: Promise<R>): Promise<R> {
  // A rejection before its turn would count as unhandled.
  result.catch(() => undefined);
  await before;
  await nextTurn();
  return result;
}
