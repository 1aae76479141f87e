import { SweepGuard, type SweepTime } from './sweep-guard.ts';

interface Sweep {
  everyMs: number;
  /** Deletes what is no longer kept. */
  work: (time: SweepTime) => Promise<unknown>;
  onError: (error: unknown) => void;
}

/** Deletes rows by their age, at intervals, in each process. All of it goes through one guard. */
export class Sweeps {
  readonly #guard: SweepGuard;
  readonly #sweeps: Sweep[] = [];
  readonly #timers: NodeJS.Timeout[] = [];
  #held = 0;

  constructor(tools: ConstructorParameters<typeof SweepGuard>[0]) {
    this.#guard = new SweepGuard(tools);
  }

  /** Whether sweeps delete nothing at present, and how many of them did so. */
  get counts(): { isHolding: boolean; held: number } {
    return { isHolding: this.#guard.isHolding, held: this.#held };
  }

  /** Runs a sweep at intervals from now on. */
  add(sweep: Sweep): void {
    this.#sweeps.push(sweep);
    this.#timers.push(setInterval(() => void this.#run(sweep), sweep.everyMs).unref());
  }

  /** Reads the clock. @returns undefined if nothing may be deleted or ended for good by it. */
  time(): Promise<SweepTime | undefined> {
    return this.#guard.time();
  }

  /** Runs all sweeps once. */
  async runAll(): Promise<void> {
    for (const sweep of this.#sweeps) await this.#run(sweep);
  }

  close(): void {
    this.#timers.forEach(clearInterval);
  }

  async #run({ work, onError }: Sweep): Promise<void> {
    try {
      const time = await this.time();
      if (time) await work(time);
      else this.#held += 1;
    } catch (error) {
      onError(error);
    }
  }
}
