import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printCells } from '../filters/report.mjs';
import { startServer } from './children.mjs';

/** Parts of a request: functions by name and path, the first that fits. A function that fits none counts for its caller. */
const PARTS = [
  ['collecting garbage', (name) => name === '(garbage collector)'],
  ['sending (`write`)', (name) => /^write(?:v|Buffer|Latin1String|Utf8String)$/.test(name)],
  ['idle', (name) => name === '(idle)'],
  [
    'router, middleware, parameters',
    (_, path) => /\/node_modules\/(?:router|path-to-regexp|zod)\/|\/dist\/http\//.test(path),
  ],
  [
    'modules, batching',
    (_, path) => /\/dist\/modules\/|\/dist\/lib\/(?:turn|single)|\/dataloader\//.test(path),
  ],
  [
    'form, JSON and tag of the answer',
    (_, path) => /\/dist\/rest\/|answer-size|packed-rows|\/dist\/lib\/(?:json|entity|send|row)/.test(path),
  ],
  ['driver of PostgreSQL', (_, path) => /\/node_modules\/pg|\/dist\/database\//.test(path)],
  [
    'pipeline and compiled operation',
    (name, path) => /graphql|pothos|\/dist\/api\/|__field/.test(path + name),
  ],
];
const REST = 'Node.js and the rest';

/**
 * Profiles the service under loads, each on a process of its own, and prints the share of each part of the code in its
 * processor time.
 *
 * @param loads functions by name, which send to a server and resolve with `processor`, its milliseconds a request; each is
 * called twice, to warm up first
 */
export async function profileService(root, databaseUrl, loads) {
  const columns = [];
  for (const [name, load] of Object.entries(loads))
    columns.push(await profileOne(root, databaseUrl, name, load));
  const parts = new Set(columns.flatMap(({ shares }) => [...shares.keys()]));
  const rows = [...parts]
    .map((part) => [part, ...columns.map(({ shares }) => shares.get(part) ?? 0)])
    .sort(([, one], [, other]) => other - one)
    .map(([part, ...shares]) => [part, ...shares.map((share) => `${(share * 100).toFixed(0)} %`)]);
  const heads = columns.map(({ name, processor }) => `${name}, ${processor?.toFixed(3)} ms a request`);
  printCells('profile: shares of the processor time of the service', ['part', ...heads], rows);
}

async function profileOne(root, databaseUrl, name, load) {
  const folder = await mkdtemp(join(tmpdir(), 'company-data-bench-profile-'));
  try {
    // Without the bundle, a profile names the files of the source.
    const args = ['--cpu-prof', `--cpu-prof-dir=${folder}`, join(root, 'dist/main.js'), 'serve', '--json'];
    const server = await startServer('ours', args, databaseUrl);
    await load(server);
    const startedAt = performance.now();
    const { processor } = await load(server);
    const loaded = performance.now() - startedAt;
    const stoppedAt = performance.now();
    await server.stop();
    const [file] = await readdir(folder);
    const profile = JSON.parse(await readFile(join(folder, file), 'utf8'));
    const end = profile.endTime - (performance.now() - stoppedAt) * 1000;
    return { name, processor, shares: sharesOf(profile, { start: end - loaded * 1000, end }) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the share of each part in the processor time between two times, in microseconds. */
function sharesOf(profile, between) {
  const times = timesOf(profile, PARTS, between);
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  return new Map([...times].map(([part, time]) => [part, time / total]));
}

/** Adds up the samples of a profile by their parts, in microseconds. The part `idle` is left out. */
export function timesOf({ nodes, samples, timeDeltas, startTime, endTime }, parts, between) {
  const { start, end } = between ?? { start: startTime, end: endTime };
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const partOf = (id) => {
    for (let at = id; at !== undefined; at = callers.get(at)) {
      const { functionName, url } = byId.get(at).callFrame;
      const part = parts.find(([, fits]) => fits(functionName, url));
      if (part) return part[0];
    }
    return REST;
  };
  const times = new Map();
  let now = startTime;
  for (const [index, id] of samples.entries()) {
    now += timeDeltas[index];
    if (now < start || now > end) continue;
    const part = partOf(id);
    if (part === 'idle') continue;
    times.set(part, (times.get(part) ?? 0) + timeDeltas[index]);
  }
  return times;
}
