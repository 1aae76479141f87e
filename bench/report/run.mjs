import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { availableParallelism, cpus, release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loadService } from '../filters/data.mjs';
import { say } from '../filters/report.mjs';
import { residentMb } from '../filters/server.mjs';
import { flagsOfStart, POOL_SIZE, startService, stopAll } from '../lib/children.mjs';
import { createApi, createOwnerKey } from '../lists/api.mjs';
import { CASES } from './cases/index.mjs';
import { createLookups } from './cases/lookup.mjs';
import { detectionShareOf, generateOnce, openCatalogue } from './data.mjs';
import { showMeasured } from './format.mjs';
import { measureCase, messageOf } from './measure.mjs';
import { measureBlocks, measureStart } from './processes.mjs';
import { judge } from './targets.mjs';
import { writeReport } from './write.mjs';

const RESULTS = fileURLToPath(new URL('../results/', import.meta.url));
const DEFAULTS = {
  full: { sizes: [10_000, 100_000, 1_000_000], rounds: 3, seconds: 5, idleSeconds: 40, lookUps: 100_000 },
  quick: { sizes: [10_000, 20_000], rounds: 1, seconds: 1, idleSeconds: 1, lookUps: 1_000 },
};
/** Name of the measurement of starts, which `--only` takes like that of a case. */
const START = 'start';
/** Other sizes run only the cases that have a curve, and measure only what the curves show. */
const LARGEST_COMPARED = 1_000_000;
/** Cases whose requests make the mixed load. */
const MIXED = ['lookup', 'graphql-lookup', 'nested-page', 'preview-count', 'members-page', 'enrichment'];

/**
 * Measures everything, or the cases of `only`, and writes the report.
 *
 * @returns whether every case ran and every target was met
 */
export async function benchReport({ root, quick, only, signal, ...given }) {
  const plan = { ...DEFAULTS[quick ? 'quick' : 'full'], signal };
  if (given.sizes)
    plan.sizes = given.sizes
      .split(',')
      .map(Number)
      .sort((a, b) => a - b);
  const wanted = only?.split(',');
  const data = given.data ?? join(tmpdir(), 'company-data-bench-catalogues');
  const modules = await loadService(root);
  const compared = plan.sizes.findLast((size) => size <= LARGEST_COMPARED) ?? plan.sizes[0];
  const results = await describeRun(root, plan, compared);
  const folder = given.results ?? join(RESULTS, `${results.startedAt.slice(0, 10)}-${results.commit}`);
  for (const companies of plan.sizes) {
    signal.throwIfAborted();
    say(`report: ${companies.toLocaleString('en-US')} companies`);
    const size = { cases: {} };
    results.sizes[companies] = size;
    try {
      const files = await generateOnce(root, modules, data, companies);
      const catalogue = await openCatalogue(root, modules, files);
      results.machine.PostgreSQL = catalogue.postgres;
      const names = Object.keys(CASES).filter(
        (name) => (companies === compared || CASES[name].isCurve) && (wanted?.includes(name) ?? true),
      );
      try {
        const save = () => writeReport(folder, results);
        const context = { root, modules, signal, ...catalogue };
        size.importSeconds = catalogue.importSeconds;
        size.databaseMb = catalogue.databaseMb;
        await runSize(context, { ...plan, isPoint: companies !== compared }, names, {
          size,
          save,
          results: companies === compared ? results : undefined,
        });
        if (companies === compared && (wanted?.includes(START) ?? true)) {
          await runProcess(context, plan, { isComplete: !wanted, results });
        }
      } finally {
        await stopAll();
        await catalogue.drop();
      }
    } catch (error) {
      signal.throwIfAborted();
      size.error = messageOf(error);
      say(`  failed: ${size.error}`);
    }
    await writeReport(folder, results);
  }
  for (const target of judge(results)) {
    const verdict = target.value === undefined ? '' : ` (${target.bound}): ${target.verdict}`;
    say(`  ${target.name}: ${showMeasured(target)}${verdict}`);
  }
  say(`report: ${join(folder, 'report.md')}`);
  return isComplete(results) && judge(results).every(({ verdict }) => verdict === 'met');
}

