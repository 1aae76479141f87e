import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createFilledDatabase } from '../lib/database.mjs';
import { say, timed } from './report.mjs';

const SEED = 1;

/** Loads the modules of the service from the build in `root`. */
export async function loadService(root) {
  const load = (path) => import(pathToFileURL(join(root, 'dist', path)).href);
  const [generate, imports, client, index, filters, registry, state] = await Promise.all([
    load('modules/generate/generate.js'),
    load('modules/import/import.js'),
    load('database/client.js'),
    load('modules/filters/facet-index.js'),
    load('modules/filters/service.js'),
    load('modules/filters/registry.js'),
    load('modules/facets/index-state.js'),
  ]);
  return { ...generate, ...imports, ...client, ...index, ...filters, ...registry, ...state };
}

/** Creates a database with a generated catalogue that the service imports, including its index. */
export async function createCatalogue(root, service, companies) {
  return createFilledDatabase(root, service.openDatabase, async ({ pool }) => {
    const { ms } = await timed(() => fill(service, pool, companies));
    await pool.query('VACUUM (ANALYZE)');
    const { rows } = await pool.query(`
      SELECT (SELECT count(*)::int FROM company) AS companies, (SELECT count(*)::int FROM company_technology) AS detections,
        (SELECT count(*)::int FROM partnership WHERE company_id < partner_id) AS partnerships, (SELECT count(*)::int FROM company_domain) AS domains`);
    const [loaded] = rows;
    say(
      `filters: ${Object.entries(loaded)
        .map(([name, count]) => `${count.toLocaleString('en-US')} ${name}`)
        .join(', ')}, generated and imported in ${(ms / 1000).toFixed(0)} s`,
    );
    return { companies: loaded.companies };
  });
}

/** Completes the background work of PostgreSQL, which would otherwise use the same processors later. */
export async function settle(pool) {
  await pool.query('VACUUM (ANALYZE) facet_index, facet_posting, facet_rare_words');
  await pool.query('CHECKPOINT');
}

async function fill({ generateTo, importPaths }, pool, companies) {
  const folder = await mkdtemp(join(tmpdir(), 'company-data-bench-filters-'));
  try {
    await generateTo(folder, { companies, seed: SEED });
    const { files } = await importPaths(pool, [folder], { rejectsDir: join(folder, 'rejects') });
    const refused = files.filter(({ rejected }) => rejected > 0);
    if (refused.length > 0)
      throw new Error(`rows of ${refused.map(({ path }) => path).join(', ')} were refused`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
