import { draftOf, findDocument, post } from '../filters/draft.mjs';
import { digits, line, printCells, say, summarize, timed } from '../filters/report.mjs';
import { and, or, where } from '../filters/trees.mjs';
import { sendInTurn } from '../lib/in-turn.mjs';
import { compareRounds, median, takeTurns } from '../lib/statistics.mjs';

const [RATIO, MORE_MS, COLD_MB] = [1.1, 2, 6];

/** Asks the service and throws unless it succeeds. */
export async function ask({ url }, { path, ...call }) {
  const response = await fetch(url + path, call);
  const body = await response.json();
  if (!response.ok || body.errors) throw new Error(`${path}: ${JSON.stringify(body).slice(0, 500)}`);
  return body;
}

export async function registryOf({ url, key }) {
  const { registry_version } = await ask(
    { url },
    { path: '/v1/lists/filter-fields', headers: { 'X-API-Key': key } },
  );
  return registry_version;
}

/** Own categories, each with the built-in field that it is compared to. */
const PAIRS = { 'custom.segment': 'industry', 'custom.city': 'country', 'custom.tags': 'investor' };

/** Pairs values of an own category with those of a built-in field that most nearly as many companies have. */
async function pairValues(pool, own, builtIn) {
  const read = async (field) => {
    const facet = `SELECT coalesce((SELECT 'custom:' || id FROM own_field WHERE key = $1 AND scope_id = 0), $1)`;
    const { rows } = await pool.query(
      `SELECT value, cardinality AS size FROM facet_posting WHERE field = (${facet}) AND window_days = 0 AND value <> ''
       ORDER BY size DESC, value`,
      [field],
    );
    return rows;
  };
  const [values, left] = [await read(own), await read(builtIn)];
  return values.slice(0, 8).map(({ value, size }) => {
    const place = left.reduce(
      (best, each, index) => (Math.abs(each.size - size) < Math.abs(left[best].size - size) ? index : best),
      0,
    );
    return { own: value, builtIn: left.splice(place, 1)[0].value };
  });
}

/** A draft by categories: of the own ones, or of the built-in ones. */
function byCategories(pairs, side) {
  const [[first, a], [second, b], [third, c]] = Object.entries(PAIRS).map(([own, builtIn]) => [
    side === 'own' ? own : builtIn,
    pairs[own].map((each) => each[side]),
  ]);
  return {
    tree: and(
      or(where(second, 'any_of', ...b.slice(0, 4)), where(first, 'any_of', ...a.slice(0, 2))),
      where(first, 'none_of', a[5]),
      where(third, 'none_of', c[0]),
      or(where(third, 'any_of', ...c.slice(1, 5)), where(second, 'is_known', true)),
    ),
    fields: { [first]: 25, [second]: 250, [third]: 25 },
  };
}

const NUMBERS = {
  builtIn: {
    tree: and(
      where('founded_year', 'between', 1990, 2015),
      where('technology_count', 'gte', 8),
      where('partnership_count', 'lte', 40),
    ),
    fields: { founded_year: 25, technology_count: 25, partnership_count: 25 },
  },
  own: {
    tree: and(
      where('custom.renewal', 'between', '2017-03-01', '2025-06-30'),
      where('custom.revenue', 'gte', 25_000),
      where('custom.score', 'lte', 900.25),
    ),
    fields: { 'custom.renewal': 25, 'custom.revenue': 25, 'custom.score': 25 },
  },
};

/** Measures drafts by own fields against drafts by built-in ones, and what the first condition on numbers reads. */
export async function benchDrafts({ server, pool }, { root, quick, signal }) {
  const [rounds, seconds] = quick ? [1, 1] : [7, 3];
  const lines = await benchCold(server, pool);
  const pairs = {};
  for (const [own, builtIn] of Object.entries(PAIRS)) pairs[own] = await pairValues(pool, own, builtIn);
  const documentId = await findDocument(root);
  const registry_version = await registryOf(server);
  const toSide = (label, { tree, fields }) => ({
    label,
    request: draftOf(server.key, documentId, { registry_version, root: tree }, fields),
  });
  const drafts = {
    categories: ['own', 'builtIn'].map((side) => toSide(side, byCategories(pairs, side))),
    'numbers and dates': ['own', 'builtIn'].map((side) => toSide(side, NUMBERS[side])),
  };
  const rows = [];
  for (const [name, sides] of Object.entries(drafts)) {
    const send = ({ request }, during = seconds) =>
      sendInTurn({ ...server, requests: [request] }, { connections: 1, seconds: during });
    const matches = [];
    for (const { request } of sides) matches.push((await ask(server, request)).data.previewCount.exactCount);
    for (const side of sides) await send(side, 1);
    signal.throwIfAborted();
    const results = await takeTurns(rounds, sides, (side) => send(side));
    const [p50, processor] = ['p50', 'processor'].map(
      (number) => compareRounds(results, 'own', 'builtIn')[number],
    );
    const more = median(results.map(({ own, builtIn }) => own.p50 - builtIn.p50));
    const counts = matches.map((count) => count.toLocaleString('en-US'));
    const times = [p50, processor].flatMap(({ ours, peer, ratio }) => [
      digits(ours),
      digits(peer),
      ratio.toFixed(2),
    ]);
    rows.push([name, ...counts, ...times]);
    if (name === 'categories')
      lines.push(line('draft by categories, to built-in ones', p50.ratio, '', RATIO));
    else lines.push(line('draft by numbers and dates, more than built-in ones', more, 'ms', MORE_MS));
  }
  const head = [
    'draft',
    'own matches',
    'built-in',
    'own p50 ms',
    'built-in',
    'ratio',
    'own processor ms',
    'built-in',
    'ratio',
  ];
  printCells(`fields, drafts: medians of ${rounds} rounds, LivePreview over HTTP`, head, rows);
  return summarize('fields, drafts', lines);
}

/** The bytes that the first condition on a number reads: all postings of its field. The server has read none of them. */
async function benchCold(server, pool) {
  const registry_version = await registryOf(server);
  const count = (root) =>
    ask(server, post(server.key, '/v1/lists/preview-count', { registry_version, root }));
  await count(where('country', 'is_known', true));
  const { rows } = await pool.query(
    `SELECT f.key, sum(octet_length(base) + coalesce(octet_length(added), 0) + coalesce(octet_length(removed), 0))::int AS bytes
     FROM own_field f JOIN facet_stored p ON p.field = 'custom:' || f.id WHERE f.scope_id = 0 AND f.type IN ('number', 'date')
     GROUP BY f.key ORDER BY bytes DESC LIMIT 5`,
  );
  for (const { key, bytes } of rows) say(`  ${key}: ${(bytes / 1e6).toFixed(2)} MB of postings`);
  const { ms } = await timed(() => count(where(rows[0].key, 'gte', 100)));
  return [
    line('cold read of the largest number field', rows[0].bytes / 1e6, 'MB', COLD_MB),
    line('its first count', ms, 'ms'),
  ];
}
