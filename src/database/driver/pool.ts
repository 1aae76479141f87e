import pg from 'pg';
import { isObject } from '../../lib/json.ts';
import {
  currentContext,
  type OperationScope,
  type RequestScope,
  runInternally,
} from '../../lib/request-context.ts';
import { breakOff, cancelUntil, connectionOf, rowsReceived } from './cancel.ts';
import { ConnectionQueue, NO_LIMITS, queueLimitsOf } from './connection-queue.ts';
import { type DatabaseListener, observeQueries } from './observer.ts';

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

export interface DriverOptions {
  /** Limits what one operation, and one organization, may have of the pool at a time. Default: no limits. */
  isFair?: boolean;
  /** Whether each transaction may have another session, as behind a pooler. Then nothing is prepared by name. */
  isPooled?: boolean | undefined;
  /** Learns of statements and of waits for a connection. Without one nothing is measured. */
  listener?: DatabaseListener | undefined;
  /** The name of the pool for its listener. */
  name?: string | undefined;
}

const NOTHING_TO_RELEASE = () => undefined;

/**
 * The pool of node-postgres with what this service adds to the driver. Plain statements, transactions, COPY and Prisma
 * all go through it:
 * - a connection belongs to the operation that asked for it, and is cancelled when that is stopped;
 * - operations and organizations share the connections (connection-queue.ts);
 * - bytes that an operation reads count towards its budget;
 * - a listener learns of waits and statements (observer.ts);
 * - connections to a read-only server are closed, and poolers get statements without names (sessions.ts).
 *
 * None of this adds a statement unless an operation is cancelled.
 */
export class DriverPool extends pg.Pool {
  readonly #queue: ConnectionQueue;
  readonly #listener: DatabaseListener | undefined;
  readonly #name: string;
  /** The request that each client was handed to. Clients are handed over by the request that had them before. */
  readonly #requests = new WeakMap<object, RequestScope | undefined>();

  constructor(config: pg.PoolConfig, options: DriverOptions = {}) {
    const { isFair = false, isPooled = false, listener, name = 'database' } = options;
    super(isPooled ? { ...config, onConnect: setTimeZone } : config);
    const queue = new ConnectionQueue(isFair ? queueLimitsOf(this.options.max) : NO_LIMITS);
    this.#queue = queue;
    this.#listener = listener;
    this.#name = name;
    // Requests that wait for their share count as well. The types have no getter that could be overridden.
    const waitingCount = () => Number(Reflect.get(pg.Pool.prototype, 'waitingCount', this));
    Object.defineProperty(this, 'waitingCount', { get: () => waitingCount() + queue.waiting });
    this.on('connect', closeWhenReadOnly);
    if (isPooled) this.on('connect', useWithoutSession);
    if (listener) {
      const requestOf = this.#requests.get.bind(this.#requests);
      this.on('connect', (client) => observeQueries(client, requestOf, listener));
    }
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (!callback)
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error)));
      });
    const { request, operation, isUncounted = false } = currentContext();
    const askedAt = performance.now();
    const handOver: ConnectCallback = (error, client, release) => {
      this.#listener?.waited?.(performance.now() - askedAt, this.#name);
      if (client) this.#requests.set(client, request);
      callback(error, client, release);
    };
    if (!operation) this.#open(handOver);
    else if (operation.stopped) handOver(operation.stopped, undefined, NOTHING_TO_RELEASE);
    else this.#openFor(operation, isUncounted, handOver);
    return undefined;
  }

  #open(opened: ConnectCallback): void {
    if (this.idleCount > 0) super.connect(opened);
    // A new connection outlives the request that opens it, so its later events must not count for that request.
    else runInternally(() => super.connect(opened));
  }

  /**
   * Hands a client over once the operation has its turn. When the operation is stopped, it gets none, or what its client
   * runs is cancelled and nothing further runs on it. A cancelled client is closed at its release: a late request to cancel
   * must not hit a statement of another operation.
   */
  #openFor(operation: OperationScope, isUncounted: boolean, handOver: ConnectCallback): void {
    const queue = this.#queue;
    let client: pg.PoolClient | undefined;
    let isOver = false;
    const opened: ConnectCallback = (error, opened, giveBack) => {
      if (isOver || !opened) {
        // A client that comes after the operation was stopped goes back unused.
        opened?.release();
        queue.done(operation);
        if (isOver) return;
        leave();
        return handOver(error, undefined, giveBack);
      }
      client = opened;
      const { stream } = connectionOf(client);
      const count = isUncounted || !operation.readBudget ? undefined : readCounter(operation, client);
      if (count) stream.on('data', count);
      client.release = (error) => {
        isOver = true;
        if (count) stream.off('data', count);
        leave();
        giveBack(operation.stopped ? true : error);
        queue.done(operation);
      };
      handOver(undefined, client, client.release);
    };
    const start = () => this.#open(opened);
    const leave = operation.onStop((reason) => {
      if (client) {
        refuseStatements(client, reason);
        void cancelUntil(() => isOver, client);
        return;
      }
      isOver = true;
      queue.withdraw(operation, start);
      handOver(reason, undefined, NOTHING_TO_RELEASE);
    });
    if (queue.enter(operation, start)) this.#open(opened);
  }
}

/**
 * Counts the bytes that a connection receives while an operation has it: one addition for each chunk, however many rows
 * it holds. The bytes are a lower bound of the memory that the rows take.
 */
function readCounter(operation: OperationScope, client: pg.PoolClient): (chunk: Buffer) => void {
  let bytes = 0;
  // node-postgres listens as well, and has parsed the chunk before this is called.
  return (chunk) => {
    bytes += chunk.length;
    operation.addRead(chunk.length, () => ({ bytes, rows: rowsReceived(client) }));
  };
}

/** PostgreSQL manual, appendix A: read_only_sql_transaction. */
const READ_ONLY = '25006';

/**
 * Closes the connection of a client as soon as its server refuses a change as read-only: it leads to a standby, or to a
 * former primary. The statement has failed by then.
 */
function closeWhenReadOnly(client: pg.PoolClient): void {
  connectionOf(client).on('errorMessage', ({ code }: { code?: string }) => {
    if (code === READ_ONLY) setImmediate(() => breakOff(client));
  });
}

/** Sets the time zone of a new connection through a pooler, which keeps it for each client. */
async function setTimeZone(client: pg.ClientBase): Promise<void> {
  await client.query("SET TimeZone = 'UTC'");
}

/** Prepares nothing by name on this connection, as each transaction may have another session. */
function useWithoutSession(client: pg.PoolClient): void {
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
function refuseStatements(client: pg.PoolClient, reason: Error): void {
  const { query } = client;
  const guarded = (...args: unknown[]): unknown => {
    if (args[0] === 'ROLLBACK') return Reflect.apply(query, client, args);
    throw reason;
  };
  Object.defineProperty(client, 'query', { value: guarded, configurable: true, writable: true });
}
