import { readFile } from 'node:fs/promises';
import { runCommand, startService as startMeasured } from '../lib/children.mjs';

/** The first export of a million companies, which is charged, takes more than half a minute on a slow machine. */
const SETTINGS = { GRAPHQL_TIMEOUT_SECONDS: '600' };

/**
 * Starts the service for operations on many companies.
 *
 * @param signal stops it, and running requests with it
 * @param settings replace those of every measured server
 */
export async function startService(root, databaseUrl, signal, settings = {}) {
  const server = await startMeasured(root, databaseUrl, { ...SETTINGS, ...settings });
  signal.addEventListener('abort', server.stop, { once: true });
  return server;
}

/** Lists and previews require a personal key, here of a new organization. */
export async function createPersonalKey(root, databaseUrl, name = 'Benchmark', email = 'bench@example.com') {
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
