import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createBenchDatabase } from '../lib/database.mjs';
import { median, percentile } from '../lib/statistics.mjs';
import { createFilters } from './ours.mjs';
import { line, say, summarize, timed } from './report.mjs';
import { countConditions } from './trees.mjs';

const TARGET_MS = 25;
const POSTINGS = 20;
const [LEAST, MOST] = [0.01, 0.5];

/** Trees of 20 conditions over as many postings. `shift` rotates the postings among the conditions. */
function createTree(shift) {
  const has = (place) => condition('any_of', place);
  const lacks = (place) => condition('none_of', place);
  const condition = (operator, place) => ({
    condition: { field: 'technology', operator, values: [keyOf((place + shift) % POSTINGS)] },
  });
  return {
    and: [
      { or: [has(0), has(3), has(7), has(11)] },
      { or: [{ and: [has(1), has(19)] }, { and: [has(5), lacks(2)] }, has(17)] },
      { not: { and: [has(4), has(16), { or: [has(8), lacks(14)] }] } },
      { or: [lacks(6), has(18), { not: { or: [has(9), has(10)] } }] },
      { not: { or: [{ and: [has(12), has(13)] }, { not: has(15) }] } },
    ],
  };
}

const keyOf = (place) => `technology-${place}`;

/** Writes postings of ten million companies directly into the index: random, with 1 to 50 % of all ids. */
export async function benchTenMillion(root, service, { quick, signal }) {
  const companies = quick ? 200_000 : 10_000_000;
  const [trees, calls] = quick ? [2, 20] : [8, 150];
  const database = await createBenchDatabase(root);
  const { pool, close } = service.openDatabase({ url: database.url, poolSize: 4 });
  try {
    const masks = await writePostings(root, service, pool, companies);
    const filters = createFilters(service, pool);
    const bodies = Array.from({ length: trees }, (_, shift) => ({
      registry_version: service.REGISTRY_VERSION,
      root: createTree(shift * 3),
    }));
    const evaluate = async (body) => (await filters.preview(body)).count();
    for (const body of bodies) {
      const [count, expected] = [await evaluate(body), countByHand(body.root, masks)];
      if (count !== expected) throw new Error(`the service counts ${count}, by hand it is ${expected}`);
    }
    say(
      `  ${trees} trees of ${countConditions(bodies[0].root)} conditions: the counts are those found company by company`,
    );
    const times = [];
    for (let call = 0; call < calls; call++) {
      signal.throwIfAborted();
      for (const body of bodies) times.push((await timed(() => evaluate(body))).ms);
    }
    return summarize(`filters, ${companies.toLocaleString('en-US')} ids, ${times.length} previews, warm`, [
      line('median', median(times), 'ms'),
      line('p99', percentile(times, 0.99), 'ms', TARGET_MS),
      line('cache', filters.reader.cache.bytes / 2 ** 20, 'MiB'),
    ]);
  } finally {
    await close();
    await database.drop();
  }
}

/** @returns the postings of each company, as bits. */
async function writePostings(root, service, pool, companies) {
  const { RoaringBitmap32 } = createRequire(join(root, 'package.json'))('roaring');
  const insert = async (field, value, ids) => {
    ids.runOptimize();
    await pool.query(
      `INSERT INTO facet_posting (field, value, window_days, version, cardinality, base) VALUES ($1, $2, 0, 1, $3, $4)`,
      [field, value, ids.size, ids.serialize('portable')],
    );
  };
  const random = createRandom(1);
  const masks = new Uint32Array(companies + 1);
  await pool.query('UPDATE facet_index SET version = 1, format = $1, as_of = now()', [service.FORMAT]);
  await insert('*', '', RoaringBitmap32.fromRange(1, companies + 1));
  for (let place = 0; place < POSTINGS; place++) {
    const density = LEAST * (MOST / LEAST) ** (place / (POSTINGS - 1));
    const ids = new Uint32Array(companies);
    let length = 0;
    for (let id = 1; id <= companies; id++) {
      if (random() >= density) continue;
      ids[length++] = id;
      masks[id] |= 1 << place;
    }
    await pool.query('INSERT INTO technology (tech_key, display_name) VALUES ($1, $1)', [keyOf(place)]);
    await insert('technology', keyOf(place), new RoaringBitmap32(ids.subarray(0, length)));
  }
  return masks;
}

function countByHand(root, masks) {
  const holds = compile(root);
  let count = 0;
  for (let id = 1; id < masks.length; id++) if (holds(masks[id])) count++;
  return count;
}

function compile(node) {
  if (node.not) {
    const child = compile(node.not);
    return (mask) => !child(mask);
  }
  if (node.condition) {
    const bit = 1 << Number(node.condition.values[0].split('-')[1]);
    return node.condition.operator === 'any_of' ? (mask) => (mask & bit) !== 0 : (mask) => (mask & bit) === 0;
  }
  const children = (node.and ?? node.or).map(compile);
  return node.and
    ? (mask) => children.every((child) => child(mask))
    : (mask) => children.some((child) => child(mask));
}

/** Mulberry32: the same numbers in each run. */
function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
