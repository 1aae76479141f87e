// Is loaded into the service with --import. Over IPC it measures the service's memory after a garbage collection.
import { setTimeout as sleep } from 'node:timers/promises';

const COLLECTIONS = 3;

process.on('message', async ({ id }) => process.send?.({ id, ...(await measure()) }));
// The channel must not keep the service alive after it was asked to stop.
process.channel?.unref();

async function measure() {
  // Finalizers free buffers after a collection, so one collection is not enough.
  for (let each = 0; each < COLLECTIONS; each++) {
    globalThis.gc();
    await sleep(20);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heapUsed, external };
}
