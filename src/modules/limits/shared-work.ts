import { LRUCache } from 'lru-cache';
import { Fault } from '../../lib/fault.ts';
import { recordOf } from '../../lib/property.ts';
import { currentContext } from '../../lib/request-context.ts';
import { type Release, WORK_KINDS, type WorkKind, type WorkQueue } from './work-queue.ts';

/** Takes one of the slots that all processes share. @throws Fault overloaded. */
export type TakeSharedSlot = (kind: WorkKind, organizationId: number) => Promise<Release>;

/** Time for which a refusal is repeated without asking again. */
const REPEAT_MS = 100;
const MAX_REFUSALS = 1_000;

/**
 * Adds slots that all processes share to the queue of this process: they bound what an organization may have on all of
 * them. The slots of this process bound what its one thread has to do at a time.
 */
export function shareSlots(
  own: WorkQueue,
  takeShared: TakeSharedSlot,
  onWaited?: (kind: WorkKind, ms: number) => void,
): WorkQueue {
  const waiting = recordOf(WORK_KINDS, () => 0);
  const refused = recordOf(WORK_KINDS, () => 0);
  const refusals = new LRUCache<string, Fault>({ max: MAX_REFUSALS, ttl: REPEAT_MS });

  const refusalOf = (kind: WorkKind, organizationId: number): Fault | undefined => {
    const known = refusals.get(`${kind} ${organizationId}`);
    if (known) refused[kind] += 1;
    return known ?? own.refusalOf(kind, organizationId);
  };
  const requireRoom = (kind: WorkKind, organizationId: number): void => {
    const fault = refusalOf(kind, organizationId);
    if (fault) throw fault;
  };

  /** Waits for a shared slot, until the operation is stopped. A slot that comes later is released at once. */
  async function enter(kind: WorkKind, organizationId: number): Promise<Release> {
    requireRoom(kind, organizationId);
    waiting[kind] += 1;
    const slot = takeShared(kind, organizationId);
    try {
      return await untilStopped(slot);
    } catch (error) {
      if (error instanceof Fault && error.code === 'overloaded') {
        refusals.set(`${kind} ${organizationId}`, error);
        refused[kind] += 1;
      }
      throw error;
    } finally {
      waiting[kind] -= 1;
    }
  }

  /** Takes a slot of this process as well. */
  async function take(kind: WorkKind, organizationId: number): Promise<Release> {
    const askedAt = performance.now();
    const releaseShared = await enter(kind, organizationId);
    try {
      const release = await own.take(kind, organizationId);
      onWaited?.(kind, performance.now() - askedAt);
      return () => {
        release();
        releaseShared();
      };
    } catch (error) {
      releaseShared();
      throw error;
    }
  }

  return {
    largeCost: own.largeCost,
    get isBusy() {
      return own.isBusy || refusals.size > 0 || WORK_KINDS.some((kind) => waiting[kind] > 0);
    },
    refusalOf,
    requireRoom,
    take,
    async run(kind, organizationId, work) {
      const release = await take(kind, organizationId);
      try {
        return await work();
      } finally {
        release();
      }
    },
    stats() {
      const stats = own.stats();
      return recordOf(WORK_KINDS, (kind) => ({
        running: stats[kind].running,
        waiting: stats[kind].waiting + waiting[kind],
        refused: stats[kind].refused + refused[kind],
      }));
    },
    close: own.close,
  };
}

function untilStopped(slot: Promise<Release>): Promise<Release> {
  const { operation } = currentContext();
  if (!operation) return slot;
  return new Promise((resolve, reject) => {
    let isStopped = false;
    const leave = operation.onStop((reason) => {
      isStopped = true;
      reject(reason);
    });
    slot.then(
      (release) => {
        leave();
        if (isStopped) release();
        else resolve(release);
      },
      (error: unknown) => {
        leave();
        reject(error);
      },
    );
  });
}
