// Prints the way of one request through the service: its files and functions in the order of their first entry, and its SQL.
// The service runs in this process on the demo's data, from dist/ without the bundle.
//
//   npm run request-path -- GET '/v1/companies/aws.example?include=technologies'
//   npm run request-path -- POST /v1/lists/preview-count '{"registry_version":"1","root":…}'
//   npm run request-path -- '{ viewer { user { name } } }' '{"variable":1}'
//
// --key grace or --key organization takes another key of the demo than Ada's. --quiet prints the count alone, --brief a line a
// file without line numbers.
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import inspector from 'node:inspector/promises';
import { SourceMap } from 'node:module';
import { createServer } from 'node:net';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { buildIfStale } from './build.mjs';

/** Requests before the measured ones: caches are filled, statements prepared, documents compiled. */
const WARM_UP = 20;
/** Requests of which each must enter a function: timers of the process enter others between them. */
const MEASURED = 3;

const agent = new Agent({ keepAlive: true });
const root = fileURLToPath(new URL('..', import.meta.url));
const dist = new URL('../dist/', import.meta.url).href;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    key: { type: 'string', default: 'ada' },
    quiet: { type: 'boolean', default: false },
    brief: { type: 'boolean', default: false },
  },
});
const request = readRequest(positionals);
await buildIfStale();
const url = await serveDemo();
const send = createSender(url, await readKey());
const session = new inspector.Session();
session.connect();
await session.post('Profiler.enable');
for (let time = 0; time < WARM_UP; time += 1) await send();
const statements = await recordStatements(send);
const functions = await findFunctions();
await orderByEntry(functions);
print(functions, statements);
process.kill(process.pid, 'SIGTERM');

/** Reads `METHOD PATH [BODY]`, or a GraphQL document with its variables. */
function readRequest([first, second, third]) {
  if (first === undefined) fail('usage: npm run request-path -- METHOD PATH [BODY] | DOCUMENT [VARIABLES]');
  if (/^[A-Z]+$/.test(first) && second?.startsWith('/')) return { method: first, path: second, body: third };
  const variables = second === undefined ? undefined : JSON.parse(second);
  return { method: 'POST', path: '/graphql', body: JSON.stringify({ query: first, variables }) };
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** Serves the demo on a free port, with the settings of production. @returns its address */
async function serveDemo() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  Object.assign(process.env, { PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'error' });
  const address = `http://127.0.0.1:${port}`;
  const { write } = process.stdout;
  process.stdout.write = () => true;
  const { demo } = await import(`${dist}commands/demo.js`);
  const stopped = demo().then(() => process.exit());
  const isReady = () =>
    fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await Promise.race([stopped, new Promise((go) => setTimeout(go, 100))]);
  process.stdout.write = write;
  return address;
}

async function readKey() {
  const file = join(process.env.DATA_DIR ?? join(root, 'data-demo'), 'demo-keys.json');
  const key = JSON.parse(readFileSync(file, 'utf8'))[options.key];
  return key ?? fail(`there is no key ${JSON.stringify(options.key)}; take ada, grace or organization`);
}

/** Returns a function that sends the request once and reads its answer completely. */
function createSender(address, key) {
  const { method, path, body } = request;
  const headers = { 'X-API-Key': key, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) };
  return async () => {
    // Not fetch: what undici tells its listeners in this process is no part of the way.
    const { status, text } = await sendRequest(`${address}${path}`, { method, headers }, body);
    if (status >= 400 || /^\{"errors":/.test(text)) fail(`${status} ${text}`);
    // Work that follows the answer belongs to the request.
    await new Promise((go) => setTimeout(go, 100));
  };
}

/** Sends a request on a connection that is kept. @returns status and text of the answer */
async function sendRequest(target, options, body) {
  const sent = httpRequest(target, { ...options, agent });
  sent.end(body);
  const [response] = await once(sent, 'response');
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return { status: response.statusCode, text };
}

