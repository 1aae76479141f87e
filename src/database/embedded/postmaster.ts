import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartupError } from '../../lib/fault.ts';
import { databaseReason, errorCode, LOCK_NOT_AVAILABLE, reason } from '../errors.ts';
import { type Location, readPassword } from './location.ts';
import { commandOf } from './system.ts';

const LOCK_FILE = 'postmaster.pid';
const STOP_TIMEOUT_MS = 60_000;
const POLL_MS = 10;

/**
 * Finds the PostgreSQL of `location` that runs, by its lock file. @param data the data directory, if it has been renamed.
 *
 * @returns its process number.
 */
export async function findPostmaster(location: Location, data = location.data): Promise<number | undefined> {
  const pid = await readPid(join(data, LOCK_FILE));
  return pid > 0 && (await isPostgres(pid, location)) ? pid : undefined;
}

/** Reads a lock file, which is empty for a moment. The number of a PostgreSQL in single-user mode is negative. */
async function readPid(file: string): Promise<number> {
  return Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10) || 0;
}

/** Returns whether the process is a PostgreSQL on the socket of `location`. */
async function isPostgres(pid: number, { socketDir }: Location): Promise<boolean> {
  return (await commandOf(pid)).includes(`unix_socket_directories=${socketDir}`);
}

/**
 * Removes the lock files of a PostgreSQL that was killed. Its process number may belong to another program meanwhile, as
 * it usually does in a restarted container. PostgreSQL would take that program for itself and never start again.
 */
export async function removeStaleLocks(location: Location): Promise<void> {
  for (const file of [join(location.data, LOCK_FILE), join(location.socketDir, '.s.PGSQL.5432.lock')]) {
    const pid = await readPid(file);
    if (pid === 0 || (await isPostgres(Math.abs(pid), location))) continue;
    const stale = `${file}.stale`;
    await rename(file, stale).catch(() => undefined);
    // Another process may have started PostgreSQL meanwhile. Then this is the lock file of that one.
    if ((await readPid(stale)) === pid) await rm(stale, { force: true });
    else await rename(stale, file).catch(() => undefined);
  }
}

/** Asks PostgreSQL to end every session, write a checkpoint and stop. @returns its process number if it runs. */
export async function requestStop(location: Location): Promise<number | undefined> {
  const pid = await findPostmaster(location);
  if (pid !== undefined) process.kill(pid, 'SIGINT');
  return pid;
}

/** Stops PostgreSQL and waits until it has removed its lock file, which it does last. */
export async function stop(location: Location): Promise<void> {
  const pid = await requestStop(location);
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (pid !== undefined && (await findPostmaster(location)) === pid && Date.now() < deadline)
    await sleep(POLL_MS);
}

/** At most one server is attached at a time; any number of commands are. */
export type Role = 'server' | 'command';

/**
 * Advisory locks (class, object) in the database `postgres`, where nothing else takes any. PostgreSQL releases them when the
 * session ends, however the process ends. Who gets the lock of the attached processes exclusively is the last one.
 */
const SERVER_LOCK = '727073, 1';
const ATTACHED_LOCK = '727073, 2';
const ATTACH = `pg_try_advisory_lock_shared(${ATTACHED_LOCK}) AS taken`;
const TAKE = { server: `SELECT pg_advisory_lock(${SERVER_LOCK}), ${ATTACH}`, command: `SELECT ${ATTACH}` };
/** In this order two processes that leave at once do not keep each other from the lock. */
const RELEASE = `SELECT pg_advisory_unlock_all(), pg_try_advisory_lock(${ATTACHED_LOCK}) AS taken`;

/** Codes of a PostgreSQL that is starting, stopping or being killed: asking again helps. */
const TRANSIENT = ['57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE', ''];
/** Codes of a socket on which nothing listens. */
const NOT_RUNNING = ['ENOENT', 'ENOTDIR', 'ECONNREFUSED'];
/** PostgreSQL's code for a wrong password. The message of node-postgres about a missing one has no code. */
const WRONG_PASSWORD = '28P01';
const NO_PASSWORD = 'client password must be a string';

/** Returns a URL for node-postgres and libpq. It is complete, so that no PG… variable of the user has an effect. */
export async function urlOf(location: Location, database: string): Promise<string> {
  const password = await readPassword(location.passwordFile);
  const host = encodeURIComponent(location.socketDir);
  const url = `postgresql:///${database}?host=${host}&port=5432&user=postgres&sslmode=disable`;
  // A database of an older version asks for no password until its next start.
  return password === undefined ? url : `${url}&password=${password}`;
}

/**
 * Opens a session in the database `postgres`. With a role it attaches this process: the session holds its locks.
 *
 * @returns `not ready` when PostgreSQL is starting or stopping.
 */
export async function openSession(location: Location, role?: Role) {
  const session = new pg.Client({
    connectionString: await urlOf(location, 'postgres'),
    // Lets another process say who is attached.
    application_name: `company-data ${role} ${process.pid}`,
    connectionTimeoutMillis: 10_000,
    // The session of a server that was just killed may not have ended yet.
    lock_timeout: 500,
    keepAlive: true,
  });
  session.on('error', () => undefined);
  let found: pg.Client | 'not ready' | 'not running' = 'not ready';
  try {
    await session.connect();
    if (role === undefined || (await lock(session, TAKE[role]))) found = session;
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (NOT_RUNNING.includes(code)) found = 'not running';
    else if (!TRANSIENT.includes(code) || reason(error).includes(NO_PASSWORD))
      throw await refusal(error, location, session);
  } finally {
    if (found !== session) await session.end().catch(() => undefined);
  }
  return found;
}

async function refusal(cause: unknown, { dir, passwordFile }: Location, session: pg.Client): Promise<Error> {
  const code = errorCode(cause) ?? WRONG_PASSWORD;
  let message = `cannot use the embedded PostgreSQL: ${databaseReason(cause)}`;
  if (code === WRONG_PASSWORD)
    message =
      `the PostgreSQL that runs in ${dir} does not accept the password in ${passwordFile}; ` +
      'stop what uses it, and the next start sets the password again';
  else if (code === LOCK_NOT_AVAILABLE)
    message = `another ${describeServer(await findServer(session))} uses the database in ${dir}; stop it, or set another DATA_DIR`;
  else if (['EACCES', 'EPERM'].includes(code))
    message = `the database in ${dir} belongs to another user; run as that user, or set another DATA_DIR`;
  return new StartupError(message, { cause });
}

/** Releases the locks. @returns whether nobody else is attached. Then nobody can attach until the session ends. */
export const releaseLocks = (session: pg.Client) => lock(session, RELEASE);

async function lock(session: pg.Client, statement: string): Promise<boolean> {
  const { rows } = await session.query<{ taken: boolean }>(statement);
  return rows[0]?.taken === true;
}

/** Returns the process number of the attached server, if it can be told. */
export async function findServer(session: pg.Client): Promise<string | undefined> {
  const { rows } = await session.query<{ name: string }>(
    `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND (classid, objid) = (${SERVER_LOCK}) AND granted`,
  );
  return /\d+$/.exec(rows[0]?.name ?? '')?.[0];
}

export const describeServer = (pid: string | undefined) =>
  `company-data server${pid === undefined ? '' : ` (process ${pid})`}`;
