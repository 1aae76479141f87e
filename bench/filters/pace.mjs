import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Sends requests at an even rate, whether or not the ones before are answered: a load that makes each connection wait
 * for its answer would ask less just when the server is slow, and one that sends each second's requests at its
 * beginning would saturate the server for a part of it. Times count from when a request was due. The sender is a thread
 * of its own: how the heap of a process that has just imported a million companies is collected must not count.
 *
 * @param calls what to send, in turns: {method, path, headers, body}
 * @param connections at most; a request that finds none free waits for one, and the wait counts
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
