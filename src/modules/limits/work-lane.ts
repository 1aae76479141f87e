import { LRUCache } from 'lru-cache';

export interface LaneLimits {
  slots: number;
  /** Slots of one organization while no other waits. */
  alone: number;
  /** Slots of one organization while others wait. */
  shared: number;
  /** Assumed duration in milliseconds, before the first measurement. */
  guessMs: number;
}

/** The waiting work of an organization is in the order of arrival. */
const newOrganization = () => ({ running: 0, waiting: new Set<() => void>() });
type Organization = ReturnType<typeof newOrganization>;

const MAX_AVERAGES = 1_000;
/** Weight of the latest duration in the average. */
const WEIGHT = 0.2;
/** The first durations after a start are ignored: they include opening connections and compiling code. */
const IGNORED = 8;

/**
 * Slots for one kind of work. Organizations take turns, so that a long queue of one does not delay another. The duration
 * of the work is averaged for each organization separately.
 */
export class WorkLane {
  readonly #limits: LaneLimits;
  readonly #now: () => number;
  /** Organizations with running or waiting work. The one that was served last is at the end. */
  readonly #organizations = new Map<number, Organization>();
  readonly #averages = new LRUCache<number, number>({ max: MAX_AVERAGES });
  /** Refusals since the start, which the queue counts. */
  refused = 0;
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
   * Estimates how long new work would wait, in milliseconds: for the waiting work of its organization, in the slots that
   * this may take, and for the work of others whose turn comes first.
   */
  expectedWait(organizationId: number): number {
    const { running, waiting } = this.#organizations.get(organizationId) ?? newOrganization();
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

  /** Calls `start` when there is a slot, which can be at once. Call `leave` when the work ends. */
  enter(organizationId: number, start: () => void): void {
    const organization = this.#organizations.get(organizationId) ?? newOrganization();
    this.#organizations.set(organizationId, organization);
    organization.waiting.add(start);
    this.#waiting += 1;
    this.#startNext();
  }

  withdraw(organizationId: number, start: () => void): void {
    const organization = this.#organizations.get(organizationId);
    if (!organization?.waiting.delete(start)) return;
    this.#waiting -= 1;
    this.#forget(organizationId, organization);
  }

  /** Releases a slot. @param startedAt when it was taken, by the lane's clock. */
  leave(organizationId: number, startedAt: number): void {
    this.#done += 1;
    if (this.#done > IGNORED) {
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
