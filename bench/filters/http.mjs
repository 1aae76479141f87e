import autocannon from 'autocannon';
import { createBodies } from './cases.mjs';
import { createFilters } from './ours.mjs';
import { sendEvenly } from './pace.mjs';
import { line, say, summarize } from './report.mjs';
import { createPersonalKey, residentMb, startService } from './server.mjs';

const PATH = '/v1/lists/preview-count';
const TARGET_MS = 25;
/** The saturated throughput is the maximum over these numbers of connections. */
const CONNECTIONS = [4, 8, 16, 32];
const CAP = 10_000;

/** Measures complete requests, from authentication to the response, with all trees in rotation. */
export async function benchHttp(root, service, { url, pool }, { quick, signal }) {
  const [searched, judged] = quick ? [1, 2] : [5, 30];
  const bodies = await createBodies(root, service, pool);
  const key = await createPersonalKey(root, url);
  const server = await startService(root, url, signal);
  try {
    const idle = await residentMb(server.pid);
    await assertCounts(service, pool, server, key, bodies);
    const call = { server, key, bodies: [...bodies.values()].map((body) => JSON.stringify(body)) };
    await load(call, { connections: 8, duration: searched });
    let best = { throughput: 0 };
    for (const connections of CONNECTIONS) {
      signal.throwIfAborted();
      const result = await load(call, { connections, duration: searched });
      say(`  ${connections} connections: ${result.throughput.toFixed(0)} a second, p99 ${result.p99} ms`);
      if (result.throughput > best.throughput) best = { ...result, connections };
    }
    const { connections, throughput } = best;
    const rate = Math.max(1, Math.floor(throughput / 2));
    const half = await sendEvenly(server.url, toCalls(call), { rate, duration: judged, connections, signal });
    const loaded = await residentMb(server.pid);
    return summarize(
      `filters, HTTP: saturated by ${connections} connections; half of it, ${rate} a second, for ${judged} s`,
      [
        line('saturation', throughput, 'a second'),
        line('p50 at half the rate', half.p50, 'ms'),
        line('p99 at half the rate', half.p99, 'ms', TARGET_MS),
        ...(idle
          ? [line('memory of the server, idle', idle, 'MiB'), line('and after the load', loaded, 'MiB')]
          : []),
      ],
    );
  } finally {
    await server.stop();
  }
}

async function assertCounts(service, pool, server, key, bodies) {
  const filters = createFilters(service, pool);
  for (const [name, body] of bodies) {
    const count = await (await filters.preview(body)).count();
    const response = await fetch(server.url + PATH, {
      method: 'POST',
      headers: headersOf(key),
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (response.status !== 200 || answer.count !== Math.min(count, CAP) || answer.capped !== count >= CAP) {
      throw new Error(`"${name}": ${response.status} ${JSON.stringify(answer)}, expected ${count}`);
    }
  }
}

const headersOf = (key) => ({ 'X-API-Key': key, 'Content-Type': 'application/json' });

const toCalls = ({ key, bodies }) =>
  bodies.map((body) => ({ method: 'POST', path: PATH, headers: headersOf(key), body }));

async function load({ server, ...call }, options) {
  const calls = toCalls(call);
  let next = 0;
  const result = await autocannon({
    url: server.url,
    ...options,
    setupClient: (client) => {
      // Each connection starts elsewhere in the rotation; otherwise all would send the same tree at the same time.
      const start = Math.floor((next++ * calls.length) / options.connections) % calls.length;
      client.setRequests([...calls.slice(start), ...calls.slice(0, start)]);
    },
  });
  if (result.non2xx > 0 || result.errors > 0 || result.timeouts > 0) {
    throw new Error(
      `preview-count: ${result.non2xx} refused, ${result.errors} errors, ${result.timeouts} timeouts`,
    );
  }
  return { throughput: result.requests.total / result.duration, p99: result.latency.p99 };
}
