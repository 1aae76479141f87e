import { Readable, Writable } from 'node:stream';
import pg from 'pg';
import { currentScope, type RequestScope, runOutside } from '../lib/request-scope.ts';

/** A statement that is over. */
export interface RanStatement {
  /** What it is prepared as; absent for one that is not. */
  name: string | undefined;
  /** Its text, without the values, which are sent beside it. */
  text: string;
  /** As `performance.now()` tells time. */
  startedAt: number;
  /** From sending it to having all of its answer, in milliseconds. */
  ms: number;
  /** Rows that came back. */
  rows: number;
  failed: boolean;
  /** The request that it ran for; absent for what the process does by itself. */
  scope: RequestScope | undefined;
}

export interface DatabaseListener {
  /** A connection of a pool was asked for and came, or did not, after so many milliseconds. */
  waited?(ms: number, pool: string): void;
  ran?(statement: RanStatement): void;
}

type Callback = (error: unknown, result: unknown) => void;
type Finish = (rows: number, failed: boolean) => void;
type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

/**
 * Tells what runs on a pool: plain statements, transactions, COPY and Prisma alike. A connection belongs to whoever
 * asked for it until it goes back: who that is, is looked up once, when it is asked for, as it may be handed over by the
 * request that had it before.
 */
export function watchPool(pool: pg.Pool, listener: DatabaseListener, name = 'database'): void {
  const owners = new WeakMap<object, RequestScope | undefined>();
  watchConnect(pool, owners, listener, name);
  pool.on('connect', (client) => {
    const query = (...args: unknown[]) => watchQuery(client, args, owners.get(client), listener);
    Object.defineProperty(client, 'query', { value: query, configurable: true, writable: true });
  });
}

const here = <T>(work: () => T): T => work();

function watchConnect(
  pool: pg.Pool,
  owners: WeakMap<object, RequestScope | undefined>,
  listener: DatabaseListener,
  name: string,
): void {
  const connect = pool.connect.bind(pool);
  const watched = (callback?: Connected) => {
    const scope = currentScope();
    const askedAt = performance.now();
    const arrived = (client: pg.PoolClient | undefined) => {
      listener.waited?.(performance.now() - askedAt, name);
      if (client) owners.set(client, scope);
    };
    // A connection outlives the request that it is opened for: what happens to it later is no doing of that one.
    const run = pool.idleCount > 0 ? here : runOutside;
    if (callback) {
      return run(() =>
        connect((error, client, done) => {
          arrived(client);
          callback(error, client, done);
        }),
      );
    }
    return run(() => connect()).then(
      (client) => {
        arrived(client);
        return client;
      },
      (error: unknown) => {
        arrived(undefined);
        throw error;
      },
    );
  };
  Object.defineProperty(pool, 'connect', { value: watched, configurable: true, writable: true });
}

function watchQuery(
  client: pg.PoolClient,
  args: unknown[],
  scope: RequestScope | undefined,
  { ran }: DatabaseListener,
): unknown {
  const [config] = args;
  const startedAt = performance.now();
  const finish: Finish = (rows, failed) => {
    const ms = performance.now() - startedAt;
    if (scope) {
      scope.sql.statements += 1;
      scope.sql.rows += rows;
      scope.sql.ms += ms;
    }
    ran?.({ name: textIn(config, 'name'), text: textOf(config), startedAt, ms, rows, failed, scope });
  };
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    const done: Callback = (error, result) => {
      finish(rowsOf(result), Boolean(error));
      callback(error, result);
    };
    return Reflect.apply(pg.Client.prototype.query, client, [...args.slice(0, -1), done]);
  }
  if (config instanceof Readable || config instanceof Writable) watchStream(config, finish);
  const result: unknown = Reflect.apply(pg.Client.prototype.query, client, args);
  if (result instanceof Promise) {
    result.then(
      (value: unknown) => finish(rowsOf(value), false),
      () => finish(0, true),
    );
  }
  return result;
}

/** What pg calls on a statement when the server is ready for the next one. */
type ReadyHandler = (connection: unknown) => void;

/** COPY: how many rows there were comes after the last byte. A stream that is left in the middle counts as failed. */
function watchStream(stream: Readable | Writable, finish: Finish): void {
  let open = true;
  const end = (failed: boolean) => {
    const rows: unknown = stream instanceof Readable ? Reflect.get(stream, 'rowCount') : 0;
    if (open) finish(typeof rows === 'number' ? rows : 0, failed);
    open = false;
  };
  const ready: ReadyHandler = Reflect.get(stream, 'handleReadyForQuery');
  const handleReadyForQuery: ReadyHandler = (connection) => {
    end(false);
    Reflect.apply(ready, stream, [connection]);
  };
  Object.assign(stream, { handleReadyForQuery });
  stream.once('error', () => end(true));
  stream.once('close', () => {
    const whole = stream instanceof Readable ? stream.readableEnded : stream.writableFinished;
    if (!whole) end(true);
  });
}

/** Several results come as an array: a text without values may hold several statements. */
function rowsOf(result: unknown): number {
  if (Array.isArray(result)) return result.reduce((sum: number, each) => sum + rowsOf(each), 0);
  if (typeof result !== 'object' || result === null) return 0;
  if ('rows' in result) return Array.isArray(result.rows) ? result.rows.length : 0;
  return 'rowCount' in result && typeof result.rowCount === 'number' ? result.rowCount : 0;
}

function textOf(config: unknown): string {
  return typeof config === 'string' ? config : (textIn(config, 'text') ?? '');
}

function textIn(config: unknown, key: 'name' | 'text'): string | undefined {
  if (typeof config !== 'object' || config === null) return undefined;
  const value: unknown = Reflect.get(config, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
