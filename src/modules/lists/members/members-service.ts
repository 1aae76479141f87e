import type { Readable } from 'node:stream';
import type { Pools } from '../../../database/pools.ts';
import type { Clock } from '../../../lib/clock.ts';
import { validationFault } from '../../../lib/fault.ts';
import type { OnCharge } from '../../credits/credits-service.ts';
import { Bitmap, type ReadonlyBitmap } from '../../facets/bitmap.ts';
import type { Verdict } from '../../filters/explain.ts';
import type { FiltersService } from '../../filters/filters-service.ts';
import { recalled } from '../../idempotency/effects.ts';
import { definitionOf } from '../definitions/stored-definitions.ts';
import { streamCsv } from '../export/csv-stream.ts';
import {
  chargeExport,
  type ExportEstimate,
  estimateExport,
  findExport,
  type ListExport,
} from '../export/paid-export.ts';
import type { Caller, List, PageRequest } from '../list.ts';
import { findList } from '../list-access.ts';
import { combine, Materializer, readByHand } from './materialize.ts';
import { idsAt, type MemberPage, type MemberSelection, membersOf, pageMembers } from './member-page.ts';
import { type MaterializationInfo, type Snapshot, SnapshotReader, TIERS, type Tier } from './snapshot.ts';

/** What saving a definition would change (contract, section 6, definition/preview). */
export interface DefinitionPreview {
  /** Members that the list would have. */
  count: number;
  addedCount: number;
  removedCount: number;
  /** The first of those who would come, and of those who would go, by company id. */
  addedSample: readonly number[];
  removedSample: readonly number[];
}

/** Who came and who went between two materializations. */
export interface Changes {
  addedCount: number;
  removedCount: number;
  added: readonly number[];
  removed: readonly number[];
}

export interface MembersService {
  /** The members as of the current revision: from the cache, or computed. @throws Fault definition_conflict */
  current(caller: Caller, list: List): Promise<Snapshot>;
  /** The same for several lists: what is cached comes in two statements, however many there are. */
  currentOfMany(caller: Caller, lists: readonly List[]): Promise<Snapshot[]>;
  /** Computed anew, whatever is cached. */
  refresh(caller: Caller, list: List): Promise<Snapshot>;
  /** A materialization that a cursor names. @throws Fault validation_error when it is no longer kept */
  at(list: List, materializationId: number): Promise<Snapshot>;
  page(list: List, snapshot: Snapshot, selection: MemberSelection, page: PageRequest): Promise<MemberPage>;
  /** Whether the catalogue has moved on since then. */
  isStale(info: MaterializationInfo): Promise<boolean>;
  /** @throws Fault invalid_definition */
  preview(caller: Caller, listId: number, definition: unknown): Promise<DefinitionPreview>;
  /** Why companies are members: what each condition of the list says of them. */
  reasons(list: List, companyIds: readonly number[]): Promise<Map<number, Verdict[]>>;
  /** Why a company is in a list, or not. */
  explain(caller: Caller, list: List, companyId: number): Promise<Explanation>;
  /** Charges all members for an export. @throws Fault insufficient_credits */
  export(caller: Caller, listId: number, requestId: string): Promise<ListExport>;
  /** An export that was charged before; free. @throws Fault list_not_found, export_expired */
  findExport(caller: Caller, listId: number, materializationId: number): Promise<ListExport>;
  /** What an export of these members would cost; free. */
  estimateExport(caller: Caller, snapshot: Snapshot): Promise<ExportEstimate>;
  /** The CSV of a materialization that was charged. @throws Fault overloaded */
  openCsv(caller: Caller, listId: number, materializationId: number): Promise<Readable>;
  /** What changed since an earlier materialization, up to `limit` companies each way. */
  changes(caller: Caller, list: List, since: number, limit: number): Promise<Changes>;
}

/** Why a company is in a list, or not. */
export interface Explanation {
  companyId: number;
  /** Null: it is no member. */
  tier: Tier | null;
  source: 'definition' | 'added' | null;
  /** Whether one of its domains is excluded by hand, which beats everything. */
  excluded: boolean;
  /** What each condition says of it, in document order. */
  conditions: readonly Verdict[];
}

/** Companies in a sample. */
const SAMPLE = 10;

/** Places for CSV files on their way out, which hold a part in memory each. */
export interface ExportPlaces {
  /** @returns what gives the place back. @throws Fault overloaded */
  take(kind: 'stream', organizationId: number): Promise<() => void>;
}

