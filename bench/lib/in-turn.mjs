import { createHistogram } from '../fairness/histogram.mjs';
import { createPlainSender, toRequest } from '../fairness/plain-sender.mjs';
import { processorSeconds } from './children.mjs';
import { percentile } from './statistics.mjs';

/**
 * Sends requests over some connections, on each the next one when the last one is answered.
 *
 * @param server {url, pid, label, requests}; a request is {method, path, headers, body}
 * @returns {throughput, p50, p95, p99, processor}: requests a second and milliseconds; `processor` is the processor time of the
 * server a request, undefined if the system does not report it
 */
export async function sendInTurn({ url, pid, label, requests }, { connections, seconds }) {
  const histogram = createHistogram();
  const sender = createPlainSender(url, histogram, { sockets: connections });
  await sender.openAll();
  const texts = requests.map(toRequest);
  const times = [];
  const before = await processorSeconds(pid);
  const start = performance.now();
  const end = start + seconds * 1000;
  // Each connection starts elsewhere in the list; otherwise all would send the same request at the same time.
  const client = async (_, index) => {
    let next = Math.floor((index * texts.length) / connections);
    for (let now = performance.now(); now < end; ) {
      const { status, code } = await sender.send(texts[next++ % texts.length]);
      if (status !== 200 || code !== undefined) throw new Error(`${label}: ${status} ${code ?? ''}`);
      const answeredAt = performance.now();
      times.push(answeredAt - now);
      now = answeredAt;
    }
  };
  await Promise.all(Array.from({ length: connections }, client)).finally(() => sender.close());
  const elapsed = performance.now() - start;
  const after = await processorSeconds(pid);
  return {
    throughput: (times.length * 1000) / elapsed,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    processor: before === undefined ? undefined : ((after - before) * 1000) / times.length,
  };
}
