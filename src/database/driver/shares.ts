import type { OperationScope } from '../../lib/operation-scope.ts';

/** How many connections of a pool may be in use at once. */
export interface ShareLimits {
  /** For one operation. */
  perOperation: number;
  /** For all operations of one organization together. */
  perOrganization: number;
}

/** Leaves half of a pool to other operations and one connection to other organizations. They take turns in a pool of one. */
export function limitsOf(poolSize: number): ShareLimits {
  return { perOperation: Math.max(1, Math.floor(poolSize / 2)), perOrganization: Math.max(1, poolSize - 1) };
}

export const NO_LIMITS: ShareLimits = { perOperation: Infinity, perOrganization: Infinity };

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
 * at once would fill the queue of the pool, in front of everybody who comes later. Operations of one organization take
 * turns.
 */
export class Shares {
  readonly #limits: ShareLimits;
  readonly #groups = new Map<number | undefined, Group>();
  #waiting = 0;

  constructor(limits: ShareLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Calls `start` as soon as the operation and its organization have room. Call `done` once for each start. */
  enter(scope: OperationScope, start: Start): void {
    const group = this.#groupOf(scope.owner);
    const operation = operationOf(group, scope);
    const hasRoom = operation.out < this.#limits.perOperation && group.out < this.#mostOf(scope.owner);
    if (group.waiting === 0 && hasRoom) {
      operation.out += 1;
      group.out += 1;
      start();
      return;
    }
    operation.waiting.add(start);
    group.waiting += 1;
    this.#waiting += 1;
    this.#startNext(scope.owner, group);
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
    this.#startNext(scope.owner, group);
  }

  #groupOf(owner: number | undefined): Group {
    const known = this.#groups.get(owner);
    if (known) return known;
    const group = { out: 0, waiting: 0, operations: new Map() };
    this.#groups.set(owner, group);
    return group;
  }

  #mostOf(owner: number | undefined): number {
    return owner === undefined ? Infinity : this.#limits.perOrganization;
  }

  #startNext(owner: number | undefined, group: Group): void {
    while (group.waiting > 0 && group.out < this.#mostOf(owner)) {
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

function operationOf({ operations }: Group, key: OperationScope): Operation {
  const known = operations.get(key);
  if (known) return known;
  const operation = { out: 0, waiting: new Set<Start>() };
  operations.set(key, operation);
  return operation;
}
