import type { Config } from '../config.ts';
import type { CostClass } from '../lib/cost-class.ts';
import { createCounts } from '../lib/counts.ts';
import { recordOf } from '../lib/property.ts';
import type { EventLoop } from '../modules/limits/load.ts';
import { createMemoryLimiters } from '../modules/limits/stores.ts';
import {
  createWorkQueue,
  type Release,
  WORK_KINDS,
  type WorkKind,
  type WorkSettings,
} from '../modules/limits/work-queue.ts';
import type { Handlers } from './link.ts';
import { toPlain } from './remote-limiters.ts';

/** The primary process does little, and decides for threads that are not its own. */
const NEVER_LATE: EventLoop = { lagMs: () => 0, close: () => undefined };

export type PrimaryState = ReturnType<typeof createPrimaryState>;

/** Creates what the workers share: rate limits, slots for heavy work, and the number of subscriptions of each key. */
export function createPrimaryState(
  { rateLimit, overload }: Pick<Config, 'rateLimit' | 'overload'>,
  workers: number,
) {
  const limiters = rateLimit && createMemoryLimiters(rateLimit.points);
  const work =
    overload &&
    createWorkQueue({ settings: multiply(overload, workers), eventLoop: NEVER_LATE, rests: false });
  const streams = createCounts();

  const limiterOf = (costClass: CostClass) => {
    const limiter = limiters?.[costClass];
    if (!limiter) throw new Error(`no rate limit of ${costClass}`);
    return limiter;
  };

  return {
    /** Returns the functions that one worker may call, and one that gives back what it holds when it ends. */
    serveWorker(): { handlers: Handlers; release(): void } {
      const slots = new Map<number, Release>();
      const open = new Map<string, number>();
      let lastSlot = 0;
      let hasEnded = false;

      const count = (name: string, change: number) => {
        const sum = (open.get(name) ?? 0) + change;
        if (sum > 0) open.set(name, sum);
        else open.delete(name);
      };
      const give = (name: string) => {
        if (!open.has(name)) return;
        count(name, -1);
        streams.give(name);
      };
      const handlers: Handlers = {
        consume: (costClass: CostClass, subject: string, points: number) =>
          limiterOf(costClass).consume(subject, points).then(toPlain, refusalOf),
        budget: async (costClass: CostClass, subject: string) => {
          const used = await limiterOf(costClass).get(subject);
          return used && toPlain(used);
        },
        async takeSlot(kind: WorkKind, organizationId: number) {
          if (!work) throw new Error('heavy work is not limited');
          const release = await work.take(kind, organizationId);
          if (hasEnded) return release();
          lastSlot += 1;
          slots.set(lastSlot, release);
          return lastSlot;
        },
        releaseSlot(slot: number) {
          const release = slots.get(slot);
          slots.delete(slot);
          release?.();
        },
        async takeStream(name: string, max: number) {
          const isTaken = await streams.take(name, max);
          if (isTaken) count(name, 1);
          return isTaken;
        },
        giveStream: give,
      };
      return {
        handlers,
        release() {
          hasEnded = true;
          for (const release of slots.values()) release();
          slots.clear();
          for (const [name, held] of open) for (let each = 0; each < held; each += 1) streams.give(name);
          open.clear();
        },
      };
    },
  };
}

/** Each process has a thread for its own slots. What one organization may have stays the same. */
function multiply(settings: WorkSettings, workers: number): WorkSettings {
  return { ...settings, slots: recordOf(WORK_KINDS, (kind) => settings.slots[kind] * workers) };
}

/** A refused charge is a result, not a failure. */
function refusalOf(reason: unknown) {
  return { ...toPlain(reason), isRefused: true };
}
