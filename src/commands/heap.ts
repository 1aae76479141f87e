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

/** Collects what only the start needed: forty megabytes. V8 collects while a process allocates, which an idle one does not. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  setFlagsFromString('--no-expose-gc');
}
