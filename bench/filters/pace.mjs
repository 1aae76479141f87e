import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Sends requests at an even rate, independently of the responses. If each connection waited for its response, the load
 * would drop whenever the server is slow. If each second's requests were sent at its start, they would saturate the
 * server for a part of it. Times start when a request is due. The sender is a separate thread, because the garbage
 * collection of a process that has just imported a million companies must not count.
 *
 * @param calls sent in turns: {method, path, headers, body}
 * @param connections maximum; a request without a free connection waits for one, and the wait counts
 * @returns percentiles in milliseconds
 */
export async function sendEvenly(url, calls, { rate, duration, connections, signal }) {
  const workerData = { url, calls, rate, duration, connections };
  const worker = new Worker(new URL('./sender.mjs', import.meta.url), { workerData });
  try {
    const [percentiles] = await once(worker, 'message', { signal });
    return percentiles;
  } finally {
    await worker.terminate();
  }
}
