// Checks every standard that the service follows, and writes the results to docs/api/conformance.md (`npm run conformance`). Fails if a
// check does. `--only NAME` runs those whose name contains it, and keeps the results of the others.
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import '../../test/harness/typescript.mjs';
import { STANDARDS } from './standards.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = new URL('../../docs/api/conformance.md', import.meta.url);
const EXPECTED = new URL('expected-failures.json', import.meta.url);
const MARK = '<!-- Written by `npm run conformance`: do not edit from here on. -->';
/** A check that takes longer has failed. */
const LIMIT_MS = 10 * 60_000;
const { values } = parseArgs({ options: { only: { type: 'string' } } });

/** Starts one PostgreSQL for all checks, as the tests do for theirs. */
async function startDatabase() {
  const { chooseSystemUser, findBinaries } = await import('../../src/database/embedded/binaries.ts');
  const { startTestServer } = await import('../../test/harness/server.ts');
  const user = await chooseSystemUser(undefined);
  const { bin } = await findBinaries(user);
  return startTestServer(bin, user);
}

/** Runs a command to its end, or kills it and all that it started. */
function run(program, args) {
  const child = spawn(program, args, { cwd: ROOT, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'])
    child[stream].setEncoding('utf8').on('data', (text) => {
      output[stream] += text;
    });
  const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), LIMIT_MS);
  return new Promise((resolve) => {
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ ...output, isOk: code === 0, isLate: signal === 'SIGKILL' });
    });
  });
}

/** Runs test files. @returns how many tests passed, and the report of those that failed */
async function runTests(tests) {
  const jest = ['--no-warnings', 'node_modules/jest/bin/jest.js', '--json', '--silent', '-i', ...tests];
  const { stdout, stderr, isOk, isLate } = await run(process.execPath, jest);
  if (isLate) return { isOk, text: `took longer than ${LIMIT_MS / 60_000} minutes`, report: stderr };
  const { numPassedTests: passed, numTotalTests: all } = JSON.parse(stdout || '{}');
  return { isOk: isOk && passed > 0, text: `${passed} of ${all} tests pass`, report: stderr };
}

/** Runs an npm script. */
async function runScript(script) {
  const { stdout, stderr, isOk } = await run('npm', ['run', '-s', script]);
  return { isOk, text: isOk ? 'no finding' : 'findings', report: stdout + stderr };
}

/** Runs the checks of a standard one after another. @returns the cell of its result */
async function check({ name, tests = [], scripts = [] }) {
  const began = Date.now();
  const results = [];
  if (tests.length > 0) results.push(await runTests(tests));
  for (const script of scripts) results.push(await runScript(script));
  for (const { report } of results.filter(({ isOk }) => !isOk)) {
    process.exitCode = 1;
    process.stderr.write(report);
  }
  const text = results.map((each) => each.text).join(', ') || 'no check';
  const mark = results.every(({ isOk }) => isOk) ? 'ok' : 'FAILED';
  process.stdout.write(`${mark} ${Math.round((Date.now() - began) / 1000)} s ${name}: ${text}\n`);
  return text;
}

const commandOf = ({ tests = [], scripts = [] }) =>
  [
    ...(tests.length > 0 ? [`npm run jest -- ${tests.join(' ')}`] : []),
    ...scripts.map((each) => `npm run ${each}`),
  ]
    .map((command) => `\`${command}\``)
    .join(', ');

const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Writes the page below its mark. @param results texts by the names of standards; a row without a new one keeps its own */
async function writePage(results) {
  const [head, before = ''] = (await readFile(PAGE, 'utf8')).split(MARK);
  const rowOf = (standard) => {
    const cells = [standard.name, standard.by, commandOf(standard)];
    const known = before.split('\n').find((line) => line.startsWith(`| ${cells.join(' | ')} | `));
    return [...cells, results.get(standard.name) ?? known?.split(' | ').at(-1)?.slice(0, -2) ?? 'not run'];
  };
  const differences = STANDARDS.flatMap(({ name, differs = [] }) =>
    [differs].flat().map((each) => [name, each]),
  );
  const expected = Object.entries(JSON.parse(await readFile(EXPECTED, 'utf8')));
  const scenarios = expected.flatMap(([reason, names]) => names.map((name) => [`\`${name}\``, reason]));
  const sections = [
    ['Results', table(['standard', 'checked by', 'command', 'result'], STANDARDS.map(rowOf))],
    ['Where it differs, and why', table(['standard', 'difference'], differences)],
    [
      'Checks of the MCP suite that fail, and why',
      table(['scenario, or scenario and check', 'reason'], scenarios),
    ],
  ];
  const text = sections.map(([title, content]) => `## ${title}\n\n${content}\n`).join('\n');
  await writeFile(PAGE, `${head}${MARK}\n\n${text}`);
}

const database = await startDatabase();
try {
  process.env.TEST_DATABASE_URL = database.url;
  const results = new Map();
  for (const standard of STANDARDS.filter(({ name }) => name.includes(values.only ?? '')))
    results.set(standard.name, await check(standard));
  await writePage(results);
} finally {
  await database.stop();
}
