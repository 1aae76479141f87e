import { setFlagsFromString } from 'node:v8';

/**
 * Growth of the old generation, in percent, that triggers a collection. By default V8 lets it grow fourfold while the
 * process allocates a lot, which means hundreds of megabytes of garbage under load.
 */
const HEAP_GROWTH = '--heap-growing-percent=100';

/** Makes a process that serves requests collect garbage in time. */
export function limitHeap(): void {
  setFlagsFromString(HEAP_GROWTH);
}
