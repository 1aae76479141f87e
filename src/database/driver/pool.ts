import pg from 'pg';
import type { OperationScope } from '../../lib/operation-scope.ts';
import {
  currentContext,
  type RequestContext,
  type RequestScope,
  runInternally,
} from '../../lib/request-context.ts';
import { tieToOperation } from './checkout.ts';
import { type DatabaseListener, observeQueries } from './observer.ts';
import { closeWhenReadOnly, setTimeZone, useWithoutSession } from './sessions.ts';
import { limitsOf, NO_LIMITS, Shares } from './shares.ts';

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

export interface DriverOptions {
  /** Limits what one operation, and one organization, may have of the pool at a time. Default: no limits. */
  isShared?: boolean;
  /** Whether each transaction may have another session, as behind a pooler. Then nothing is prepared by name. */
  isPooled?: boolean | undefined;
  /** Learns of statements and of waits for a connection. Without one nothing is measured. */
  listener?: DatabaseListener | undefined;
  /** The name of the pool for its listener. */
  name?: string | undefined;
}

/**
 * The pool of node-postgres with what this service adds to the driver. Plain statements, transactions, COPY and Prisma
 * all go through it:
 * - a connection belongs to the operation that asked for it, and is cancelled when that is stopped (checkout.ts);
 * - operations and organizations share the connections (shares.ts);
 * - bytes that an operation reads count towards its budget (checkout.ts);
 * - a listener learns of waits and statements (observer.ts);
 * - connections to a read-only server are closed, and poolers get statements without names (sessions.ts).
 *
 * None of this costs a statement while nothing is stopped.
 */
export class DriverPool extends pg.Pool {
  readonly #shares: Shares;
  readonly #listener: DatabaseListener | undefined;
  readonly #name: string;
  /** The request that each client was handed to. Clients are handed over by the request that had them before. */
  readonly #requests = new WeakMap<object, RequestScope | undefined>();

  constructor(config: pg.PoolConfig, options: DriverOptions = {}) {
    const { isShared = false, isPooled = false, listener, name = 'database' } = options;
    super(isPooled ? { ...config, onConnect: setTimeZone } : config);
    const shares = new Shares(isShared ? limitsOf(this.options.max) : NO_LIMITS);
    this.#shares = shares;
    this.#listener = listener;
    this.#name = name;
    // Requests that wait for their share count as well. The types have no getter that could be overridden.
    const waitingCount = () => Number(Reflect.get(pg.Pool.prototype, 'waitingCount', this));
    Object.defineProperty(this, 'waitingCount', { get: () => waitingCount() + shares.waiting });
    this.on('connect', closeWhenReadOnly);
    if (isPooled) this.on('connect', useWithoutSession);
    if (listener) {
      this.on('connect', (client) => observeQueries(client, () => this.#requests.get(client), listener));
    }
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (callback) {
      this.#connect(callback);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      this.#connect((error, client) => (client ? resolve(client) : reject(error)));
    });
  }

  #connect(callback: ConnectCallback): void {
    const context = currentContext();
    const checkOut = () =>
      this.#checkOut(context, this.#listener ? this.#reported(context, callback) : callback);
    // A new connection outlives the request that opens it, so its later events must not count for that request.
    if (this.idleCount > 0) checkOut();
    else runInternally(checkOut);
  }

  /** Reports the wait for a client to the listener, and notes which request gets the client. */
  #reported({ request }: RequestContext, callback: ConnectCallback): ConnectCallback {
    const askedAt = performance.now();
    return (error, client, release) => {
      this.#listener?.waited?.(performance.now() - askedAt, this.#name);
      if (client) this.#requests.set(client, request);
      callback(error, client, release);
    };
  }

  #checkOut(context: RequestContext, callback: ConnectCallback): void {
    const { operation } = context;
    if (!operation) super.connect(callback);
    else if (operation.stopped) callback(operation.stopped, undefined, () => undefined);
    else this.#checkOutFor(operation, context.isUncounted === true, callback);
  }

  #checkOutFor(scope: OperationScope, isUncounted: boolean, callback: ConnectCallback): void {
    const shares = this.#shares;
    let isWaiting = true;
    const start = () =>
      super.connect((error, client, release) => {
        if (!client) shares.done(scope);
        // The operation was stopped in the queue: a client that comes now goes back unused.
        else if (!isWaiting) {
          client.release();
          shares.done(scope);
        }
        if (!isWaiting) return;
        leave();
        if (!client) return callback(error, client, release);
        tieToOperation(scope, isUncounted, client, () => shares.done(scope));
        callback(undefined, client, client.release);
      });
    const leave = scope.onStop((reason) => {
      isWaiting = false;
      shares.withdraw(scope, start);
      callback(reason, undefined, () => undefined);
    });
    shares.enter(scope, start);
  }
}
