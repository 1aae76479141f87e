import { type Violation, validationFault } from '../../../lib/fault.ts';
import type { Page } from '../../../lib/page.ts';
import { runUncounted } from '../../../lib/request-context.ts';
import { Bitmap } from '../../facets/bitmap.ts';
import type { Verdict } from '../../filters/explain.ts';
import type { Definitions } from '../definitions/definitions.ts';
import type { Caller, List, PageOf } from '../list.ts';
import type { ListTools } from '../list-tools.ts';
import { combine, Materializer, readByHand } from './materialize.ts';
import { searchCompanies } from './member-search.ts';
import {
  countsOf,
  idsAt,
  type MaterializationInfo,
  membersOf,
  type Snapshot,
  SnapshotReader,
  TIERS,
  type Tier,
  type Tiers,
} from './snapshot.ts';

const OLD_CURSOR: Violation = {
  pointer: '/after',
  message: 'belongs to a materialization that is no longer kept; start again at the first page',
};
const OLD_MATERIALIZATION: Violation = {
  pointer: '/sinceMaterialization',
  message: 'is not a materialization of this list that is kept; choose one of List.materializations',
};

/** A member in one materialization of a list. */
export interface Member {
  companyId: number;
  tier: Tier;
  source: 'definition' | 'added';
  list: List;
}

export interface MemberSelection {
  tier?: Tier | undefined;
  /** Part of a name or of any domain; case is ignored. */
  search?: string | undefined;
}

/** Companies that enter or leave a list between two states of its members. */
export interface Changes {
  addedCount: number;
  removedCount: number;
  /** First companies that enter, and first that leave, by company id. */
  added: readonly number[];
  removed: readonly number[];
}

/** Effect that saving a definition would have (contract, section 6, definition/preview). */
export interface DefinitionPreview extends Changes {
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

/** Companies in a sample. */
const SAMPLE = 10;

/** The members of lists. */
export class Members {
  readonly #tools: ListTools;
  readonly #definitions: Definitions;
  readonly #snapshots: SnapshotReader;
  readonly #materializer: Materializer;

  constructor(tools: ListTools, definitions: Definitions) {
    this.#tools = tools;
    this.#definitions = definitions;
    this.#snapshots = new SnapshotReader(tools.pools.reads);
    this.#materializer = new Materializer(tools, definitions, this.#snapshots);
  }

  /** Members as of the current revision: stored, or computed now. @throws Fault definition_conflict */
  async current(caller: Caller, list: List): Promise<Snapshot> {
    return only(await this.currentOfMany(caller, [list]));
  }

  /** Members of several lists. What is stored is read in two statements, however many lists there are. */
  async currentOfMany(caller: Caller, lists: readonly List[]): Promise<Snapshot[]> {
    const stored = await this.#snapshots.load(await this.#snapshots.findValid(lists));
    const byList = new Map(stored.map((snapshot) => [snapshot.listId, snapshot]));
    return Promise.all(lists.map((list) => byList.get(list.listId) ?? this.refresh(caller, list)));
  }

  /** Computes the members again, whatever is stored. @throws Fault definition_conflict */
  refresh(caller: Caller, list: List): Promise<Snapshot> {
    return this.#materializer.materialize(caller, list);
  }

  /**
   * Members of a materialization.
   *
   * @param refusal what is wrong if it is no longer kept: a cursor belongs to it, unless stated.
   * @throws Fault validation_error with the refusal
   */
  async at({ listId }: List, materializationId: number, refusal = OLD_CURSOR): Promise<Snapshot> {
    const info = await this.#snapshots.findOne(listId, materializationId);
    if (info) return only(await this.#snapshots.load([info]));
    throw validationFault([refusal]);
  }

  /**
   * A page of members, ordered by tier, then by company id. The last page costs as much as the first: a bitmap finds the
   * id at any position directly.
   *
   * @throws Fault validation_error for a search of no or over 100 characters
   */
  async page(
    list: List,
    snapshot: Snapshot,
    { tier, search }: MemberSelection,
    { limit, offset }: Page,
  ): Promise<PageOf<Member>> {
    const { evaluation } = this.#tools.pools;
    const found =
      search === undefined ? undefined : await runUncounted(() => searchCompanies(evaluation, search));
    const items: Member[] = [];
    let total = 0;
    for (const each of TIERS) {
      if (tier !== undefined && tier !== each) continue;
      const ids = found ? Bitmap.and(snapshot[each], found) : snapshot[each];
      const from = Math.max(0, offset - total);
      for (const companyId of idsAt(ids, from, limit - items.length)) {
        const source = snapshot.added.has(companyId) ? 'added' : 'definition';
        items.push({ companyId, tier: each, source, list });
      }
      total += ids.size;
    }
    return { items, total };
  }

  /** Returns whether the catalogue has changed since a materialization. */
  async isStale({ indexVersion }: MaterializationInfo): Promise<boolean> {
    return (await this.#tools.filters.version()) !== indexVersion;
  }

  /** @throws Fault invalid_definition */
  async preview(caller: Caller, list: List, definition: unknown): Promise<DefinitionPreview> {
    const { pools, filters } = this.#tools;
    await filters.validate(definition);
    const matches = await filters.match(definition);
    const next = combine(matches, await readByHand(pools.reads, list.listId));
    const changes = compare(await this.current(caller, list), next, SAMPLE);
    return { count: countsOf(next).total, ...changes };
  }

  /** Result of each condition of the list for companies, by company id. */
  async reasons(list: List, companyIds: readonly number[]): Promise<Map<number, Verdict[]>> {
    return this.#tools.filters.explain(await this.#definitions.of(list), companyIds);
  }

  async explain(caller: Caller, list: List, companyId: number): Promise<Explanation> {
    const [snapshot, verdicts, byHand] = await Promise.all([
      this.current(caller, list),
      this.reasons(list, [companyId]),
      readByHand(this.#tools.pools.reads, list.listId),
    ]);
    const tier = TIERS.find((each) => snapshot[each].has(companyId)) ?? null;
    return {
      companyId,
      tier,
      source: tier === null ? null : snapshot.added.has(companyId) ? 'added' : 'definition',
      excluded: byHand.excluded.has(companyId),
      conditions: verdicts.get(companyId) ?? [],
    };
  }

  /** Changes since an earlier materialization, with up to `limit` companies of each kind. */
  async changes(caller: Caller, list: List, since: number, limit: number): Promise<Changes> {
    const before = await this.at(list, since, OLD_MATERIALIZATION);
    return compare(before, await this.current(caller, list), limit);
  }
}

function only([snapshot]: readonly Snapshot[]): Snapshot {
  if (!snapshot) throw new Error('a materialization was not loaded');
  return snapshot;
}

function compare(before: Tiers, after: Tiers, limit: number): Changes {
  const [old, now] = [membersOf(before), membersOf(after)];
  const added = Bitmap.andNot(now, old);
  const removed = Bitmap.andNot(old, now);
  return {
    addedCount: added.size,
    removedCount: removed.size,
    added: [...idsAt(added, 0, limit)],
    removed: [...idsAt(removed, 0, limit)],
  };
}
