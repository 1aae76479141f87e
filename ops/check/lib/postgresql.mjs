// A PostgreSQL server for one check, from Debian's packages.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../bench/lib/ports.mjs';
import { run } from './programs.mjs';

const VERSIONS = '/usr/lib/postgresql';

/** Returns the folder of the newest server's programs, undefined if none is installed. */
export function findServer() {
  try {
    const newest = Math.max(...readdirSync(VERSIONS).map(Number).filter(Number.isInteger));
    return newest > 0 ? join(VERSIONS, String(newest), 'bin') : undefined;
  } catch {
    return undefined;
  }
}

export const missingServer = () =>
  findServer() ? undefined : 'no PostgreSQL server found; on Debian: apt-get install postgresql';

/** PostgreSQL refuses to run as root. @returns the command line of a program as the system user postgres. */
export const asPostgres = (command) =>
  process.getuid() === 0
    ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command]
    : command;

/** Gives a file or folder to the user that PostgreSQL runs as. */
export function own(path) {
  if (process.getuid() !== 0) return;
  const id = (option) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  chownSync(path, id('-u'), id('-g'));
}

/** Starts a new server under `folder`. @returns its URL, and `stop()`. */
export async function startServer(folder) {
  own(folder);
  const password = join(folder, 'password');
  writeFileSync(password, 'only-for-this-check');
  own(password);
  const data = join(folder, 'data');
  const as = (name, ...args) => asPostgres([join(findServer(), name), ...args]);
  const initdb = as(
    'initdb',
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    '--pwfile',
    password,
    '-E',
    'UTF8',
  );
  await run(initdb[0], [...initdb.slice(1), '--locale=C'], { cwd: '/' });
  const port = await freePort();
  const listen = [
    '-c',
    `port=${port}`,
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    `unix_socket_directories=${folder}`,
  ];
  const [command, ...args] = as('postgres', '-D', data, ...listen);
  const child = spawn(command, args, { cwd: '/', stdio: 'ignore' });
  const ended = once(child, 'exit');
  const url = `postgresql://postgres:only-for-this-check@127.0.0.1:${port}/postgres`;
  await until('PostgreSQL', () =>
    run(join(findServer(), 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]),
  );
  const stop = async () => {
    child.kill('SIGINT');
    await ended;
  };
  return { url, stop };
}

/** Repeats `attempt` until it does not throw. @throws its last error after `timeoutMs`. */
export async function until(what, attempt, timeoutMs = 60_000) {
  const end = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > end) throw new Error(`${what}: ${error.message}`);
      await sleep(200);
    }
  }
}
