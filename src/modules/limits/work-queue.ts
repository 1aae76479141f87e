import type { Config } from '../../config.ts';
import { counted } from '../../lib/counted.ts';
import { Fault } from '../../lib/fault.ts';
import { recordOf } from '../../lib/property.ts';
import { currentContext } from '../../lib/request-context.ts';
import type { EventLoop } from './load.ts';
import { type LaneLimits, WorkLane } from './work-lane.ts';

/** Kinds of heavy work: operations of three cost classes, expensive reads, and CSV files that are being sent. */
export const WORK_KINDS = ['evaluate', 'enrich', 'export', 'large', 'stream'] as const;

export type WorkKind = (typeof WORK_KINDS)[number];

export type WorkSettings = NonNullable<Config['overload']>;

interface WorkQueueOptions {
  settings: WorkSettings;
  eventLoop: EventLoop;
  /** Monotonic time in milliseconds. */
  now?: () => number;
  /** Whether the slot of a large read rests after it. Default: true. */
  rests?: boolean;
  /** Called when work gets its slot, with the time that it waited. */
  onWaited?: ((kind: WorkKind, ms: number) => void) | undefined;
}

/** Maximum of waiting operations of one organization and kind. Each keeps the body of its request in memory. */
const MAX_WAITING = 500;
/** Work that has waited for this multiple of `maxWaitMs` is refused, whatever was expected. */
const PATIENCE = 2;
const MAX_RETRY_SECONDS = 60;
/**
 * Large reads block the only thread while their responses are built. After a read that took longer than the first figure,
 * its slot rests for a multiple of the excess, so that other responses get a turn.
 */
const [UNRESTED_MS, REST_FACTOR, MAX_REST_MS] = [20, 1.5, 2_000];
/** Assumed durations before the first measurement. Small, so that a new process does not refuse work by a guess. */
const GUESS_MS = { evaluate: 10, enrich: 10, export: 20, large: 20, stream: 1_000 } as const;

export type Release = () => void;

export type WorkQueue = ReturnType<typeof createWorkQueue>;

