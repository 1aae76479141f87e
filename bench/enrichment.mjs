import { Agent, request } from 'node:http';
import { fillCatalogue, HUBS, PARTNERS, readCompanies } from './lib/catalogue.mjs';
import { createKey, processorSeconds, startPair, stopAll } from './lib/children.mjs';
import { assertSameAnswer } from './lib/compare.mjs';
import { createBenchDatabase } from './lib/database.mjs';
import { printTable, row } from './lib/report.mjs';
import { alternate, percentile } from './lib/statistics.mjs';

const PATH = '/v1/enrich/partnerships';
const TARGET = { atMost: 0.7 };

/** 100 domains with 100 partnerships each; sequential requests over one connection with keep-alive. */
export async function benchEnrichment({ root, quick, against }) {
  const [rounds, requests, warmUp] = quick ? [3, 5, 10] : [9, 40, 60];
  const database = await createBenchDatabase(root);
  try {
    await fillCatalogue(database.url);
    const key = await createKey(root, database.url);
    const companies = await readCompanies(database.url, HUBS);
    const domains = companies.map(({ domain }) => domain);
    const call = { headers: headersOf(key), body: JSON.stringify({ domains }) };
    const [ours, peer] = await startPair(root, 'enrichment', database.url, against);
    await assertEqual(ours, peer, key, domains);
    for (const server of [ours, peer]) await send(server, call, warmUp);
    const results = await alternate(rounds, ours, peer, (server) => send(server, call, requests));
    const rows = [
      row('p50', 'ms', results.p50, TARGET),
      row('p99', 'ms', results.p99),
      ...(results.processor ? [row('processor time a request', 'ms', results.processor)] : []),
    ];
    printTable(
      `enrichment: ${HUBS} domains, ${HUBS * PARTNERS} partnerships, ${rounds} rounds of ${requests}`,
      rows,
    );
    return rows.every(({ met }) => met);
  } finally {
    await stopAll();
    await database.drop();
  }
}

const headersOf = (key) => ({ 'X-API-Key': key, 'Content-Type': 'application/json' });

/** Compares the same batch, one with every kind of entry, and refusals, so that the peer must do all of the work. */
async function assertEqual(ours, peer, key, domains) {
  const headers = headersOf(key);
  const post = (sent) => ({ method: 'POST', headers, body: JSON.stringify({ domains: sent }) });
  // The first call unlocks the companies, so that the following ones are free.
  await fetch(ours.url + PATH, post(domains));
  const body = await assertSameAnswer(ours, peer, PATH, post(domains));
  const count = body.results.reduce((sum, result) => sum + result.partnerships.length, 0);
  if (count !== HUBS * PARTNERS) throw new Error(`the batch holds ${count} partnerships`);
  const [first, second] = domains;
  const mixed = [` WWW.${first.toUpperCase()} `, second, first, 'nodot', 'unknown.invalid'];
  await assertSameAnswer(ours, peer, PATH, post(mixed));
  await assertSameAnswer(ours, peer, PATH, post(['nodot']));
  const refusals = [
    [401, { method: 'POST', body: '{}' }],
    [422, { ...post([]), body: '{}' }],
    [422, post([1])],
    [422, post([])],
    [400, post(Array.from({ length: 101 }, () => first))],
  ];
  for (const [status, init] of refusals) {
    for (const { label, url } of [ours, peer]) {
      const response = await fetch(url + PATH, init);
      if (response.status !== status) throw new Error(`${label} answers ${response.status}, not ${status}`);
    }
  }
}

/** Sends sequential requests. @returns milliseconds per request: until the last byte, and of processor time. */
async function send(server, call, count) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times = [];
  const before = await processorSeconds(server.pid);
  for (let i = 0; i < count; i++) times.push(await sendOne(server, call, agent));
  const after = await processorSeconds(server.pid);
  agent.destroy();
  return {
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    processor: before === undefined ? undefined : ((after - before) * 1000) / count,
  };
}

function sendOne({ url }, { headers, body }, agent) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const sent = request(url + PATH, { method: 'POST', agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
      response.on('error', reject);
      response.on('end', () => resolve(performance.now() - started));
      response.resume();
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
