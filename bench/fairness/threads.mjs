import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Starts a thread in a role of worker.mjs. @returns its result, and a function that stops it. */
export function startThread(role, data, signal) {
  const worker = new Worker(new URL('./worker.mjs', import.meta.url), { workerData: { role, ...data } });
  const found = once(worker, 'message', { signal }).then(([result]) => result);
  const result = found.finally(() => worker.terminate());
  // It is awaited later: an earlier failure must not end the process.
  result.catch(() => undefined);
  return { result, stop: () => worker.postMessage('stop') };
}