export function createWorkQueue(options: WorkQueueOptions) {
  const { settings, eventLoop, now = monotonic, rests = true, onWaited } = options;
  const lanes = recordOf(WORK_KINDS, (kind) => new WorkLane(limitsOf(kind, settings), now));

  const refusal = (kind: WorkKind, expectedMs: number): Fault => {
    lanes[kind].refused += 1;
    return overloaded(kind, Math.min(MAX_RETRY_SECONDS, Math.max(1, Math.ceil(expectedMs / 1000))));
  };
  const isLate = () => eventLoop.lagMs() > settings.lagMs;

  /** Returns the fault that `run` would throw. Cheap enough for every request. */
  function refusalOf(kind: WorkKind, organizationId: number): Fault | undefined {
    const lane = lanes[kind];
    const { maxWaitMs } = settings;
    if (isLate()) return refusal(kind, maxWaitMs);
    const expected = lane.expectedWait(organizationId);
    const isFull = expected > maxWaitMs || lane.waitingOf(organizationId) >= MAX_WAITING;
    return isFull ? refusal(kind, expected) : undefined;
  }

  /** @throws Fault overloaded as `run` would. */
  function requireRoom(kind: WorkKind, organizationId: number): void {
    const fault = refusalOf(kind, organizationId);
    if (fault) throw fault;
  }

  /** Takes a slot: synchronously if one is free. @returns a function that releases it. */
  function enter(kind: WorkKind, organizationId: number): Release | Promise<Release> {
    requireRoom(kind, organizationId);
    const lane = lanes[kind];
    const askedAt = now();
    const begin = (): Release => {
      const startedAt = now();
      onWaited?.(kind, startedAt - askedAt);
      const leave = () => lane.leave(organizationId, startedAt);
      if (kind !== 'large' || !rests) return leave;
      return () => {
        const restMs = Math.min(MAX_REST_MS, (now() - startedAt - UNRESTED_MS) * REST_FACTOR);
        if (restMs > 0) setTimeout(leave, restMs).unref();
        else leave();
      };
    };
    let isIn = false;
    let resume: (() => void) | undefined;
    const start = () => {
      isIn = true;
      resume?.();
    };
    lane.enter(organizationId, start);
    if (isIn) return begin();
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        leave?.();
      };
      const giveUp = (reason: Error) => {
        end();
        lane.withdraw(organizationId, start);
        reject(reason);
      };
      const patience = settings.maxWaitMs * PATIENCE;
      const timer = setTimeout(() => giveUp(refusal(kind, patience)), patience);
      const leave = currentContext().operation?.onStop(giveUp);
      resume = () => {
        end();
        resolve(begin());
      };
    });
  }

  return {
    largeCost: settings.largeCost,
    /** Whether work waits, or the event loop is late. Otherwise a refusal is unlikely. */
    get isBusy(): boolean {
      return isLate() || WORK_KINDS.some((kind) => lanes[kind].waiting > 0);
    },
    refusalOf,
    requireRoom,
    /** Takes a slot. @returns a function that releases it. @throws Fault overloaded as `run` does. */
    take: async (kind: WorkKind, organizationId: number): Promise<Release> => enter(kind, organizationId),
    /**
     * Runs heavy work as soon as a slot is free. A stopped operation no longer waits.
     *
     * @throws Fault overloaded if it would wait, or has waited, too long.
     */
    run<T>(kind: WorkKind, organizationId: number, work: () => T | Promise<T>): T | Promise<T> {
      const slot = enter(kind, organizationId);
      return slot instanceof Promise ? slot.then((release) => hold(release, work)) : hold(slot, work);
    },
    /** Counts the running and the waiting work of each kind, and the refusals since the start. */
    stats: () =>
      recordOf(WORK_KINDS, (kind) => {
        const { running, waiting, refused } = lanes[kind];
        return { running, waiting, refused };
      }),
    close: () => eventLoop.close(),
  };
}

const monotonic = () => performance.now();

/** Derives the bounds of a kind. One slot stays free for other organizations. */
function limitsOf(
  kind: WorkKind,
  { slots, slotsPerOrganization, streamsPerOrganization }: WorkSettings,
): LaneLimits {
  const all = slots[kind];
  const most = Math.max(1, all - 1);
  const wanted = kind === 'stream' ? streamsPerOrganization : slotsPerOrganization;
  const shared = Math.min(wanted, most);
  return { slots: all, alone: kind === 'stream' ? shared : most, shared, guessMs: GUESS_MS[kind] };
}

function hold<T>(release: Release, work: () => T | Promise<T>): T | Promise<T> {
  let result: T | Promise<T>;
  try {
    result = work();
  } catch (error) {
    release();
    throw error;
  }
  if (result instanceof Promise) return result.finally(release);
  release();
  return result;
}

/** Cost class that the fault names. */
const CLASS_OF = {
  evaluate: 'evaluate',
  enrich: 'enrich',
  export: 'export',
  large: 'read',
  stream: 'export',
} as const;

const faults = new Map<string, Fault>();

/** Returns the same fault each time: under load there are thousands of refusals a second. */
function overloaded(kind: WorkKind, seconds: number): Fault {
  const name = `${kind} ${seconds}`;
  const known = faults.get(name);
  if (known) return known;
  const time = counted(seconds, 'second');
  const message =
    kind === 'stream'
      ? `The maximum number of CSV files is being sent. Finish reading those that are under way, or try again in ${time}.`
      : `The service is too busy for this operation. Try again in ${time}. Light requests are still served.`;
  const details = { class: CLASS_OF[kind], retry_after: seconds };
  const fault = new Fault('overloaded', message, { details });
  faults.set(name, fault);
  return fault;
}
