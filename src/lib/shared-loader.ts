import DataLoader from 'dataloader';
import { SHARED } from './owner.ts';
import { currentContext } from './request-context.ts';
import { SharedWork } from './single-flight.ts';

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
