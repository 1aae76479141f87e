// Loaded into the service with --import: measures its memory after a collection, when the benchmark asks over IPC.
import { setTimeout as sleep } from 'node:timers/promises';

const COLLECTIONS = 3;

process.on('message', async (id) => {
  // Buffers are freed by finalizers that run after a collection, so one collection is not enough.
  for (let each = 0; each < COLLECTIONS; each++) {
    globalThis.gc();
    await sleep(20);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ id, rss, heapUsed, external });
});
// The channel must not keep the service alive after it was asked to stop.
process.channel?.unref();
