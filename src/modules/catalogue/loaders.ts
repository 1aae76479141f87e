import DataLoader from 'dataloader';
import type { Queryable } from '../../database/client.ts';
import { oneATurn } from '../../lib/one-a-turn.ts';
import type { Company, DetectedTechnology, EdgeSlice, Partnership } from './company.ts';
import { findCompaniesByIds } from './company-queries.ts';
import {
  loadPartnershipSlices,
  loadPartnerships,
  loadTechnologySlices,
  loadUnlockedPartnershipSlices,
} from './edge-queries.ts';

/** A page of a company's edges. */
export interface SliceKey extends EdgeSlice {
  companyId: number;
}

/**
 * Companies of one statement: as many as the largest page has. An operation with several such pages reads them in as many
 * statements, whose rows arrive one batch a turn: other requests are answered while its answer is built.
 */
const MAX_BATCH = 1_000;

/** One set a request: what is asked for in the same tick goes out as one statement. */
export interface CatalogueLoaders {
  company: DataLoader<number, Company | null>;
  /** Every partnership of a company. Not kept: it may be a hundred thousand rows that nobody asks for twice. */
  partnerships: DataLoader<number, Partnership[]>;
  /** Null for a company that the caller's organization has not unlocked. */
  partnershipSlice: DataLoader<SliceKey, Partnership[] | null, string>;
  technologySlice: DataLoader<SliceKey, DetectedTechnology[], string>;
  /** Whether the caller's organization has unlocked a company; undefined while partnerships are not metered. */
  unlocked: DataLoader<number, boolean> | undefined;
}

/** The caller's organization, whose unlocked companies alone show their partners. */
export interface MeteredCaller {
  organizationId: number;
  now(): Date;
  /** Whether each company is unlocked, in the order of the ids. */
  areUnlocked(companyIds: readonly number[]): Promise<boolean[]>;
}

/**
 * A loader is made when a request first asks for it: most requests need one or none.
 *
 * @param caller absent while partnerships are not metered.
 */
export function createCatalogueLoaders(db: Queryable, caller?: MeteredCaller): CatalogueLoaders {
  return new LazyLoaders(db, caller);
}

class LazyLoaders implements CatalogueLoaders {
  readonly #db: Queryable;
  readonly #caller: MeteredCaller | undefined;
  #company: CatalogueLoaders['company'] | undefined;
  #partnershipSlice: CatalogueLoaders['partnershipSlice'] | undefined;
  #technologySlice: CatalogueLoaders['technologySlice'] | undefined;
  #unlocked: CatalogueLoaders['unlocked'];

  constructor(db: Queryable, caller: MeteredCaller | undefined) {
    this.#db = db;
    this.#caller = caller;
  }

  get company() {
    this.#company ??= new DataLoader(
      oneATurn((ids: readonly number[]) => findCompaniesByIds(this.#db, ids)),
      { maxBatchSize: MAX_BATCH },
    );
    return this.#company;
  }

  /** A new one each time: a loader remembers its last batch, and this one's would keep a whole answer alive. */
  get partnerships() {
    return new DataLoader((ids: readonly number[]) => loadPartnerships(this.#db, ids), { cache: false });
  }

  get partnershipSlice() {
    this.#partnershipSlice ??= this.#createPartnershipSlice();
    return this.#partnershipSlice;
  }

  get technologySlice() {
    this.#technologySlice ??= sliceLoader((ids, slice) => loadTechnologySlices(this.#db, ids, slice));
    return this.#technologySlice;
  }

  get unlocked() {
    const caller = this.#caller;
    if (caller) this.#unlocked ??= new DataLoader((ids) => caller.areUnlocked(ids), { cache: false });
    return this.#unlocked;
  }

  #createPartnershipSlice(): CatalogueLoaders['partnershipSlice'] {
    const caller = this.#caller;
    if (!caller) return sliceLoader((ids, slice) => loadPartnershipSlices(this.#db, ids, slice));
    const { organizationId } = caller;
    const load: LoadSlices<Partnership[] | null> = (ids, slice) =>
      loadUnlockedPartnershipSlices(this.#db, { organizationId, at: caller.now() }, ids, slice);
    // Not cached: a later mutation of the same document may unlock what was locked.
    return sliceLoader(load, { cache: false });
  }
}

type LoadSlices<T> = (companyIds: readonly number[], slice: EdgeSlice) => Promise<T[]>;

/** Pages of one size go out together: a query asks for the same page of every company. */
function sliceLoader<T>(load: LoadSlices<T>, options: { cache?: boolean } = {}) {
  return new DataLoader<SliceKey, T, string>(
    oneATurn(async (keys: readonly SliceKey[]) => {
      const pages = new Map<string, { slice: EdgeSlice; keys: SliceKey[] }>();
      for (const key of keys) {
        const size = `${key.limit}:${key.offset}`;
        const page = pages.get(size) ?? { slice: key, keys: [] };
        page.keys.push(key);
        pages.set(size, page);
      }
      const results = new Map<SliceKey, T>();
      for (const page of pages.values()) {
        const ids = page.keys.map((key) => key.companyId);
        const slices = await load(ids, page.slice);
        for (const [i, slice] of slices.entries()) {
          const key = page.keys[i];
          if (key) results.set(key, slice);
        }
      }
      return keys.map((key) => results.get(key) as T);
    }),
    {
      cacheKeyFn: ({ companyId, limit, offset }) => `${companyId}:${limit}:${offset}`,
      maxBatchSize: MAX_BATCH,
      ...options,
    },
  );
}
