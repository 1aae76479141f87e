import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { currentScope, type OperationScope } from '../lib/operation-scope.ts';
import { breakOff, requestCancel } from './cancel.ts';
import { countReads } from './count-reads.ts';
import { NO_LIMITS, type ShareLimits, Shares } from './shares.ts';

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 1_000;
/** After this time a server that ignores requests to cancel is taken for gone. */
const GIVE_UP_MS = 10_000;

/**
 * A pool that knows for which operation a connection is out. When that is stopped, what the connection runs is cancelled
 * and nothing further runs on it. A connection that was cancelled is never given to anybody else: a request to cancel may
 * come late, and must not hit a statement of another operation. Costs no statement while nothing is stopped.
 */
export class ScopedPool extends pg.Pool {
  readonly #shares: Shares;

  /** @param limits how much of the pool one operation, and one organization, may have at a time. */
  constructor(config: pg.PoolConfig, limits: ShareLimits = NO_LIMITS) {
    super(config);
    this.#shares = new Shares(limits);
    // Those who wait for their own share wait, too. The types have no getter that could be overridden.
    const waitingCount = () => Number(Reflect.get(pg.Pool.prototype, 'waitingCount', this));
    Object.defineProperty(this, 'waitingCount', { get: () => waitingCount() + this.#shares.waiting });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const scope = currentScope();
    if (callback) {
      if (scope) this.#checkOut(scope, callback);
      else super.connect(callback);
      return undefined;
    }
    if (!scope) return super.connect();
    return new Promise((resolve, reject) => {
      this.#checkOut(scope, (error, client) => (client ? resolve(client) : reject(error)));
    });
  }

  #checkOut(scope: OperationScope, callback: ConnectCallback): void {
    if (scope.stopped) {
      callback(scope.stopped, undefined, () => undefined);
      return;
    }
    const shares = this.#shares;
    let isWaiting = true;
    const start = () =>
      super.connect((error, client, release) => {
        if (!client) shares.done(scope);
        // Stopped in the queue: what comes now goes back as it is.
        else if (!isWaiting) {
          client.release();
          shares.done(scope);
        }
        if (!isWaiting) return;
        leave();
        if (!client) return callback(error, client, release);
        hold(scope, client, () => shares.done(scope));
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

/** Ties a connection to a scope until it is released. */
function hold(scope: OperationScope, client: pg.PoolClient, onRelease: () => void): void {
  const release = client.release;
  const endCount = countReads(scope, client);
  let isOut = true;
  const leave = scope.onStop((reason) => {
    refuseStatements(client, reason);
    void cancelWhile(() => isOut, client);
  });
  client.release = (error) => {
    const wasOut = isOut;
    isOut = false;
    endCount();
    leave();
    release.call(client, scope.stopped ? true : error);
    if (wasOut) onRelease();
  };
}

/**
 * A request that overtakes its statement has no effect, so it is repeated while the connection is out. A server that
 * cannot be reached would hold it, and with it a place in the pool, until the system gives up: that may take minutes.
 */
async function cancelWhile(isOut: () => boolean, client: pg.PoolClient): Promise<void> {
  const until = performance.now() + GIVE_UP_MS;
  for (let pause = FIRST_RETRY_MS; isOut(); pause = Math.min(2 * pause, LAST_RETRY_MS)) {
    await requestCancel(client);
    if (isOut() && performance.now() > until) return breakOff(client);
    if (isOut()) await delay(pause, undefined, { ref: false });
  }
}

/** A transaction that was between two statements must not begin the next one; it may still roll back. */
function refuseStatements(client: pg.PoolClient, reason: Error): void {
  const { query } = client;
  const guarded = (...args: unknown[]): unknown => {
    if (args[0] === 'ROLLBACK') return Reflect.apply(query, client, args);
    throw reason;
  };
  Object.defineProperty(client, 'query', { value: guarded, configurable: true, writable: true });
}
