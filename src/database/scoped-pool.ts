import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { currentScope, type OperationScope } from '../lib/operation-scope.ts';
import { requestCancel } from './cancel.ts';

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 1_000;

/**
 * A pool that knows for which operation a connection is out. When that is stopped, what the connection runs is cancelled
 * and nothing further runs on it. A connection that was cancelled is never given to anybody else: a request to cancel may
 * come late, and must not hit a statement of another operation. Costs no statement while nothing is stopped.
 */
export class ScopedPool extends pg.Pool {
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
    let isWaiting = true;
    const leave = scope.onStop((reason) => {
      isWaiting = false;
      callback(reason, undefined, () => undefined);
    });
    super.connect((error, client, release) => {
      // Stopped in the queue: what comes now goes back as it is.
      if (!isWaiting) return client?.release();
      leave();
      if (!client) return callback(error, client, release);
      hold(scope, client);
      callback(undefined, client, client.release);
    });
  }
}

/** Ties a connection to a scope until it is released. */
function hold(scope: OperationScope, client: pg.PoolClient): void {
  const release = client.release;
  let isOut = true;
  const leave = scope.onStop((reason) => {
    refuseStatements(client, reason);
    void cancelWhile(() => isOut, client);
  });
  client.release = (error) => {
    isOut = false;
    leave();
    release.call(client, scope.stopped ? true : error);
  };
}

/** A request that overtakes its statement has no effect, so it is repeated for as long as the connection is out. */
async function cancelWhile(isOut: () => boolean, client: pg.PoolClient): Promise<void> {
  for (let pause = FIRST_RETRY_MS; isOut(); pause = Math.min(2 * pause, LAST_RETRY_MS)) {
    await requestCancel(client);
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
