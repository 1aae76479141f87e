import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Starts a thread in a role of worker.mjs. @returns its result, and what tells it to stop. */
export function startThread(role, data, signal) {
  const worker = new Worker(new URL('./worker.mjs', import.meta.url), { workerData: { role, ...data } });
  const found = once(worker, 'message', { signal }).then(([result]) => result);
  const result = found.finally(() => worker.terminate());
  // Waited for later: a failure before that must not end the process.
  result.catch(() => undefined);
  return { result, stop: () => worker.postMessage('stop') };
}
