import pg from 'pg';
import type { PoolClient } from './client.ts';

/** What node-postgres' types leave out: how a backend is known to the server, and its connection without a session. */
interface Backend {
  readonly host: string;
  readonly port: number;
  readonly ssl: boolean | object;
  readonly sslNegotiation: 'postgres' | 'direct';
  readonly processID: number;
  readonly secretKey: number;
}

interface BareConnection extends pg.Connection {
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}

const TIMEOUT_MS = 5_000;

/**
 * Asks the server to break off what a connection runs (PostgreSQL manual, "Canceling Requests in Progress"): over a
 * connection of its own, with the secret that the server gave the other one at its start. So it can hit no backend but
 * that one, works when no connection is left, and through poolers.
 *
 * @returns when the server has taken it, or cannot be reached. A statement that is over by then is not touched, nor is one
 * that the server has yet to read: whoever wants to be sure asks again.
 */
export function requestCancel(client: PoolClient): Promise<void> {
  // Fields that every connected client of node-postgres has.
  const { host, port, ssl, sslNegotiation, processID, secretKey } = client as unknown as Backend;
  const connection = new pg.Connection({ ssl } as pg.ConnectionConfig) as BareConnection;
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

/** Ends the connection of a client without a word to the server: what it runs fails at once. */
export function breakOff(client: PoolClient): void {
  // A field that every client of node-postgres has.
  const { connection } = client as unknown as { connection: pg.Connection };
  connection.stream.destroy();
}
