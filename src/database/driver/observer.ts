import { Readable, Writable } from 'node:stream';
import pg from 'pg';
import type { RequestScope } from '../../lib/request-context.ts';

/** A statement that has ended. */
export interface RanStatement {
  /** The name that it is prepared under; undefined for one that is not prepared. */
  name: string | undefined;
  /** Its text, without the values, which are sent separately. */
  text: string;
  /** When it was sent, as `performance.now()` measures. */
  startedAt: number;
  /** Milliseconds from sending it to its complete result. */
  ms: number;
  rows: number;
  failed: boolean;
  /** The request that it ran for; undefined for work of the process itself. */
  scope: RequestScope | undefined;
}

export interface DatabaseListener {
  /** Called when a wait for a connection of `pool` ends, with or without one. */
  waited?: ((ms: number, pool: string) => void) | undefined;
  ran?: ((statement: RanStatement) => void) | undefined;
}

/** A statement as node-postgres takes it, unless it is a text alone. */
interface Named {
  name?: string;
  text?: string;
}

type Callback = (error: unknown, result: unknown) => void;
type Finish = (rows: number, failed: boolean) => void;

/**
 * Reports each statement of a client: plain ones, COPY, and those of Prisma.
 *
 * @param requestOf returns the request that a client belongs to at the moment.
 */
export function observeQueries(
  client: pg.PoolClient,
  requestOf: (client: pg.PoolClient) => RequestScope | undefined,
  { ran }: DatabaseListener,
): void {
  const wrapped = Object.hasOwn(client, 'query') ? client.query : undefined;
  const observed = (...args: unknown[]): unknown => {
    const query = wrapped ?? pg.Client.prototype.query;
    const [config] = args;
    const scope = requestOf(client);
    const startedAt = performance.now();
    const { name, text = '' } = typeof config === 'string' ? { text: config } : (config as Named);
    const finish: Finish = (rows, failed) => {
      const ms = performance.now() - startedAt;
      if (scope) {
        scope.sql.statements += 1;
        scope.sql.rows += rows;
        scope.sql.ms += ms;
      }
      ran?.({ name: name || undefined, text, startedAt, ms, rows, failed, scope });
    };
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      const done: Callback = (error, result) => {
        finish(rowsOf(result), Boolean(error));
        callback(error, result);
      };
      return Reflect.apply(query, client, [...args.slice(0, -1), done]);
    }
    if (config instanceof Readable || config instanceof Writable) observeStream(config, finish);
    const result: unknown = Reflect.apply(query, client, args);
    if (result instanceof Promise) {
      result.then(
        (value: unknown) => finish(rowsOf(value), false),
        () => finish(0, true),
      );
    }
    return result;
  };
  Object.defineProperty(client, 'query', { value: observed, configurable: true, writable: true });
}

/** node-postgres calls it on a statement when the server is ready for the next one. */
type ReadyHandler = (connection: unknown) => void;

/** Reports a COPY. Its number of rows comes after the last byte. A stream that is left before its end has failed. */
function observeStream(stream: Readable | Writable, finish: Finish): void {
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
    const isComplete = stream instanceof Readable ? stream.readableEnded : stream.writableFinished;
    if (!isComplete) end(true);
  });
}

/** Counts the rows of a result. A text with several statements has an array of results. */
function rowsOf(result: unknown): number {
  if (Array.isArray(result)) return result.reduce((sum: number, each) => sum + rowsOf(each), 0);
  if (typeof result !== 'object' || result === null) return 0;
  if ('rows' in result) return Array.isArray(result.rows) ? result.rows.length : 0;
  return 'rowCount' in result && typeof result.rowCount === 'number' ? result.rowCount : 0;
}
