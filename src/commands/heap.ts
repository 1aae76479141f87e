import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Growth of the old generation, in percent, that triggers a collection. By default V8 lets it grow fourfold while the
 * process allocates a lot, which means hundreds of megabytes of garbage under load.
 */
const HEAP_GROWTH = '--heap-growing-percent=100';

/** Makes a process that serves requests, or imports, collect garbage in time. */
export function limitHeap(): void {
  setFlagsFromString(HEAP_GROWTH);
}

/** V8 gives the young generation back only if little was allocated in the five seconds before a collection. */
export const IDLE_CHECK_MS = 10_000;
/** A process without requests spends a thousandth of its time on its timers. */
const IDLE_UTILIZATION = 0.01;

interface IdleOptions {
  /** Returns the share of the time since the last call in which the event loop was not idle. */
  utilization?: () => number;
  collect?: () => void;
}

/** Compiled code that nobody runs is freed by the second collection: the first one only notes that it is old. */
const COLLECTIONS = 2;

/**
 * Collects garbage twice each time that the process has become idle, also after the start. V8 collects while a process
 * allocates, so an idle one would keep what its busiest time needed: seventy megabytes. A collection blocks the thread for
 * 50 ms, which is why it waits until nobody has asked for anything for ten seconds.
 *
 * @returns a function that ends it.
 */
export function collectWhenIdle({
  utilization = utilizationSinceLastCall(),
  collect = collectGarbage,
}: IdleOptions = {}): () => void {
  let left = COLLECTIONS;
  const check = () => {
    if (utilization() >= IDLE_UTILIZATION) left = COLLECTIONS;
    else if (left > 0) {
      left -= 1;
      collect();
      // The collection itself does not count as work.
      utilization();
    }
  };
  const timer = setInterval(check, IDLE_CHECK_MS).unref();
  return () => clearInterval(timer);
}

function utilizationSinceLastCall(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  setFlagsFromString('--no-expose-gc');
}
