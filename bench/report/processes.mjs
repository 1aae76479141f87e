import { setTimeout as sleep } from 'node:timers/promises';
import { sendEvenly } from '../filters/pace.mjs';
import { residentMb } from '../filters/server.mjs';
import { startService } from '../lib/children.mjs';
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

async function readMetric(port, pattern) {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(pattern.exec(text)?.[1]);
}
