import { Fault } from '../../lib/fault.ts';
import { currentScope } from '../../lib/operation-scope.ts';
import type { EventLoop } from './load.ts';
import { type LaneLimits, WorkLane } from './work-lane.ts';

/** Heavy work: operations of three cost classes, reads that cost much, and CSV files on their way out. */
export const WORK_KINDS = ['evaluate', 'enrich', 'export', 'large', 'stream'] as const;

export type WorkKind = (typeof WORK_KINDS)[number];

export interface WorkSettings {
  /** How many operations of a kind run at a time; of `stream`, CSV files that are being sent. */
  slots: Readonly<Record<WorkKind, number>>;
  /** How many of them may be one organization's while others wait. */
  slotsPerOrganization: number;
  /** How many CSV files one organization may have on their way out. */
  streamsPerOrganization: number;
  /** Milliseconds of expected waiting above which work is refused. */
  maxWaitMs: number;
  /** Milliseconds that the event loop may be late, on average over half a second, twice in a row. */
  lagMs: number;
  /** Points from which on a read counts as heavy. */
  largeCost: number;
}

export interface WorkQueueOptions {
  settings: WorkSettings;
  eventLoop: EventLoop;
  /** Milliseconds that only go forward. */
  now?: () => number;
  /** Told how long work waited that was begun. */
  onWaited?: (kind: WorkKind, ms: number) => void;
}

export interface WorkQueue {
  readonly largeCost: number;
  /**
   * Runs heavy work as soon as a slot is free; a stopped operation waits no longer.
   *
   * @throws Fault overloaded when it would wait, or has waited, too long.
   */
  run<T>(kind: WorkKind, organizationId: number, work: () => T | Promise<T>): T | Promise<T>;
  /** Takes a slot. @returns what gives it back. @throws Fault overloaded as `run` does. */
  take(kind: WorkKind, organizationId: number): Promise<() => void>;
  /** Whether anything waits, or the event loop is late: it is hardly worth asking for a refusal otherwise. */
  readonly isBusy: boolean;
  /** Costs next to nothing, for the earliest place where it can be asked. @returns what `run` would throw. */
  refusalOf(kind: WorkKind, organizationId: number): Fault | undefined;
  /** @throws Fault overloaded as `run` would. */
  requireRoom(kind: WorkKind, organizationId: number): void;
  readonly kinds: readonly WorkKind[];
  /** What runs, waits and was refused of a kind. */
  stats(kind: string): { running: number; waiting: number; refused: number };
  close(): void;
}

/** How many may wait for one organization and kind: each keeps the body of its request. */
const MAX_WAITING = 500;
/** Work whose waiting was expected to be short is refused when it has waited this many times the bound. */
const PATIENCE = 2;
const MAX_RETRY_SECONDS = 60;
/**
 * Large reads hold the only thread while their answers are built. After one that took longer than the first figure, its
 * slot rests for a multiple of the excess, so that answers to others come in between.
 */
const [UNRESTED_MS, REST_FACTOR, MAX_REST_MS] = [20, 1.5, 2_000];
/** Until there is something to measure. Small: a fresh process must not turn anybody away by guessing. */
const GUESS_MS = { evaluate: 10, enrich: 10, export: 20, large: 20, stream: 1_000 } as const;

type Release = () => void;

export function createWorkQueue({
  settings,
  eventLoop,
  now = monotonic,
  onWaited,
}: WorkQueueOptions): WorkQueue {
  const lanes = new Map(WORK_KINDS.map((kind) => [kind, new WorkLane(limitsOf(kind, settings), now)]));
  const refused = new Map<WorkKind, number>();
  const laneOf = (kind: WorkKind): WorkLane => {
    const lane = lanes.get(kind);
    if (!lane) throw new Error(`there is no lane for ${kind}`);
    return lane;
  };

  const refusal = (kind: WorkKind, expectedMs: number): Fault => {
    refused.set(kind, (refused.get(kind) ?? 0) + 1);
    return overloaded(kind, Math.min(MAX_RETRY_SECONDS, Math.max(1, Math.ceil(expectedMs / 1000))));
  };
  const isLate = () => eventLoop.lagMs() > settings.lagMs;

  function refusalOf(kind: WorkKind, organizationId: number): Fault | undefined {
    const lane = laneOf(kind);
    const { maxWaitMs } = settings;
    if (isLate()) return refusal(kind, maxWaitMs);
    const expected = lane.expectedWait(organizationId);
    const isFull = expected > maxWaitMs || lane.waitingOf(organizationId) >= MAX_WAITING;
    return isFull ? refusal(kind, expected) : undefined;
  }

  function requireRoom(kind: WorkKind, organizationId: number): void {
    const fault = refusalOf(kind, organizationId);
    if (fault) throw fault;
  }

  /** @returns the slot at once when there is one. */
  function enter(kind: WorkKind, organizationId: number): Release | Promise<Release> {
    requireRoom(kind, organizationId);
    const lane = laneOf(kind);
    const askedAt = now();
    const begin = (): Release => {
      const startedAt = now();
      onWaited?.(kind, startedAt - askedAt);
      const leave = () => lane.leave(organizationId, startedAt);
      if (kind !== 'large') return leave;
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
      const leave = currentScope()?.onStop(giveUp);
      resume = () => {
        end();
        resolve(begin());
      };
    });
  }

  return {
    largeCost: settings.largeCost,
    kinds: WORK_KINDS,
    get isBusy() {
      return isLate() || WORK_KINDS.some((kind) => laneOf(kind).waiting > 0);
    },
    refusalOf,
    requireRoom,
    take: async (kind, organizationId) => enter(kind, organizationId),
    run(kind, organizationId, work) {
      const slot = enter(kind, organizationId);
      return slot instanceof Promise ? slot.then((release) => hold(release, work)) : hold(slot, work);
    },
    stats(name) {
      const kind = WORK_KINDS.find((each) => each === name);
      if (!kind) throw new Error(`there is no kind of work ${name}`);
      const { running, waiting } = laneOf(kind);
      return { running, waiting, refused: refused.get(kind) ?? 0 };
    },
    close: () => eventLoop.close(),
  };
}

const monotonic = () => performance.now();

/** One slot stays free for the next organization that comes, however much one asks for. */
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

/** The class of costs that callers know the kind by. */
const CLASS_OF = {
  evaluate: 'evaluate',
  enrich: 'enrich',
  export: 'export',
  large: 'read',
  stream: 'export',
} as const;

const faults = new Map<string, Fault>();

/** The same fault each time: under load there are thousands of them a second. */
function overloaded(kind: WorkKind, seconds: number): Fault {
  const name = `${kind} ${seconds}`;
  const fault = faults.get(name) ?? createOverloaded(kind, seconds);
  faults.set(name, fault);
  return fault;
}

function createOverloaded(kind: WorkKind, seconds: number): Fault {
  const time = seconds === 1 ? '1 second' : `${seconds} seconds`;
  const message =
    kind === 'stream'
      ? `The maximum number of CSV files is being sent. Finish reading those that are under way, or try again in ${time}.`
      : `The service is too busy for this operation. Try again in ${time}. Light requests are still served.`;
  return new Fault('overloaded', message, { details: { class: CLASS_OF[kind], retry_after: seconds } });
}
