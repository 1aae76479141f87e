// Sets up a cluster on this machine, breaks it under load, and reports what that did to callers. See README.md.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runTests } from './lib/black-box.mjs';
import { prepareCatalogue } from './lib/catalogue.mjs';
import { PORTS, startDatabase } from './lib/database.mjs';
import { createFaults } from './lib/faults.mjs';
import { isolate, removeIsolation } from './lib/isolation.mjs';
import { judge } from './lib/judge.mjs';
import { startLoad } from './lib/load.mjs';
import { stopAll } from './lib/processes.mjs';
import { findPrograms } from './lib/programs.mjs';
import { writeReport } from './lib/report.mjs';
import { startServices } from './lib/services.mjs';

const { values: options } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    pgbouncer: { type: 'boolean', default: false },
    isolate: { type: 'boolean', default: false },
    tests: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    'if-installed': { type: 'boolean', default: false },
    companies: { type: 'string' },
    report: { type: 'string' },
  },
});
const SERVICES = [1, 2, 3];
const FRONT = `http://127.0.0.1:${PORTS.front}`;
const [BEFORE_MS, DURING_MS, AFTER_MS] = options.short ? [2_000, 8_000, 5_000] : [10_000, 30_000, 20_000];
const COMPANIES = Number(options.companies ?? (options.short ? 2_000 : 20_000));

const folder = mkdtempSync(join(tmpdir(), 'company-data-cluster-'));
const say = (text) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    isInterrupted = true;
    void clean().then(() => process.exit(1));
  });
}

/** Writes the command of this run, without the file of its report. */
function commandLine() {
  const flags = ['short', 'pgbouncer', 'isolate', 'tests']
    .filter((name) => options[name])
    .map((name) => `--${name}`);
  const only = options.only === undefined ? [] : [`--only '${options.only}'`];
  return ['node ops/cluster/run.mjs', ...flags, ...only].join(' ');
}

async function clean() {
  await stopAll();
  removeIsolation();
  if (!options.keep) rmSync(folder, { recursive: true, force: true });
}

async function breakOne(name, fault, callers) {
  say(`${name}…`);
  const load = await startLoad(FRONT, callers);
  await sleep(BEFORE_MS);
  const mend = await fault.begin();
  await sleep(DURING_MS);
  await mend();
  await sleep(AFTER_MS);
  await load.stop();
  const verdict = await judge(load.journal);
  say(verdict.faults.length === 0 ? '  nothing lost, nothing wrong' : `  ${verdict.faults.join('\n  ')}`);
  const { outcomes, reads, writes } = load.journal;
  return { name, outcomes, reads, writes, verdict };
}

async function main() {
  const programs = findInstalled();
  if (!programs) return undefined;
  say(`setting up in ${folder}`);
  chmodSync(folder, 0o755);
  const isolation = options.isolate ? isolate(folder, SERVICES, say) : undefined;
  const cluster = await startDatabase(programs, folder, SERVICES, isolation);
  if (options.tests) say('running the tests on it');
  const tests = options.tests ? await runTests(folder, options.pgbouncer) : undefined;
  if (tests) say(`  ${tests.passed} passed, ${tests.failed.length} failed`);
  say(`importing ${COMPANIES} companies`);
  const callers = await prepareCatalogue(folder, COMPANIES);
  const services = await startServices(folder, SERVICES, options.pgbouncer, cluster.urls);
  say(`ready at ${FRONT}, with the key ${callers.key}`);
  if (options.keep) return new Promise(() => undefined);
  const faults = Object.entries(createFaults(cluster, services, isolation)).filter(([name, { short }]) =>
    options.only ? name.includes(options.only) : short || !options.short,
  );
  const rows = [];
  for (const [name, fault] of faults) {
    if (!isInterrupted) rows.push(await breakOne(name, fault, callers));
  }
  const report = writeReport(commandLine(), programs, tests, rows);
  process.stdout.write(report);
  if (options.report) {
    mkdirSync(join(options.report, '..'), { recursive: true });
    writeFileSync(options.report, report);
  }
  if (tests?.failed.length > 0 || rows.some(({ verdict }) => verdict.faults.length > 0)) process.exitCode = 1;
}

/** @returns undefined if programs are missing, and that is allowed. */
function findInstalled() {
  try {
    return findPrograms();
  } catch (error) {
    if (!options['if-installed']) throw error;
    say(`the cluster is skipped: ${error.message}`);
    return undefined;
  }
}

try {
  await main();
} finally {
  await clean();
}
