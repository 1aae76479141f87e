import assert from 'node:assert/strict';
import { mkdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { line, summarize } from './filters/report.mjs';
import { withGenerated } from './lib/generated-service.mjs';
import { median, takeTurns } from './lib/statistics.mjs';

const ROWS = 1000;
/** Milliseconds a row, at a million companies. */
const TARGETS = { domain: 0.5, name: 1, misspelled: 5 };

/** SQL that somebody would write with pg_trgm: the most similar name, and the owner of each domain. */
const PEER = {
  domain: `SELECT d.company_id AS id FROM unnest($1::text[]) WITH ORDINALITY AS q (text, place)
    LEFT JOIN company_domain d ON d.domain = q.text ORDER BY q.place`,
  name: `SELECT found.id FROM unnest($1::text[]) WITH ORDINALITY AS q (text, place)
    LEFT JOIN LATERAL (SELECT c.id FROM company c WHERE c.name % q.text
      ORDER BY similarity(c.name, q.text) DESC, c.id LIMIT 1) found ON true ORDER BY q.place`,
};
PEER.misspelled = PEER.name;

/** Rows that the peer answers in a reasonable time: with a million names it needs hundreds of milliseconds each. */
const PEER_ROWS = { domain: ROWS, name: 20, misspelled: 20 };

/** Measures how long 1,000 rows take over HTTP, by domain, by name and by misspelled name, next to pg_trgm. */
export function benchMatch(options) {
  const { quick, signal } = options;
  return withGenerated('match', options, writeCompanies, async ({ server, key, pool }) => {
    const rows = await readRows(pool);
    let met = true;
    for (const kind of Object.keys(PEER)) {
      const texts = rows.map((row) => textOf(kind, row));
      const right = await compareAnswers(kind, rows, texts, { server, key, pool });
      met = (await measure(kind, texts, right, { server, key, pool, quick, signal })) && met;
    }
    return met;
  });
}

/** Generates a catalogue and keeps its companies alone. @returns their folder */
async function writeCompanies(service, folder, companies) {
  const { files } = await service.generateTo(join(folder, 'all'), { companies, seed: 1 });
  const path = join(folder, 'companies');
  await mkdir(path);
  const file = files.map((each) => each.path ?? each).find((each) => basename(each).startsWith('companies.'));
  await rename(file, join(path, basename(file)));
  return path;
}

async function readRows(pool) {
  const { rows } = await pool.query(
    `SELECT id, name, primary_domain AS domain FROM company ORDER BY md5(id::text) LIMIT ${ROWS}`,
  );
  return rows;
}

/** A misspelled name lacks its third character. */
function textOf(kind, { name, domain }) {
  if (kind === 'domain') return domain;
  return kind === 'name' ? name : name.slice(0, 2) + name.slice(3);
}

/** Both sides must find the same companies by domain, and companies of the same name. @returns how many are right */
async function compareAnswers(kind, rows, texts, { server, key, pool }) {
  const results = await ask(kind, texts, { server, key });
  const found = results.map(({ company, alternatives: [best] }) => company ?? best?.company);
  const { rows: peer } = await pool.query(PEER[kind], [texts.slice(0, PEER_ROWS[kind])]);
  for (const [index, { id }] of peer.entries()) {
    if (kind === 'domain')
      assert.equal(found[index]?.company_id, id, `the answers to ${texts[index]} differ`);
    if (kind === 'name') assert.equal(found[index]?.name.toLowerCase(), rows[index].name.toLowerCase());
  }
  return found.filter((company, index) => company?.name === rows[index].name).length;
}

async function ask(kind, texts, { server, key }) {
  const field = kind === 'domain' ? 'domain' : 'name';
  const response = await fetch(`${server.url}/v1/match`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ rows: texts.map((text) => ({ [field]: text })) }),
  });
  assert.equal(response.status, 200);
  return (await response.json()).results;
}

async function measure(kind, texts, right, { server, key, pool, quick, signal }) {
  const peerTexts = texts.slice(0, PEER_ROWS[kind]);
  const sides = [
    { label: 'ours', rows: ROWS, run: () => ask(kind, texts, { server, key }) },
    { label: 'peer', rows: peerTexts.length, run: () => pool.query(PEER[kind], [peerTexts]) },
  ];
  const results = await takeTurns(quick ? 3 : 7, sides, async ({ rows, run }) => {
    signal.throwIfAborted();
    const start = performance.now();
    await run();
    return { ms: (performance.now() - start) / rows };
  });
  const of = (label) => median(results.map((round) => round[label].ms));
  return summarize(`match by ${kind}: ${right} of ${ROWS} companies found, or one of the same name`, [
    line('a row', of('ours'), 'ms', TARGETS[kind]),
    line('a row in SQL with pg_trgm', of('peer'), 'ms'),
  ]);
}
