import type { Queryable } from '../../database/client.ts';
import { readTexts } from '../../database/prepared.ts';
import { ON_REPLICA, sawIndexVersion } from '../../database/replicas/routing.ts';
import { readFromPrimary } from '../../lib/request-context.ts';
import { Bitmap, NO_IDS, type ReadonlyBitmap } from './bitmap.ts';
import { organizationOfFacet, type PostingKey, RETIRED_KEY, readName } from './facet.ts';
import { assertReadable } from './index-state.ts';
import { organizationOfKeys, ownVersionSql, readChangedPostings } from './postings.ts';
import { type CachedPosting, type ConditionResult, ReaderCache } from './reader-cache.ts';

/** A condition that SQL evaluates. Its statement must read the index version too. */
export interface SqlCondition {
  /** Unique name, the key in the cache. */
  name: string;
}

/** What was read belongs to these versions. */
export interface IndexVersions {
  version: number;
  /** Version of the organization's own fields; 0 where none was read. */
  ownVersion: number;
}

interface SnapshotRequest<C extends SqlCondition> {
  /** Own fields of one organization at most. */
  postings: readonly PostingKey[];
  conditions: readonly C[];
  /** Versions that the caller has just read. While all is cached at them, no statement asks for the newest. */
  known?: IndexVersions | undefined;
  /** Runs conditions that are not cached. Returns their results in the same order. */
  run: (conditions: readonly C[]) => Promise<readonly ConditionResult[]>;
}

/** The requested postings and results, all of one index version. */
export interface IndexSnapshot extends IndexVersions {
  /**
   * Ids of a posting, empty when no company has the value. Callers must not modify them. An organization's values may be of
   * companies that have just left the catalogue: those are left out.
   */
  posting(key: PostingKey): ReadonlyBitmap;
  result(condition: SqlCondition): ConditionResult;
  /** Computes a bitmap from postings of one field, or returns the one cached for the field under the name. */
  derive(field: string, name: string, compute: () => ReadonlyBitmap): ReadonlyBitmap;
  /** Returns a bitmap that `derive` has cached for a field under a name. */
  derived(field: string, name: string): ReadonlyBitmap | undefined;
}

/** Returns the name of what is cached of a field at an index version: that of an own field ends with a change of its values. */
export function cacheNameOf(field: string, { ownVersion }: Pick<IndexVersions, 'ownVersion'>): string {
  return organizationOfFacet(field) === 0 ? field : `${field}@${ownVersion}`;
}

const VERSION = {
  name: 'facet_index_version',
  text: 'SELECT version, format FROM facet_index',
  runsOn: ON_REPLICA,
};

