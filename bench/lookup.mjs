import { fillCatalogue, readCompanies } from './lib/catalogue.mjs';
import { createKey, startPair, stopAll } from './lib/children.mjs';
import { assertSameAnswer } from './lib/compare.mjs';
import { createBenchDatabase } from './lib/database.mjs';
import { sendInTurn } from './lib/in-turn.mjs';
import { profileService } from './lib/profile.mjs';
import { printTable, row } from './lib/report.mjs';
import { alternate } from './lib/statistics.mjs';

const CONNECTIONS = 50;
/** The number of companies that are looked up, each by domain and by slug. */
const ASKED = 2_000;
const STEP = 10;
const COMPARED = 50;

const QUERIES = [
  ['plain', '', 1.3],
  ['with technologies and firmographics', '?include=technologies,firmographics', 1.2],
];

/** Many connections, each with sequential look-ups. */
export async function benchLookup({ root, quick, against, profile }) {
  const [rounds, seconds, warmUp] = quick ? [1, 1, 1] : [7, 4, 4];
  const database = await createBenchDatabase(root);
  try {
    await fillCatalogue(database.url);
    const key = await createKey(root, database.url);
    const companies = await readCompanies(database.url, ASKED, STEP);
    const identifiers = companies.flatMap(({ domain, slug }) => [domain, slug]);
    const pathsOf = (query) => identifiers.map((identifier) => `/v1/companies/${identifier}${query}`);
    if (profile) {
      const loads = QUERIES.map(([name, query]) => [
        name,
        (server) => load(server, key, pathsOf(query), seconds),
      ]);
      await profileService(root, database.url, Object.fromEntries(loads));
      return true;
    }
    const [ours, peer] = await startPair(root, 'lookup', database.url, against);
    const rows = [];
    for (const [name, query, atLeast] of QUERIES) {
      const paths = pathsOf(query);
      await assertEqual(ours, peer, key, paths, query);
      for (const server of [ours, peer]) await load(server, key, paths, warmUp);
      const results = await alternate(rounds, ours, peer, (server) => load(server, key, paths, seconds));
      rows.push(
        row(`${name}: throughput`, 'a second', results.throughput, { atLeast }),
        row(`${name}: p50`, 'ms', results.p50),
        row(`${name}: p99`, 'ms', results.p99),
        ...(results.processor ? [row(`${name}: processor time a request`, 'ms', results.processor)] : []),
      );
    }
    printTable(`lookup: ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s`, rows);
    return rows.every(({ met }) => met);
  } finally {
    await stopAll();
    await database.drop();
  }
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
