import { CompanyDataError, isUnreachable } from '../api/client.ts';
import { isReachable, onReachabilityChange } from '../api/reachability.ts';
import { currentSession, onSessionChange } from '../api/session.ts';
import type { ServiceFault } from '../filter/faults.ts';
import { type Clock, LatestScheduler, type Pause, type Progress } from './latest-scheduler.ts';
import { type Numbers, type PreviewInput, requestNumbers } from './preview-request.ts';
import { faultsOf } from './service-faults.ts';

export interface Waiting {
  reason: 'busy' | 'unreachable';
  /** Time on the clock of `performance.now()`; undefined while the service cannot be reached. */
  until: number | undefined;
}

export interface PreviewState {
  /** The newest numbers that arrived; of an earlier definition unless `isCurrent`. Undefined before the first. */
  numbers: Numbers | undefined;
  isCurrent: boolean;
  /** Whether numbers are on their way. */
  isLoading: boolean;
  /** Everything that the service finds wrong in the latest definition. */
  faults: readonly ServiceFault[];
  /** A failure that is not one of the definition, and does not pass by itself. */
  error: CompanyDataError | Error | undefined;
  /** Why the numbers take longer, while the store tries again by itself. */
  waiting: Waiting | undefined;
}

export interface PreviewStore {
  subscribe(listener: () => void): () => void;
  getState(): PreviewState;
  /** Asks for the numbers of a definition; undefined for one that is empty. The same input is asked for once. */
  want(input: PreviewInput | undefined): void;
  /** Tries again after `error`. */
  retry(): void;
  /** Aborts what is in flight. The next `want` begins anew. */
  stop(): void;
}

const EMPTY: PreviewState = {
  numbers: undefined,
  isCurrent: true,
  isLoading: false,
  faults: [],
  error: undefined,
  waiting: undefined,
};

/** Pause after a broken connection that did not make the service unreachable. */
const RECONNECT_MS = 1_000;

const browserClock: Clock = {
  now: () => performance.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Creates the live numbers of one definition that changes. Outside of React, so that each part renders by itself. */
export function createPreviewStore(): PreviewStore {
  let state = EMPTY;
  let wanted: { input: PreviewInput; key: string } | undefined;
  const listeners = new Set<() => void>();
  const detach = new Set<() => void>();

  function change(next: Partial<PreviewState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  const scheduler = new LatestScheduler<PreviewInput, Numbers>({
    clock: browserClock,
    run: requestNumbers,
    pauseAfter,
    onProgress: (progress) => {
      if (wanted) change(toChange(progress));
    },
  });

  const attach = () => {
    if (detach.size > 0) return;
    detach.add(onReachabilityChange(() => isReachable() && scheduler.resume()));
    // Whoever signs in again goes on where they were.
    detach.add(onSessionChange(() => state.error && currentSession().state === 'signed_in' && again()));
  };
  const again = () => wanted && scheduler.want(wanted.input);

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getState: () => state,
    want(input) {
      const key = input && JSON.stringify(input);
      if (key === wanted?.key) return;
      attach();
      wanted = input && key !== undefined ? { input, key } : undefined;
      if (!wanted) {
        scheduler.stop();
        change(EMPTY);
        return;
      }
      markChange();
      again();
    },
    retry: again,
    stop() {
      for (const end of detach) end();
      detach.clear();
      wanted = undefined;
      scheduler.stop();
    },
  };
}

function pauseAfter(error: unknown): Pause | undefined {
  if (isUnreachable(error)) {
    return isReachable() ? { kind: 'after', milliseconds: RECONNECT_MS } : { kind: 'until_resumed' };
  }
  const seconds = error instanceof CompanyDataError && isBusy(error) ? error.retryAfter : undefined;
  return seconds === undefined ? undefined : { kind: 'after', milliseconds: Math.max(seconds, 1) * 1_000 };
}

function isBusy(error: unknown): boolean {
  return error instanceof CompanyDataError && ['overloaded', 'rate_limited'].includes(error.code);
}

/** Returns how progress changes the state. Old numbers stay until new ones are there. */
function toChange(progress: Progress<PreviewInput, Numbers>): Partial<PreviewState> {
  const pending = { isCurrent: false, error: undefined, waiting: undefined };
  switch (progress.kind) {
    case 'idle':
      return {};
    case 'running':
      // Faults stay as well: they would flicker at every key otherwise.
      return { ...pending, isLoading: true };
    case 'done':
      return { numbers: progress.result, ...EMPTY_RESULT };
    case 'waiting': {
      const reason = isBusy(progress.error) ? 'busy' : 'unreachable';
      return { ...pending, isLoading: true, waiting: { reason, until: progress.until } };
    }
    case 'failed':
      return { ...pending, isLoading: false, ...failureOf(progress.error) };
  }
}

const EMPTY_RESULT = { isCurrent: true, isLoading: false, faults: [], error: undefined, waiting: undefined };

function failureOf(error: unknown): Pick<PreviewState, 'faults' | 'error'> {
  const faults = faultsOf(error);
  if (faults) return { faults, error: undefined };
  return { faults: [], error: error instanceof Error ? error : new Error(String(error)) };
}

const CHANGE = 'builder:change';
const NUMBERS = 'builder:numbers';

/** Whether a change was marked whose numbers are not painted yet. */
let isPending = false;
/** Whether the newest mark came from the event of the change itself. */
let isFromEvent = false;

/**
 * Marks a change of the definition, for measurements. An editor may call it in its event handler, so that the measure
 * begins before the change is rendered; the store calls it when the definition arrives there.
 */
function markChange({ inEvent = false }: { inEvent?: boolean } = {}): void {
  if (!inEvent && isFromEvent) {
    isFromEvent = false;
    return;
  }
  performance.clearMarks(CHANGE);
  performance.mark(CHANGE);
  isPending = true;
  isFromEvent = inEvent;
}

/** Measures the time since the latest change, once its numbers have been painted. */
export function markNumbersAfterPaint(): void {
  if (!isPending) return;
  isPending = false;
  requestAnimationFrame(() => {
    // A message is handled after the frame that was just prepared has been painted.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      if (performance.getEntriesByName(CHANGE).length > 0) performance.measure(NUMBERS, CHANGE);
    };
    port2.postMessage(undefined);
  });
}
