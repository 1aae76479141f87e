import pg from 'pg';
import { StartupError } from '../lib/fault.ts';

/** PostgreSQL 15.0, as `server_version_num` writes it. */
const OLDEST_SERVER = 150_000;
const CONNECT_TIMEOUT_MS = 10_000;

const ADVICE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there; start PostgreSQL or correct DATABASE_URL',
  ENOENT: 'there is no such socket; start PostgreSQL or correct DATABASE_URL',
  EACCES: 'its socket is closed to this user',
  ENOTFOUND: 'the host name is unknown; correct DATABASE_URL',
  EAI_AGAIN: 'the host name cannot be looked up right now',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
  ECONNRESET: 'it broke the connection off',
  '28P01': 'the password is wrong; correct DATABASE_URL',
  '28000': 'it refuses this user; correct DATABASE_URL or its pg_hba.conf',
  '3D000': 'the database does not exist; create it or correct DATABASE_URL',
  '53300': 'it has no connection left; lower DATABASE_POOL_SIZE or raise its max_connections',
  '57P03': 'it is starting up or shutting down; try again in a moment',
};

/**
 * Connects to a PostgreSQL 15 or newer.
 *
 * @throws StartupError in one line that names the server and never the password.
 */
export async function connect(url: string): Promise<pg.Client> {
  const client = createClient(url);
  try {
    await client.connect();
    const { rows } = await client.query<{ number: number; name: string }>(
      "SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS name",
    );
    const [version] = rows;
    if (version && version.number < OLDEST_SERVER) {
      throw new StartupError(
        `the database server ${describe(client)} is PostgreSQL ${version.name}; version 15 or newer is needed`,
      );
    }
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    if (error instanceof StartupError) throw error;
    throw new StartupError(`cannot use the database ${describe(client)}: ${databaseReason(error)}`, {
      cause: error,
    });
  }
}

function createClient(url: string): pg.Client {
  try {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      options: '-c TimeZone=UTC',
      application_name: 'company-data',
    });
    // A connection that breaks while idle shows in the next query; without a listener it would end the process.
    client.on('error', () => undefined);
    return client;
  } catch (error) {
    // What node-postgres says of a URL leaves the URL itself out.
    throw new StartupError(`DATABASE_URL is not a usable PostgreSQL URL: ${reason(error)}`, { cause: error });
  }
}

function describe(client: pg.Client): string {
  return `${client.user ?? ''}@${client.host}:${client.port}/${client.database ?? ''}`;
}

/** @returns the code of a system or PostgreSQL error, for telling failures apart. */
export function errorCode(error: unknown): string | undefined {
  return textIn(error, 'code');
}

/** @returns one line about a failed connection or statement; node-postgres puts no secret into its messages. */
export function databaseReason(error: unknown): string {
  const code = errorCode(error);
  const advice = code === undefined ? undefined : ADVICE[code];
  if (advice !== undefined) return advice;
  const text = reason(error);
  if (text.includes('client password must be a string'))
    return 'it wants a password; put it into DATABASE_URL';
  return /timeout|terminated unexpectedly/i.test(text)
    ? 'it does not answer, or broke the connection off'
    : text;
}

/** @returns the message of an error in one line. */
export function reason(error: unknown): string {
  return (textIn(error, 'message') || String(error)).replace(/\s+/g, ' ').trim();
}

/** Looks at the shape, not at the class: an error may come from another realm, such as a test's. */
function textIn(error: unknown, key: 'code' | 'message'): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : undefined;
}
