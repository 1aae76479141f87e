import { fillCatalogue, readCompanies } from './lib/catalogue.mjs';
import { createKey, startAsStarted, startPair, stopAll } from './lib/children.mjs';
import { assertSameAnswer } from './lib/compare.mjs';
import { createBenchDatabase } from './lib/database.mjs';
import { sendInTurn } from './lib/in-turn.mjs';
import { printTable, row } from './lib/report.mjs';
import { compareRounds, takeTurns } from './lib/statistics.mjs';

const CONNECTIONS = 50;
/** The number of companies that are looked up, each by domain and by slug. */
const ASKED = 2_000;
const STEP = 10;
const COMPARED = 50;

const QUERIES = {
  plain: ['plain', '', 1.3],
  'with-technologies': ['with technologies and firmographics', '?include=technologies,firmographics', 1.2],
};
/** The service a second time, with what `npm start` has on. It has no target of its own. */
const AS_STARTED = 'as npm start';

/** Many connections, each with sequential look-ups. @param only one of QUERIES; undefined for all */
export async function benchLookup({ root, quick, against, only }) {
  const [rounds, seconds, warmUp] = quick ? [1, 1, 1] : [7, 4, 4];
  const queries = only === undefined ? Object.values(QUERIES) : [QUERIES[only]];
  const database = await createBenchDatabase(root);
  try {
    await fillCatalogue(database.url);
    const key = await createKey(root, database.url);
    const companies = await readCompanies(database.url, ASKED, STEP);
    const identifiers = companies.flatMap(({ domain, slug }) => [domain, slug]);
    const pathsOf = (query) => identifiers.map((identifier) => `/v1/companies/${identifier}${query}`);
    const [ours, peer] = await startPair(root, 'lookup', database.url, against);
    const started = { ...(await startAsStarted(root, database.url)), label: AS_STARTED };
    const servers = [ours, started, peer];
    const rows = [];
    for (const [name, query, atLeast] of queries) {
      const paths = pathsOf(query);
      for (const each of [ours, started]) await assertEqual(each, peer, key, paths, query);
      for (const server of servers) await load(server, key, paths, warmUp);
      const results = await takeTurns(rounds, servers, (server) => load(server, key, paths, seconds));
      rows.push(
        ...toRows(name, compareRounds(results, ours.label, peer.label), { atLeast }),
        ...toRows(`${name}, ${AS_STARTED}`, compareRounds(results, AS_STARTED, peer.label)),
      );
    }
    printTable(`lookup: ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s`, rows);
    return rows.every(({ met }) => met);
  } finally {
    await stopAll();
    await database.drop();
  }
}

function toRows(name, { throughput, p50, p99, processor }, target) {
  return [
    row(`${name}: throughput`, 'a second', throughput, target),
    row(`${name}: p50`, 'ms', p50),
    row(`${name}: p99`, 'ms', p99),
    ...(processor ? [row(`${name}: processor time a request`, 'ms', processor)] : []),
  ];
}

async function assertEqual(ours, peer, key, paths, query) {
  const init = { headers: { 'X-API-Key': key } };
  for (const path of paths.slice(0, COMPARED)) await assertSameAnswer(ours, peer, path, init);
  const refusals = [
    [401, paths[0], {}],
    [404, `/v1/companies/unknown.invalid${query}`, init],
    [404, `/v1/companies/unknown${query}`, init],
    [422, `${paths[0].split('?')[0]}?include=nothing`, init],
    [422, `${paths[0].split('?')[0]}?includes=technologies`, init],
  ];
  for (const [status, path, request] of refusals) {
    for (const { label, url } of [ours, peer]) {
      const response = await fetch(url + path, request);
      if (response.status !== status) throw new Error(`${label} answers ${response.status}, not ${status}`);
    }
  }
}

const load = (server, key, paths, seconds) =>
  sendInTurn(
    { ...server, requests: paths.map((path) => ({ path, headers: { 'X-API-Key': key } })) },
    { connections: CONNECTIONS, seconds },
  );
