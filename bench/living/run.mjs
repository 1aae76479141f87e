import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCatalogue, loadService, settle } from '../filters/data.mjs';
import { digits, printCells, say } from '../filters/report.mjs';
import { startService } from '../filters/server.mjs';
import { createTrees } from '../filters/trees.mjs';
import { readWords } from '../filters/words.mjs';
import { importFolder } from '../import/child.mjs';
import { percentile } from '../lib/statistics.mjs';
import { createApi, createOwnerKey } from '../lists/api.mjs';
import { writeObservations } from './observations.mjs';
import { previewEvenly } from './previews.mjs';

/** Numbers of watched lists. Without one, an import shows what it does to previews by itself. */
const LISTS = [0, 10, 100, 1_000];
const QUIET_MS = 10_000;
/** Previews are measured at least so long after an import. */
const LEAST_MS = 5_000;
/** Slots and refusals of a server by default. */
const SETTINGS = { OVERLOAD: 'on' };
/** Filters that alternate: as many technologies, and industries, begin a list. */
const TECHNOLOGIES = 250;
const TARGETS = { previewRatio: 2, secondsOfThousand: 30 };

/**
 * Measures watched lists of ten conditions: the time from the commit of an import that changes 1 % of the companies to the
 * last event, and what previews take meanwhile.
 */
export async function benchLiving({ root, quick, signal }) {
  const catalogue = await createCatalogue(root, await loadService(root), quick ? 20_000 : 1_000_000);
  const folder = await mkdtemp(join(tmpdir(), 'company-data-bench-living-'));
  const key = await createOwnerKey(root, catalogue.url);
  const server = await startService(root, catalogue.url, signal, SETTINGS);
  try {
    return await measure({ root, catalogue, folder, signal, api: createApi(server, key) });
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
    await catalogue.drop();
  }
}

async function measure({ root, catalogue: { url, pool }, folder, signal, api }) {
  const words = await readWords(root, pool);
  const treeOf = (number) => ({ registry_version: '1', root: tenConditions(words, number) });
  const previewTrees = Array.from({ length: 50 }, (_, number) => treeOf(number * 7));
  await settle(pool);
  const previews = (until) => previewEvenly(api, previewTrees, until, signal);
  await previews(sleep(QUIET_MS / 2));
  const quiet = await previews(sleep(QUIET_MS));
  const rows = [];
  let watched = 0;
  let met = true;
  for (const [round, lists] of LISTS.entries()) {
    while (watched < lists) {
      signal.throwIfAborted();
      await watch(api, treeOf(watched));
      watched += 1;
    }
    const path = join(folder, `import-${round}`);
    const changed = await writeObservations(pool, path, round);
    let seconds = 0;
    const work = async () => {
      ({ seconds } = await importFolder(root, url, path));
      await Promise.all([untilEvaluated(pool, signal), sleep(LEAST_MS)]);
    };
    const sent = await previews(work());
    const { committed, events, toLast } = await readEvents(pool);
    const after = sent.filter(({ at }) => at >= committed);
    const p99 = p99Of(after);
    const ratio = p99 / p99Of(quiet);
    // With fewer lists, two previews of a hundred decide the p99.
    if (lists === 1_000) met = toLast <= TARGETS.secondsOfThousand && ratio <= TARGETS.previewRatio;
    const failed = after.filter(({ ok }) => !ok).length;
    rows.push([
      String(lists),
      `${changed} rows, ${seconds.toFixed(1)} s`,
      lists === 0 ? '' : `${events} in ${toLast.toFixed(1)} s`,
      `${digits(p99Of(quiet))} ms`,
      `${digits(p99)} ms`,
      ratio.toFixed(2),
      `${failed} of ${after.length}`,
    ]);
    say(`  ${rows.at(-1).join(' | ')}`);
  }
  const head = ['lists', 'import', 'events', 'p99 of previews, quiet', 'meanwhile', 'ratio', 'refused'];
  printCells('living: watched lists of ten conditions after an import that changes 1 %', head, rows);
  return met;
}

/** Ten conditions, which others follow for each number. */
function tenConditions(words, number) {
  const from = (values, start) => [
    ...values.slice(start % values.length),
    ...values.slice(0, start % values.length),
  ];
  const { technologies, industries } = words;
  const turned = {
    ...words,
    technologies: from(technologies, number % TECHNOLOGIES),
    industries: from(industries, Math.floor(number / TECHNOLOGIES)),
  };
  return createTrees(turned)['ten conditions'];
}

async function watch(api, definition) {
  const { list_id: listId } = await api.post('/v1/lists', { name: 'Watched', definition });
  const { headers, url } = api;
  const response = await fetch(`${url}/v1/lists/${listId}/watch`, { method: 'PUT', headers });
  if (response.status !== 204) throw new Error(`PUT watch: ${response.status} ${await response.text()}`);
}

async function untilEvaluated(pool, signal) {
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await pool.query(
      `SELECT count(*)::int AS due FROM list_watch WHERE index_version <> (SELECT version FROM facet_index)`,
    );
    if (rows[0].due === 0) return;
    await sleep(50);
  }
}

/** Reads when the latest import was committed, the events that it led to, and the seconds to the last of them. */
async function readEvents(pool) {
  const { rows } = await pool.query(`
    SELECT i.at AS committed, count(e.id)::int AS events, extract(epoch FROM max(e.at) - i.at)::float8 AS "toLast"
    FROM (SELECT at FROM event WHERE type = 'catalogue.imported' ORDER BY id DESC LIMIT 1) i
    LEFT JOIN event e ON e.type = 'list.members_changed' AND e.at >= i.at GROUP BY i.at`);
  return rows[0];
}

const p99Of = (sent) =>
  percentile(
    sent.map(({ ms }) => ms),
    0.99,
  );
