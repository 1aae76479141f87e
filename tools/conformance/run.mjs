// Checks every standard that the service follows, and writes the results to docs/api/conformance.md (`npm run conformance`). Fails if a
// check does. `--only NAME` runs those whose name contains it, and keeps the results of the others.
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { STANDARDS } from './standards.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = new URL('../../docs/api/conformance.md', import.meta.url);
const EXPECTED = new URL('expected-failures.json', import.meta.url);
const MARK = '<!-- Written by `npm run conformance`: do not edit from here on. -->';
/** Tests that run longer all together have failed. A single one may take half of it, on a machine that does much else. */
const LIMIT_MS = 20 * 60_000;
const { values } = parseArgs({ options: { only: { type: 'string' } } });

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
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ ...output, isOk: code === 0 });
    });
  });
}

/**
 * Runs the test files of all standards at once: they share a PostgreSQL and the modules of the service, which take longer to
 * load than most files to run. @returns the results of each file
 */
async function runTests(tests) {
  const options = ['--json', '--silent', '-w=2', `--testTimeout=${LIMIT_MS / 2}`];
  const jest = ['--no-warnings', 'node_modules/jest/bin/jest.js', ...options, ...tests];
  const { stdout, stderr } = await run(process.execPath, jest);
  if (stdout === '') throw new Error(`The tests did not end within ${LIMIT_MS / 60_000} minutes.\n${stderr}`);
  return JSON.parse(stdout).testResults;
}

/** Counts the tests of a standard that passed. */
function countTests(tests, files) {
  const own = files.filter(({ name }) => tests.some((each) => name.includes(each)));
  const all = own.flatMap(({ assertionResults }) => assertionResults);
  const passed = all.filter(({ status }) => status === 'passed').length;
  return {
    isOk: passed > 0 && own.every(({ status }) => status === 'passed'),
    text: `${passed} of ${all.length} tests pass`,
    seconds: own.reduce((sum, { startTime, endTime }) => sum + (endTime - startTime) / 1_000, 0),
    report: own.map(({ message }) => message).join(''),
  };
}

/** Runs an npm script. */
async function runScript(script) {
  const began = Date.now();
  const { stdout, stderr, isOk } = await run('npm', ['run', '-s', script]);
  const text = isOk ? 'no finding' : 'findings';
  return { isOk, text, seconds: (Date.now() - began) / 1_000, report: stdout + stderr };
}

/** Tells the results of a standard. @returns the cell of the page */
function report(name, results) {
  for (const each of results.filter(({ isOk }) => !isOk)) {
    process.exitCode = 1;
    process.stderr.write(each.report);
  }
  const text = results.map((each) => each.text).join(', ') || 'no check';
  const mark = results.every(({ isOk }) => isOk) ? 'ok' : 'FAILED';
  const seconds = results.reduce((sum, each) => sum + each.seconds, 0);
  process.stdout.write(`${mark} ${Math.round(seconds)} s ${name}: ${text}\n`);
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
  const scenarios = expected.map(([reason, names]) => [
    reason,
    names.map((name) => `\`${name}\``).join(', '),
  ]);
  const sections = [
    ['Results', table(['standard', 'checked by', 'command', 'result'], STANDARDS.map(rowOf))],
    ['Where it differs, and why', table(['standard', 'difference'], differences)],
    [
      'Checks of the MCP suite that fail, and why',
      table(['reason', 'scenarios, or scenarios and checks'], scenarios),
    ],
  ];
  const text = sections.map(([title, content]) => `## ${title}\n\n${content}\n`).join('\n');
  await writeFile(PAGE, `${head}${MARK}\n\n${text}`);
}

const chosen = STANDARDS.filter(({ name }) => name.includes(values.only ?? ''));
const tests = chosen.flatMap((standard) => standard.tests ?? []);
const files = tests.length > 0 ? await runTests(tests) : [];
const results = new Map();
for (const { name, tests: own = [], scripts = [] } of chosen) {
  const counted = own.length > 0 ? [countTests(own, files)] : [];
  for (const script of scripts) counted.push(await runScript(script));
  results.set(name, report(name, counted));
}
await writePage(results);
