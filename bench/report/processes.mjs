import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendEvenly } from '../filters/pace.mjs';
import { residentMb } from '../filters/server.mjs';
import { processorSeconds, startService } from '../lib/children.mjs';
import { sendInTurn } from '../lib/in-turn.mjs';
import { median, percentile } from '../lib/statistics.mjs';

const LOAD = { RATE_LIMIT: 'off', OVERLOAD: 'off' };
const READY_POLL_MS = 5;
const CONNECTIONS = 50;
const SHARE_OF_CAPACITY = 0.6;
/** The histogram of the event loop measures its own timer as well, which fires every 10 ms. */
const RESOLUTION_MS = 10;
const POSTINGS = /^company_data_facet_cache_bytes(?:\{[^}]*\})? (\S+)/m;
const LAG = /^nodejs_eventloop_lag_max_seconds(?:\{[^}]*\})? (\S+)/m;

/** Measures the time from the start of the process until /readyz answers 200, and its memory when idle. */
export async function measureStart({ root, url }, { rounds, idleSeconds, signal }) {
  const times = [];
  const memory = [];
  for (let round = 0; round < rounds; round++) {
    signal.throwIfAborted();
    const start = performance.now();
    const server = await startService(root, url);
    while (!(await fetch(`${server.url}/readyz`)).ok) await sleep(READY_POLL_MS);
    times.push((performance.now() - start) / 1000);
    if (round < 3) {
      await sleep(idleSeconds * 1000, undefined, { signal });
      memory.push(await residentMb(server.pid));
    }
    await server.stop();
  }
  return { seconds: median(times), times, idleMb: median(memory), memory };
}

/** Sends the requests of several cases at a fixed rate, and reads the longest block of the event loop. */
export async function measureBlocks({ root, url }, requests, { seconds, signal }) {
  const metricsPort = await freePort();
  const server = await startService(root, url, { ...LOAD, METRICS_PORT: String(metricsPort) });
  // Reading the metrics starts a new interval.
  const readLag = async () => (await readMetric(metricsPort, LAG)) * 1000 - RESOLUTION_MS;
  try {
    const { throughput } = await sendInTurn({ ...server, requests }, { connections: 16, seconds });
    const rate = Math.max(1, Math.floor(SHARE_OF_CAPACITY * throughput));
    await readLag();
    const latency = await sendEvenly(server.url, requests, {
      rate,
      duration: seconds,
      connections: 16,
      signal,
    });
    const blockMs = await readLag();
    if (!Number.isFinite(blockMs)) throw new Error('the metrics have no nodejs_eventloop_lag_max_seconds');
    return { capacity: throughput, rate, blockMs, latency };
  } finally {
    await server.stop();
  }
}

/**
 * Measures look-ups with several numbers of worker processes, in turns, and then what the postings of many counts take in
 * the memory of each.
 *
 * @param cases requests by the names of cases
 */
export async function measureWorkers({ root, url }, cases, counts, { rounds, seconds, signal }) {
  const results = Object.fromEntries(counts.map((count) => [count, []]));
  for (let round = 0; round < rounds; round++) {
    for (const count of round % 2 === 0 ? counts : counts.toReversed()) {
      signal.throwIfAborted();
      const metricsPort = await freePort();
      const settings = { ...LOAD, WEB_CONCURRENCY: String(count), METRICS_PORT: String(metricsPort) };
      const server = await startService(root, url, settings);
      try {
        const load = { ...server, requests: cases.lookup };
        await sendInTurn(load, { connections: CONNECTIONS, seconds });
        const pids = await familyOf(server.pid);
        const before = await sumOf(pids, processorSeconds);
        const { throughput, p50, p99 } = await sendInTurn(load, { connections: CONNECTIONS, seconds });
        const processor = (await sumOf(pids, processorSeconds)) - before;
        const memoryMb = await sumOf(pids, residentMb);
        await sendInTurn(
          { ...server, requests: cases['preview-count'] },
          { connections: CONNECTIONS, seconds },
        );
        const postingsMb = (await readMetric(metricsPort, POSTINGS)) / 2 ** 20 / count;
        results[count].push({
          throughput,
          p50,
          p99,
          memoryMb,
          processors: processor / seconds,
          postingsMb,
        });
      } finally {
        await server.stop();
      }
    }
  }
  return Object.entries(results).map(([count, measured]) => ({
    count: Number(count),
    ...Object.fromEntries(
      Object.keys(measured[0]).map((name) => {
        const values = measured.map((each) => each[name]);
        return [
          name,
          { median: median(values), least: Math.min(...values), greatest: percentile(values, 1) },
        ];
      }),
    ),
  }));
}

async function readMetric(port, pattern) {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(pattern.exec(text)?.[1]);
}

/** A process and its children. */
async function familyOf(pid) {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const family = [pid];
  for (const each of pids) {
    const stat = await readFile(`/proc/${each}/stat`, 'utf8').catch(() => '');
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(parent) === pid) family.push(Number(each));
  }
  return family;
}

async function sumOf(pids, read) {
  const values = await Promise.all(pids.map(read));
  return values.reduce((sum, value) => sum + (value ?? 0), 0);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
