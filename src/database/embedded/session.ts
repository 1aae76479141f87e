import pg from 'pg';
import { StartupError } from '../../lib/fault.ts';
import { databaseReason, errorCode, reason } from '../errors.ts';
import type { Location } from './location.ts';
import { readPassword } from './password.ts';
import { type Role, sessionName } from './session-locks.ts';

/** The database of the service. */
export const DATABASE = 'company_data';

/** Codes of a PostgreSQL that is starting, stopping or being killed: asking again helps. */
const TRANSIENT = new Set(['57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE', undefined]);
/** Codes of a socket on which nothing listens. */
const NOT_RUNNING = new Set(['ENOENT', 'ENOTDIR', 'ECONNREFUSED']);
/** The message of node-postgres when a password is missing, and PostgreSQL's code for a wrong one. */
const NO_PASSWORD = 'client password must be a string';
const WRONG_PASSWORD = '28P01';

/** Returns a URL for node-postgres and libpq. It is complete, so that no PG… variable of the user has an effect. */
export async function urlOf(location: Location, database: string): Promise<string> {
  const password = await readPassword(location.passwordFile);
  const host = encodeURIComponent(location.socketDir);
  const url = `postgresql:///${database}?host=${host}&port=5432&user=postgres&sslmode=disable`;
  // A database of an older version asks for no password until its next start.
  return password === undefined ? url : `${url}&password=${password}`;
}

/**
 * Opens the session of an attached process, in the database `postgres`.
 *
 * @returns `not ready` when PostgreSQL is starting or stopping.
 * @throws StartupError when it cannot be used at all.
 */
export async function openSession(
  location: Location,
  role: Role,
): Promise<pg.Client | 'not ready' | 'not running'> {
  const session = new pg.Client({
    connectionString: await urlOf(location, 'postgres'),
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
    if (code !== undefined && NOT_RUNNING.has(code)) return 'not running';
    if (code === WRONG_PASSWORD || reason(error).includes(NO_PASSWORD)) throw wrongPassword(location, error);
    if (isTransient(error)) return 'not ready';
    if (code === 'EACCES' || code === 'EPERM') {
      throw new StartupError(
        `the database in ${location.dir} belongs to another user; run as that user, or set another DATA_DIR`,
      );
    }
    throw unusable(error);
  }
}

function wrongPassword(location: Location, cause: unknown): StartupError {
  return new StartupError(
    `the PostgreSQL that runs in ${location.dir} does not accept the password in ${location.passwordFile}; ` +
      'stop what uses it, and the next start sets the password again',
    { cause },
  );
}

export function unusable(cause: unknown): StartupError {
  return new StartupError(`cannot use the embedded PostgreSQL: ${databaseReason(cause)}`, { cause });
}

/** Returns whether PostgreSQL is starting or stopping, so that asking again helps. */
export function isTransient(error: unknown): boolean {
  return TRANSIENT.has(errorCode(error));
}