/** The same with the versions of own fields, on the primary: what was just declared or written is read at once. */
const OWN_VERSIONS = {
  name: 'facet_index_own_versions',
  text: `SELECT version, format, ${ownVersionSql('$1')}, ${ownVersionSql('0')} FROM facet_index`,
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
    let { known } = request;
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
      const { version, ownVersion } = postings ?? { version: newestOf(fresh), ownVersion: 0 };
      // A replica may be behind what this process has read before.
      if (!sawIndexVersion(db, version)) return readFromPrimary(() => read({ ...request, known: undefined }));
      const results = conditions.length > 0 ? await readResults(cache, request, version, fresh) : NO_RESULTS;
      if (results) return createSnapshot(cache, { version, ownVersion }, postings?.byName, results);
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

interface ReadPostings extends IndexVersions {
  byName: ReadonlyMap<string, CachedPosting>;
}

/** Postings that a request needs, by the names under which readers know them. */
type Wanted = ReadonlyMap<string, PostingKey>;

async function readPostings(
  db: Queryable,
  cache: ReaderCache,
  keys: readonly PostingKey[],
  known: IndexVersions | undefined,
): Promise<ReadPostings> {
  const organizationId = organizationOfKeys(keys);
  const wanted = new Map<string, PostingKey>();
  const byName = new Map<string, CachedPosting>();
  for (const key of organizationId === 0 ? keys : [...keys, RETIRED_KEY]) {
    const name = readName(key);
    wanted.set(name, key);
    const cached = cache.posting(name);
    if (cached) byName.set(name, cached);
  }
  if (byName.size === wanted.size) {
    const isKnown = known !== undefined && areValidAt(byName, wanted, known);
    const versions = isKnown ? known : await readVersions(db, organizationId);
    if (areValidAt(byName, wanted, versions)) {
      cache.hits += wanted.size;
      return { ...versions, byName };
    }
  }
  return fetchPostings(db, cache, wanted, byName);
}

function areValidAt(
  postings: ReadonlyMap<string, CachedPosting>,
  wanted: Wanted,
  at: IndexVersions,
): boolean {
  for (const [name, { validAt }] of postings) if (validAt !== versionFor(wanted.get(name), at)) return false;
  return true;
}

/** Returns the version by which a posting changes: own fields of organizations have versions of their own. */
function versionFor(key: PostingKey | undefined, { version, ownVersion }: IndexVersions): number {
  return key === undefined || organizationOfFacet(key.field) === 0 ? version : ownVersion;
}

async function readVersions(db: Queryable, organizationId: number): Promise<IndexVersions> {
  if (organizationId !== 0) return readOwnVersions(db, organizationId);
  const [[version = null, format = null] = []] = await readTexts(db, VERSION);
  assertReadable(Number(format));
  return { version: Number(version), ownVersion: 0 };
}

/** Reads the newest versions with those of own fields, which rise with their declarations and values. */
export async function readOwnVersions(
  db: Queryable,
  organizationId: number,
): Promise<IndexVersions & { catalogueVersion: number }> {
  const [[version = null, format = null, own = null, catalogue = null] = []] = await readTexts(
    db,
    OWN_VERSIONS,
    [organizationId],
  );
  assertReadable(Number(format));
  return { version: Number(version), ownVersion: Number(own), catalogueVersion: Number(catalogue) };
}

/** Fetches the postings that changed since they were cached, together with the index version. */
async function fetchPostings(
  db: Queryable,
  cache: ReaderCache,
  wanted: Wanted,
  cached: ReadonlyMap<string, CachedPosting>,
): Promise<ReadPostings> {
  const keys = [...wanted];
  const { changed, ...versions } = await readChangedPostings(
    db,
    keys.map(([name, key]) => ({ key, cachedVersion: cached.get(name)?.version ?? NOT_CACHED })),
  );
  const byName = new Map<string, CachedPosting>();
  for (const [index, [name, key]] of keys.entries()) {
    const current = changed.get(index) ?? cached.get(name);
    const version = versionFor(key, versions);
    // A posting without a row is empty at this version. If it gets a row later, that one is newer.
    const posting = { ids: current?.ids ?? NO_IDS, version: current?.version ?? version, validAt: version };
    byName.set(name, posting);
    cache.keep(name, posting);
  }
  cache.hits += wanted.size - changed.size;
  cache.misses += changed.size;
  return { ...versions, byName };
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
  versions: IndexVersions,
  postings: ReadonlyMap<string, CachedPosting> | undefined,
  results: ReadonlyMap<string, ConditionResult>,
): IndexSnapshot {
  const { version } = versions;
  const nameOf = (field: string, name: string) => `derived\0${cacheNameOf(field, versions)}\0${name}`;
  const derived = (field: string, name: string): ReadonlyBitmap | undefined => {
    const cached = cache.result(nameOf(field, name));
    return cached?.validAt === version ? cached.ids : undefined;
  };
  const derive = (field: string, name: string, compute: () => ReadonlyBitmap): ReadonlyBitmap => {
    const cached = derived(field, name);
    if (cached) return cached;
    const ids = compute();
    cache.keep(nameOf(field, name), { found: true, ids, validAt: version });
    return ids;
  };
  const stored = (key: PostingKey): ReadonlyBitmap => {
    const posting = postings?.get(readName(key));
    if (posting === undefined) throw new Error(`the snapshot has no posting of ${key.field}`);
    return posting.ids;
  };
  return {
    ...versions,
    derived,
    derive,
    posting(key) {
      const ids = stored(key);
      if (organizationOfFacet(key.field) === 0) return ids;
      const retired = stored(RETIRED_KEY);
      if (!ids.intersects(retired)) return ids;
      return derive(key.field, `live\0${key.value}`, () => Bitmap.andNot(ids, retired));
    },
    result({ name }) {
      const result = results.get(name);
      if (result === undefined) throw new Error(`the snapshot has no result of ${name}`);
      return result;
    },
  };
}
