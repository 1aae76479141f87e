import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sendInTurn } from '../lib/in-turn.mjs';
import { median } from '../lib/statistics.mjs';
import { breakdownsStatement, computeDraft } from './draft-sql.mjs';
import { digits, line, printCells, summarize, timed } from './report.mjs';
import { createPersonalKey, startService } from './server.mjs';
import { and, or, where } from './trees.mjs';
import { readIds, readWords } from './words.mjs';

const [P50_MS, P95_MS, COUNT_MS] = [8, 12, 2];
/** Breakdowns of a draft, with their numbers of values. The console's builder asks for these by `LivePreview`. */
const FIELDS = { industry: 25, country: 250, technology: 25 };
const SAMPLED = 25;

/** The draft that is judged, and the same without the partner, which leaves many more matches. */
function createDrafts({ technologies, industries, countries, hub }) {
  const t = technologies.map(({ key }) => key);
  const others = [
    or(where('country', 'any_of', ...countries.slice(0, 3)), where('industry', 'any_of', industries[0])),
    where('technology', 'any_of', t[1], t[2], t[7]),
    where('technology', 'none_of', t[30]),
    where('employee_range', 'none_of', '1-10'),
    where('founded_year', 'gte', 1990),
    where('technology_count', 'gte', 5),
  ];
  return {
    'with a partner': and(where('partner', 'any_of', hub.domain), ...others),
    'without the partner': and(...others),
  };
}

/** Measures complete drafts, as the console's builder asks for them, one after another on one connection. */
export async function benchDraft(root, service, { url, pool }, { quick, signal }) {
  const [rounds, seconds] = quick ? [1, 1] : [5, 6];
  const key = await createPersonalKey(root, url);
  const server = await startService(root, url, signal);
  try {
    const results = [];
    for (const { name, calls, compute, runPeer } of await prepareDrafts(root, service, pool, key)) {
      const expected = await compute();
      await assertDraft(server, calls, expected);
      const times = await measure(server, calls, runPeer, { rounds, seconds, signal });
      results.push({ name, matches: expected.exactCount, ...times });
    }
    return print(results, rounds);
  } finally {
    await server.stop();
  }
}

/**
 * Prepares the drafts with what they are compared to.
 *
 * @returns [{name, calls: {draft, count}, compute, runPeer}], requests with functions that compute the answer from the tables
 * and that run the statement of the peer; the draft that is judged comes first
 */
export async function prepareDrafts(root, service, pool, key) {
  const words = await readWords(root, pool);
  const idOf = await readIds(pool, words);
  const documentId = await findDocument(root);
  return Object.entries(createDrafts(words)).map(([name, tree]) => {
    const definition = { registry_version: service.REGISTRY_VERSION, root: tree };
    const statement = breakdownsStatement(name, tree, idOf, FIELDS);
    return {
      name,
      calls: { draft: draftOf(key, documentId, definition), count: countOf(key, definition) },
      compute: () => computeDraft(pool, tree, idOf, FIELDS, SAMPLED),
      runPeer: () => pool.query(statement),
    };
  });
}

/** Returns the breakdowns of an answer to a draft as the peer returns them, as rows of `[field, value, count]`. */
export function breakdownsOf({ data }) {
  const lists = [data.previewCount.breakdown1, data.previewCount.breakdown2, data.previewCount.breakdown3];
  return Object.keys(FIELDS).flatMap((field, index) =>
    lists[index].map(({ value, count }) => [field, value, count]),
  );
}

/** @returns the id of the builder's document in the built console */
export async function findDocument(root) {
  const documents = JSON.parse(await readFile(join(root, 'dist/console/documents.json'), 'utf8'));
  const [id] = Object.entries(documents).find(([, text]) => /\bquery LivePreview\b/.test(text)) ?? [];
  if (id === undefined) throw new Error('the console in dist/ has no document LivePreview');
  return id;
}

export const post = (key, path, body) => ({
  method: 'POST',
  path,
  headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

/** @param fields as FIELDS */
export function draftOf(key, documentId, definition, fields = FIELDS) {
  const counted = Object.entries(fields).flatMap(([field, first], index) => [
    [`field${index + 1}`, field],
    [`first${index + 1}`, first],
    [`has${index + 1}`, true],
  ]);
  return post(key, '/graphql', { documentId, variables: { definition, ...Object.fromEntries(counted) } });
}

const countOf = (key, definition) => post(key, '/v1/lists/preview-count', definition);

/** Compares both answers with what SQL found. */
async function assertDraft(server, { draft, count }, expected) {
  const send = async ({ path, ...call }) => (await fetch(server.url + path, call)).json();
  const { data, errors } = await send(draft);
  assert.equal(errors, undefined);
  const { sample, breakdown1, breakdown2, breakdown3, exactCount, tierCounts, funnel } = data.previewCount;
  const withoutLabels = (list) => list.map(({ value, count: found }) => ({ value, count: found }));
  const found = {
    exactCount,
    tierCounts,
    funnel,
    sample: sample.map(({ companyId }) => companyId),
    breakdowns: [breakdown1, breakdown2, breakdown3].map(withoutLabels),
  };
  assert.deepEqual(found, expected);
  assert.equal((await send(count)).count, Math.min(expected.exactCount, 10_000));
}

/** Drafts, counts and the peer take turns, so that other load on the machine affects all of them alike. */
async function measure(server, calls, runPeer, { rounds, seconds, signal }) {
  const send = (call) => sendInTurn({ ...server, requests: [call] }, { connections: 1, seconds });
  const results = { draft: [], count: [], peer: [] };
  await send(calls.draft);
  await runPeer();
  for (let round = 0; round < rounds; round++) {
    signal.throwIfAborted();
    for (const name of ['draft', 'count']) results[name].push(await send(calls[name]));
    for (let run = 0; run < 3; run++) results.peer.push((await timed(runPeer)).ms);
  }
  const of = (name, number) => median(results[name].map((result) => result[number]));
  return {
    p50: of('draft', 'p50'),
    p95: of('draft', 'p95'),
    processor: of('draft', 'processor'),
    count: of('count', 'p50'),
    peer: median(results.peer),
  };
}

function print(results, rounds) {
  const head = ['draft', 'matches', 'p50 ms', 'p95 ms', 'processor ms', 'count p50 ms', 'SQL ms', 'ratio'];
  const rows = results.map(({ name, matches, p50, p95, processor, count, peer }) => [
    name,
    matches.toLocaleString('en-US'),
    ...[p50, p95, processor ?? Number.NaN, count, peer].map(digits),
    (p50 / peer).toFixed(4),
  ]);
  printCells(`filters, draft: medians of ${rounds} rounds, one request after another`, head, rows);
  const [{ p50, p95, count }] = results;
  return summarize('filters, draft with a partner: LivePreview over HTTP', [
    line('p50', p50, 'ms', P50_MS),
    line('p95', p95, 'ms', P95_MS),
    line('p50 of its preview-count', count, 'ms', COUNT_MS),
  ]);
}
