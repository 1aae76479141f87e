import { Fault } from '../lib/fault.ts';
import { currentContext } from '../lib/request-context.ts';
import { counted } from '../lib/text.ts';
import type { Pool } from './client.ts';

/** How many callers may wait for one key. Each of them keeps the body of its request in memory. */
const MAX_WAITING = 500;
const RETRY_AFTER_SECONDS = 2;
/** For a pool without a limit on waits for a connection. */
const WAIT_MS = 10_000;

/** Those who wait for a key that is held. */
type Waiting = Map<string, Set<() => void>>;

const waitingOf = new WeakMap<Pool, Waiting>();

/**
 * Runs work under one key one at a time, in the order of the calls. Work that locks a row which others lock as well waits
 * here. In the database it would hold a connection while it waits. Between processes the lock decides.
 *
 * @param pool the pool that the work takes its connection from. Its limit on waits applies here as well.
 * @throws Fault overloaded when the key is not free in time, or too many callers wait.
 */
export async function withMutex<T>(pool: Pool, key: string, work: () => Promise<T>): Promise<T> {
  const waiting: Waiting = waitingOf.get(pool) ?? new Map();
  waitingOf.set(pool, waiting);
  const line = waiting.get(key);
  if (line) await waitIn(line, pool.options.connectionTimeoutMillis || WAIT_MS);
  else waiting.set(key, new Set());
  try {
    return await work();
  } finally {
    const [next] = waiting.get(key) ?? [];
    if (next) next();
    else waiting.delete(key);
  }
}

/** Resolves when the caller holds the key. A caller that times out, or whose operation is stopped, leaves the queue. */
function waitIn(line: Set<() => void>, waitMs: number): Promise<void> {
  const scope = currentContext().operation;
  if (scope?.stopped) return Promise.reject(scope.stopped);
  if (line.size >= MAX_WAITING) return Promise.reject(tooMany());
  return new Promise((resolve, reject) => {
    const end = () => {
      line.delete(begin);
      clearTimeout(timer);
      leave?.();
    };
    const begin = () => {
      end();
      resolve();
    };
    const fail = (reason: Error) => {
      end();
      reject(reason);
    };
    const timer = setTimeout(() => fail(tooMany()), waitMs);
    const leave = scope?.onStop(fail);
    line.add(begin);
  });
}

function tooMany(): Fault {
  const message = `Too many changes of the same thing are waiting for each other. Try again in ${counted(RETRY_AFTER_SECONDS, 'second')}.`;
  return new Fault('overloaded', message, { details: { class: 'write', retry_after: RETRY_AFTER_SECONDS } });
}
