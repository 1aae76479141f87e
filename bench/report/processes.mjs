import { setTimeout as sleep } from 'node:timers/promises';
import { sendEvenly } from '../filters/pace.mjs';
import { residentMb } from '../filters/server.mjs';
import { familyOf, POOL_SIZE, processorSeconds, startService } from '../lib/children.mjs';
import { sendInTurn } from '../lib/in-turn.mjs';
import { freePort } from '../lib/ports.mjs';
import { median } from '../lib/statistics.mjs';

const LOAD = { RATE_LIMIT: 'off', OVERLOAD: 'off' };
const READY_POLL_MS = 5;
const CONNECTIONS = 50;
const SHARE_OF_CAPACITY = 0.6;
/** The histogram of the event loop measures its own timer as well, which fires every 10 ms. */
const RESOLUTION_MS = 10;
const LAG = /^nodejs_eventloop_lag_max_seconds(?:\{[^}]*\})? (\S+)/m;
const BITMAPS = /^company_data_facet_cache_bytes(?:\{[^}]*\})? (\S+)/m;
/** Connections of the pools of all workers together. */
const ALL_POOLS = 80;
/** The kernel gives all connections of a run to few workers now and then. New connections reach the others as well. */
const PREVIEW_RUNS = 3;

/**
 * Measures the time from the start of the process until /readyz answers 200, its memory when idle, and its memory when it is
 * idle again after many look-ups.
 *
 * @param requests look-ups, of which `lookUps` are sent in each of the rounds that measure memory
 */
export async function measureStart({ root, url }, requests, { rounds, idleSeconds, lookUps, signal }) {
  const times = [];
  const memory = [];
  const after = [];
  for (let round = 0; round < rounds; round++) {
    signal.throwIfAborted();
    const start = performance.now();
    const server = await startService(root, url);
    while (!(await fetch(`${server.url}/readyz`)).ok) await sleep(READY_POLL_MS);
    times.push((performance.now() - start) / 1000);
    if (round < 3) {
      await sleep(idleSeconds * 1000, undefined, { signal });
      memory.push(await residentMb(server.pid));
      await sendAtLeast(lookUps, { ...server, requests }, signal);
      await sleep(idleSeconds * 1000, undefined, { signal });
      after.push(await residentMb(server.pid));
    }
    await server.stop();
  }
  return {
    seconds: median(times),
    times,
    idleMb: median(memory),
    memory,
    lookUps,
    afterMb: median(after),
    after,
  };
}

/** Sends at least so many requests. */
async function sendAtLeast(count, server, signal) {
  for (let sent = 0; sent < count; ) {
    signal.throwIfAborted();
    const { throughput } = await sendInTurn(server, { connections: CONNECTIONS, seconds: 1 });
    sent += throughput;
  }
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
 * Measures look-ups with several numbers of worker processes, in turns. Afterwards, preview-counts show how much memory the
 * bitmaps take in each worker.
 *
 * @param requests lists of requests by name: `lookup`, and `preview-count` if there are any
 */
export async function measureWorkers({ root, url }, requests, counts, { rounds, seconds, signal }) {
  const results = new Map(counts.map((count) => [count, []]));
  for (let round = 0; round < rounds; round++) {
    for (const count of round % 2 === 0 ? counts : counts.toReversed()) {
      signal.throwIfAborted();
      const metricsPort = await freePort();
      const server = await startService(root, url, {
        ...LOAD,
        METRICS_PORT: String(metricsPort),
        WEB_CONCURRENCY: String(count),
        DATABASE_POOL_SIZE: String(Math.min(POOL_SIZE, Math.floor(ALL_POOLS / count))),
      });
      try {
        results.get(count).push(await measureFamily({ ...server, metricsPort }, requests, seconds));
      } finally {
        await server.stop();
      }
    }
  }
  return [...results].map(([count, measured]) => ({ count, ...summarize(measured) }));
}

async function measureFamily(server, requests, seconds) {
  const load = (name, duration = seconds) =>
    sendInTurn({ ...server, requests: requests[name] }, { connections: CONNECTIONS, seconds: duration });
  const family = await familyOf(server.pid);
  // With several workers, the first process only supervises them.
  const workers = family.length === 1 ? family : family.slice(1);
  // Each worker compiles its code by itself, from its part of the requests.
  await load('lookup', seconds * workers.length);
  const used = await Promise.all(workers.map(processorSeconds));
  const { throughput, p50, p99, processor } = await load('lookup');
  const times = (await Promise.all(workers.map(processorSeconds))).map((each, index) => each - used[index]);
  const processors = processor === undefined ? undefined : (processor * throughput) / 1000;
  const busiest = processor === undefined ? undefined : (Math.max(...times) / sum(times)) * 100;
  const memory = await readMemory(family);
  const found = { throughput, p50, p99, processors, busiest, allMb: memory && sum(memory) };
  if (!requests['preview-count']) return found;
  const beforeMb = await readMemory(workers);
  for (let run = 1; run < PREVIEW_RUNS; run++) await load('preview-count');
  const { throughput: previews } = await load('preview-count');
  const afterMb = await readMemory(workers);
  const bitmapsMb = (await readMetric(server.metricsPort, BITMAPS)) / 2 ** 20;
  return { ...found, previews, beforeMb, afterMb, bitmapsMb };
}

const sum = (values) => values.reduce((total, each) => total + each, 0);

/** Returns the resident memory of each process, or undefined if the system does not report it. */
async function readMemory(pids) {
  const values = await Promise.all(pids.map(residentMb));
  return values.includes(undefined) ? undefined : values;
}

/** Returns median, minimum and maximum of each number over the rounds, and of a list over its elements as well. */
function summarize(measured) {
  const names = Object.keys(measured[0]).filter((name) => measured[0][name] !== undefined);
  return Object.fromEntries(
    names.map((name) => {
      const values = measured.flatMap((each) => each[name]);
      return [name, { median: median(values), least: Math.min(...values), greatest: Math.max(...values) }];
    }),
  );
}

async function readMetric(port, pattern) {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(pattern.exec(text)?.[1]);
}
