import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median } from '../lib/statistics.mjs';
import { createBodies } from './cases.mjs';
import { createFilters } from './ours.mjs';
import { line, summarize, timed } from './report.mjs';

const TARGETS = { rebuild: 20, refresh: 1 };
const CHANGED = 1000;
const MILLION = 1_000_000;

/** Measures the build of the whole index, its refresh after a small import, and its size. */
export async function benchRebuild(root, service, { url, pool, companies }, { quick, signal }) {
  const rounds = quick ? 1 : 3;
  const rebuilds = [];
  for (let round = 0; round < rounds; round++) rebuilds.push(await rebuild(root, url, signal));
  const refreshes = { same: [], later: [] };
  for (let round = 0; round < 2 * rounds + 1; round++) {
    signal.throwIfAborted();
    for (const [name, days] of [
      ['same', 0],
      ['later', 1],
    ])
      refreshes[name].push(await refresh(service, pool, round, days));
  }
  const { status } = rebuilds[0];
  const seconds = median(rebuilds.map((each) => each.seconds));
  const held = await cacheBytes(root, service, pool);
  return summarize(`filters, rebuild of ${companies.toLocaleString('en-US')} companies: medians`, [
    line('rebuild', seconds, 's'),
    line('rebuild, a million companies', (seconds * MILLION) / companies, 's', TARGETS.rebuild),
    line('memory of the rebuild, at most', Math.max(...rebuilds.map(({ rssMb }) => rssMb)), 'MiB'),
    line(`refresh of ${CHANGED} companies' detections`, median(refreshes.same), 's', TARGETS.refresh),
    line('the same when the newest of them moves as_of by a day', median(refreshes.later), 's'),
    line('postings', status.postings, ''),
    line('size of the index', status.bytes / 2 ** 20, 'MiB'),
    line("the service's cache after all trees, ever alone", held / 2 ** 20, 'MiB'),
  ]);
}

/** Runs in a separate process, whose peak memory is then that of the rebuild. */
async function rebuild(root, url, signal) {
  const program = fileURLToPath(new URL('./one-rebuild.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, root, url], { signal });
  return JSON.parse(stdout);
}

/** Selects companies spread over the whole catalogue. $1 shifts the choice, so that each round has others. */
const SPREAD = `
  CREATE TEMPORARY TABLE import_changed ON COMMIT DROP AS
  SELECT id AS company_id FROM company WHERE technology_count BETWEEN 1 AND 400
    AND (id + $1) % (SELECT greatest(1, count(*) / ${CHANGED}) FROM company) = 0
  ORDER BY id LIMIT ${CHANGED}`;

/** Repeats a detection of each company. $1 is the maximum number of days after the index' as-of time. */
const SEEN_AGAIN = `
  UPDATE company_technology d SET last_seen = greatest(d.last_seen, i.detections_as_of + $1 * interval '1 day' - d.company_id % 30 * interval '1 day')
  FROM facet_index i, import_changed c
  WHERE d.company_id = c.company_id
    AND d.technology_id = (SELECT max(technology_id) FROM company_technology o WHERE o.company_id = c.company_id)`;

/** Adds three technologies to each company, unless it already has them. */
const NEW = `
  INSERT INTO company_technology (company_id, technology_id, detection_count, first_seen, last_seen)
  SELECT c.company_id, t.id, 1, i.detections_as_of, i.detections_as_of
  FROM facet_index i, import_changed c
  CROSS JOIN LATERAL (SELECT id FROM technology WHERE id % 140 = c.company_id % 140) t
  ON CONFLICT DO NOTHING`;

const COUNTS = `
  UPDATE company SET technology_count = (SELECT count(*) FROM company_technology d WHERE d.company_id = company.id)
  WHERE id IN (SELECT company_id FROM import_changed)`;

/** Makes the changes of an import of detections, refreshes the index, and rolls everything back. @returns seconds. */
async function refresh({ refreshIndex }, pool, round, days) {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { rowCount } = await client.query(SPREAD, [round]);
    if (rowCount < CHANGED / 2) throw new Error(`only ${rowCount} companies to change`);
    await client.query('ANALYZE import_changed');
    await client.query(SEEN_AGAIN, [days]);
    await client.query(NEW);
    await client.query(COUNTS);
    const before = await readVersion(client);
    const { ms } = await timed(() => refreshIndex(client, 'company_technologies'));
    if ((await readVersion(client)) <= before) throw new Error('the refresh found nothing to change');
    return ms / 1000;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

const readVersion = async (client) => (await client.query('SELECT version FROM facet_index')).rows[0].version;

async function cacheBytes(root, service, pool) {
  const filters = createFilters(service, pool);
  for (const body of (await createBodies(root, service, pool)).values())
    await (await filters.preview(body)).count();
  return filters.reader.cache.bytes;
}
