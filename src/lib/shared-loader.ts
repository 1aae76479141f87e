import { setTimeout as sleep } from 'node:timers/promises';
import DataLoader from 'dataloader';
import type { Clock } from './clock.ts';
import { type Owner, SHARED } from './principal.ts';
import { currentContext, OperationScope, runWith } from './request-context.ts';

/** Keys in one statement at most: a caller waits for the results of all others. */
const MAX_KEYS = 100;

/** Keys of one turn of the event loop. Its loader ends with it, since a DataLoader keeps its last batch in memory. */
interface Turn<K, T> {
  loader: DataLoader<K, T, string>;
  work: SharedWork;
}

/**
 * Creates a DataLoader of the process. All requests of a turn of the event loop share its statements: a busy process thus
 * needs one statement for several look-ups, which takes PostgreSQL and the process little more than a statement for one. The
 * work has no owner: callers of any organization join it, so it waits for no share of one.
 *
 * @param read reads distinct keys, and returns their results in the same order.
 * @param nameOf names a key. Equal names are read once in a turn.
 */
export function sharedLoader<K, T>(
  read: (keys: readonly K[]) => Promise<readonly T[]>,
  nameOf: (key: K) => string = String,
): (key: K) => Promise<T> {
  /** The current turn, and that of the callers who may read nothing from a replica. */
  const open = new Map<boolean, Turn<K, T>>();

  function begin(fromPrimary: boolean): Turn<K, T> {
    const close = () => {
      if (open.get(fromPrimary) === turn) open.delete(fromPrimary);
    };
    const work = new SharedWork(SHARED, close);
    const loader = new DataLoader<K, T, string>(read, {
      cacheKeyFn: nameOf,
      maxBatchSize: MAX_KEYS,
      batchScheduleFn: (send) => setImmediate(() => work.run(send)),
    });
    const turn = { loader, work };
    open.set(fromPrimary, turn);
    // Runs before the batches are sent: whoever comes later begins the next turn.
    setImmediate(close);
    return turn;
  }

  return (key) => {
    const { fromPrimary = false } = currentContext();
    const { loader, work } = open.get(fromPrimary) ?? begin(fromPrimary);
    return work.wait(loader.load(key));
  };
}

/**
 * Work that several callers wait for. It has an operation scope of its own, and an owner that does not depend on who came
 * first: otherwise a caller would wait for connections that the first one's organization has used up. An operation that is
 * stopped stops waiting. Once no other operation waits, it stops the work, and waits for its end.
 */
class SharedWork {
  readonly #scope: OperationScope;
  readonly #forget: () => void;
  #waiting = 0;

  /**
   * @param owner of all who may wait: their organization, or `SHARED` if they can have several.
   * @param forget called when the work is stopped: a caller that arrives later must not join it.
   */
  constructor(owner: Owner, forget: () => void) {
    this.#scope = new OperationScope(owner);
    this.#forget = forget;
  }

  /** Runs a part of the work. */
  run<T>(part: () => T): T {
    return runWith({ operation: this.#scope }, part);
  }

  /** Waits for a result of the work, until the current operation is stopped. */
  wait<T>(result: Promise<T>): Promise<T> {
    this.#waiting += 1;
    const { operation } = currentContext();
    return new Promise((resolve, reject) => {
      let hasLeft = false;
      const unsubscribe = operation?.onStop((reason) => {
        if (this.#waiting > 1) {
          hasLeft = true;
          this.#waiting -= 1;
          return reject(reason);
        }
        this.#forget();
        // The last one waits for the end of the work, of which nothing is left when its operation has ended.
        this.#scope.stop(reason);
      });
      const end = () => {
        unsubscribe?.();
        if (!hasLeft) this.#waiting -= 1;
      };
      result.then(
        (value) => {
          end();
          resolve(value);
        },
        (error) => {
          end();
          reject(error);
        },
      );
    });
  }
}

interface Flight<T> {
  work: SharedWork;
  result: Promise<T>;
}

/** Runs work once for all callers that request the same key while it runs. */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();

  /** @param owner see SharedWork. */
  run(key: string, owner: Owner, work: () => Promise<T>): Promise<T> {
    const flight = this.#flights.get(key) ?? this.#start(key, owner, work);
    return flight.work.wait(flight.result);
  }

  #start(key: string, owner: Owner, part: () => Promise<T>): Flight<T> {
    const forget = () => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    };
    const work = new SharedWork(owner, forget);
    const flight: Flight<T> = { work, result: work.run(part).finally(forget) };
    this.#flights.set(key, flight);
    return flight;
  }
}

/** Milliseconds for which a reading is reused. */
const REUSED = 2000;
/** Milliseconds after which its users go without it. */
const PATIENCE = 1000;

/**
 * Shares what a scrape of metrics reads: scrapes within two seconds get one reading. A source that fails, or does not answer
 * within a second, yields undefined, so that the other metrics are served at once.
 */
export function shareReading<T>(
  clock: Clock,
  read: () => Promise<T | undefined>,
): () => Promise<T | undefined> {
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<T | undefined> = Promise.resolve(undefined);
  return () => {
    const now = clock.elapsedMs();
    if (now - readAt >= REUSED) {
      readAt = now;
      reading = Promise.race([read(), sleep(PATIENCE, undefined, { ref: false })]).catch(() => undefined);
    }
    return reading;
  };
}