const isComplete = ({ cases, sizes, process }) =>
  [
    ...Object.values(cases),
    ...Object.values(sizes).flatMap((size) => [size, ...Object.values(size.cases)]),
  ].every(({ error, failures = {} }) => error === undefined && Object.keys(failures).length === 0) &&
  Object.keys(process.errors).length === 0;

/** Runs the cases of one size on one process of the service, and measures its memory before and after. */
async function runSize(context, plan, names, { size, save, results }) {
  const headers = { 'X-API-Key': await createOwnerKey(context.root, context.url) };
  // Exports and large lists may take longer than the default allows.
  const service = await startService(context.root, context.url, { GRAPHQL_TIMEOUT_SECONDS: '600' });
  await sleep(plan.idleSeconds * 1000, undefined, { signal: plan.signal });
  size.idleMb = await residentMb(service.pid);
  const api = createApi(service, headers['X-API-Key']);
  context.headers = headers;
  context.requests = {};
  for (const name of names) {
    say(`  ${name}`);
    const definition = {
      ...CASES[name],
      open: async (given) => {
        const opened = await CASES[name].open(given);
        context.requests[name] = opened.ours.requests;
        return opened;
      },
    };
    const found = await measureCase(definition, { ...context, service, api, headers }, plan).catch(
      (error) => {
        plan.signal.throwIfAborted();
        say(`    failed: ${messageOf(error)}`);
        return { error: messageOf(error) };
      },
    );
    if (CASES[name].isCurve) size.cases[name] = found;
    if (results) results.cases[name] = found;
    await save();
  }
  size.loadedMb = await residentMb(service.pid);
  await service.stop();
}

/**
 * Measures starts and blocks of the event loop, each of which may fail.
 *
 * @param isComplete false: measures starts alone
 */
async function runProcess(context, plan, { isComplete, results }) {
  const { requests } = context;
  const attempt = async (name, work) => {
    say(`  ${name}`);
    try {
      results.process[name] = await work();
    } catch (error) {
      plan.signal.throwIfAborted();
      results.process.errors[name] = messageOf(error);
      say(`    failed: ${messageOf(error)}`);
    }
  };
  await attempt(START, async () =>
    measureStart(context, await createLookups(context.pool, context.headers), plan),
  );
  if (isComplete) await attempt('blocks', () => measureBlocks(context, mix(requests), plan));
}

/** Takes one request of each case in turns, as often as the longest list has requests. */
function mix(requests) {
  const lists = MIXED.map((name) => requests[name]).filter(Boolean);
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.map((list) => list[index % list.length])).flat();
}

function describeSize(companies) {
  const share = detectionShareOf(companies);
  return companies.toLocaleString('en-US') + (share < 1 ? ` (with ${share} of the usual detections)` : '');
}

async function describeRun(root, { sizes, rounds, seconds }, companies) {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim();
  const changed = git('status', '--porcelain', '--untracked-files=no') ? '-changed' : '';
  const model = cpus()[0]?.model ?? 'unknown';
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return {
    startedAt: new Date().toISOString(),
    commit: `${git('rev-parse', '--short', 'HEAD') || version}${changed}`,
    command: `npm run bench -- ${process.argv.slice(2).join(' ')}`,
    companies,
    rounds,
    machine: {
      processors: `${availableParallelism()} (${model})`,
      memory: `${(totalmem() / 2 ** 30).toFixed(1)} GiB`,
      kernel: `${process.platform} ${release()}`,
      'Node.js': process.version,
    },
    settings: {
      'Node options of the service': (await flagsOfStart(root)).join(' ') || 'none',
      'connections to PostgreSQL of each server': POOL_SIZE,
      'logs, rate limits and overload protection': 'off, but for the case lookup-as-started',
      'companies of the curves': sizes.map(describeSize).join('; '),
      'rounds, seconds a measurement': `${rounds}, ${seconds}`,
    },
    cases: {},
    sizes: {},
    process: { errors: {} },
  };
}