/** Returns the statements that each of several requests sends; the process itself sends others between them. */
async function recordStatements(work) {
  const { query } = pg.Client.prototype;
  let sent = [];
  pg.Client.prototype.query = function record(...args) {
    sent.push(typeof args[0] === 'string' ? args[0] : args[0].text);
    return query.apply(this, args);
  };
  let fewest;
  for (let time = 0; time < MEASURED; time += 1) {
    sent = [];
    await work();
    if (fewest === undefined || sent.length < fewest.length) fewest = sent;
  }
  pg.Client.prototype.query = query;
  return fewest;
}

/** Returns the functions of dist/ that every one of several requests enters. */
async function findFunctions() {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  let found;
  for (let time = 0; time < MEASURED; time += 1) {
    await session.post('Profiler.takePreciseCoverage');
    await send();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const entered = new Map(result.filter(({ url: file }) => file.startsWith(dist)).flatMap(functionsOf));
    found = new Map([...entered].filter(([key]) => found === undefined || found.has(key)));
  }
  await session.post('Profiler.stopPreciseCoverage');
  return [...found.values()];
}

/** Returns the entered functions of a script, with keys. The first function of a script is its top level. */
function functionsOf({ scriptId, url: file, functions: all }) {
  return all
    .map(({ functionName, ranges: [range] }) => ({ scriptId, file, name: functionName, ...range }))
    .filter(({ count, startOffset }) => count > 0 && startOffset > 0)
    .map((entered) => [`${file}:${entered.startOffset}`, entered]);
}

/** Sorts functions by their first entry, which breakpoints note without a pause. */
async function orderByEntry(found) {
  const order = [];
  globalThis.enterFunction = (index) => {
    order.push(index);
    return false;
  };
  await session.post('Debugger.enable');
  for (const [index, { scriptId, file, startOffset, endOffset }] of found.entries()) {
    const source = readFileSync(fileURLToPath(file), 'utf8');
    const { locations } = await session.post('Debugger.getPossibleBreakpoints', {
      start: { scriptId, ...positionOf(source, startOffset) },
      end: { scriptId, ...positionOf(source, endOffset) },
      restrictToFunction: true,
    });
    const condition = `globalThis.enterFunction(${index})`;
    if (locations[0]) await session.post('Debugger.setBreakpoint', { location: locations[0], condition });
    found[index].position = positionOf(source, startOffset);
  }
  // Timers of the process ran meanwhile.
  order.length = 0;
  await send();
  await session.post('Debugger.disable');
  const rank = new Map([...new Set(order)].map((index, at) => [found[index], at]));
  found.sort((a, b) => (rank.get(a) ?? found.length) - (rank.get(b) ?? found.length));
}

function positionOf(source, offset) {
  const before = source.slice(0, offset);
  return { lineNumber: before.split('\n').length - 1, columnNumber: offset - before.lastIndexOf('\n') - 1 };
}

/** Prints a line a file, in the order of first entries, with its functions below it. */
function print(found, sql) {
  const files = new Map(found.map(({ file }) => [file, found.filter((one) => one.file === file)]));
  if (!options.quiet) {
    for (const [file, entered] of files) {
      const source = relative(root, fileURLToPath(file)).replace(/^dist(.*)\.js$/, 'src$1.ts');
      const names = new Set(entered.map(({ name }) => name).filter((name) => /^[\w#. ]+$/.test(name)));
      process.stdout.write(
        options.brief ? `${[source, [...names].join(', ')].join('  ').trim()}\n` : `${source}\n`,
      );
      if (options.brief) continue;
      for (const one of entered) process.stdout.write(`  ${lineOf(one)}  ${one.name || '(anonymous)'}\n`);
    }
    process.stdout.write('\n');
    for (const [index, text] of sql.entries())
      process.stdout.write(`${index + 1}. ${text.replace(/\s+/g, ' ').trim()}\n`);
    process.stdout.write('\n');
  }
  process.stdout.write(`${found.length} functions in ${files.size} files, ${sql.length} statements\n`);
}

/** Returns the line of a function in its TypeScript source. */
function lineOf({ file, position }) {
  const map = `${fileURLToPath(file)}.map`;
  if (!existsSync(map)) return '?';
  const entry = new SourceMap(JSON.parse(readFileSync(map, 'utf8'))).findEntry(
    position.lineNumber,
    position.columnNumber,
  );
  return String((entry.originalLine ?? 0) + 1).padStart(4);
}
