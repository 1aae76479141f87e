import type { Owner } from '../../lib/principal.ts';
import type { OperationScope } from '../../lib/request-context.ts';

/** How many connections of a pool may be in use at once. */
interface QueueLimits {
  /** For one operation. */
  perOperation: number;
  /** For all operations of one owner together: of an organization, or of nobody in particular. */
  perOwner: number;
}

/** Leaves half of a pool to other operations and one connection to other organizations. They take turns in a pool of one. */
export function queueLimitsOf(poolSize: number): QueueLimits {
  return { perOperation: Math.max(1, Math.floor(poolSize / 2)), perOwner: Math.max(1, poolSize - 1) };
}

export const NO_LIMITS: QueueLimits = { perOperation: Infinity, perOwner: Infinity };

type Start = () => void;

interface Operation {
  out: number;
  /** Requests that wait, in the order of their arrival. */
  waiting: Set<Start>;
}

interface Group {
  out: number;
  waiting: number;
  operations: Map<OperationScope, Operation>;
}

/**
 * Decides which operation gets the next connection of a pool. Without it, an operation that sends hundreds of statements
 * at once would fill the queue of the pool, in front of everybody who comes later. Operations of one owner take turns.
 * Shared work is an owner like any other: it waits behind no organization, and no organization waits behind it.
 */
export class ConnectionQueue {
  readonly #limits: QueueLimits;
  readonly #groups = new Map<Owner, Group>();
  #waiting = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Takes room for the operation, or calls `start` as soon as it and its owner have room. Call `done` once for each
   * start.
   *
   * @returns whether there is room now; `start` is not called then.
   */
  enter(scope: OperationScope, start: Start): boolean {
    const { perOperation, perOwner } = this.#limits;
    const group = this.#groups.get(scope.owner) ?? { out: 0, waiting: 0, operations: new Map() };
    const operation = group.operations.get(scope) ?? { out: 0, waiting: new Set() };
    this.#groups.set(scope.owner, group);
    group.operations.set(scope, operation);
    if (group.waiting === 0 && operation.out < perOperation && group.out < perOwner) {
      operation.out += 1;
      group.out += 1;
      return true;
    }
    operation.waiting.add(start);
    group.waiting += 1;
    this.#waiting += 1;
    this.#startNext(group);
    return false;
  }

  /** Withdraws a request that has not been started. Has no effect on one that has. */
  withdraw(scope: OperationScope, start: Start): void {
    const group = this.#groups.get(scope.owner);
    const operation = group?.operations.get(scope);
    if (!group || !operation?.waiting.delete(start)) return;
    group.waiting -= 1;
    this.#waiting -= 1;
    this.#forget(scope, group, operation);
  }

  /** Reports that a connection came back, or that none was made. */
  done(scope: OperationScope): void {
    const group = this.#groups.get(scope.owner);
    const operation = group?.operations.get(scope);
    if (!group || !operation) return;
    group.out -= 1;
    operation.out -= 1;
    this.#forget(scope, group, operation);
    if (group.waiting > 0) this.#startNext(group);
  }

  #startNext(group: Group): void {
    while (group.waiting > 0 && group.out < this.#limits.perOwner) {
      const next = this.#next(group);
      if (!next) return;
      next();
    }
  }

  /** Takes a request of the operation whose turn it is. That operation then goes to the end of the line. */
  #next(group: Group): Start | undefined {
    for (const [key, operation] of group.operations) {
      if (operation.out >= this.#limits.perOperation) continue;
      const [start] = operation.waiting;
      if (!start) continue;
      group.operations.delete(key);
      group.operations.set(key, operation);
      operation.waiting.delete(start);
      group.waiting -= 1;
      this.#waiting -= 1;
      operation.out += 1;
      group.out += 1;
      return start;
    }
    return undefined;
  }

  #forget(scope: OperationScope, group: Group, { out, waiting }: Operation): void {
    if (out > 0 || waiting.size > 0) return;
    group.operations.delete(scope);
    if (group.operations.size === 0) this.#groups.delete(scope.owner);
  }
}
