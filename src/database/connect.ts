import pg from 'pg';
import { StartupError } from '../lib/fault.ts';
import { textIn } from '../lib/json.ts';
import { attempt, databaseReason, errorCode } from './errors.ts';

/** PostgreSQL 15.0, as `server_version_num` writes it. */
const OLDEST_SERVER = 150_000;
const ADVICE = 'set DATABASE_DIRECT_URL to the database server itself, which migrations and commands need';
const CONNECT_TIMEOUT_MS = 10_000;
/** PgBouncer's code for a startup parameter that it does not know. */
const PROTOCOL_VIOLATION = '08P01';

/**
 * Connects to a PostgreSQL 15 or newer.
 *
 * @throws StartupError in one line that names the server and never the password.
 */
export async function connect(url: string): Promise<pg.Client> {
  // The message of node-postgres about a malformed URL does not contain the URL.
  const client = await attempt('DATABASE_URL is not a usable PostgreSQL URL', async () => createClient(url));
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
    if (refusesOptions(error)) throw new StartupError(`${describe(client)} is a pooler: ${ADVICE}`);
    throw new StartupError(`cannot use the database ${describe(client)}: ${databaseReason(error)}`, {
      cause: error,
    });
  }
}

/**
 * Connects, runs `work`, and disconnects. An abort breaks the connection, which also ends a statement that waits for a lock.
 *
 * @throws StartupError as `connect` does; what `work` throws; the reason of the signal if it was aborted before
 */
export async function withClient<T>(
  url: string,
  signal: AbortSignal | undefined,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connect(url);
  const stop = () => client.end().catch(() => undefined);
  signal?.addEventListener('abort', stop);
  try {
    signal?.throwIfAborted();
    return await work(client);
  } finally {
    signal?.removeEventListener('abort', stop);
    await stop();
  }
}

/**
 * Creates a connection outside of the pools, in UTC. It connects when it is told to.
 *
 * @param overrides of its settings.
 */
export function createClient(url: string, overrides: pg.ClientConfig = {}): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    options: '-c TimeZone=UTC',
    application_name: 'company-data',
    ...overrides,
  });
  // The next query reports a connection that broke while idle. Without a listener the event would end the process.
  client.on('error', () => undefined);
  return client;
}

/** Returns whether a pooler refused the startup parameter `options`. PostgreSQL itself never does. */
export function refusesOptions(error: unknown): boolean {
  return errorCode(error) === PROTOCOL_VIOLATION && /startup parameter/.test(textIn(error, 'message') ?? '');
}

function describe(client: pg.Client): string {
  return `${client.user ?? ''}@${client.host}:${client.port}/${client.database ?? ''}`;
}
