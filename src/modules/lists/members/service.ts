import { Fault, invalidValue } from '../../../lib/fault.ts';
import type { Keyset } from '../../../lib/page.ts';
import { runUncounted } from '../../../lib/request-context.ts';
import { Bitmap } from '../../facets/bitmap.ts';
import type { Verdict } from '../../filters/explain.ts';
import { isVocabularyField } from '../../filters/registry.ts';
import { type ListDependencies, requireListForChange } from '../access.ts';
import type { Definitions } from '../definitions/service.ts';
import type { Caller, List } from '../list.ts';
import { listScope, namedLists } from '../references/list-scope.ts';
import { type Changes, compare, type Differences, findAnnounced, readAnnounced, tierOf } from './changes.ts';
import { findMemberships, type ListMemberships } from './company-lists.ts';
import type { MemberPageRequest } from './cursor.ts';
import {
  countKept,
  findKept,
  findOne,
  findOutdatedFields,
  findValid,
  findVisible,
  type Source,
} from './materializations.ts';
import { combine, Materializer, readByHand } from './materialize.ts';
import {
  type PageStart,
  type Place,
  pageByNumber,
  pageByText,
  pageByTier,
  searchCompanies,
  type TierPart,
} from './order.ts';
import {
  countsOf,
  type MaterializationInfo,
  type MemberCounts,
  type Snapshot,
  TIERS,
  type Tier,
} from './snapshot.ts';
import { SnapshotReader } from './snapshot-reader.ts';
import { type MemberSort, readNumbers } from './sort.ts';

/** A member in one materialization of a list. */
export interface Member extends Place {
  tier: Tier;
  source: 'definition' | 'added';
  list: List;
}

/** A page of members. `value` of each is what the page is sorted by. */
export interface MemberPage {
  items: readonly Member[];
  /** Number of members on all pages. */
  total: number;
  hasNext: boolean;
}

/** Effect that saving a definition would have (contract, section 6, definition/preview). */
export interface DefinitionPreview extends Differences {
  /** Number of members that the list would have. */
  count: number;
}

/** Reasons why a company is a member of a list, or is not. */
export interface Explanation {
  companyId: number;
  /** Null if the company is no member. */
  tier: Tier | null;
  source: 'definition' | 'added' | null;
  /** Whether one of its domains is excluded, which overrides everything else. */
  excluded: boolean;
  /** Result of each condition, in document order. */
  conditions: readonly Verdict[];
}

/** Fault of a materialization that is named and not kept. */
export const OLD_MATERIALIZATION =
  'is not a materialization of this list that is kept; see the materializations of the list';

/** Companies that a preview shows of those that enter, and of those that leave. */
export const PREVIEW_SAMPLE = { defaultLimit: 10, maxLimit: 25 };

/** The members of lists. */
export class Members {
  readonly #tools: ListDependencies;
  readonly #definitions: Definitions;
  readonly #snapshots: SnapshotReader;
  readonly #materializer: Materializer;

  constructor(tools: ListDependencies, definitions: Definitions) {
    this.#tools = tools;
    this.#definitions = definitions;
    this.#snapshots = new SnapshotReader(tools.pools.reads, tools.filters.reader.cache);
    this.#materializer = new Materializer(tools, definitions);
  }

  /** Members as of the current revision: stored, or computed now. @throws Fault definition_conflict, members_too_large */
  async current(caller: Caller, list: List): Promise<Snapshot> {
    const [stored] = await this.#snapshots.load(await findValid(this.#tools.pools.reads, [list]));
    return stored ?? this.refresh(caller, list);
  }

  /** Members of several lists. One statement finds what is stored, few read it, however many lists there are. */
  async currentOfMany(caller: Caller, lists: readonly List[]): Promise<Snapshot[]> {
    const stored = await this.#snapshots.load(await findValid(this.#tools.pools.reads, lists));
    const byList = new Map<number, Snapshot>();
    for (const snapshot of stored) if (snapshot) byList.set(snapshot.listId, snapshot);
    return Promise.all(lists.map((list) => byList.get(list.listId) ?? this.refresh(caller, list)));
  }

