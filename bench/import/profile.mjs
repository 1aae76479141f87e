import { mkdtemp, rm } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { timesOf } from '../lib/profile.mjs';

const SLOW_MS = 150;
const SAMPLE_MS = 50;
const STATEMENT_LENGTH = 90;
/** Parts of an import, as in bench/lib/profile.mjs. */
const PARTS = [
  ['waiting for PostgreSQL', (name) => name === '(idle)'],
  ['collecting garbage', (name) => name === '(garbage collector)'],
  ['facet index', (_, path) => path.includes('/dist/modules/facets/')],
  [
    'resolving domains, sending rows',
    (name, path) =>
      /^(?:flush|isResolved)$/.test(name) ||
      /keyed-(?:writer|rows)|domain-resolver|copy-(?:buffer|stream)/.test(path),
  ],
  ['reading, parsing and checking rows', (_, path) => path.includes('/dist/modules/import/')],
];

/**
 * Imports a folder in this process and takes the time and the memory of each phase, the time of each statement that takes
 * long, and the processor time of each part of the code.
 *
 * @returns {seconds, parts, phases: [{file, phase, seconds, memory, statements: [{ms, text}]}]}; `parts` has microseconds by
 * name, `memory` is that of `process.memoryUsage()` at its largest
 */
export async function profileImport(root, url, folder) {
  const pg = createRequire(join(root, 'package.json'))('pg');
  const { importPaths } = await import(pathToFileURL(join(root, 'dist/modules/import/import.js')).href);
  // As the command does.
  const { limitHeap } = await import(pathToFileURL(join(root, 'dist/commands/heap.js')).href);
  limitHeap();
  const { createProgressMeter } = await import(
    pathToFileURL(join(root, 'dist/modules/import/progress.js')).href
  );
  const phases = [];
  const end = () => {
    const current = phases.at(-1);
    if (current && current.seconds === undefined)
      current.seconds = (performance.now() - current.start) / 1000;
  };
  const begin = (file, phase) => {
    end();
    phases.push({ file, phase, start: performance.now(), statements: [] });
  };
  const meter = createProgressMeter();
  let file = '';
  const progress = {
    ...meter,
    start: (source) => {
      file = basename(source.path);
      begin(file, 'reading');
      meter.start(source);
    },
    phase: (name) => {
      begin(file, name);
      meter.phase(name);
    },
    stop: () => {
      begin(file, 'statistics and COMMIT');
      meter.stop();
    },
  };
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function (...sent) {
    const start = performance.now();
    const text = String(sent[0]?.text ?? sent[0]).replace(/\s+/g, ' ');
    const note = () => {
      const ms = performance.now() - start;
      if (ms >= SLOW_MS) phases.at(-1)?.statements.push({ ms, text: text.trim().slice(0, STATEMENT_LENGTH) });
    };
    // Statements that read their own messages take a callback, all others give a promise.
    const [callback] = sent.slice(-1);
    if (typeof callback === 'function')
      sent[sent.length - 1] = (...answer) => {
        note();
        callback(...answer);
      };
    const result = query.apply(this, sent);
    result?.then?.(note, () => undefined);
    return result;
  };
  const sampling = setInterval(() => {
    const current = phases.at(-1);
    const memory = process.memoryUsage();
    if (current && memory.rss > (current.memory?.rss ?? 0)) current.memory = memory;
  }, SAMPLE_MS);
  const rejectsDir = await mkdtemp(join(tmpdir(), 'company-data-bench-rejects-'));
  const pool = new pg.Pool({ connectionString: url, max: 4, options: '-c TimeZone=UTC' });
  const profiler = new Session();
  profiler.connect();
  await profiler.post('Profiler.enable');
  await profiler.post('Profiler.start');
  const start = performance.now();
  try {
    await importPaths(pool, [folder], { rejectsDir, progress });
    end();
    const seconds = (performance.now() - start) / 1000;
    const { profile } = await profiler.post('Profiler.stop');
    return { seconds, parts: timesOf(profile, PARTS), phases };
  } finally {
    profiler.disconnect();
    clearInterval(sampling);
    pg.Client.prototype.query = query;
    await pool.end();
    await rm(rejectsDir, { recursive: true, force: true });
  }
}
