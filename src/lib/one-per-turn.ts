import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Returns a function whose results arrive in the order of its calls, at most one in a turn of the event loop. The work
 * itself runs in parallel. Building a response from a large result blocks the thread, so others run before the next one.
 */
export function onePerTurn<A, R>(work: (argument: A) => Promise<R>): (argument: A) => Promise<R> {
  let latest: Promise<unknown> | undefined;
  return (argument) => {
    const before = latest;
    const result = before ? following(before, work(argument)) : work(argument);
    const settled = result.then(clear, clear);
    latest = settled;
    return result;

    function clear(): void {
      if (latest === settled) latest = undefined;
    }
  };
}

async function following<R>(before: Promise<unknown>, result: Promise<R>): Promise<R> {
  // A rejection before its turn would count as unhandled.
  result.catch(() => undefined);
  await before;
  await nextTurn();
  return result;
}
