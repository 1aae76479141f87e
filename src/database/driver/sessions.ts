import pg from 'pg';
import { isObject } from '../../lib/property.ts';
import { breakOff } from './cancel.ts';
import { connectionOf } from './internals.ts';

/** PostgreSQL manual, appendix A: read_only_sql_transaction. */
const READ_ONLY = '25006';

/**
 * Closes the connection of a client as soon as its server refuses a change as read-only: it leads to a standby, or to a
 * former primary. The statement has failed by then.
 */
export function closeWhenReadOnly(client: pg.PoolClient): void {
  connectionOf(client).on('errorMessage', ({ code }: { code?: string }) => {
    if (code === READ_ONLY) setImmediate(() => breakOff(client));
  });
}

/** Sets the time zone of a new connection through a pooler, which keeps it for each client. */
export async function setTimeZone(client: pg.ClientBase): Promise<void> {
  await client.query("SET TimeZone = 'UTC'");
}

/** Prepares nothing by name on this connection, as each transaction may have another session. */
export function useWithoutSession(client: pg.PoolClient): void {
  const unnamed = (...args: unknown[]): unknown => {
    const [config] = args;
    // Statements are shared by connections, so only a copy may lose its name; a Submittable belongs to one execution.
    if (isObject(config) && 'name' in config) {
      if ('submit' in config) Reflect.set(config, 'name', '');
      else args[0] = { ...config, name: undefined };
    }
    return Reflect.apply(pg.Client.prototype.query, client, args);
  };
  Object.defineProperty(client, 'query', { value: unnamed, configurable: true, writable: true });
}

/** Refuses further statements of a transaction that was between two of them. It may still roll back. */
export function refuseStatements(client: pg.PoolClient, reason: Error): void {
  const { query } = client;
  const guarded = (...args: unknown[]): unknown => {
    if (args[0] === 'ROLLBACK') return Reflect.apply(query, client, args);
    throw reason;
  };
  Object.defineProperty(client, 'query', { value: guarded, configurable: true, writable: true });
}
