import { currentContext, type OperationScope } from '../../lib/request-context.ts';

/** A server that replays the changes of the primary. */
export interface Replica {
  /** Position in DATABASE_REPLICA_URLS, from 1. */
  readonly number: number;
  /** Why it is left out; undefined while it is used. */
  leftOut: string | undefined;
  /** Seconds by which it was behind when it was last asked. */
  lagSeconds: number;
  /** The index version that it had then. */
  indexVersion: number;
}

export interface ReplicaEvents {
  onLeftOut(replica: Replica): void;
  onTakenBack(replica: Replica): void;
}

const UNKNOWN = 'it has not answered yet';

/** Replicas in turn, without those that are away, too far behind, or behind what this process has read already. */
export class ReplicaSet {
  readonly replicas: readonly Replica[];
  /** Statements that could run on a replica, by where they ran. */
  readonly reads = { primary: 0, replica: 0 };
  readonly #events: ReplicaEvents;
  /** An operation reads all from one server, so that what it reads fits together. */
  readonly #choices = new WeakMap<OperationScope, Replica | 'primary'>();
  #newest = 0;
  #turn = 0;

  constructor(count: number, events: ReplicaEvents) {
    this.#events = events;
    this.replicas = Array.from({ length: count }, (_, index) => ({
      number: index + 1,
      leftOut: UNKNOWN,
      lagSeconds: 0,
      indexVersion: 0,
    }));
  }

  /** Returns the replica whose turn it is; undefined for the primary. */
  choose(): Replica | undefined {
    const replica = this.#choose();
    this.reads[replica ? 'replica' : 'primary'] += 1;
    return replica;
  }

  saw(version: number): boolean {
    if (version < this.#newest) return false;
    this.#newest = version;
    return true;
  }

  leaveOut(replica: Replica, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    const isNew = replica.leftOut === undefined || replica.leftOut === UNKNOWN;
    replica.leftOut = reason;
    if (isNew) this.#events.onLeftOut(replica);
  }

  takeBack(replica: Replica): void {
    if (replica.leftOut === undefined) return;
    replica.leftOut = undefined;
    this.#events.onTakenBack(replica);
  }

  #choose(): Replica | undefined {
    const { operation, fromPrimary } = currentContext();
    if (fromPrimary) return undefined;
    const chosen = operation && this.#choices.get(operation);
    const replica = chosen === 'primary' ? undefined : (chosen ?? this.#next());
    const usable = replica && this.#isUsable(replica) ? replica : undefined;
    if (operation) this.#choices.set(operation, usable ?? 'primary');
    return usable;
  }

  #next(): Replica | undefined {
    for (let step = 0; step < this.replicas.length; step += 1) {
      this.#turn = (this.#turn + 1) % this.replicas.length;
      const replica = this.replicas[this.#turn];
      if (replica && this.#isUsable(replica)) return replica;
    }
    return undefined;
  }

  #isUsable({ leftOut, indexVersion }: Replica): boolean {
    return leftOut === undefined && indexVersion >= this.#newest;
  }
}
