import { parentPort, workerData } from 'node:worker_threads';
import { createHistogram } from '../fairness/histogram.mjs';
import { createPlainSender, toRequest } from '../fairness/plain-sender.mjs';
import { percentile } from '../lib/statistics.mjs';

/** The thread of `sendEvenly`. */
async function send({ url, calls, rate, duration, connections }) {
  const sender = createPlainSender(url, createHistogram(), { sockets: connections });
  const requests = calls.map(toRequest);
  // A handshake must not count as latency.
  await sender.openAll();
  const start = performance.now();
  const pending = [];
  for (let sent = 0; sent < rate * duration; sent++) {
    const due = start + (sent * 1000) / rate;
    // Timers are late by a millisecond or two; all requests that are due by then are sent at once.
    while (performance.now() < due) await new Promise((resolve) => setTimeout(resolve, 1));
    const one = sender.send(requests[sent % requests.length]).then(({ status, code }) => {
      if (status !== 200 || code !== undefined) throw new Error(`status ${status} ${code ?? ''}`.trim());
      return performance.now() - due;
    });
    one.catch(() => undefined);
    pending.push(one);
  }
  try {
    const times = await Promise.all(pending);
    return {
      p50: percentile(times, 0.5),
      p95: percentile(times, 0.95),
      p99: percentile(times, 0.99),
      longest: percentile(times, 1),
    };
  } finally {
    sender.close();
  }
}

parentPort.postMessage(await send(workerData));
