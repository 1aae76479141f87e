// node bench/import/run.mjs [--companies N] [--rounds N] [--root FOLDER] [--quick]
//
// Measures an import against the minimum that PostgreSQL needs for the same bytes: a bare COPY of the same files into
// unlogged tables of one column without indexes, as jsonb (parsed) and as text (not parsed).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { createBenchDatabase } from '../lib/database.mjs';
import { median } from '../lib/statistics.mjs';
import { copyBare, countRows } from './bare-copy.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const LEAST_RATIO = 0.3;
const MOST_RSS_MB = 1024;

const { values } = parseArgs({
  options: {
    companies: { type: 'string' },
    rounds: { type: 'string' },
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
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  const bytes = (await Promise.all(files.map(({ path }) => stat(path)))).reduce(
    (sum, { size }) => sum + size,
    0,
  );
  say(`import: ${companies} companies, ${rows} rows, ${(bytes / 2 ** 20).toFixed(0)} MiB, ${rounds} rounds`);
  const results = { jsonb: [], text: [], import: [] };
  const measures = {
    jsonb: (url) => copyBare(values.root, url, files, 'jsonb'),
    text: (url) => copyBare(values.root, url, files, 'text'),
    import: (url) => runImport(url, files),
  };
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

/** Runs in a separate process, whose peak memory is then that of the import. */
async function runImport(url, files) {
  const program = join(here, 'one-import.mjs');
  const child = spawn(process.execPath, [program, values.root, url, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`the import ended with code ${code}`);
  const result = JSON.parse(output);
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
  const ours = speed(results.import);
  const rss = Math.max(...results.import.map((run) => run.rssMb));
  const toJsonb = ours / speed(results.jsonb);
  say(
    `median rows/s: import ${ours.toFixed(0)}, COPY to jsonb ${speed(results.jsonb).toFixed(0)}, COPY to text ${speed(results.text).toFixed(0)}`,
  );
  say(
    `import / COPY to jsonb: ${toJsonb.toFixed(2)} (at least ${LEAST_RATIO} wanted), / COPY to text: ${(ours / speed(results.text)).toFixed(2)}`,
  );
  say(`peak memory of the import: ${rss.toFixed(0)} MiB (below ${MOST_RSS_MB} wanted)`);
  // A few thousand companies are imported before the fixed costs pay off, so a quick run has no targets.
  return values.quick || (toJsonb >= LEAST_RATIO && rss < MOST_RSS_MB);
}

function describe(rows, { seconds, rssMb, files }) {
  const memory = rssMb === undefined ? '' : `, ${rssMb.toFixed(0)} MiB`;
  const parts = files.map(({ kind, seconds: part }) => `${kind} ${part.toFixed(1)}`).join(', ');
  return `${seconds.toFixed(1)} s, ${(rows / seconds).toFixed(0)} rows/s${memory} (${parts})`;
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
