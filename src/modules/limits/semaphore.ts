import { LRUCache } from 'lru-cache';
import type { Owner } from '../../lib/principal.ts';

/** Gives back what was taken. Call it once. */
export type Release = () => void;

interface SemaphoreLimits {
  /** Units that can be taken at a time: pieces of work, or bytes. */
  units: number;
  /** Units of one owner while no other waits. */
  alone: number;
  /** Units of one owner while others wait; `alone` if absent. */
  shared?: number;
  /** Assumed milliseconds for which a unit is held, before the first measurement. */
  guessMs?: number;
}

interface Patience {
  /** Milliseconds after which waiting ends. */
  waitMs: number;
  /** Makes the error of waiting that took too long. */
  refuse: () => Error;
  /** Calls a listener when nobody needs the unit any more. @returns a function that ends the listening */
  onStop?: ((listener: (reason: Error) => void) => () => void) | undefined;
}

interface Holder {
  taken: number;
  /** In the order of arrival. */
  waiting: Set<() => void>;
}

const MAX_AVERAGES = 1_000;
/** Weight of the latest duration in the average. */
const WEIGHT = 0.2;
/** The first durations after a start are ignored: they include opening connections and compiling code. */
const IGNORED = 8;

/**
 * The one semaphore of the service: slots for heavy work and for large bodies, and bytes that are compressed. Owners take
 * turns, so that a long queue of one does not delay another. The time for which units are held is averaged for each owner
 * separately.
 */
export class Semaphore {
  readonly #limits: Required<SemaphoreLimits>;
  readonly #now: () => number;
  /** Owners that have units or wait for them. The one that was served last is at the end. */
  readonly #holders = new Map<Owner, Holder>();
  readonly #averages = new LRUCache<Owner, number>({ max: MAX_AVERAGES });
  #taken = 0;
  #waiting = 0;
  #done = 0;

  constructor(limits: SemaphoreLimits, now: () => number = () => performance.now()) {
    this.#limits = { shared: limits.alone, guessMs: 0, ...limits };
    this.#now = now;
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#waiting;
  }

  waitingOf(owner: Owner): number {
    return this.#holders.get(owner)?.waiting.size ?? 0;
  }

  /**
   * Estimates how long a new request for one unit would wait, in milliseconds: for those of its owner that wait, in the units
   * that this may take, and for those of others whose turn comes first.
   */
  expectedWait(owner: Owner): number {
    const holder = this.#holders.get(owner);
    const ahead = holder?.waiting.size ?? 0;
    const most = this.#mostOf(owner);
    if (ahead === 0 && (holder?.taken ?? 0) < most && this.#taken < this.#limits.units) return 0;
    const own = (ahead + 1) * this.#averageOf(owner);
    let others = 0;
    for (const [each, { waiting }] of this.#holders) {
      if (each !== owner) others += Math.min(waiting.size, ahead + 1) * this.#averageOf(each);
    }
    return Math.max(own / most, (own + others) / this.#limits.units);
  }

  /** Takes units if they are free. Does not wait. @returns undefined if they are not */
  tryTake(owner: Owner, amount: number): Release | undefined {
    const { units, alone } = this.#limits;
    const own = this.#holders.get(owner)?.taken ?? 0;
    if (this.#taken + amount > units || own + amount > alone) return undefined;
    this.#add(owner, this.#holderOf(owner), amount);
    return () => this.#give(owner, amount);
  }

  /** Takes one unit: at once if it is free. @throws what `patience` makes of waiting too long, and the reason of a stop. */
  take(owner: Owner, patience: Patience): Release | Promise<Release> {
    const holder = this.#holderOf(owner);
    if (this.#isFree(holder)) {
      this.#add(owner, holder, 1);
      return this.#release(owner);
    }
    let isTaken = false;
    let resume: (() => void) | undefined;
    const start = () => {
      isTaken = true;
      resume?.();
    };
    holder.waiting.add(start);
    this.#waiting += 1;
    this.#startNext();
    if (isTaken) return this.#release(owner);
    return new Promise((resolve, reject) => {
      // It may be stopped already.
      let leave: (() => void) | undefined;
      const end = () => {
        clearTimeout(timer);
        leave?.();
      };
      const giveUp = (reason: Error) => {
        end();
        this.#withdraw(owner, start);
        reject(reason);
      };
      const timer = setTimeout(() => giveUp(patience.refuse()), patience.waitMs).unref();
      leave = patience.onStop?.(giveUp);
      resume = () => {
        end();
        resolve(this.#release(owner));
      };
    });
  }

  /** Whether a holder may take a unit, and nobody waits whose turn it could be. */
  #isFree({ taken }: Holder): boolean {
    const { units, alone } = this.#limits;
    return this.#waiting === 0 && this.#taken < units && taken < alone;
  }

  /** Returns what ends the holding of a unit, and counts its time. */
  #release(owner: Owner): Release {
    const since = this.#now();
    return () => {
      this.#done += 1;
      if (this.#done > IGNORED) {
        const average = this.#averageOf(owner);
        this.#averages.set(owner, average + WEIGHT * (this.#now() - since - average));
      }
      this.#give(owner, 1);
    };
  }

  #withdraw(owner: Owner, start: () => void): void {
    const holder = this.#holders.get(owner);
    if (!holder?.waiting.delete(start)) return;
    this.#waiting -= 1;
    this.#add(owner, holder, 0);
  }

  #holderOf(owner: Owner): Holder {
    const holder = this.#holders.get(owner) ?? { taken: 0, waiting: new Set() };
    this.#holders.set(owner, holder);
    return holder;
  }

  /** Adds to what an owner has taken, and forgets an owner that has and wants nothing. */
  #add(owner: Owner, holder: Holder, amount: number): void {
    holder.taken += amount;
    this.#taken += amount;
    if (holder.taken === 0 && holder.waiting.size === 0) this.#holders.delete(owner);
  }

  #give(owner: Owner, amount: number): void {
    const holder = this.#holders.get(owner);
    if (holder) this.#add(owner, holder, -amount);
    if (this.#waiting > 0) this.#startNext();
  }

  #averageOf(owner: Owner): number {
    return this.#averages.get(owner) ?? this.#limits.guessMs;
  }

  #mostOf(owner: Owner): number {
    const { alone, shared } = this.#limits;
    return this.#waiting > this.waitingOf(owner) ? shared : alone;
  }

  #startNext(): void {
    while (this.#taken < this.#limits.units) {
      const start = this.#next();
      if (!start) return;
      start();
    }
  }

  #next(): (() => void) | undefined {
    for (const [owner, holder] of this.#holders) {
      const [start] = holder.waiting;
      if (!start || holder.taken >= this.#mostOf(owner)) continue;
      this.#holders.delete(owner);
      this.#holders.set(owner, holder);
      holder.waiting.delete(start);
      this.#waiting -= 1;
      this.#add(owner, holder, 1);
      return start;
    }
    return undefined;
  }
}
