import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { open, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;
/** Settings of every measured server: connections, no log, no rate limits. */
export const POOL_SIZE = 20;
/**
 * What `npm start` has on: rate limits, overload protection and a log. The budget alone is larger than its default, which a
 * load test uses up in its first second. Each request is counted all the same.
 */
export const AS_STARTED = {
  LOG_LEVEL: 'info',
  RATE_LIMIT: 'on',
  RATE_LIMIT_READ: '1000000',
  OVERLOAD: 'on',
};

function environment(databaseUrl) {
  return {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
    OVERLOAD: 'off',
  };
}

const running = new Set();

/** Starts the service, and the peer `name` or instead of it another build of the service, in the folder `against`. */
export async function startPair(root, name, databaseUrl, against) {
  // The service of `root` migrates the database.
  const ours = await startService(root, databaseUrl);
  const peer = against ? await startService(against, databaseUrl) : await startPeer(root, name, databaseUrl);
  return [ours, { ...peer, label: 'peer' }];
}

/** Starts the peer `name` (a file in bench/peers) with the Node options of `npm start`. */
export async function startPeer(root, name, databaseUrl, ...args) {
  const peer = fileURLToPath(new URL(`../peers/${name}.mjs`, import.meta.url));
  return startServer('peer', [...(await flagsOfStart(root)), peer, ...args], databaseUrl);
}

/** Starts the service with the Node options of `npm start`. @param settings see `startServer` */
export async function startService(root, databaseUrl, settings) {
  const args = [...(await flagsOfStart(root)), await mainOf(root), 'serve', '--json'];
  return startServer('ours', args, databaseUrl, { settings });
}

/** Starts the service with what `npm start` has on. Its log goes to a file. */
export async function startAsStarted(root, databaseUrl) {
  const args = [...(await flagsOfStart(root)), await mainOf(root), 'serve', '--json'];
  return startServer('ours', args, databaseUrl, { settings: AS_STARTED, logsToFile: true });
}

/** Returns the path of the service's command, which package.json names. */
export async function mainOf(root) {
  const { bin } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return join(root, bin['company-data']);
}

/** Returns the Node options of `npm start`, such as those in `node --max-old-space-size=512 tools/run.mjs serve`. */
export async function flagsOfStart(root) {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const [, flags = ''] = /\bnode((?: --\S+)*) /.exec(scripts.start) ?? [];
  return flags.split(' ').filter(Boolean);
}

/**
 * Starts a server in a separate process. It prints `{"url": …}` when it is ready.
 *
 * @param options `program`, if it is not this Node; `settings`, which replace those of every server; `logsToFile`
 * for a log in a temporary file, which is removed when the server ends, instead of on standard error
 */
export async function startServer(
  label,
  args,
  databaseUrl,
  { program = process.execPath, settings, logsToFile = false } = {},
) {
  const logPath = join(tmpdir(), `company-data-bench-${randomUUID()}.log`);
  const log = logsToFile ? await open(logPath, 'w') : undefined;
  const child = spawn(program, args, {
    env: { ...environment(databaseUrl), ...settings },
    stdio: ['ignore', 'pipe', log?.fd ?? 'inherit'],
  });
  await log?.close();
  running.add(child);
  child.once('exit', () => {
    running.delete(child);
    if (logsToFile) rmSync(logPath, { force: true });
  });
  const timeout = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([once(lines, 'line'), once(child, 'exit').then(() => [])]);
  clearTimeout(timeout);
  if (line === undefined) throw new Error(`${label} did not start: ${args.join(' ')}`);
  child.stdout.resume();
  return { label, url: JSON.parse(line).url, pid: child.pid, stop: () => stop(child) };
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timeout = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(timeout);
}

/** Stops every server that is still running. */
export async function stopAll() {
  await Promise.all([...running].map(stop));
}

/** Runs a command of the service. @returns the JSON object that it prints. */
export async function runCommand(root, databaseUrl, ...args) {
  const command = [await mainOf(root), ...args, '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, command, { env: environment(databaseUrl) });
  return JSON.parse(stdout);
}

/** Creates an organization with credits, and a key of it. */
export async function createKey(root, databaseUrl) {
  const name = 'Benchmark';
  await runCommand(root, databaseUrl, 'org', 'create', '--name', name, '--credits', '1000000');
  const { key } = await runCommand(root, databaseUrl, 'key', 'create', '--org', name);
  return key;
}

/** Linux counts processor time in hundredths of a second, independently of the kernel's tick. */
const TICKS_PER_SECOND = 100;

/**
 * @returns seconds of processor time that a process and its workers have used, or undefined if the system does not report
 * them. A worker that has ended does not count.
 */
export async function processorSeconds(pid) {
  const all = await readProcesses();
  const family = familyIn(all, pid);
  if (!all.has(pid)) return undefined;
  return family.reduce((sum, each) => sum + all.get(each).seconds, 0);
}

/** @returns the ids of a process and of all processes that it and its children have started, the process itself first. */
function familyIn(all, pid) {
  const family = [pid];
  // The list grows while it is read, so grandchildren are found as well.
  for (const each of family) {
    for (const [id, { parent }] of all) if (parent === each) family.push(id);
  }
  return family;
}

/** Reads parent and processor time of every process of the machine; of none if the system does not report them. */
async function readProcesses() {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    ids.map(async (id) => {
      // A process may end while others are read.
      const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => undefined);
      // The name in parentheses may contain spaces. After it, fields 4, 14 and 15 are parent, user and system time.
      const fields = stat
        ?.slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      return (
        fields && [Number(id), { parent: fields[1], seconds: (fields[11] + fields[12]) / TICKS_PER_SECOND }]
      );
    }),
  );
  return new Map(found.filter(Boolean));
}
