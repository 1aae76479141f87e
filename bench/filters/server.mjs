import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { mainOf, POOL_SIZE, runCommand } from '../lib/children.mjs';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;

/** Starts the service in a separate process, with the Node options of `npm start`. */
export async function startService(root, databaseUrl, signal) {
  const args = [...(await flagsOfStart(root)), await mainOf(root), 'serve', '--json'];
  const child = spawn(process.execPath, args, {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_SIZE: String(POOL_SIZE),
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'silent',
      RATE_LIMIT: 'off',
      OVERLOAD: 'off',
      // The first export of a million companies, which is charged, takes more than half a minute on a slow machine.
      GRAPHQL_TIMEOUT_SECONDS: '600',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    const timeout = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(timeout);
  };
  // If the server is gone, running requests fail, and the benchmark with them.
  signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
  const timeout = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    exited.then(() => []),
  ]);
  clearTimeout(timeout);
  if (line === undefined) throw new Error('the service did not start');
  child.stdout.resume();
  return { url: JSON.parse(line).url, pid: child.pid, stop };
}

async function flagsOfStart(root) {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const [, flags = ''] = /\bnode((?: --\S+)*) /.exec(scripts.start) ?? [];
  return flags.split(' ').filter(Boolean);
}

/** Lists and previews require a personal key, here of a new organization. */
export async function createPersonalKey(root, databaseUrl) {
  const [name, email] = ['Benchmark', 'bench@example.com'];
  await runCommand(root, databaseUrl, 'org', 'create', '--name', name, '--credits', '1');
  await runCommand(root, databaseUrl, 'user', 'create', '--org', name, '--email', email, '--name', name);
  const { key } = await runCommand(root, databaseUrl, 'key', 'create', '--user', email);
  return key;
}

/** @returns resident mebibytes of a process, or undefined if the system does not report them. */
export async function residentMb(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(status) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}
