import { setImmediate as nextTurn } from 'node:timers/promises';
import { SHARED } from './owner.ts';
import { currentContext } from './request-context.ts';
import { SingleFlight } from './single-flight.ts';

/** Keys in one batch at most: a caller waits for the results of all others. */
const MAX_KEYS = 100;

interface Batch<K> {
  name: string;
  keys: K[];
  /** Places of the keys by their names. */
  places: Map<string, number>;
  fromPrimary: boolean;
}

/**
 * Reads what all requests ask for in one turn of the event loop together. A busy process thus needs one statement for
 * several look-ups, which takes PostgreSQL and the process little more than a statement for one. A request that is stopped leaves
 * the others alone. A batch has no owner: callers of any organization join it, so it waits for no share of one.
 */
export class TurnBatch<K, T> {
  readonly #read: (keys: readonly K[]) => Promise<readonly T[]>;
  readonly #nameOf: (key: K) => string;
  readonly #flights = new SingleFlight<readonly T[]>();
  /** The batch of this turn, and that of the callers who may read nothing from a replica. */
  readonly #open = new Map<boolean, Batch<K>>();
  #count = 0;

  /**
   * @param read reads distinct keys, and returns their results in the same order.
   * @param nameOf names a key. Equal names are read once.
   */
  constructor(read: (keys: readonly K[]) => Promise<readonly T[]>, nameOf: (key: K) => string = String) {
    this.#read = read;
    this.#nameOf = nameOf;
  }

  async load(key: K): Promise<T> {
    const batch = this.#openBatch();
    const name = this.#nameOf(key);
    const place = batch.places.get(name) ?? batch.keys.push(key) - 1;
    batch.places.set(name, place);
    const results = await this.#flights.run(batch.name, SHARED, () => this.#send(batch));
    return results[place] as T;
  }

  #openBatch(): Batch<K> {
    const { fromPrimary = false } = currentContext();
    const open = this.#open.get(fromPrimary);
    if (open && open.keys.length < MAX_KEYS) return open;
    this.#count += 1;
    const batch: Batch<K> = { name: String(this.#count), keys: [], places: new Map(), fromPrimary };
    this.#open.set(fromPrimary, batch);
    return batch;
  }

  async #send(batch: Batch<K>): Promise<readonly T[]> {
    await nextTurn();
    if (this.#open.get(batch.fromPrimary) === batch) this.#open.delete(batch.fromPrimary);
    return this.#read(batch.keys);
  }
}
