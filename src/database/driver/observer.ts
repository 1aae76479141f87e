import { Readable, Writable } from 'node:stream';
import type pg from 'pg';
import { textIn } from '../../lib/property.ts';
import type { RequestScope } from '../../lib/request-context.ts';
import { queryOf, type RunStatement } from './internals.ts';

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
  waited?(ms: number, pool: string): void;
  ran?(statement: RanStatement): void;
}

type Callback = (error: unknown, result: unknown) => void;
type Finish = (rows: number, failed: boolean) => void;

/**
 * Reports each statement of a client: plain ones, COPY, and those of Prisma.
 *
 * @param requestOf returns the request that the client belongs to at the moment.
 */
export function observeQueries(
  client: pg.PoolClient,
  requestOf: () => RequestScope | undefined,
  listener: DatabaseListener,
): void {
  const run = queryOf(client);
  const query = (...args: unknown[]) => observeQuery(run, args, requestOf(), listener);
  Object.defineProperty(client, 'query', { value: query, configurable: true, writable: true });
}

function observeQuery(
  run: RunStatement,
  args: unknown[],
  scope: RequestScope | undefined,
  { ran }: DatabaseListener,
): unknown {
  const [config] = args;
  const startedAt = performance.now();
  const name = textIn(config, 'name') || undefined;
  const finish: Finish = (rows, failed) => {
    const ms = performance.now() - startedAt;
    if (scope) {
      scope.sql.statements += 1;
      scope.sql.rows += rows;
      scope.sql.ms += ms;
    }
    const text = typeof config === 'string' ? config : (textIn(config, 'text') ?? '');
    ran?.({ name, text, startedAt, ms, rows, failed, scope });
  };
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    const done: Callback = (error, result) => {
      finish(rowsOf(result), Boolean(error));
      callback(error, result);
    };
    return run(...args.slice(0, -1), done);
  }
  if (config instanceof Readable || config instanceof Writable) observeStream(config, finish);
  const result: unknown = run(...args);
  if (result instanceof Promise) {
    result.then(
      (value: unknown) => finish(rowsOf(value), false),
      () => finish(0, true),
    );
  }
  return result;
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
