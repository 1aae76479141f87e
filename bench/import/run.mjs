// node bench/import/run.mjs [--only speed] [--companies N] [--rounds N] [--against FOLDER] [--root FOLDER] [--quick]
//
// Measures an import against two peers. One is a bare COPY of the same files into unlogged tables of one column
// without indexes, as jsonb (parsed) and as text (not parsed). The other is a hand-written bulk load of rows that somebody
// has prepared: COPY into the same tables, then their indexes and constraints, then ANALYZE. --against takes another build
// in turns, such as the one before a change.
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { createBenchDatabase } from '../lib/database.mjs';
import { median } from '../lib/statistics.mjs';
import { copyBare, countRows } from './bare-copy.mjs';
import { importFolder } from './child.mjs';
import { copyPrepared, dumpTables } from './prepared-copy.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const LEAST_RATIO = 0.8;
const LEAST_GAIN = 1.5;
const MOST_RSS_MB = 600;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    companies: { type: 'string' },
    rounds: { type: 'string' },
    against: { type: 'string' },
    root: { type: 'string', default: join(here, '../..') },
    quick: { type: 'boolean', default: false },
  },
});
const companies = Number(values.companies ?? (values.quick ? 20_000 : 1_000_000));
const rounds = Number(values.rounds ?? 3);

const folder = await mkdtemp(join(tmpdir(), 'company-data-bench-import-'));
try {
  process.exitCode = (await bench()) ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function bench() {
  const { generateTo } = await import(
    pathToFileURL(join(values.root, 'dist/modules/generate/generate.js')).href
  );
  const { files } = await generateTo(folder, { companies, seed: 1 });
  return benchSpeed(files);
}

async function benchSpeed(files) {
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  const bytes = (await Promise.all(files.map(({ path }) => stat(path)))).reduce(
    (sum, { size }) => sum + size,
    0,
  );
  say(`import: ${companies} companies, ${rows} rows, ${(bytes / 2 ** 20).toFixed(0)} MiB, ${rounds} rounds`);
  const prepared = join(folder, 'prepared');
  const runOf = (root) => (url) => runImport(root, url, files);
  await onEmptyDatabase(async (url) => {
    await runOf(values.root)(url);
    await dumpTables(values.root, url, prepared);
  });
  const measures = {
    jsonb: (url) => copyBare(values.root, url, files, 'jsonb'),
    text: (url) => copyBare(values.root, url, files, 'text'),
    prepared: (url) => copyPrepared(values.root, url, prepared),
    import: runOf(values.root),
    ...(values.against && { other: runOf(values.against) }),
  };
  const results = Object.fromEntries(Object.keys(measures).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    // They run alternately, so that other load on the machine affects all of them alike.
    for (const name of round % 2 === 0 ? Object.keys(measures) : Object.keys(measures).reverse()) {
      results[name].push(await onEmptyDatabase(measures[name]));
      say(`  round ${round + 1} ${name}: ${describe(rows, results[name].at(-1))}`);
    }
  }
  return report(rows, results);
}

async function onEmptyDatabase(measure) {
  const database = await createBenchDatabase(values.root);
  try {
    return await measure(database.url);
  } finally {
    await database.drop();
  }
}

async function runImport(root, url, files) {
  const result = await importFolder(root, url, folder);
  await expectRows(url, files, result.report);
  return result;
}

/** Times count only if every row has arrived. */
async function expectRows(url, files, report) {
  const tables = ['technology', 'company', 'company_technology', 'partnership_observation'];
  const stored = await countRows(values.root, url, tables);
  const expected = files.map((file) => file.rows);
  const accepted = report.files.map((file) => file.accepted);
  if (String(stored) !== String(expected) || String(accepted) !== String(expected)) {
    throw new Error(`rows in the files ${expected}, accepted ${accepted}, in the tables ${stored}`);
  }
}

function report(rows, results) {
  const speed = (runs) => rows / median(runs.map((run) => run.seconds));
  const rss = Math.max(...results.import.map((run) => run.rssMb));
  say(
    `median rows/s: ${Object.entries(results)
      .map(([name, runs]) => `${name} ${speed(runs).toFixed(0)}`)
      .join(', ')}`,
  );
  const toPrepared = ratio(results.import, results.prepared);
  const gain = results.other ? ratio(results.import, results.other) : Number.POSITIVE_INFINITY;
  const withoutIndex = results.import.map(({ seconds, indexing }) => ({ seconds: seconds - indexing }));
  say(`import / COPY of prepared rows: ${toPrepared.toFixed(2)} (at least ${LEAST_RATIO} wanted)`);
  say(`the same without the facet index: ${ratio(withoutIndex, results.prepared).toFixed(2)}`);
  for (const type of ['jsonb', 'text'])
    say(`import / COPY to ${type}: ${ratio(results.import, results[type]).toFixed(2)}`);
  if (results.other) say(`import / other build: ${gain.toFixed(2)} (at least ${LEAST_GAIN} wanted)`);
  say(`peak memory of the import: ${rss.toFixed(0)} MiB (below ${MOST_RSS_MB} wanted)`);
  // A few thousand companies are imported before the fixed costs pay off, so a quick run has no targets.
  return values.quick || (toPrepared >= LEAST_RATIO && gain >= LEAST_GAIN && rss < MOST_RSS_MB);
}

/** The median of the rounds' ratios of speed: only runs of the same round had the same load beside them. */
function ratio(ours, theirs) {
  return median(ours.map(({ seconds }, round) => theirs[round].seconds / seconds));
}

function describe(rows, { seconds, rssMb, files }) {
  const memory = rssMb === undefined ? '' : `, ${rssMb.toFixed(0)} MiB`;
  const parts = files.map(({ kind, seconds: part }) => `${kind} ${part.toFixed(1)}`).join(', ');
  return `${seconds.toFixed(1)} s, ${(rows / seconds).toFixed(0)} rows/s${memory} (${parts})`;
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
