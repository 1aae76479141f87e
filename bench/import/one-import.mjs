// node one-import.mjs ROOT DATABASE_URL FOLDER: imports the folder and prints the time and memory as JSON.
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [root, url, folder] = process.argv.slice(2);
const load = (file) => import(pathToFileURL(join(root, 'dist/modules/import', file)).href);
const { importPaths } = await load('import.js');
const { createProgressMeter } = await load('progress.js');
// As the command does.
const { limitHeap } = await load('../../commands/heap.js');
limitHeap();
const pg = createRequire(join(root, 'package.json'))('pg');

const pool = new pg.Pool({ connectionString: url, max: 4, options: '-c TimeZone=UTC' });
const rejectsDir = await mkdtemp(join(tmpdir(), 'company-data-bench-rejects-'));
const files = [];
const start = performance.now();
let fileStart = start;
let phaseStart;
let indexing = 0;
const report = await importPaths(pool, [folder], {
  rejectsDir,
  progress: {
    ...createProgressMeter(),
    start: ({ path }) => {
      files.push({ kind: basename(path, '.ndjson'), seconds: 0 });
      fileStart = performance.now();
    },
    phase: (name) => {
      if (name === 'indexing') phaseStart = performance.now();
    },
    stop: () => {
      if (phaseStart !== undefined) indexing += (performance.now() - phaseStart) / 1000;
      phaseStart = undefined;
      files.at(-1).seconds = (performance.now() - fileStart) / 1000;
    },
  },
});
const seconds = (performance.now() - start) / 1000;
await pool.end();
await rm(rejectsDir, { recursive: true, force: true });
// In kilobytes, except on macOS.
const rssMb = process.resourceUsage().maxRSS / (process.platform === 'darwin' ? 2 ** 20 : 1024);
process.stdout.write(JSON.stringify({ seconds, indexing, rssMb, files, report }));
