import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartupError } from '../lib/fault.ts';
import { databaseReason, errorCode, reason } from './connect.ts';
import { findBinaries } from './embedded-binaries.ts';
import { initialise } from './embedded-cluster.ts';
import { type Home, locateHome, prepareHome } from './embedded-home.ts';
import { findServer, type Role, release, sessionName, takeLocks } from './embedded-locks.ts';
import { readPassword } from './embedded-password.ts';
import { type Starting, start, stop } from './embedded-process.ts';
import { requirePassword } from './embedded-secure.ts';

export const DATABASE = 'company_data';
const POLL_MS = 15;
const TAKEN_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 200;
/** How long PostgreSQL may be out of reach without a word. */
const PATIENCE_MS = 30_000;
/** How long it may say that it is starting or stopping: after a crash it first applies up to max_wal_size of changes. */
const RECOVERY_MS = 15 * 60_000;

/** Codes of a PostgreSQL that is starting, stopping or just being killed: it is worth asking again. */
const PASSING = new Set(['57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE', undefined]);
/** What node-postgres says without a password, and PostgreSQL's code for a wrong one. */
const NO_PASSWORD = 'client password must be a string';
const WRONG_PASSWORD = '28P01';
const DOWN = new Set(['ENOENT', 'ENOTDIR', 'ECONNREFUSED']);
const EXISTS_ALREADY = new Set(['42P04', '23505']);

/** A URL that node-postgres and libpq understand; complete, so that no PG… variable of the user's has a say. */
export async function urlOf(home: Home, database: string): Promise<string> {
  const password = await readPassword(home.passwordFile);
  const url = `postgresql:///${database}?host=${encodeURIComponent(home.socketDir)}&port=5432&user=postgres&sslmode=disable`;
  // A database of an older version asks for none until its next start.
  return password === undefined ? url : `${url}&password=${password}`;
}

/**
 * Connects to the PostgreSQL under `dataDir` and takes this process' place there, starting it as often as it takes.
 *
 * @returns the session that holds the place for as long as it lives.
 * @throws StartupError in one line.
 */
export async function attach(dataDir: string, role: Role): Promise<pg.Client> {
  const began = Date.now();
  let starting: Starting | undefined;
  let pause = POLL_MS;
  for (;;) {
    const home = await locateHome(dataDir);
    const found = await reach(home, role);
    if (found instanceof pg.Client) {
      if (await settle(found, role, home)) return found;
    } else if (found === 'down') {
      const failure = await starting?.failure();
      if (failure === 'taken') await sleep(TAKEN_PAUSE_MS);
      else if (failure !== undefined)
        throw new StartupError(`the embedded PostgreSQL does not start: ${failure}`);
      if (!starting || failure) starting = await launch(dataDir);
    }
    if (Date.now() - began > (found === 'busy' ? RECOVERY_MS : PATIENCE_MS)) {
      throw new StartupError(`the embedded PostgreSQL does not answer; see ${home.log}`);
    }
    // PostgreSQL logs each refusal: a recovery that takes minutes is not asked about every moment.
    pause = found === 'busy' ? Math.min(pause * 1.3, LONGEST_PAUSE_MS) : POLL_MS;
    await sleep(pause);
  }
}

async function reach(home: Home, role: Role): Promise<pg.Client | 'busy' | 'down'> {
  const session = new pg.Client({
    connectionString: await urlOf(home, 'postgres'),
    application_name: sessionName(role),
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  session.on('error', () => undefined);
  try {
    await session.connect();
    return session;
  } catch (error) {
    await session.end().catch(() => undefined);
    const code = errorCode(error);
    if (code !== undefined && DOWN.has(code)) return 'down';
    if (code === WRONG_PASSWORD || reason(error).includes(NO_PASSWORD)) throw locked(home, error);
    if (PASSING.has(code)) return 'busy';
    if (code === 'EACCES' || code === 'EPERM') {
      throw new StartupError(
        `the database in ${home.dir} belongs to another user; run as that user, or set another DATA_DIR`,
      );
    }
    throw new StartupError(`cannot use the embedded PostgreSQL: ${databaseReason(error)}`, { cause: error });
  }
}

function locked(home: Home, cause: unknown): StartupError {
  return new StartupError(
    `the PostgreSQL that runs in ${home.dir} does not accept the password in ${home.passwordFile}; ` +
      'stop what uses it, and the next start sets the password again',
    { cause },
  );
}

/** Stands for a PostgreSQL that another process is starting. */
const TAKEN_ALREADY: Starting = { failure: async () => 'taken' };

async function launch(dataDir: string): Promise<Starting> {
  const { home, account, password } = await prepareHome(dataDir);
  const cluster = { home, account, binaries: await findBinaries(account) };
  await initialise(cluster, password);
  return (await requirePassword(cluster, password)) === 'taken' ? TAKEN_ALREADY : start(cluster);
}

/** @returns whether the place is taken and the database is there; false when PostgreSQL is about to stop. */
async function settle(session: pg.Client, role: Role, home: Home): Promise<boolean> {
  let joined = false;
  try {
    const taken = await takeLocks(session, role);
    if (taken === 'refused') throw await occupied(session, home);
    joined = taken === 'joined';
    if (joined) await ensureDatabase(session);
    else await session.end();
    return joined;
  } catch (error) {
    await (joined ? leave(session, home) : session.end().catch(() => undefined));
    if (error instanceof StartupError) throw error;
    if (PASSING.has(errorCode(error))) return false;
    throw new StartupError(`cannot use the embedded PostgreSQL: ${databaseReason(error)}`, { cause: error });
  }
}

async function occupied(session: pg.Client, home: Home): Promise<StartupError> {
  const pid = await findServer(session);
  const who = pid === undefined ? '' : ` (process ${pid})`;
  return new StartupError(
    `another company-data server${who} uses the database in ${home.dir}; stop it, or set another DATA_DIR`,
  );
}

async function ensureDatabase(session: pg.Client): Promise<void> {
  const { rowCount } = await session.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
  if (rowCount !== 0) return;
  try {
    await session.query(`CREATE DATABASE ${DATABASE}`);
  } catch (error) {
    if (!EXISTS_ALREADY.has(errorCode(error) ?? '')) throw error;
  }
}

/** Gives the place up; the last one out stops PostgreSQL. */
export async function leave(session: pg.Client, home: Home): Promise<void> {
  try {
    if (await release(session)) await stop(home);
  } catch {
    // The connection is broken, so PostgreSQL has stopped or is about to.
  } finally {
    await session.end().catch(() => undefined);
  }
}
