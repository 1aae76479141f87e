import { useEffect, useLayoutEffect, useState } from 'react';
import { CompanyDataError, isUnreachable } from '../api/client.ts';
import { isReachable, onReachabilityChange } from '../api/reachability.ts';
import { currentSession, onSessionChange } from '../api/session.ts';
import type { Definition } from '../filter/definition.ts';
import type { ServiceFault } from '../filter/faults.ts';
import { Store, useStore } from '../lib/store.ts';
import { type Clock, LatestScheduler, type Pause, type Progress } from './latest-scheduler.ts';
import { type Numbers, type PreviewInput, requestNumbers } from './preview-request.ts';
import { faultsOf } from './service-faults.ts';
import type { BreakdownField } from './usual-breakdowns.ts';

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

/** The state, with a function that tries again after `error`. */
export type LivePreview = PreviewState & { retry(): void };

const NO_FIELDS: readonly BreakdownField[] = [];

/**
 * Keeps the numbers of a definition current. Numbers of an earlier definition stay until the new ones are there.
 *
 * @param definition undefined or without a root: nothing is asked.
 * @param fields fields to break the matches down by, at most four.
 * @param listId list whose definition is edited; undefined for a new one.
 */
export function useLivePreview(
  definition: Definition | undefined,
  fields: readonly BreakdownField[] = NO_FIELDS,
  listId?: string,
): LivePreview {
  const [store] = useState(createPreviewStore);
  useEffect(() => () => store.stop(), [store]);
  useEffect(() => {
    store.want(definition?.root ? { definition, listId, fields } : undefined);
  }, [store, definition, listId, fields]);
  const state = useStore(store.state, (each) => each);
  const shown = state.isCurrent ? state.numbers : undefined;
  useLayoutEffect(() => {
    if (shown) markNumbersAfterPaint();
  }, [shown]);
  return { ...state, retry: store.retry };
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

function createPreviewStore() {
  const state = new Store(EMPTY);
  let wanted: { input: PreviewInput; key: string } | undefined;
  let detach: (() => void)[] = [];
  const change = (next: Partial<PreviewState>) => state.set({ ...state.get(), ...next });
  const scheduler = new LatestScheduler<PreviewInput, Numbers>({
    clock: browserClock,
    run: requestNumbers,
    pauseAfter,
    onProgress: (progress) => {
      if (wanted) change(toChange(progress));
    },
  });
  const again = () => wanted && scheduler.want(wanted.input);
  const attach = () => [
    onReachabilityChange(() => isReachable() && scheduler.resume()),
    // Whoever signs in again goes on where they were.
    onSessionChange(() => state.get().error && currentSession().state === 'signed_in' && again()),
  ];
  return {
    state,
    /** Asks for the numbers of a definition; undefined for one that is empty. The same input is asked for once. */
    want(input: PreviewInput | undefined): void {
      const key = input && JSON.stringify(input);
      if (key === wanted?.key) return;
      if (detach.length === 0) detach = attach();
      wanted = input && key !== undefined ? { input, key } : undefined;
      if (wanted) {
        performance.clearMarks(CHANGE);
        performance.mark(CHANGE);
        isPending = true;
        again();
      } else {
        scheduler.stop();
        change(EMPTY);
      }
    },
    /** Tries again after `error`. */
    retry: again,
    /** Aborts what is in flight. The next `want` begins anew. */
    stop(): void {
      for (const end of detach) end();
      detach = [];
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
      return { ...EMPTY, numbers: progress.result };
    case 'waiting': {
      const reason = isBusy(progress.error) ? 'busy' : 'unreachable';
      return { ...pending, isLoading: true, waiting: { reason, until: progress.until } };
    }
    case 'failed':
      return { ...pending, isLoading: false, ...failureOf(progress.error) };
  }
}

function failureOf(error: unknown): Pick<PreviewState, 'faults' | 'error'> {
  const faults = faultsOf(error);
  if (faults) return { faults, error: undefined };
  return { faults: [], error: error instanceof Error ? error : new Error(String(error)) };
}

/** Marks of the newest definition that was asked for, and of the time until its numbers were painted. */
const CHANGE = 'builder:change';
const NUMBERS = 'builder:numbers';
/** Whether a change was marked whose numbers are not painted yet. */
let isPending = false;

function markNumbersAfterPaint(): void {
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
