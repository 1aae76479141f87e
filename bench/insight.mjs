import assert from 'node:assert/strict';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { line, summarize, timed } from './filters/report.mjs';
import { generateAll, withGenerated } from './lib/generated-service.mjs';
import { median, percentile, takeTurns } from './lib/statistics.mjs';
import { meteredServer, turnsOf } from './lib/turns.mjs';

const SETS = 20;
const COMPARED = 10;
const EXAMPLES = 1_000;
/** Fields whose values the peer counts as well. */
const FIELDS = ['technology', 'industry', 'country', 'employee_range'];
/** Milliseconds of a request at a million companies, warm. */
const TARGETS = { overlap: 25, similar: 40, move: undefined, moves: undefined, rule: 300 };
/** Milliseconds of processor time of the longest turn. */
const TURN_TARGET = 10;

/** Values by company, as the service compares them. Spellings of an industry are one value. */
const TABLES = {
  value: `SELECT c.id, 'technology' AS field, t.tech_key AS value FROM company_technology d
      JOIN company c ON c.id = d.company_id JOIN technology t ON t.id = d.technology_id
    UNION ALL SELECT id, 'industry', provisional_text_key(industry) FROM company WHERE industry IS NOT NULL
    UNION ALL SELECT id, 'country', country FROM company WHERE country IS NOT NULL
    UNION ALL SELECT id, 'employee_range', employee_range FROM company WHERE employee_range IS NOT NULL`,
  detection: `SELECT d.company_id AS id, t.tech_key, t.category,
      extract(epoch FROM d.first_seen - f.as_of) / 86400 AS first_day, extract(epoch FROM d.last_seen - f.as_of) / 86400 AS last_day
    FROM company_technology d JOIN technology t ON t.id = d.technology_id CROSS JOIN facet_index f`,
};

const MOVED = (days) => `a.last_day >= -${days} AND a.last_day < -30 AND b.first_day >= -${days}`;

/** The same questions in SQL of DuckDB. Texts of cases come from the catalogue. */
const PEER = {
  overlap: ({ values }) => `
    SELECT a.value, b.value, count(*) FROM value a JOIN value b USING (id)
    WHERE a.field = 'technology' AND b.field = 'technology' AND a.value IN (${values}) AND b.value IN (${values}) GROUP BY ALL`,
  similar: ({ id, companies }) => `
    WITH own AS (SELECT field, value, ln(${companies} / count(*)) AS weight
        FROM value WHERE (field, value) IN (SELECT (field, value) FROM value WHERE id = ${id}) GROUP BY ALL)
    SELECT id, score FROM (
      SELECT v.id, sum(weight) / (SELECT sum(weight) FROM own) AS score FROM value v JOIN own USING (field, value)
      WHERE v.id <> ${id} GROUP BY v.id) ORDER BY round(score, 9) DESC, id LIMIT ${COMPARED}`,
  move: ({ from, to, days }) => `
    SELECT count(*) FROM detection a JOIN detection b USING (id)
    WHERE a.tech_key = '${from}' AND b.tech_key = '${to}' AND ${MOVED(days)}`,
  moves: ({ category, days }) => `
    SELECT a.tech_key, b.tech_key, count(*) AS n FROM detection a JOIN detection b USING (id)
    WHERE a.category = '${category}' AND b.category = '${category}' AND a.tech_key <> b.tech_key AND ${MOVED(days)}
    GROUP BY ALL ORDER BY n DESC, a.tech_key, b.tech_key LIMIT 20`,
  // The traits alone. DuckDB has no search for rules.
  rule: ({ ids }) => `
    WITH own AS (SELECT field, value, count(DISTINCT id) AS n FROM value WHERE id IN (${ids}) GROUP BY ALL)
    SELECT field, value, own.n, count(*) FROM value JOIN own USING (field, value) GROUP BY ALL`,
};

