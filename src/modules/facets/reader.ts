import type { Queryable } from '../../database/client.ts';
import { readTexts } from '../../database/prepared.ts';
import { ON_REPLICA, sawIndexVersion } from '../../database/replicas/routing.ts';
import { readFromPrimary } from '../../lib/request-context.ts';
import { NO_IDS, type ReadonlyBitmap } from './bitmap.ts';
import { type PostingKey, readName } from './facet.ts';
import { assertReadable } from './index-state.ts';
import { readChangedPostings } from './postings.ts';
import { type CachedPosting, type ConditionResult, ReaderCache } from './reader-cache.ts';

/** A condition that SQL evaluates. Its statement must read the index version too. */
export interface SqlCondition {
  /** Unique name, the key in the cache. */
  name: string;
}

interface SnapshotRequest<C extends SqlCondition> {
  postings: readonly PostingKey[];
  conditions: readonly C[];
  /** Version that the caller has just read. While all is cached at that version, no statement asks for the newest. */
  version?: number | undefined;
  /** Runs conditions that are not cached. Returns their results in the same order. */
  run: (conditions: readonly C[]) => Promise<readonly ConditionResult[]>;
}

/** The requested postings and results, all of one index version. */
export interface IndexSnapshot {
  version: number;
  /** Ids of a posting, empty when no company has the value. Callers must not modify them. */
  posting(key: PostingKey): ReadonlyBitmap;
  result(condition: SqlCondition): ConditionResult;
  /** Computes a bitmap from postings of this version, or returns the one cached under the name. */
  derive(name: string, compute: () => ReadonlyBitmap): ReadonlyBitmap;
  /** Returns a bitmap of this version that `derive` has cached under the name. */
  derived(name: string): ReadonlyBitmap | undefined;
}

const VERSION = {
  name: 'facet_index_version',
  text: 'SELECT version, format FROM facet_index',
  runsOn: ON_REPLICA,
};

/** Cached version to send for a posting that is not cached: every stored one is newer. */
const NOT_CACHED = -1;
/** An import takes longer than a read, so a second or third attempt finds a single version. */
const MAX_ATTEMPTS = 20;

const NO_RESULTS: ReadonlyMap<string, ConditionResult> = new Map();

export type FacetReader = ReturnType<typeof createFacetReader>;

/** @param cacheBytes limits the memory of cached bitmaps and their keys. */
export function createFacetReader(db: Queryable, cacheBytes: number) {
  const cache = new ReaderCache(cacheBytes);

  /**
   * Reads postings and results of one index version: the newest at the time of the call, or a later one. The version that
   * the request names is taken instead while the cache has everything of it.
   */
  async function read<C extends SqlCondition>(request: SnapshotRequest<C>): Promise<IndexSnapshot> {
    const { conditions } = request;
    let known = request.version;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      // Results that no version has in the cache are needed anyway: they need not wait for the version.
      const uncached = conditions.filter(({ name }) => !cache.result(name));
      // Without postings, fresh results name the version themselves, which saves a statement.
      const isSqlOnly =
        request.postings.length === 0 && uncached.length > 0 && uncached.length === conditions.length;
      const [postings, fresh] = await Promise.all([
        isSqlOnly ? undefined : readPostings(db, cache, request.postings, known),
        uncached.length > 0 ? runConditions(cache, uncached, request) : NO_RESULTS,
      ]);
      const version = postings?.version ?? newestOf(fresh);
      // A replica may be behind what this process has read before.
      if (!sawIndexVersion(db, version))
        return readFromPrimary(() => read({ ...request, version: undefined }));
      const results = conditions.length > 0 ? await readResults(cache, request, version, fresh) : NO_RESULTS;
      if (results) return createSnapshot(cache, version, postings?.byName, results);
      known = undefined;
    }
    throw new Error(`the facet index changed ${MAX_ATTEMPTS} times while one snapshot was read`);
  }

  return { read, cache };
}

function newestOf(results: ReadonlyMap<string, ConditionResult>): number {
  let newest = 0;
  for (const { validAt } of results.values()) newest = Math.max(newest, validAt);
  return newest;
}

interface ReadPostings {
  version: number;
  byName: ReadonlyMap<string, CachedPosting>;
}

