import DataLoader from 'dataloader';
import type { Queryable } from '../../database/client.ts';
import type { Company, DetectedTechnology, EdgeSlice, Partnership } from './company.ts';
import { findCompaniesByIds } from './company-queries.ts';
import { loadPartnershipSlices, loadPartnerships, loadTechnologySlices } from './edge-queries.ts';

/** A page of a company's edges. */
export interface SliceKey extends EdgeSlice {
  companyId: number;
}

/** One set a request: what is asked for in the same tick goes out as one statement. */
export interface CatalogueLoaders {
  company: DataLoader<number, Company | null>;
  /** Every partnership of a company. Not kept: it may be a hundred thousand rows that nobody asks for twice. */
  partnerships: DataLoader<number, Partnership[]>;
  partnershipSlice: DataLoader<SliceKey, Partnership[], string>;
  technologySlice: DataLoader<SliceKey, DetectedTechnology[], string>;
  /**
   * Whether the caller's organization has unlocked a company; undefined while partnerships are not metered. Not cached:
   * a mutation of the same document may unlock it.
   */
  unlocked: DataLoader<number, boolean> | undefined;
}

/** Tells of each company, in the order of the ids, whether the caller's organization has unlocked it. */
export type FindUnlocked = (companyIds: readonly number[]) => Promise<boolean[]>;

type LoadSlices<T> = (db: Queryable, companyIds: readonly number[], slice: EdgeSlice) => Promise<T[][]>;

/** A loader is made when a request first asks for it: most requests need one or none. */
export function createCatalogueLoaders(db: Queryable, findUnlocked?: FindUnlocked): CatalogueLoaders {
  return new LazyLoaders(db, findUnlocked);
}

class LazyLoaders implements CatalogueLoaders {
  readonly #db: Queryable;
  readonly #findUnlocked: FindUnlocked | undefined;
  #company: CatalogueLoaders['company'] | undefined;
  #partnershipSlice: CatalogueLoaders['partnershipSlice'] | undefined;
  #technologySlice: CatalogueLoaders['technologySlice'] | undefined;
  #unlocked: CatalogueLoaders['unlocked'];

  constructor(db: Queryable, findUnlocked: FindUnlocked | undefined) {
    this.#db = db;
    this.#findUnlocked = findUnlocked;
  }

  get company() {
    this.#company ??= new DataLoader((ids) => findCompaniesByIds(this.#db, ids));
    return this.#company;
  }

  /** A new one each time: a loader remembers its last batch, and this one's would keep a whole answer alive. */
  get partnerships() {
    return new DataLoader((ids: readonly number[]) => loadPartnerships(this.#db, ids), { cache: false });
  }

  get partnershipSlice() {
    this.#partnershipSlice ??= sliceLoader(this.#db, loadPartnershipSlices);
    return this.#partnershipSlice;
  }

  get technologySlice() {
    this.#technologySlice ??= sliceLoader(this.#db, loadTechnologySlices);
    return this.#technologySlice;
  }

  get unlocked() {
    if (this.#findUnlocked) this.#unlocked ??= new DataLoader(this.#findUnlocked, { cache: false });
    return this.#unlocked;
  }
}

/** Pages of one size go out together: a query asks for the same page of every company. */
function sliceLoader<T>(db: Queryable, load: LoadSlices<T>): DataLoader<SliceKey, T[], string> {
  return new DataLoader<SliceKey, T[], string>(
    async (keys) => {
      const pages = new Map<string, { slice: EdgeSlice; keys: SliceKey[] }>();
      for (const key of keys) {
        const size = `${key.limit}:${key.offset}`;
        const page = pages.get(size) ?? { slice: key, keys: [] };
        page.keys.push(key);
        pages.set(size, page);
      }
      const results = new Map<SliceKey, T[]>();
      for (const page of pages.values()) {
        const ids = page.keys.map((key) => key.companyId);
        const slices = await load(db, ids, page.slice);
        page.keys.forEach((key, i) => {
          results.set(key, slices[i] ?? []);
        });
      }
      return keys.map((key) => results.get(key) ?? []);
    },
    { cacheKeyFn: ({ companyId, limit, offset }) => `${companyId}:${limit}:${offset}` },
  );
}
