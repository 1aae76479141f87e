import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadService, settle } from '../filters/data.mjs';
import { line, say, summarize } from '../filters/report.mjs';
import { createPersonalKey, startService } from '../filters/server.mjs';
import { importFolder } from '../import/child.mjs';
import { runCommand } from '../lib/children.mjs';
import { createBenchDatabase } from '../lib/database.mjs';
import { sendInTurn } from '../lib/in-turn.mjs';
import { median, takeTurns } from '../lib/statistics.mjs';
import { createOwnerKey } from '../lists/api.mjs';
import { benchCounts } from './counts.mjs';
import { addOwnValues, DECLARED, writeDeclarations } from './data.mjs';
import { benchDrafts } from './drafts.mjs';
import { benchWrites } from './writes.mjs';

const LOAD_RATIO = 1.3;
const CATALOG_MS = 20;

/** Measures own fields against the same catalogue without them, built-in fields and DuckDB. `only` runs one section. */
export async function benchFields({ root, quick, only, signal, companies: stated }) {
  const companies = Number(stated ?? (quick ? 20_000 : 1_000_000));
  const wanted = (section) => only === undefined || only === section;
  const service = await loadService(root);
  const folder = await mkdtemp(join(tmpdir(), 'company-data-bench-fields-'));
  const kept = {};
  try {
    say(`fields: ${companies.toLocaleString('en-US')} companies, generated with seed 1`);
    const plain = join(folder, 'plain');
    const { files } = await service.generateTo(plain, { companies, seed: 1 });
    const own = join(folder, 'own');
    const path = await addOwnValues(files, own);
    const declarations = await writeDeclarations(join(folder, 'custom.yaml'), 'custom');
    const sides = [
      { label: 'own', path: own, prepare: (url) => runCommand(root, url, 'fields', 'apply', declarations) },
      { label: 'plain', path: plain, prepare: async () => undefined },
    ];
    let met = await benchLoad(root, sides, kept, { rounds: quick || !wanted('load') ? 1 : 3, signal });
    const measured = await openService(root, service, kept, { folder, path, signal });
    try {
      const options = { root, service, companies, quick, signal };
      if (wanted('catalog')) met = (await benchCatalog(measured, options)) && met;
      if (wanted('drafts')) met = (await benchDrafts(measured, options)) && met;
      if (wanted('counts')) met = (await benchCounts(measured, options)) && met;
      if (wanted('writes')) met = (await benchWrites(measured, options)) && met;
      return met;
    } finally {
      await measured.close();
    }
  } finally {
    for (const database of Object.values(kept)) await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Loads both catalogues in turns, each time into an empty database. The last ones are kept, by their labels. */
async function benchLoad(root, sides, kept, { rounds, signal }) {
  const results = await takeTurns(rounds, sides, async ({ label, path, prepare }) => {
    signal.throwIfAborted();
    await kept[label]?.drop();
    kept[label] = await createBenchDatabase(root);
    await prepare(kept[label].url);
    const { seconds, indexing, rssMb, report } = await importFolder(root, kept[label].url, path);
    const refused = report.files.filter(({ rejected, warnings }) => rejected > 0 || warnings > 0);
    if (refused.length > 0)
      throw new Error(`${label}: rows of ${refused.map((file) => file.path)} were refused`);
    say(
      `  ${label}: ${seconds.toFixed(1)} s, of which the index took ${indexing.toFixed(1)}, ${rssMb.toFixed(0)} MiB`,
    );
    return { seconds, indexing, rssMb };
  });
  const ratioOf = (name) => median(results.map(({ own, plain }) => own[name] / plain[name]));
  return summarize(`fields, load: medians of ${rounds} rounds, to the same load without own fields`, [
    line('time', ratioOf('seconds'), '', LOAD_RATIO),
    line('time of the index', ratioOf('indexing'), ''),
    line('memory', ratioOf('rssMb'), ''),
  ]);
}

/** Starts the service on both catalogues. An organization of the one with own fields declares its own. */
async function openService(root, { openDatabase }, { own, plain }, { folder, path, signal }) {
  const key = await createPersonalKey(root, own.url);
  const declarations = await writeDeclarations(join(folder, 'org.yaml'), 'org');
  await runCommand(root, own.url, 'fields', 'apply', declarations, '--org', 'Benchmark');
  const [other, keyOfPlain] = [await createOwnerKey(root, own.url), await createPersonalKey(root, plain.url)];
  const { pool, close } = openDatabase({ url: own.url, poolSize: 4 });
  await settle(pool);
  const server = await startService(root, own.url, signal);
  const peer = await startService(root, plain.url, signal);
  return {
    server: { ...server, key, other },
    peer: { ...peer, label: 'peer', key: keyOfPlain },
    pool,
    path,
    async close() {
      await Promise.all([server.stop(), peer.stop()]);
      await close();
    },
  };
}

/** Reads the fields with their values over REST. The peer has none declared. */
export async function benchCatalog({ server, peer }, { quick }) {
  const [rounds, seconds] = quick ? [1, 1] : [5, 3];
  const request = ({ key }) => ({ path: '/v1/lists/filter-fields', headers: { 'X-API-Key': key } });
  const start = performance.now();
  const { path, headers } = request(server);
  const { fields } = await (await fetch(server.url + path, { headers })).json();
  const cold = performance.now() - start;
  const send = (each) => sendInTurn({ ...each, requests: [request(each)] }, { connections: 1, seconds });
  for (const each of [server, peer]) await send(each);
  const results = await takeTurns(rounds, [server, peer], send);
  const of = (label, name) => median(results.map((round) => round[label][name]));
  const own = fields.filter(({ scope }) => scope).length;
  const declared = DECLARED.custom + DECLARED.org;
  return summarize(
    `fields, catalog: filter-fields with ${declared} fields declared, ${own} of them for conditions`,
    [
      line('p50', of(server.label, 'p50'), 'ms', CATALOG_MS),
      line('p95', of(server.label, 'p95'), 'ms'),
      line('first request of the process', cold, 'ms'),
      line('p50 with none declared', of('peer', 'p50'), 'ms'),
    ],
  );
}
