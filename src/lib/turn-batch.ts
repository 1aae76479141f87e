import { setImmediate as nextTurn } from 'node:timers/promises';
import { SingleFlight } from './single-flight.ts';

/** Keys in one batch at most: a caller waits for the results of all others. */
const MAX_KEYS = 100;

interface Batch {
  name: string;
  keys: Set<string>;
}

/**
 * Reads the keys that all requests ask for in one turn of the event loop together. A loaded process thus needs a statement
 * for several look-ups, which takes PostgreSQL and the process little more than a statement for one.
 */
export class TurnBatch<T> {
  readonly #read: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>;
  readonly #flights = new SingleFlight<ReadonlyMap<string, T>>();
  #open: Batch | undefined;
  #count = 0;

  /** @param read reads the values of some keys; unknown ones are missing from its map. */
  constructor(read: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>) {
    this.#read = read;
  }

  async load(key: string): Promise<T | undefined> {
    const batch = this.#openBatch();
    batch.keys.add(key);
    const values = await this.#flights.run(batch.name, () => this.#send(batch));
    return values.get(key);
  }

  #openBatch(): Batch {
    if (this.#open && this.#open.keys.size < MAX_KEYS) return this.#open;
    this.#count += 1;
    this.#open = { name: String(this.#count), keys: new Set() };
    return this.#open;
  }

  async #send(batch: Batch): Promise<ReadonlyMap<string, T>> {
    await nextTurn();
    if (this.#open === batch) this.#open = undefined;
    return this.#read([...batch.keys]);
  }
}
