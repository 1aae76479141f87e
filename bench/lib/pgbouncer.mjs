import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, chown, constants, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { POOL_SIZE } from './children.mjs';

/** Debian installs it where only the path of root leads. */
const PLACES = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'];
const PORT = 6432;
const START_TIMEOUT_MS = 10_000;
const POLL_MS = 20;
/** Characters of its log that an error quotes. */
const LOG_LENGTH = 400;

/** Returns the path of the program, or undefined if it is not installed. */
export async function findPgBouncer() {
  for (const place of PLACES) {
    const path = join(place, 'pgbouncer');
    if (await exists(path, constants.X_OK)) return path;
  }
  return undefined;
}

const exists = (path, mode) =>
  access(path, mode).then(
    () => true,
    () => false,
  );

/**
 * Starts PgBouncer in transaction mode before a database of the embedded PostgreSQL.
 *
 * @param databaseUrl with the folder of a socket as `host`
 * @returns {url, stop}
 */
export async function startPgBouncer(databaseUrl) {
  const user = await findUser();
  const folder = await mkdtemp(join(tmpdir(), 'company-data-bench-pgbouncer-'));
  const config = join(folder, 'pgbouncer.ini');
  const { config: text, url } = describe(databaseUrl, folder);
  await writeFile(config, text, { mode: 0o600 });
  if (user) for (const path of [config, folder]) await chown(path, user.uid, user.gid);
  // Only who may enter the folder can connect: PgBouncer itself asks for no password.
  await chmod(folder, 0o700);
  const child = spawn(await findPgBouncer(), [config], {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (part) => {
    log = (log + part).slice(-LOG_LENGTH);
  });
  const ended = once(child, 'exit');
  ended.catch(() => undefined);
  const stop = async () => {
    // SIGTERM ends PgBouncer at once; SIGINT would wait for the clients.
    child.kill('SIGTERM');
    await ended.catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  };
  const latest = performance.now() + START_TIMEOUT_MS;
  while (!(await exists(join(folder, `.s.PGSQL.${PORT}`)))) {
    if (child.exitCode !== null || child.pid === undefined || performance.now() > latest) {
      await stop();
      throw new Error(`pgbouncer did not start: ${log.trim()}`);
    }
    await sleep(POLL_MS);
  }
  return { url, stop };
}

/** PgBouncer refuses to run as root. The user `postgres` also runs the embedded PostgreSQL then, and can reach its socket. */
async function findUser() {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map((option) => promisify(execFile)('id', [option, 'postgres'])),
  );
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

function describe(databaseUrl, folder) {
  // The URL has no host but a parameter: the folder of the socket.
  const { pathname, searchParams } = new URL(databaseUrl);
  const database = pathname.slice(1);
  const target = ['host', 'port', 'user', 'password']
    .filter((name) => searchParams.has(name))
    .map((name) => `${name}=${quote(searchParams.get(name))}`);
  const config = `[databases]
${database} = ${target.join(' ')}
[pgbouncer]
listen_addr =
listen_port = ${PORT}
unix_socket_dir = ${folder}
auth_type = any
pool_mode = transaction
default_pool_size = ${POOL_SIZE}
max_client_conn = 500
`;
  const search = new URLSearchParams({
    host: folder,
    port: String(PORT),
    user: 'postgres',
    sslmode: 'disable',
  });
  return { config, url: `postgresql:///${database}?${search}` };
}

const quote = (value) => `'${value.replaceAll("'", "''")}'`;