/** Measures overlap, similar companies, moves and rules over HTTP, beside DuckDB in memory on all processors. */
export function benchInsight(options) {
  const { quick, signal, only } = options;
  const turnsFile = join(tmpdir(), `company-data-bench-turns-${process.pid}.json`);
  const work = async ({ server, key, pool, folder, companies }) => {
    const peer = await openPeer(pool, folder);
    try {
      const cases = await readCases(pool, companies);
      let met = true;
      for (const kind of only ? [only] : Object.keys(PEER)) {
        const sides = { server, key, peer, quick, signal, turnsFile, companies };
        met = (await measure(kind, cases[kind], sides)) && met;
      }
      return met;
    } finally {
      peer.close();
    }
  };
  return withGenerated('insight', options, generateAll, work, meteredServer(turnsFile));
}

/** Reads what is asked: technologies of a tenth of the companies, companies of usual sizes, and moves that happened. */
async function readCases(pool, companies) {
  const sizes = `SELECT value FROM facet_posting WHERE field = 'technology' AND window_days = 0 AND value <> ''`;
  const { rows: values } = await pool.query(
    `${sizes} ORDER BY abs(cardinality - $1::int / 10), value LIMIT ${SETS}`,
    [companies],
  );
  const { rows: asked } = await pool.query(
    `SELECT id, slug FROM company WHERE technology_count >= 10 ORDER BY md5(id::text) LIMIT ${COMPARED}`,
  );
  const { rows: categories } = await pool.query(
    `SELECT category FROM technology WHERE category IS NOT NULL GROUP BY category ORDER BY count(*) DESC, category LIMIT ${COMPARED}`,
  );
  const keys = values.map(({ value }) => value);
  const rules = [];
  for (const { value } of values.slice(0, COMPARED)) rules.push(await drawExamples(pool, value));
  return {
    overlap: [{ keys, values: keys.map((key) => `'${key}'`).join(', ') }],
    similar: asked.map((each) => ({ ...each, companies })),
    move: keys.slice(1).map((to) => ({ from: keys[0], to, days: 365 })),
    moves: categories.map(({ category }) => ({ category, days: 365 })),
    rule: rules,
  };
}

/** Draws companies of a technology in the country that has most of them, and a tenth of others. */
async function drawExamples(pool, technology) {
  const { rows } = await pool.query(
    `WITH user_of AS (SELECT c.id, c.country, c.primary_domain FROM company_technology d JOIN technology t ON t.id = d.technology_id
         JOIN company c ON c.id = d.company_id WHERE t.tech_key = $1),
       home AS (SELECT country FROM user_of GROUP BY country ORDER BY count(*) DESC, country LIMIT 1),
       inside AS (SELECT id, primary_domain FROM user_of JOIN home USING (country) ORDER BY md5(id::text) LIMIT $2::int * 9 / 10),
       outside AS (SELECT id, primary_domain FROM company WHERE id NOT IN (SELECT id FROM inside)
         ORDER BY md5(id::text || $1) LIMIT $2::int / 10)
     SELECT id, primary_domain AS domain FROM inside UNION ALL SELECT id, primary_domain FROM outside`,
    [technology, EXAMPLES],
  );
  return { ids: rows.map(({ id }) => id).join(', '), domains: rows.map(({ domain }) => domain) };
}

