// npm run bench -- [lookup|graphql-lookup|enrichment|import|filters|fields|insight|match|jobs|lists|fairness|console|report|all] [--quick] [--only SECTION] [--root FOLDER]
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { mainOf, stopAll } from './lib/children.mjs';

const USAGE = `usage: npm run bench -- [lookup|graphql-lookup|enrichment|import|filters|fields|insight|match|jobs|lists|fairness|console|report|all] [--quick] [--root FOLDER]
       npm run bench -- lookup|enrichment [--against FOLDER] [--quick] [--root FOLDER]
       npm run bench -- lookup [--only plain|with-technologies] [--quick] [--root FOLDER]
       npm run bench -- import [--only speed] [--companies N] [--against FOLDER] [--quick] [--root FOLDER]
       npm run bench -- filters [--only warm|draft] [--quick] [--root FOLDER]
       npm run bench -- fields [--only load|counts|drafts|catalog|writes] [--companies N] [--quick] [--root FOLDER]
       npm run bench -- insight [--only overlap|similar|move|moves|rule] [--companies N] [--quick] [--root FOLDER]
       npm run bench -- match [--companies N] [--quick] [--root FOLDER]
       npm run bench -- jobs [--only enrich|parquet|uploads] [--companies N] [--rows N] [--quick] [--root FOLDER]
       npm run bench -- lists [--only materialize|graphql|page|export] [--quick] [--root FOLDER]
       npm run bench -- console [--only first-load|changes|screens|empty-space|typing|walk] [--quick] [--root FOLDER]
       npm run bench -- report [--only CASE,CASE] [--sizes N,N] [--data FOLDER] [--results FOLDER] [--quick] [--root FOLDER]
       npm run bench -- fairness [--only NAME] [--catalogues real,million] [--catalogue FOLDER] [--quick] [--root FOLDER]`;
const SECTIONS = {
  lookup: ['plain', 'with-technologies'],
  insight: ['overlap', 'similar', 'move', 'moves', 'rule'],
  import: ['speed'],
  filters: ['warm', 'draft'],
  fields: ['load', 'counts', 'drafts', 'catalog', 'writes'],
  jobs: ['enrich', 'parquet', 'uploads'],
  lists: ['materialize', 'graphql', 'page', 'export'],
  console: ['first-load', 'changes', 'screens', 'empty-space', 'typing', 'walk'],
  report: [
    'lookup',
    'lookup-all',
    'lookup-as-started',
    'graphql-lookup',
    'nested-page',
    'preview-count',
    'draft',
    'materialize',
    'members-page',
    'export',
    'import',
    'enrichment',
    'start',
  ],
};
/** Benchmarks that can take another build of the service for the peer. */
const OF_BUILDS = ['lookup', 'enrichment', 'import'];
/** Options that few benchmarks have. */
const OWN_OPTIONS = {
  fairness: ['catalogue', 'catalogues'],
  fields: ['companies'],
  import: ['companies'],
  insight: ['companies'],
  jobs: ['companies', 'rows'],
  match: ['companies'],
  report: ['sizes', 'data', 'results'],
};
const here = fileURLToPath(new URL('.', import.meta.url));

const BENCHMARKS = {
  lookup: async (options) => (await import('./lookup.mjs')).benchLookup(options),
  'graphql-lookup': async (options) => (await import('./graphql-lookup.mjs')).benchGraphQLLookup(options),
  enrichment: async (options) => (await import('./enrichment.mjs')).benchEnrichment(options),
  import: runImport,
  filters: async (options) => (await import('./filters/run.mjs')).benchFilters(options),
  fields: async (options) => (await import('./fields/run.mjs')).benchFields(options),
  insight: async (options) => (await import('./insight.mjs')).benchInsight(options),
  match: async (options) => (await import('./match.mjs')).benchMatch(options),
  jobs: async (options) => (await import('./jobs/run.mjs')).benchJobs(options),
  lists: async (options) => (await import('./lists/run.mjs')).benchLists(options),
  console: async (options) => (await import('./console/run.mjs')).benchConsole(options),
  fairness: async (options) => (await import('./fairness/run.mjs')).benchFairness(options),
  report: async (options) => (await import('./report/run.mjs')).benchReport(options),
};
/** Benchmarks that use only Node and the service's own packages. */
const WITHOUT_PACKAGES = ['fairness', 'match', 'jobs'];

/** A separate program measures the import, with the same options. */
async function runImport({ root, quick, ...given }) {
  const program = join(here, 'import/run.mjs');
  if (!existsSync(program)) {
    process.stdout.write('import: there is no benchmark of the import here\n');
    return true;
  }
  const options = quick ? ['--quick'] : [];
  for (const name of ['only', 'companies', 'against'])
    if (given[name] !== undefined) options.push(`--${name}`, given[name]);
  const child = spawn(process.execPath, [program, '--root', root, ...options], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code === 0;
}

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      root: { type: 'string', default: join(here, '..') },
      against: { type: 'string' },
      ...Object.fromEntries(
        Object.values(OWN_OPTIONS)
          .flat()
          .map((option) => [option, { type: 'string' }]),
      ),
    },
  });
  const [name = 'all', ...rest] = positionals;
  // The report repeats what the others measure.
  const names = name === 'all' ? Object.keys(BENCHMARKS).filter((each) => each !== 'report') : [name];
  if (rest.length > 0 || !names.every((each) => Object.hasOwn(BENCHMARKS, each))) throw new Error(USAGE);
  // Fairness has names of attacks, the report takes several cases; others have sections or none.
  const wanted = name === 'report' ? values.only?.split(',') : [values.only];
  const areSections = wanted?.every((section) => SECTIONS[name]?.includes(section));
  if (values.only !== undefined && !areSections && name !== 'fairness') throw new Error(USAGE);
  if (values.against !== undefined && !OF_BUILDS.includes(name)) throw new Error(USAGE);
  const foreign = Object.values(OWN_OPTIONS)
    .flat()
    .filter((option) => !OWN_OPTIONS[name]?.includes(option));
  if (foreign.some((option) => values[option] !== undefined)) throw new Error(USAGE);
  const { root, against, ...others } = values;
  return { names, root: resolve(root), against: against && resolve(against), ...others };
}

/** The benchmarks have separate packages, so that the service's dependencies stay small. */
function installPackages() {
  if (existsSync(join(here, 'node_modules/@duckdb/node-api'))) return;
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: here,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('the packages of the benchmarks could not be installed');
}

// Servers stop, waiting requests fail, and the databases are dropped on the way out.
let interrupted = false;
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    interrupted = true;
    interruption.abort();
    return stopAll();
  });
}

try {
  const { names, root, ...options } = readOptions();
  if (!existsSync(await mainOf(root))) throw new Error(`nothing is built in ${root}: npm run build`);
  if (!names.every((name) => WITHOUT_PACKAGES.includes(name))) installPackages();
  let met = true;
  for (const name of names)
    met = (await BENCHMARKS[name]({ root, ...options, signal: interruption.signal })) && met;
  // A short run shows that the benchmarks work. It has too few samples for targets.
  process.exitCode = met || options.quick ? 0 : 1;
} catch (error) {
  const text = interrupted ? 'interrupted' : isUsage(error) ? USAGE : (error.stack ?? error);
  process.stderr.write(`bench: ${text}\n`);
  process.exitCode = 1;
}

function isUsage({ message, code }) {
  return message === USAGE || code?.startsWith('ERR_PARSE_ARGS');
}
