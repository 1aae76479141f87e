import pg from 'pg';
import { propertyOf } from '../../lib/property.ts';
import { SubmittedStatement } from './statement.ts';

declare module 'pg' {
  interface Connection {
    /** The texts of the statements that are prepared on this connection, by name. */
    readonly parsedStatements: Readonly<Record<string, string | undefined>>;
  }
}

/** How to reach the server of a client, and the secret with which its statement may be cancelled. */
export interface Backend {
  readonly host: string;
  readonly port: number;
  readonly ssl: boolean | object;
  readonly sslNegotiation: 'postgres' | 'direct';
  readonly processID: number;
  readonly secretKey: number;
}

/** A connection without a session: all that it can send is a request to cancel. */
export interface BareConnection extends pg.Connection {
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}

// Fields that every connected client of node-postgres has and its types leave out. Nothing else reads such fields.

export function backendOf(client: pg.PoolClient): Backend {
  return client as unknown as Backend;
}

export function connectionOf(client: pg.PoolClient): pg.Connection {
  return (client as unknown as { connection: pg.Connection }).connection;
}

/** Returns how many rows of its running statement a client has received; 0 where that cannot be told. */
export function rowsReceived(client: pg.PoolClient): number {
  const running = propertyOf(client, '_activeQuery');
  if (running instanceof SubmittedStatement) return running.rowCount;
  const rows = propertyOf(propertyOf(running, '_result'), 'rows');
  return Array.isArray(rows) ? rows.length : 0;
}

export function bareConnection(ssl: boolean | object): BareConnection {
  return new pg.Connection({ ssl } as pg.ConnectionConfig) as BareConnection;
}
