import { OperationScope } from './operation-scope.ts';
import type { Owner } from './owner.ts';
import { currentContext, runWith } from './request-context.ts';

/**
 * Work that several callers wait for. It has an operation scope of its own, and an owner that does not depend on who came
 * first: otherwise a caller would wait for connections that the first one's organization has used up. An operation that is
 * stopped stops waiting. Once no other operation waits, it stops the work, and waits for its end.
 */
export class SharedWork {
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
