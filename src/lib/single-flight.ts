import { OperationScope } from './operation-scope.ts';
import type { Owner } from './owner.ts';
import { currentContext, runWith } from './request-context.ts';

interface Flight<T> {
  scope: OperationScope;
  result: Promise<T>;
  waiting: number;
}

/**
 * Runs work once for all callers that request the same key while it runs. The work has an operation scope of its own, and an
 * owner that does not depend on who came first: otherwise a caller would wait for connections that the first one's organization
 * has used up. An operation that is stopped stops waiting. Once no other operation waits, it stops the work, and waits for
 * its end.
 */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();

  /** @param owner of all who may ask for this key: their organization, or `SHARED` if they can have several. */
  run(key: string, owner: Owner, work: () => Promise<T>): Promise<T> {
    const flight = this.#flights.get(key) ?? this.#start(key, owner, work);
    flight.waiting += 1;
    const mine = currentContext().operation;
    return mine ? this.#waitIn(mine, key, flight) : flight.result;
  }

  #start(key: string, owner: Owner, work: () => Promise<T>): Flight<T> {
    const scope = new OperationScope(owner);
    const result = runWith({ operation: scope }, work).finally(() => this.#forget(key, flight));
    const flight: Flight<T> = { scope, result, waiting: 0 };
    this.#flights.set(key, flight);
    return flight;
  }

  #waitIn(mine: OperationScope, key: string, flight: Flight<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const leave = mine.onStop((reason) => {
        flight.waiting -= 1;
        if (flight.waiting > 0) return reject(reason);
        // A caller that arrives now starts the work again instead of joining work that is being stopped.
        this.#forget(key, flight);
        // The last one waits for the end of the work, of which nothing is left when its operation has ended.
        flight.scope.stop(reason);
      });
      flight.result.finally(leave).then(resolve, reject);
    });
  }

  #forget(key: string, flight: Flight<T>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
