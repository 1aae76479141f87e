import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { OperationScope } from '../../lib/operation-scope.ts';
import { breakOff, requestCancel } from './cancel.ts';
import { connectionOf, rowsReceived } from './internals.ts';

const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 1_000;
/** After this time a server that ignores requests to cancel counts as unreachable. */
const GIVE_UP_MS = 10_000;

/**
 * Ties a client to an operation until it is released. When the operation is stopped, what the client runs is cancelled
 * and nothing further runs on it. A cancelled client is closed at its release: a late request to cancel must not hit a
 * statement of another operation.
 *
 * @param isUncounted whether what the client reads is left out of the operation's budget.
 * @param onRelease called once.
 */
export function tieToOperation(
  scope: OperationScope,
  isUncounted: boolean,
  client: pg.PoolClient,
  onRelease: () => void,
): void {
  const release = client.release;
  const endCount = isUncounted ? undefined : countReads(scope, client);
  let isOut = true;
  const leave = scope.onStop((reason) => {
    refuseStatements(client, reason);
    void cancelWhile(() => isOut, client);
  });
  client.release = (error) => {
    const wasOut = isOut;
    isOut = false;
    endCount?.();
    leave();
    release.call(client, scope.stopped ? true : error);
    if (wasOut) onRelease();
  };
}

/**
 * Repeats the request to cancel while the client is out, as one that overtakes its statement has no effect. Closes the
 * connection to a server that cannot be reached: the system would keep it, and its place in the pool, for minutes.
 */
async function cancelWhile(isOut: () => boolean, client: pg.PoolClient): Promise<void> {
  const until = performance.now() + GIVE_UP_MS;
  for (let pause = FIRST_RETRY_MS; isOut(); pause = Math.min(2 * pause, LAST_RETRY_MS)) {
    await requestCancel(client);
    if (isOut() && performance.now() > until) return breakOff(client);
    if (isOut()) await delay(pause, undefined, { ref: false });
  }
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

/**
 * Counts the bytes that a connection receives while an operation has it: one addition for each chunk, however many rows
 * it holds. The bytes are a lower bound of the memory that the rows take.
 *
 * @returns a function that ends the counting.
 */
function countReads(scope: OperationScope, client: pg.PoolClient): () => void {
  if (!scope.hasReadBudget) return () => undefined;
  const { stream } = connectionOf(client);
  let bytes = 0;
  // node-postgres listens as well, and has parsed the chunk before this is called.
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    scope.addRead(chunk.length, () => ({ bytes, rows: rowsReceived(client) }));
  };
  stream.on('data', count);
  return () => stream.off('data', count);
}
