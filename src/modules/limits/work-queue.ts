import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Fault } from '../../lib/fault.ts';
import { recordOf } from '../../lib/json.ts';
import { organizationOf } from '../../lib/principal.ts';
import { currentContext } from '../../lib/request-context.ts';
import { counted } from '../../lib/text.ts';
import { type Release, Semaphore } from './semaphore.ts';
import type { WorkSettings } from './work-settings.ts';

/** Kinds of heavy work: operations of three cost classes, expensive reads, and files that are being sent. */
const WORK_KINDS = ['evaluate', 'enrich', 'export', 'large', 'stream'] as const;

export type WorkKind = (typeof WORK_KINDS)[number];

interface WorkQueueOptions {
  settings: WorkSettings;
  eventLoop: EventLoop;
  /** Monotonic time in milliseconds. */
  now?: () => number;
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

export type WorkQueue = ReturnType<typeof createWorkQueue>;

export function createWorkQueue(options: WorkQueueOptions) {
  const { settings, eventLoop, now = monotonic, onWaited } = options;
  const slots = recordOf(WORK_KINDS, (kind) => new Semaphore(limitsOf(kind, settings), now));
  const refused = recordOf(WORK_KINDS, () => 0);

  const refusal = (kind: WorkKind, expectedMs: number): Fault => {
    refused[kind] += 1;
    return overloaded(kind, Math.min(MAX_RETRY_SECONDS, Math.max(1, Math.ceil(expectedMs / 1000))));
  };

  /** Cheap enough for every request. @throws Fault overloaded as `run` would. */
  function requireRoom(kind: WorkKind, organizationId: number): void {
    const { maxWaitMs } = settings;
    if (eventLoop.lagMs() > settings.lagMs) throw refusal(kind, maxWaitMs);
    const owner = organizationOf(organizationId);
    const expected = slots[kind].expectedWait(owner);
    if (expected === 0) return;
    const isFull = slots[kind].waitingOf(owner) >= MAX_WAITING;
    if (expected > maxWaitMs || isFull) throw refusal(kind, expected);
  }

  /** Takes a slot. @returns a function that releases it. @throws Fault overloaded as `run` does. */
  async function take(kind: WorkKind, organizationId: number, isRead = true): Promise<Release> {
    requireRoom(kind, organizationId);
    const { operation } = currentContext();
    const waitMs = settings.maxWaitMs * PATIENCE;
    const askedAt = now();
    const release = await slots[kind].take(organizationOf(organizationId), {
      waitMs,
      refuse: () => refusal(kind, waitMs),
      onStop: operation && ((listener) => operation.onStop(listener)),
    });
    const startedAt = now();
    onWaited?.(kind, startedAt - askedAt);
    if (kind !== 'large' || !isRead) return release;
    return () => {
      const restMs = Math.min(MAX_REST_MS, (now() - startedAt - UNRESTED_MS) * REST_FACTOR);
      if (restMs > 0) setTimeout(release, restMs).unref();
      else release();
    };
  }

  return {
    largeCost: settings.largeCost,
    requireRoom,
    take,
    /**
     * Runs heavy work as soon as a slot is free. A stopped operation no longer waits.
     *
     * @param isRead false for work that waits for the database rather than blocks the only thread.
     * @throws Fault overloaded if it would wait, or has waited, too long.
     */
    async run<T>(kind: WorkKind, organizationId: number, work: () => Promise<T>, isRead = true): Promise<T> {
      const release = await take(kind, organizationId, isRead);
      try {
        return await work();
      } finally {
        release();
      }
    },
    /** Counts the running and the waiting work of each kind, and the refusals since the start. */
    stats: () =>
      recordOf(WORK_KINDS, (kind) => {
        const { taken, waiting } = slots[kind];
        return { running: taken, waiting, refused: refused[kind] };
      }),
    close: () => eventLoop.close(),
  };
}

const monotonic = performance.now.bind(performance);

/** Derives the bounds of a kind. One slot stays free for other organizations. */
function limitsOf(kind: WorkKind, { slots, slotsPerOrganization, streamsPerOrganization }: WorkSettings) {
  const all = slots[kind];
  const most = Math.max(1, all - 1);
  const wanted = kind === 'stream' ? streamsPerOrganization : slotsPerOrganization;
  const shared = Math.min(wanted, most);
  return { units: all, alone: kind === 'stream' ? shared : most, shared, guessMs: GUESS_MS[kind] };
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
      ? `The maximum number of files is being sent. Finish reading the running downloads, or try again in ${time}.`
      : `The service is too busy for this operation. Try again in ${time}. Light requests are still served.`;
  const details = { class: CLASS_OF[kind], retry_after: seconds };
  const fault = new Fault('overloaded', message, { details });
  faults.set(name, fault);
  return fault;
}

export interface EventLoop {
  /** Returns the recent delay of timers, in milliseconds. */
  lagMs(): number;
  close(): void;
}

const RESOLUTION_MS = 20;
const SAMPLE_MS = 500;
const NANOSECONDS = 1e6;

/**
 * Measures the delay of timers: the mean of half a second, the lesser of the last two. So one long garbage collection, or
 * compilation after a start, refuses no request.
 */
export function watchEventLoop(): EventLoop {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let before = 0;
  let lag = 0;
  const timer = setInterval(() => {
    before = lag;
    lag = histogram.count > 0 ? Math.max(0, histogram.mean / NANOSECONDS - RESOLUTION_MS) : 0;
    histogram.reset();
  }, SAMPLE_MS);
  timer.unref();
  return {
    lagMs: () => Math.min(before, lag),
    close() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
