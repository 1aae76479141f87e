import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { propertyOf } from '../../lib/json.ts';
import { SubmittedStatement } from './statement.ts';

const TIMEOUT_MS = 5_000;
const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 1_000;
/** After this time a server that ignores requests to cancel counts as unreachable. */
const GIVE_UP_MS = 10_000;

/**
 * Repeats the request to cancel until the client is back, as one that overtakes its statement has no effect. Closes the
 * connection to a server that cannot be reached: the system would keep it, and its place in the pool, for minutes.
 */
export async function cancelUntil(isBack: () => boolean, client: pg.PoolClient): Promise<void> {
  const until = performance.now() + GIVE_UP_MS;
  for (let pause = FIRST_RETRY_MS; !isBack(); pause = Math.min(2 * pause, LAST_RETRY_MS)) {
    await requestCancel(client);
    if (!isBack() && performance.now() > until) return breakOff(client);
    if (!isBack()) await delay(pause, undefined, { ref: false });
  }
}

/**
 * Asks the server to cancel what a client runs (PostgreSQL manual, "Canceling Requests in Progress"). The request has a
 * connection of its own and the secret of the client's session. So it cannot hit another session, and it works through
 * poolers and when no connection is left.
 *
 * @returns when the server has taken the request, or cannot be reached. The request has no effect on a statement that has
 * ended, nor on one that the server has not read yet: repeat it until the client is released.
 */
function requestCancel(client: pg.PoolClient): Promise<void> {
  const { host, port, ssl, sslNegotiation, processID, secretKey } = backendOf(client);
  const connection = bareConnection(ssl);
  const cancel = () => connection.cancel(processID, secretKey);
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => connection.stream.destroy(), TIMEOUT_MS).unref();
    connection.on('end', () => {
      clearTimeout(giveUp);
      resolve();
    });
    connection.on('error', () => connection.stream.destroy());
    connection.on('sslconnect', cancel);
    connection.on('connect', () => {
      if (!ssl) cancel();
      else if (sslNegotiation !== 'direct') connection.requestSsl();
    });
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
}

/** Closes the connection of a client without telling the server. What it runs fails at once. */
export function breakOff(client: pg.PoolClient): void {
  connectionOf(client).stream.destroy();
}

declare module 'pg' {
  interface Connection {
    /** The texts of the statements that are prepared on this connection, by name. */
    readonly parsedStatements: Readonly<Record<string, string | undefined>>;
  }
}

/** Fields that every connected client of node-postgres has and its types leave out. Nothing else reads such fields. */
interface Backend {
  readonly connection: pg.Connection;
  readonly host: string;
  readonly port: number;
  readonly ssl: boolean | object;
  readonly sslNegotiation: 'postgres' | 'direct';
  readonly processID: number;
  /** With it the statement of the client may be cancelled. */
  readonly secretKey: number;
}

/** A connection without a session: all that it can send is a request to cancel. */
interface BareConnection extends pg.Connection {
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}

const backendOf = (client: pg.PoolClient) => client as unknown as Backend;
export const connectionOf = (client: pg.PoolClient) => backendOf(client).connection;

/** Returns how many rows of its running statement a client has received; 0 where that cannot be told. */
export function rowsReceived(client: pg.PoolClient): number {
  const running = propertyOf(client, '_activeQuery');
  if (running instanceof SubmittedStatement) return running.rowCount;
  const rows = propertyOf(propertyOf(running, '_result'), 'rows');
  return Array.isArray(rows) ? rows.length : 0;
}

function bareConnection(ssl: boolean | object): BareConnection {
  return new pg.Connection({ ssl } as pg.ConnectionConfig) as BareConnection;
}
