// Runs the checks and tests of HEAD on several versions of Node.js (`npm run test:nodes`). Each version gets a clean clone
// and its own `npm ci`. Node.js comes from npm, which verifies its integrity, with headers for compiling native packages.
//
//   npm run test:nodes -- --versions 24 --only test/http      # one version, one folder of tests
//   npm run test:nodes -- -- --maxWorkers=1                   # arguments after the second -- go to jest
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PACKAGE = `node-${process.platform}-${process.arch}`;
const { values, positionals } = parseArgs({
  options: {
    versions: { type: 'string', default: '20.19,22,24' },
    only: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
});

let child;
let interrupted = false;
// A signal ends the running command. The folders are then removed as usual.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    interrupted = true;
    child?.kill(signal);
  });
}

/** Runs a command and shows its output. @returns whether it succeeded */
async function run(program, args, options = {}) {
  if (interrupted) return false;
  child = spawn(program, args, { stdio: 'inherit', ...options });
  const [status] = await once(child, 'close');
  return status === 0;
}

/**
 * Installs the newest Node.js of a version, such as 22 or 20.19.0, beside the npm that runs this script.
 *
 * @returns its exact version, and an environment in which it comes first; undefined if it cannot be installed
 */
async function installNode(version, folder) {
  const args = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', `${PACKAGE}@${version}`];
  if (!(await run(process.execPath, [process.env.npm_execpath, ...args]))) return undefined;
  const home = join(folder, 'node_modules', PACKAGE);
  await symlink(process.env.npm_execpath, join(home, 'bin', 'npm'));
  const manifest = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
  const PATH = [join(home, 'bin'), process.env.PATH].join(delimiter);
  return { version: manifest.version, env: { ...process.env, PATH, npm_config_nodedir: home } };
}

const failedTestsOf = ({ testResults }, checkout) =>
  testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(checkout, name);
    const failed = assertionResults.filter((each) => each.status === 'failed');
    // A file that could not be loaded has no tests.
    return failed.length === 0 && status === 'failed'
      ? [file]
      : failed.map(({ fullName }) => `${file}: ${fullName}`);
  });

/** Runs `npm ci` and `npm test` in a clone. @returns a row of the table, and the names of the failed tests */
async function test(env, checkout, report) {
  const options = { cwd: checkout, env };
  const startedAt = Date.now();
  if (!(await run('npm', ['ci'], options))) return { row: { result: 'npm ci failed' } };
  const seconds = { 'npm ci': `${Math.round((Date.now() - startedAt) / 1000)} s` };
  const jest = ['--json', `--outputFile=${report}`, ...values.only, ...positionals];
  const passed = await run('npm', ['test', '--', '--', ...jest], options);
  const results = await readFile(report, 'utf8').then(JSON.parse, () => undefined);
  if (!results) return { row: { ...seconds, result: 'failed before the tests' } };
  const { numPassedTests, numFailedTests, numPendingTests } = results;
  const counts = { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests };
  const row = { ...seconds, ...counts, result: passed ? 'ok' : 'npm test failed' };
  return { row, failed: failedTestsOf(results, checkout) };
}

/** Tests one version in a temporary folder, which it removes. */
async function testOn(version) {
  const folder = await mkdtemp(join(tmpdir(), `node-${version}-`));
  const checkout = join(folder, 'checkout');
  try {
    // PostgreSQL started as root runs as another user, which must reach its binaries in the clone.
    await chmod(folder, 0o755);
    const node = await installNode(version, join(folder, 'node'));
    if (!node) return { version, row: { result: `no ${PACKAGE}@${version}` } };
    const cloned = await run('git', ['clone', '--quiet', '--local', ROOT, checkout]);
    if (!cloned) return { version: node.version, row: { result: 'git clone failed' } };
    return { version: node.version, ...(await test(node.env, checkout, join(folder, 'jest.json'))) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (!process.env.npm_execpath) throw new Error('npm must run this script: npm run test:nodes');
const tested = [];
for (const version of values.versions.split(',')) if (!interrupted) tested.push(await testOn(version));
console.table(Object.fromEntries(tested.map(({ version, row }) => [version, row])));
for (const { version, failed = [] } of tested) {
  for (const name of failed) console.log(`Node.js ${version}: ${name}`);
}
if (interrupted || tested.some(({ row }) => row.result !== 'ok')) process.exitCode = 1;
