import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const DAY_MS = 86_400_000;
/** Steps of the as-of time, one import each. A process imports nothing else, so that the first one is like the others. */
const STEPS = 3;

/**
 * Loads a catalogue, then imports a single detection that is a day newer than all others, some times.
 *
 * @param importFolder imports a folder with one build. @returns seconds of the load and of each step, bytes of the index
 */
export async function measureSteps({ root, pool, url, files, folder, importFolder }) {
  const load = await importFolder(root, url, files);
  const { rows: sizes } = await pool.query(`
    SELECT coalesce(sum(pg_column_size(p.*)), 0)::float8 AS bytes FROM ${await postings(pool)} p`);
  const seconds = [];
  for (let step = 1; step <= STEPS; step += 1) {
    const path = join(folder, `step-${step}`);
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'company_technologies.ndjson'), `${JSON.stringify(await nextDay(pool))}\n`);
    seconds.push((await importFolder(root, url, path)).seconds);
  }
  return { load: load.seconds, bytes: sizes[0].bytes, steps: seconds };
}

/** Builds before the bands of evidence have one table. */
async function postings(pool) {
  const { rows } = await pool.query(`SELECT to_regclass('facet_stored') IS NOT NULL AS stored`);
  return rows[0].stored ? 'facet_stored' : 'facet_posting';
}

/** A detection of the first company a day after the newest one. */
async function nextDay(pool) {
  const { rows } = await pool.query(`
    SELECT c.primary_domain AS domain, t.tech_key, d.first_seen, (SELECT as_of FROM facet_index) AS as_of
    FROM company_technology d JOIN company c ON c.id = d.company_id JOIN technology t ON t.id = d.technology_id
    WHERE d.company_id = (SELECT min(company_id) FROM company_technology) ORDER BY t.id LIMIT 1`);
  const [{ domain, tech_key, first_seen, as_of }] = rows;
  const last_seen = new Date(as_of.getTime() + DAY_MS);
  return { domain, tech_key, detection_count: 1, first_seen, last_seen };
}