async function openPeer(pool, folder) {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  // PostgreSQL writes the files, perhaps as another user.
  await chmod(folder, 0o777);
  for (const [name, sql] of Object.entries(TABLES)) {
    const path = join(folder, `${name}.csv`);
    await pool.query(`COPY (${sql}) TO '${path}' (FORMAT csv, HEADER)`);
    await connection.run(`CREATE TABLE ${name} AS SELECT * FROM read_csv('${path}', header = true)`);
  }
  return {
    ask: async (sql) => (await connection.runAndReadAll(sql)).getRows(),
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** Requests of the service by the kind of question. */
const REQUESTS = {
  overlap: ({ keys }) => ['/v1/lists/overlap', { sets: keys.map(toSet) }],
  similar: ({ slug }) => [`/v1/companies/${slug}/similar?limit=${COMPARED}`],
  move: ({ from, to, days }) => [`/v1/technology-moves?from=${from}&to=${to}&window=${days}d`],
  moves: ({ category, days }) => [
    `/v1/technology-moves?category=${encodeURIComponent(category)}&window=${days}d`,
  ],
  rule: ({ domains }) => ['/v1/lists/suggest', { domains, fields: FIELDS }],
};

const toSet = (key) => ({
  name: key,
  definition: {
    registry_version: '2',
    root: { condition: { field: 'technology', operator: 'any_of', values: [key] } },
  },
});

async function ask(kind, each, { server, key }) {
  const [path, body] = REQUESTS[kind](each);
  const response = await fetch(server.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'X-API-Key': key, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  assert.equal(response.status, 200, JSON.stringify(answer));
  return answer;
}

const near = (score) => Number(score.toFixed(9));
const textKey = (text) => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** What both sides must answer, in one form. */
const FORMS = {
  overlap: {
    ours: ({ sets, pairs }) =>
      sets.flatMap(({ name }, i) => sets.map((other, j) => `${name} ${other.name} ${pairs[i][j]}`)).sort(),
    peer: (rows, { keys }) => {
      const counts = new Map(rows.map(([a, b, count]) => [`${a} ${b}`, Number(count)]));
      return keys.flatMap((a) => keys.map((b) => `${a} ${b} ${counts.get(`${a} ${b}`) ?? 0}`)).sort();
    },
  },
  similar: {
    ours: ({ companies }) => companies.map(({ company_id, score }) => [company_id, near(score)]),
    peer: (rows) => rows.map(([id, score]) => [Number(id), near(score)]),
  },
  move: { ours: ({ count }) => count, peer: ([[count]]) => Number(count) },
  moves: {
    ours: ({ pairs }) => pairs.map(({ from, to, count }) => [from, to, count]),
    peer: (rows) => rows.map(([from, to, count]) => [from, to, Number(count)]),
  },
  rule: {
    ours: ({ traits }, _each, companies) =>
      traits.map(({ field, value, count, catalogue_share }) => [
        field,
        textKey(value),
        count,
        Math.round(catalogue_share * companies),
      ]),
    // All values that an example has, as far as the service answers with them.
    peer: (rows, _each, { traits }) => {
      const counts = new Map(
        rows.map(([field, value, ...numbers]) => [`${field} ${textKey(value)}`, numbers.map(Number)]),
      );
      return traits.map(({ field, value }) => [
        field,
        textKey(value),
        ...(counts.get(`${field} ${textKey(value)}`) ?? []),
      ]);
    },
  },
};

async function measure(kind, cases, { server, key, peer, quick, signal, turnsFile, companies }) {
  let cold = 0;
  for (const each of cases) {
    const { value, ms } = await timed(() => ask(kind, each, { server, key }));
    cold += ms / cases.length;
    const rows = await peer.ask(PEER[kind](each));
    const [ours, theirs] = [FORMS[kind].ours(value, each, companies), FORMS[kind].peer(rows, each, value)];
    assert.deepEqual(ours, theirs, `the answers to ${kind} differ`);
  }
  await turnsOf(server, turnsFile);
  const sides = [
    { label: 'ours', run: (each) => ask(kind, each, { server, key }) },
    { label: 'peer', run: (each) => peer.ask(PEER[kind](each)) },
  ];
  const rounds = await takeTurns(quick ? 3 : 7, sides, async ({ run }) => {
    const times = [];
    for (const each of cases) {
      signal.throwIfAborted();
      times.push((await timed(() => run(each))).ms);
    }
    return { middle: median(times), late: percentile(times, 0.95) };
  });
  const turns = await turnsOf(server, turnsFile);
  const of = (label, name) => median(rounds.map((round) => round[label][name]));
  return summarize(`insight, ${kind}: ${cases.length} questions, p50 over HTTP`, [
    line('warm', of('ours', 'middle'), 'ms', TARGETS[kind]),
    line('warm, p95', of('ours', 'late'), 'ms'),
    line('the first time', cold, 'ms'),
    line(
      kind === 'rule' ? 'DuckDB, the traits alone' : 'DuckDB, in the same process',
      of('peer', 'middle'),
      'ms',
    ),
    line('longest turn of the event loop, in processor time', turns.longest, 'ms', TURN_TARGET),
  ]);
}
