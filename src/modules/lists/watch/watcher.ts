import { setTimeout as sleep } from 'node:timers/promises';
import { transaction } from '../../../database/client.ts';
import type { Notifications } from '../../../database/notifications.ts';
import { PollingWorker } from '../../../lib/polling-worker.ts';
import { runInternally } from '../../../lib/request-context.ts';
import { shareReading } from '../../../lib/shared-loader.ts';
import { EVENTS } from '../../events/write-event.ts';
import { FIELD_VALUES } from '../../fields/declarations.ts';
import { BACKGROUND, inSlot } from '../../limits/in-slot.ts';
import { type ListDependencies, withListMutex } from '../access.ts';
import { ACTIONS, type ChangeNotice, LIST_CHANGES } from '../audit/audit-log.ts';
import { announce, differenceOf } from '../members/changes.ts';
import { insert, prune } from '../members/materializations.ts';
import { type Evaluated, evaluateMembers } from '../members/materialize.ts';
import { countsOf, PARTS, TIERS } from '../members/snapshot.ts';
import {
  claimDue,
  countWatches,
  type DueList,
  lockAnnounced,
  release,
  saveEvaluated,
  type WatchCounts,
} from './due-lists.ts';

interface WatcherTools
  extends Pick<ListDependencies, 'pools' | 'clock' | 'filters' | 'work' | 'onMaterialized'> {
  notifications: Notifications;
  /** Receives the seconds from the change of a list or of the catalogue to its event. */
  onAnnounced?: ((seconds: number) => void) | undefined;
  onError: (error: unknown) => void;
}

/** Lists that a process evaluates at the same time. One leaves the other connections and slots to requests. */
const CONCURRENCY = 1;
/** Changes within this time are evaluated together. */
const MERGE_MS = 100;
/** Finds what no notification told: ended leases, and indexes that were rebuilt. */
const POLL_MS = 10_000;
/** Much longer than any evaluation takes. A list whose evaluation failed is tried again afterwards. */
const LEASE_MS = 60_000;
/** Time for which a list waits that has changed while it was evaluated: changes that come fast are evaluated together. */
const OVERTAKEN_MS = 1_000;
/** A backlog takes half of a processor: after each list, the process rests for as long as it took, at most for this time. */
const MAX_REST_MS = 1_000;

/**
 * Evaluates watched lists after imports and after their changes, and announces what differs from what was announced before.
 * Any process may do so: a lease keeps two of them apart, and a lock decides if they meet after all.
 */
export class Watcher {
  /** Counts all watched lists, for metrics. */
  readonly counts: () => Promise<WatchCounts | undefined>;
  readonly #tools: WatcherTools;
  #work: PollingWorker<DueList> | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #closing = new AbortController();
  /** Lists that changed while they were evaluated, until they are free again. */
  readonly #overtaken = new Set<Promise<void>>();

  constructor(tools: WatcherTools) {
    this.#tools = tools;
    // The pool that answers however busy the others are.
    this.counts = shareReading(tools.clock, () => countWatches(tools.pools.authentication));
    const wake = () => this.#wakeSoon();
    const ofInstallation = '';
    tools.notifications.on(EVENTS, {
      onMessage: (organization) => organization === ofInstallation && wake(),
      onGap: wake,
    });
    tools.notifications.on(LIST_CHANGES, {
      onMessage: (payload) => {
        const { action }: ChangeNotice = JSON.parse(payload);
        if (ACTIONS[action] === 'DEFINITION' || ACTIONS[action] === 'MEMBERS') wake();
      },
      onGap: wake,
    });
    tools.notifications.on(FIELD_VALUES, { onMessage: wake, onGap: wake });
  }

  /** Lists that a clock which was ahead had put off, and that this process evaluated all the same. */
  get capped(): number {
    return this.#work?.capped ?? 0;
  }

  /** Begins to evaluate the lists that are due, now and from now on. */
  begin(): void {
    const { pools, clock, notifications, onError } = this.#tools;
    this.#work ??= new PollingWorker<DueList>({
      claim: (limit) => {
        const now = clock.now();
        return claimDue(pools.writes, limit, now, new Date(now.getTime() + LEASE_MS));
      },
      work: (due) => runInternally(() => this.#evaluate(due)),
      isCapped: ({ isCapped }) => isCapped,
      concurrency: CONCURRENCY,
      pollMs: POLL_MS,
      onError,
    });
    void notifications.start().then(() => this.#work?.wake());
  }

  /** Begins no further evaluation, and waits for the one that runs. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#work?.close();
    this.#closing.abort();
    await Promise.all(this.#overtaken);
  }

  #wakeSoon(): void {
    if (!this.#work || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#work?.wake();
    }, MERGE_MS).unref();
  }

  async #evaluate(due: DueList): Promise<void> {
    const { pools, work, onMaterialized } = this.#tools;
    const startedAt = performance.now();
    const evaluated = await inSlot(work, BACKGROUND, () =>
      evaluateMembers(this.#tools, due, due.listId, due.definition),
    );
    if (!evaluated) return release(pools.writes, due);
    const isStored = await this.#store(due, evaluated);
    // At once: the memory of a thousand lists would otherwise make the garbage collector stop the process.
    for (const part of PARTS) evaluated.members[part].dispose();
    if (!isStored) return this.#releaseLater(due);
    const ms = performance.now() - startedAt;
    onMaterialized?.(ms);
    await sleep(Math.min(ms, MAX_REST_MS));
  }

  /** Keeps a list from being evaluated for a while, by its lease. Other lists are evaluated meanwhile. */
  #releaseLater(due: DueList): void {
    const { pools, onError } = this.#tools;
    const released = sleep(OVERTAKEN_MS, undefined, { ref: false, signal: this.#closing.signal })
      .catch(() => undefined)
      .then(() => release(pools.writes, due))
      .then(() => this.#work?.wake())
      .catch(onError)
      .finally(() => this.#overtaken.delete(released));
    this.#overtaken.add(released);
  }

  /**
   * Stores the materialization, the event and what is announced from now on, all or nothing.
   *
   * @returns whether it did: if not, the list has changed, or another process has evaluated it.
   */
  async #store(due: DueList, evaluated: Evaluated): Promise<boolean> {
    const { pools, clock, onAnnounced } = this.#tools;
    const { listId, organizationId, changedAt } = due;
    const { members, indexVersion, fieldsVersion } = evaluated;
    const at = clock.now();
    const result = await withListMutex(pools.writes, due, listId, () =>
      transaction(pools.writes, async (client) => {
        const announced = await lockAnnounced(client, due, evaluated);
        const inserted = announced && (await insert(client, due, evaluated, at));
        if (!inserted) return undefined;
        const difference = differenceOf({ before: announced.tiers, after: members });
        for (const tier of TIERS) announced.tiers[tier].dispose();
        if (difference) {
          const materialization = {
            ...due,
            ...inserted,
            indexVersion,
            fieldsVersion,
            counts: countsOf(members),
          };
          const previousId = announced.materializationId;
          await announce(client, { organizationId, at, previousId, materialization, difference });
        }
        await saveEvaluated(client, due, evaluated, difference && inserted, at);
        return { isAnnounced: difference !== undefined };
      }),
    );
    if (!result) return false;
    // Other clocks than this one's may have said when it changed.
    const ms = changedAt ? Math.max(0, at.getTime() - changedAt.getTime()) : 0;
    if (result.isAnnounced && changedAt) onAnnounced?.(ms / 1000);
    await prune(pools.writes, listId, at);
    return true;
  }
}
