import { currentScope, OperationScope, runInScope } from './operation-scope.ts';

interface Flight<T> {
  scope: OperationScope;
  result: Promise<T>;
  waiting: number;
}

/**
 * Does a thing once for all who ask for it while it is being done. It has a scope of its own: an operation that is stopped
 * stops waiting, and the work itself is stopped only when nobody waits for it any more.
 */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();

  run(key: string, work: () => Promise<T>): Promise<T> {
    const flight = this.#flights.get(key) ?? this.#start(key, work);
    flight.waiting += 1;
    const mine = currentScope();
    return mine ? this.#waitIn(mine, key, flight) : flight.result;
  }

  #start(key: string, work: () => Promise<T>): Flight<T> {
    const scope = new OperationScope(currentScope()?.owner);
    const result = runInScope(scope, work).finally(() => this.#forget(key, flight));
    const flight: Flight<T> = { scope, result, waiting: 0 };
    this.#flights.set(key, flight);
    return flight;
  }

  #waitIn(mine: OperationScope, key: string, flight: Flight<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const leave = mine.onStop((reason) => {
        flight.waiting -= 1;
        reject(reason);
        if (flight.waiting > 0) return;
        // Whoever comes now begins anew instead of joining what is being stopped.
        this.#forget(key, flight);
        flight.scope.stop(reason);
      });
      flight.result.finally(leave).then(resolve, reject);
    });
  }

  #forget(key: string, flight: Flight<T>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
