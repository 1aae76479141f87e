import { type Owner, SHARED } from './principal.ts';

interface Pending {
  cost: number;
  start: () => void;
}

interface TurnLimits {
  /** Cost that may be started in one turn, in a unit of the caller's choice. */
  perTurn: number;
  /** Cost that one owner may start in one turn; `perTurn` if absent. */
  perOwner?: number;
}

/**
 * Spreads synchronous work over turns of the event loop, so that other work runs in between. The owners that have
 * work share the cost of a turn equally. One whose share is not used up starts one more piece, however much it costs.
 */
export class FairQueue {
  readonly #limits: TurnLimits;
  readonly #started = new Map<Owner, number>();
  readonly #waiting = new Map<Owner, Pending[]>();
  #isScheduled = false;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Calls `start` now or in a later turn, in the order of the calls for each owner. */
  run(owner: Owner, cost: number, start: () => void): void {
    const started = this.#started.get(owner) ?? 0;
    if (!this.#isScheduled) setImmediate(this.#takeTurn);
    this.#isScheduled = true;
    const waiting = this.#waiting.get(owner);
    if (waiting) waiting.push({ cost, start });
    else if (started >= this.#share()) this.#waiting.set(owner, [{ cost, start }]);
    else {
      this.#started.set(owner, started + cost);
      start();
    }
  }

  /** Resolves now or in a later turn: the caller's synchronous work then counts as one piece of cost 1. */
  turn(owner: Owner = SHARED): Promise<void> {
    return new Promise((resolve) => this.run(owner, 1, resolve));
  }

  #share(): number {
    const { perTurn, perOwner = perTurn } = this.#limits;
    const owners = Math.max(this.#started.size, this.#waiting.size, 1);
    return Math.max(1, Math.min(perOwner, Math.floor(perTurn / owners)));
  }

  readonly #takeTurn = (): void => {
    this.#started.clear();
    const due: Pending[] = [];
    const share = this.#share();
    for (const [owner, pending] of this.#waiting) {
      let cost = 0;
      let count = 0;
      for (const each of pending) {
        if (cost >= share) break;
        cost += each.cost;
        count += 1;
      }
      due.push(...pending.splice(0, count));
      this.#started.set(owner, cost);
      if (pending.length === 0) this.#waiting.delete(owner);
    }
    this.#isScheduled = due.length > 0;
    if (this.#isScheduled) setImmediate(this.#takeTurn);
    for (const { start } of due) start();
  };
}
