import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { residentMb } from '../filters/server.mjs';
import { flagsOfStart, mainOf } from '../lib/children.mjs';
import { freePort } from '../lib/ports.mjs';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;
const MEASURE_TIMEOUT_MS = 30_000;
const HEAP_MB = 2048;
const MIB = 1024 * 1024;
const PROBE = fileURLToPath(new URL('./probe.mjs', import.meta.url));

/**
 * Starts the service in a separate process with its default settings and a heap of 2 GB. The environment has nothing
 * else, so that no setting of the caller changes the result.
 *
 * @param settings override the defaults
 */
export async function startDefault(root, databaseUrl, signal, settings = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'company-data-bench-fairness-'));
  const logPath = join(folder, 'log');
  const log = openSync(logPath, 'w');
  const metricsPort = await freePort();
  const flags = [...(await flagsOfStart(root)), `--max-old-space-size=${HEAP_MB}`, '--expose-gc'];
  const child = spawn(
    process.execPath,
    [...flags, '--import', PROBE, await mainOf(root), 'serve', '--json'],
    {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_ENV: 'production',
        DATABASE_URL: databaseUrl,
        PORT: '0',
        METRICS_PORT: String(metricsPort),
        ...settings,
      },
      stdio: ['ignore', 'pipe', log, 'ipc'],
    },
  );
  closeSync(log);
  const exited = once(child, 'exit');
  const abort = () => child.kill('SIGTERM');
  signal.addEventListener('abort', abort, { once: true });
  const stop = async () => {
    signal.removeEventListener('abort', abort);
    child.kill('SIGTERM');
    const timeout = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(timeout);
    await rm(folder, { recursive: true, force: true });
  };
  const timeout = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    exited.then(() => []),
  ]);
  clearTimeout(timeout);
  if (line === undefined) {
    const text = await readFile(logPath, 'utf8');
    await stop();
    throw new Error(`the service did not start: ${text.slice(-2000)}`);
  }
  child.stdout.resume();
  const { url } = JSON.parse(line);
  return {
    url,
    pid: child.pid,
    stop,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    residentMb: () => residentMb(child.pid),
    measure: () => measure(child, exited),
    facetCacheMb: async () => (await readFacetCache(metricsPort)) / MIB,
  };
}

let lastId = 0;

/** @returns mebibytes after a collection; undefined if the process has ended or does not respond. */
async function measure(child, exited) {
  const found = await ask(child, exited);
  return found && { rss: found.rss / MIB, held: (found.heapUsed + found.external) / MIB };
}

/** Asks the probe. @returns its result; undefined if the process has ended or does not respond. */
async function ask(child, exited) {
  if (!child.connected) return undefined;
  const id = ++lastId;
  const answer = new Promise((resolve) => {
    const listen = (message) => {
      if (message?.id !== id) return;
      child.off('message', listen);
      resolve(message);
    };
    child.on('message', listen);
  });
  child.send({ id }, () => undefined);
  const none = (promise) => promise.then(() => undefined);
  return Promise.race([answer, none(exited), none(sleep(MEASURE_TIMEOUT_MS, undefined, { ref: false }))]);
}

/** @returns the bytes of the facet cache; 0 if the service does not answer */
async function readFacetCache(port) {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, {
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined);
  const text = (await response?.text()) ?? '';
  return Number(/^company_data_facet_cache_bytes(?:\{[^}]*\})? (\S+)/m.exec(text)?.[1] ?? 0);
}