/** What is told of while members are worked with. */
export interface MembersEvents {
  onCharge?: OnCharge;
  /** Bounds how many CSV files are sent at a time; absent: any number. */
  work?: ExportPlaces | undefined;
  /** A materialization was computed and stored, in so many milliseconds. */
  onMaterialized?: (ms: number) => void;
}

interface MembersTools extends MembersEvents {
  pools: Pools;
  clock: Clock;
  filters: FiltersService;
}

export function createMembersService(tools: MembersTools): MembersService {
  const { pools, filters } = tools;
  const { reads } = pools;
  const snapshots = new SnapshotReader(reads);
  const materializer = new Materializer({ ...tools, snapshots });

  const service: MembersService = {
    current: async (caller, list) => only(await service.currentOfMany(caller, [list])),

    async currentOfMany(caller, lists) {
      const infos = await snapshots.findValid(lists);
      const cached = await snapshots.load(infos.filter((info) => info !== undefined));
      const byList = new Map(cached.map((snapshot) => [snapshot.listId, snapshot]));
      return Promise.all(
        lists.map((list) => byList.get(list.listId) ?? materializer.materialize(caller, list)),
      );
    },

    refresh: (caller, list) => materializer.materialize(caller, list),

    async at(list, materializationId) {
      const info = await snapshots.findOne(list.listId, materializationId);
      if (info) return only(await snapshots.load([info]));
      const message = 'belongs to a materialization that is no longer kept; start again at the first page';
      throw validationFault([{ pointer: '/after', message }]);
    },

    page: (list, snapshot, selection, page) => pageMembers(pools.evaluation, list, snapshot, selection, page),

    async isStale({ indexVersion }) {
      return (await filters.version()) !== indexVersion;
    },

    async preview(caller, listId, definition) {
      const list = await findList(reads, caller, listId);
      await filters.validate(definition);
      const matches = await filters.match(definition);
      const next = membersOf(combine(matches, await readByHand(reads, listId)));
      const now = membersOf(await service.current(caller, list));
      const { added, removed } = compare(now, next);
      return {
        count: next.size,
        addedCount: added.size,
        removedCount: removed.size,
        addedSample: [...idsAt(added, 0, SAMPLE)],
        removedSample: [...idsAt(removed, 0, SAMPLE)],
      };
    },

    reasons: async (list, companyIds) => filters.explain(await definitionOf(reads, list), companyIds),

    async explain(caller, list, companyId) {
      const [snapshot, verdicts, byHand] = await Promise.all([
        service.current(caller, list),
        service.reasons(list, [companyId]),
        readByHand(reads, list.listId),
      ]);
      const tier = TIERS.find((each) => snapshot[each].has(companyId)) ?? null;
      return {
        companyId,
        tier,
        source: tier === null ? null : snapshot.added.has(companyId) ? 'added' : 'definition',
        excluded: byHand.excluded.has(companyId),
        conditions: verdicts.get(companyId) ?? [],
      };
    },

    export: (caller, listId, requestId) =>
      recalled(caller.memory, async () => {
        const snapshot = await service.current(caller, await findList(reads, caller, listId));
        const charged = await chargeExport(pools.writes, tools.clock, caller, requestId, snapshot);
        tools.onCharge?.('export', charged.creditsCharged);
        return charged;
      }),

    findExport: (caller, listId, materializationId) =>
      findExport(reads, tools.clock, caller, listId, materializationId),

    estimateExport: (caller, snapshot) => estimateExport(reads, tools.clock, caller, snapshot),

    async openCsv(caller, listId, materializationId) {
      const snapshot = await service.at(await findList(reads, caller, listId), materializationId);
      const { organizationId } = caller;
      const release = await tools.work?.take('stream', organizationId);
      return streamCsv(pools.exports, snapshot, { organizationId, onEnd: release });
    },

    async changes(caller, list, since, limit) {
      const before = membersOf(await service.at(list, since));
      const { added, removed } = compare(before, membersOf(await service.current(caller, list)));
      return {
        addedCount: added.size,
        removedCount: removed.size,
        added: [...idsAt(added, 0, limit)],
        removed: [...idsAt(removed, 0, limit)],
      };
    },
  };
  return service;
}

function only([snapshot]: readonly Snapshot[]): Snapshot {
  if (!snapshot) throw new Error('a materialization was not loaded');
  return snapshot;
}

function compare(before: ReadonlyBitmap, after: ReadonlyBitmap): { added: Bitmap; removed: Bitmap } {
  return { added: Bitmap.andNot(after, before), removed: Bitmap.andNot(before, after) };
}