  /** Computes the members of a list again, with access as it is now. @throws Fault list_not_found, invalid_api_key */
  async materialize(caller: Caller, listId: number) {
    const { pools, clock } = this.#tools;
    const list = await requireListForChange(pools.writes, caller, listId, 'viewer', clock.now());
    return { list, snapshot: await this.refresh(caller, list) };
  }

  /** Computes the members again, whatever is stored. @throws Fault definition_conflict, members_too_large */
  async refresh(caller: Caller, list: List): Promise<Snapshot> {
    const { info, members } = await this.#materializer.materialize(caller, list);
    return this.#snapshots.add(info, members);
  }

  /** Members of a materialization; undefined if it was deleted, or belongs to another list. */
  async at(
    { listId }: List,
    materializationId: number,
    source: Source = 'kept',
  ): Promise<Snapshot | undefined> {
    const info = await findOne(this.#tools.pools.reads, listId, materializationId, source);
    return info && (await this.#snapshots.load([info]))[0];
  }

  /** Members of the materialization to which a cursor belongs. @throws Fault cursor_expired */
  async atCursor(list: List, materializationId: number): Promise<Snapshot> {
    const snapshot = await this.at(list, materializationId);
    if (snapshot) return snapshot;
    const message = 'The materialization of this cursor is no longer kept. Begin again at the first page.';
    throw new Fault('cursor_expired', message);
  }

  /**
   * A page of members. Unless it is sorted by a text, the last page costs as much as the first: bitmaps find the id at any
   * position directly.
   *
   * @throws Fault validation_error for a search of no or over 100 characters; sort_too_large
   */
  async page(
    list: List,
    snapshot: Snapshot,
    { selection: { tier, search, sort }, start }: MemberPageRequest,
    limit: number,
  ): Promise<MemberPage> {
    const { evaluation } = this.#tools.pools;
    const found =
      search === undefined ? undefined : await runUncounted(() => searchCompanies(evaluation, search));
    const parts: TierPart[] = [];
    let total = 0;
    for (const each of tier === undefined ? TIERS : [tier]) {
      const ids = found ? Bitmap.and(snapshot[each], found) : snapshot[each];
      parts.push({ tier: each, ids });
      total += ids.size;
    }
    const places = await this.#sorted(parts, sort, start, limit + 1);
    const items: Member[] = [];
    for (const place of places.slice(0, limit)) {
      const { companyId } = place;
      const source = snapshot.added.has(companyId) ? 'added' : 'definition';
      items.push({ ...place, tier: tierOf(snapshot, companyId) ?? 'exploratory', source, list });
    }
    return { items, total, hasNext: places.length > limit };
  }

  async #sorted(
    parts: readonly TierPart[],
    sort: MemberSort,
    start: PageStart,
    count: number,
  ): Promise<Place[]> {
    const { by, descending } = sort;
    if (by === 'tier') return pageByTier(parts, descending, start, count);
    const { pools, filters } = this.#tools;
    const ids = Bitmap.orMany(parts.map((part) => part.ids));
    try {
      if (by === 'name' || isVocabularyField(by))
        return await pageByText(pools.evaluation, ids, { by, descending }, start, count);
      return pageByNumber(ids, await readNumbers(by, filters.postings), descending, start, count);
    } finally {
      ids.dispose();
    }
  }

  /** Returns whether the catalogue, or own fields that the list uses, have changed since each materialization. */
  async areStale(infos: readonly MaterializationInfo[]): Promise<boolean[]> {
    const version = await this.#tools.filters.version();
    const outdated = await findOutdatedFields(this.#tools.pools.reads, infos);
    return infos.map(
      ({ indexVersion, materializationId }) => indexVersion !== version || outdated.has(materializationId),
    );
  }

  /** @throws Fault invalid_definition */
  async preview(caller: Caller, list: List, definition: unknown): Promise<DefinitionPreview> {
    const { pools, filters } = this.#tools;
    const saved = await this.#definitions.of(list);
    await filters.validate(definition, '', listScope(pools.reads, caller, list, namedLists(saved)), saved);
    const matches = await filters.match(definition, caller.organizationId);
    const next = combine(matches, await readByHand(pools.reads, list.listId));
    const changes = compare(await this.current(caller, list), next, PREVIEW_SAMPLE.maxLimit);
    return { count: countsOf(next).total, ...changes };
  }

  /** Result of each condition of the list for companies, by company id. */
  async reasons(
    { organizationId }: Pick<Caller, 'organizationId'>,
    list: List,
    companyIds: readonly number[],
  ): Promise<Map<number, Verdict[]>> {
    const definition = await this.#definitions.of(list);
    await this.#tools.filters.chargeLists(definition, organizationId);
    return this.#tools.filters.explain(definition, companyIds, organizationId);
  }

  async explain(caller: Caller, list: List, companyId: number): Promise<Explanation> {
    const [snapshot, verdicts, byHand] = await Promise.all([
      this.current(caller, list),
      this.reasons(caller, list, [companyId]),
      readByHand(this.#tools.pools.reads, list.listId),
    ]);
    const tier = tierOf(snapshot, companyId);
    return {
      companyId,
      tier,
      source: tier === null ? null : snapshot.added.has(companyId) ? 'added' : 'definition',
      excluded: byHand.excluded.has(companyId),
      conditions: verdicts.get(companyId) ?? [],
    };
  }

  /**
   * Changes between a materialization and a later one, or now. Those that an event announced need neither of the two.
   *
   * @throws Fault validation_error for a materialization that is no longer kept
   */
  async changes(caller: Caller, list: List, since: number, until: number | undefined): Promise<Changes> {
    const between = [list.listId, since, until] as const;
    const announced = until === undefined ? undefined : await this.#announced(list, since, until);
    if (announced) return { ...announced, between };
    const before = await this.at(list, since);
    if (!before) throw invalidValue('/sinceMaterializationId', OLD_MATERIALIZATION);
    const after = until === undefined ? await this.current(caller, list) : await this.at(list, until);
    if (!after) throw invalidValue('/untilMaterializationId', OLD_MATERIALIZATION);
    return { before, after, materialization: after, between };
  }

  async #announced(
    { listId }: List,
    since: number,
    until: number,
  ): Promise<Omit<Changes, 'between'> | undefined> {
    const { reads } = this.#tools.pools;
    const materialization = await findAnnounced(reads, listId, since, until);
    if (!materialization) return undefined;
    this.#snapshots.reserve([materialization]);
    const compared = await runUncounted(() => readAnnounced(reads, materialization));
    return compared && { ...compared, materialization };
  }

  /** Materializations of a list that are kept, newest first. */
  materializations({ listId }: List, page: Keyset): Promise<MaterializationInfo[]> {
    return findKept(this.#tools.pools.reads, listId, page);
  }

  /** Materializations by id, in any order. Those of lists that the caller cannot see are left out. */
  findMaterializations(caller: Caller, ids: readonly number[]): Promise<MaterializationInfo[]> {
    return findVisible(this.#tools.pools.reads, caller, ids);
  }

  /** Number of members of each materialization that are still in the catalogue. */
  countAll(infos: readonly MaterializationInfo[]): Promise<MemberCounts[]> {
    return this.#snapshots.countAll(infos);
  }

  /** Lists that the caller can see and that have the companies as members, in the order of the companies. */
  listsOf(caller: Caller, companyIds: readonly number[]): Promise<ListMemberships[]> {
    return findMemberships(this.#tools.pools.reads, this.#snapshots, caller, companyIds);
  }

  countMaterializations({ listId }: List): Promise<number> {
    return countKept(this.#tools.pools.reads, listId);
  }
}
