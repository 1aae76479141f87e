import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Makes results come one in a turn of the event loop, in the order of the calls; the work itself runs side by side. What
 * follows a large result (building its part of an answer) then leaves room for other requests before the next one.
 */
export function oneATurn<A, R>(work: (argument: A) => Promise<R>): (argument: A) => Promise<R> {
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
  // A failure is told when its turn comes: until then nobody listens.
  result.catch(() => undefined);
  await before;
  await nextTurn();
  return result;
}

let line: Promise<void> = Promise.resolve();

/** Resolves in a turn of the event loop that no other caller has: for work that holds the thread for milliseconds. */
export function ownTurn(): Promise<void> {
  line = line.then(() => nextTurn());
  return line;
}