async function readPostings(
  db: Queryable,
  cache: ReaderCache,
  keys: readonly PostingKey[],
  known: number | undefined,
): Promise<ReadPostings> {
  const wanted = new Map<string, PostingKey>();
  const byName = new Map<string, CachedPosting>();
  for (const key of keys) {
    const name = readName(key);
    wanted.set(name, key);
    const cached = cache.posting(name);
    if (cached) byName.set(name, cached);
  }
  if (byName.size === wanted.size) {
    const version = known !== undefined && areValidAt(byName, known) ? known : await readVersion(db);
    if (areValidAt(byName, version)) {
      cache.hits += wanted.size;
      return { version, byName };
    }
  }
  return fetchPostings(db, cache, wanted, byName);
}

function areValidAt(postings: ReadonlyMap<string, CachedPosting>, version: number): boolean {
  for (const { validAt } of postings.values()) if (validAt !== version) return false;
  return true;
}

async function readVersion(db: Queryable): Promise<number> {
  const [[version = null, format = null] = []] = await readTexts(db, VERSION);
  assertReadable(Number(format));
  return Number(version);
}

/** Fetches the postings that changed since they were cached, together with the index version. */
async function fetchPostings(
  db: Queryable,
  cache: ReaderCache,
  wanted: ReadonlyMap<string, PostingKey>,
  cached: ReadonlyMap<string, CachedPosting>,
): Promise<ReadPostings> {
  const keys = [...wanted];
  const { version, changed } = await readChangedPostings(
    db,
    keys.map(([name, key]) => ({ key, cachedVersion: cached.get(name)?.version ?? NOT_CACHED })),
  );
  const byName = new Map<string, CachedPosting>();
  for (const [index, [name]] of keys.entries()) {
    const current = changed.get(index) ?? cached.get(name);
    // A posting without a row is empty at this version. If it gets a row later, that one is newer.
    const posting = { ids: current?.ids ?? NO_IDS, version: current?.version ?? version, validAt: version };
    byName.set(name, posting);
    cache.keep(name, posting);
  }
  cache.hits += wanted.size - changed.size;
  cache.misses += changed.size;
  return { version, byName };
}

/** Runs each condition once and caches the results. Returns them by name. */
async function runConditions<C extends SqlCondition>(
  cache: ReaderCache,
  conditions: readonly C[],
  { run }: SnapshotRequest<C>,
): Promise<ReadonlyMap<string, ConditionResult>> {
  const byName = new Map<string, ConditionResult>();
  const distinct = [...new Map(conditions.map((condition) => [condition.name, condition])).values()];
  const results = await run(distinct);
  cache.misses += distinct.length;
  for (const [index, { name }] of distinct.entries()) {
    const result = results[index];
    if (result === undefined) throw new Error(`no result of ${name}`);
    cache.keep(name, result);
    byName.set(name, result);
  }
  return byName;
}

/** @returns undefined when the index changed meanwhile, so that everything has to be read again. */
async function readResults<C extends SqlCondition>(
  cache: ReaderCache,
  request: SnapshotRequest<C>,
  version: number,
  fresh: ReadonlyMap<string, ConditionResult>,
): Promise<ReadonlyMap<string, ConditionResult> | undefined> {
  const byName = new Map<string, ConditionResult>();
  const outdated: C[] = [];
  for (const condition of request.conditions) {
    const own = fresh.get(condition.name);
    const result = own?.validAt === version ? own : cache.result(condition.name);
    if (result?.validAt === version) byName.set(condition.name, result);
    else outdated.push(condition);
  }
  if (outdated.length === 0) return byName;
  for (const [name, result] of await runConditions(cache, outdated, request)) {
    if (result.validAt !== version) return undefined;
    byName.set(name, result);
  }
  return byName;
}

function createSnapshot(
  cache: ReaderCache,
  version: number,
  postings: ReadonlyMap<string, CachedPosting> | undefined,
  results: ReadonlyMap<string, ConditionResult>,
): IndexSnapshot {
  const derived = (name: string): ReadonlyBitmap | undefined => {
    const cached = cache.result(name);
    return cached?.validAt === version ? cached.ids : undefined;
  };
  return {
    version,
    derived,
    derive(name, compute) {
      const cached = derived(name);
      if (cached) return cached;
      const ids = compute();
      cache.keep(name, { found: true, ids, validAt: version });
      return ids;
    },
    posting(key) {
      const posting = postings?.get(readName(key));
      if (posting === undefined) throw new Error(`the snapshot has no posting of ${key.field}`);
      return posting.ids;
    },
    result({ name }) {
      const result = results.get(name);
      if (result === undefined) throw new Error(`the snapshot has no result of ${name}`);
      return result;
    },
  };
}
