import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { printCells, say } from '../filters/report.mjs';
import { createHistogram, describe } from './histogram.mjs';
import { createSender, toText } from './http.mjs';
import { startDefault } from './process.mjs';

const [SECONDS, QUICK_SECONDS] = [300, 20];
const WARM_UP_SECONDS = 5;
const CLIENTS = 4;
/** Heap that may be held more after the loop than before it, both after a collection. */
const HELD_MB = 20;
const SETTLE_MS = 10_000;
/** Points would end the loop after seconds of each minute. */
const SETTINGS = { RATE_LIMIT: 'off', LOG_LEVEL: 'error' };
const METRICS = ['unread_answers', 'unread_answer_bytes', 'streams', 'large_bodies'];

const json = (method, path, key, body) => ({ method, path, key, body: body && JSON.stringify(body) });
const PREVIEW = (n) => ({
  registry_version: '1',
  root: { condition: { field: 'technology_count', operator: 'gte', values: [n % 7] } },
});
const EVENTS = { query: 'subscription { events { cursor node { type } } }' };
const SSE = { Accept: 'text/event-stream' };

/** Requests that are answered, in turns. */
const ANSWERED = [
  (n, { key, identifiers }) => ({ path: `/v1/companies/${identifiers[n % identifiers.length]}`, key }),
  (n, { key }) => json('POST', '/v1/lists/preview-count', key, PREVIEW(n)),
  (n, { key, list }) => ({ path: `/v1/lists/${list}/members?limit=100&offset=${n % 500}`, key }),
  (_n, { key }) => json('POST', '/v1/session', undefined, { key }),
  (_n, _context) => json('POST', '/v1/session', undefined, { key: `cds_user_${'0'.repeat(36)}` }),
  (n, { key, list }) => json('PATCH', `/v1/lists/${list}`, key, { name: `Growth ${n}` }),
];

/** Requests whose clients leave: before anything is answered, and in the middle. */
const ABANDONED = [
  (_n, { key }) => ({ ...json('POST', '/graphql', key, EVENTS), headers: SSE }),
  (_n, { key, exported }) => ({ path: exported, key }),
  (n, { key, identifiers }) => ({ path: `/v1/companies/${identifiers[n % identifiers.length]}`, key }),
  (_n, { key }) => json('POST', '/v1/session', undefined, { key }),
];
const LEAVE_AFTER_MS = [0, 1, 3, 10, 40];

/** Sends a request on a connection of its own, and closes it after a while. */
async function abandon(url, call, afterMs, histogram) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined).resume();
  socket.write(toText(call));
  await sleep(afterMs);
  socket.destroy();
  histogram.add('left');
}

/** Runs the mix of requests for a time. */
async function mix(url, context, seconds, histogram, signal) {
  const sender = createSender(url, histogram);
  const until = Date.now() + seconds * 1000;
  let sent = 0;
  const client = async () => {
    while (Date.now() < until && !signal.aborted) {
      const n = sent++;
      const turn = Math.floor(n / 2);
      if (n % 2 === 0) await sender.send(ANSWERED[turn % ANSWERED.length](turn, context));
      else {
        const call = ABANDONED[turn % ABANDONED.length](turn, context);
        const afterMs = LEAVE_AFTER_MS[Math.floor(turn / ABANDONED.length) % LEAVE_AFTER_MS.length];
        await abandon(url, call, afterMs, histogram);
      }
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  sender.close();
}

/** Reads what is registered and held, once requests under way have ended. */
async function settled(service) {
  const end = Date.now() + SETTLE_MS;
  for (;;) {
    const registered = await service.readMetrics(METRICS);
    if (Object.values(registered).every((value) => value === 0) || Date.now() >= end)
      return { ...registered, heap: (await service.measure())?.held };
    await sleep(500);
  }
}

/**
 * Mixes look-ups, previews, pages, changes, sign-ins, and streams and exports whose clients leave. Compares what responses are
 * registered and how much heap is held before and after.
 */
export async function benchGrowth(root, catalogue, setup, { quick, signal, title }) {
  const service = await startDefault(root, catalogue.url, signal, SETTINGS);
  const { url } = service;
  try {
    const { identifiers, attackerKeys, prepared } = setup;
    const [key] = attackerKeys;
    const { everything: list } = prepared.lists;
    const api = createSender(url, createHistogram());
    const { text } = await api.send(json('POST', `/v1/lists/${list}/export`, key));
    api.close();
    const context = { key, list, identifiers, exported: JSON.parse(text).url };
    const histogram = createHistogram();
    await mix(url, context, quick ? 2 : WARM_UP_SECONDS, createHistogram(), signal);
    const before = await settled(service);
    await mix(url, context, quick ? QUICK_SECONDS : SECONDS, histogram, signal);
    const after = await settled(service);
    const names = [...METRICS, 'heap'];
    const text2 = (value) => (value === undefined ? '–' : Number(value).toFixed(value % 1 === 0 ? 0 : 1));
    printCells(
      `${title}: growth over ${quick ? QUICK_SECONDS : SECONDS} s`,
      ['', 'before', 'after'],
      names.map((name) => [
        name === 'heap' ? 'heap and external, MiB' : name,
        text2(before[name]),
        text2(after[name]),
      ]),
    );
    say(`  answers ${describe(histogram.counts)}`);
    const faults = [
      ...METRICS.filter((name) => after[name] !== 0).map((name) => `${after[name]} ${name} after the loop`),
      after.heap === undefined && 'the process ended',
      after.heap - before.heap > HELD_MB && `the heap grew by ${(after.heap - before.heap).toFixed(1)} MiB`,
    ].filter(Boolean);
    for (const fault of faults) say(`    MISSED: ${fault}`);
    return faults.length === 0;
  } finally {
    await service.stop();
  }
}
