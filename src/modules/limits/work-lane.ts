import { LRUCache } from 'lru-cache';

/** How much of one kind of work runs at a time. */
export interface LaneLimits {
  slots: number;
  /** Slots that one organization may take while no other waits. */
  alone: number;
  /** Slots that one organization may take while others wait. */
  shared: number;
  /** How long one piece of work is taken to last before any has been seen, in milliseconds. */
  guessMs: number;
}

interface Organization {
  running: number;
  /** In the order in which they came. */
  waiting: Set<() => void>;
}

/** Organizations whose usual duration is kept: those of the last time. */
const MAX_AVERAGES = 1_000;
/** The weight of the latest duration. */
const WEIGHT = 0.2;
/** The first durations after a start are left out: they include opening connections, and code that never ran before. */
const LEFT_OUT = 8;

/**
 * Slots for one kind of work. Organizations take turns, so that the length of one's queue is no concern of another, and
 * how long its work lasts is averaged for each by itself.
 */
export class WorkLane {
  readonly #limits: LaneLimits;
  readonly #now: () => number;
  /** Those that run or wait; who was served goes to the end. */
  readonly #organizations = new Map<number, Organization>();
  readonly #averages = new LRUCache<number, number>({ max: MAX_AVERAGES });
  #running = 0;
  #waiting = 0;
  #done = 0;

  constructor(limits: LaneLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  waitingOf(organizationId: number): number {
    return this.#organizations.get(organizationId)?.waiting.size ?? 0;
  }

  /**
   * How long work that came now would wait, in milliseconds: for what the organization has waiting, in the slots that it
   * may take, and for what others have waiting whose turn comes before.
   */
  expectedWait(organizationId: number): number {
    const { running, waiting } = this.#organizations.get(organizationId) ?? {
      running: 0,
      waiting: new Set(),
    };
    const most = this.#mostOf(organizationId);
    if (waiting.size === 0 && running < most && this.#running < this.#limits.slots) return 0;
    const own = (waiting.size + 1) * this.#averageOf(organizationId);
    let others = 0;
    for (const [id, each] of this.#organizations) {
      if (id !== organizationId)
        others += Math.min(each.waiting.size, waiting.size + 1) * this.#averageOf(id);
    }
    return Math.max(own / most, (own + others) / this.#limits.slots);
  }

  /** Calls `start` when there is a slot, perhaps at once; it is given back by what `startedAt` is passed to `leave` with. */
  enter(organizationId: number, start: () => void): void {
    const organization = this.#organizations.get(organizationId) ?? { running: 0, waiting: new Set() };
    this.#organizations.set(organizationId, organization);
    organization.waiting.add(start);
    this.#waiting += 1;
    this.#startNext();
  }

  /** Takes back what waits. */
  withdraw(organizationId: number, start: () => void): void {
    const organization = this.#organizations.get(organizationId);
    if (!organization?.waiting.delete(start)) return;
    this.#waiting -= 1;
    this.#forget(organizationId, organization);
  }

  /** Gives a slot back. @param startedAt when it was taken, by the lane's clock. */
  leave(organizationId: number, startedAt: number): void {
    this.#done += 1;
    if (this.#done > LEFT_OUT) {
      const average = this.#averageOf(organizationId);
      this.#averages.set(organizationId, average + WEIGHT * (this.#now() - startedAt - average));
    }
    const organization = this.#organizations.get(organizationId);
    if (!organization) return;
    organization.running -= 1;
    this.#running -= 1;
    this.#forget(organizationId, organization);
    this.#startNext();
  }

  #averageOf(organizationId: number): number {
    return this.#averages.get(organizationId) ?? this.#limits.guessMs;
  }

  #mostOf(organizationId: number): number {
    const { alone, shared } = this.#limits;
    return this.#waiting > this.waitingOf(organizationId) ? shared : alone;
  }

  #startNext(): void {
    while (this.#running < this.#limits.slots) {
      const start = this.#next();
      if (!start) return;
      start();
    }
  }

  #next(): (() => void) | undefined {
    for (const [id, organization] of this.#organizations) {
      const [start] = organization.waiting;
      if (!start || organization.running >= this.#mostOf(id)) continue;
      this.#organizations.delete(id);
      this.#organizations.set(id, organization);
      organization.waiting.delete(start);
      this.#waiting -= 1;
      organization.running += 1;
      this.#running += 1;
      return start;
    }
    return undefined;
  }

  #forget(organizationId: number, { running, waiting }: Organization): void {
    if (running === 0 && waiting.size === 0) this.#organizations.delete(organizationId);
  }
}
