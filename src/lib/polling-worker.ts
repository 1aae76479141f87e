interface PollingWorkerOptions<Row> {
  /**
   * Claims rows that are due, at most so many, in one statement: it sets the end of their lease, so that no other process takes
   * them before. A process that is killed keeps none longer than that.
   */
  claim: (limit: number) => Promise<readonly Row[]>;
  /** Does the work of a row, and stores in the same transaction when the row is due again. It may run twice after a lease has ended. */
  work: (row: Row) => Promise<void>;
  /** Tells a row that was claimed although its time or lease had not come, because a clock that was ahead had set it. */
  isCapped?: (row: Row) => boolean;
  /** Rows of which a process does the work at the same time. */
  concurrency: number;
  /** Time after which a process looks for due rows without being woken. */
  pollMs: number;
  onError: (error: unknown) => void;
}

/**
 * Does work that the rows of a table say is due, in any process. The state of a row decides, so nothing has to be enqueued, and
 * nothing can be lost or done for a state that has passed.
 */
export class PollingWorker<Row> {
  readonly #options: PollingWorkerOptions<Row>;
  readonly #running = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #capped = 0;
  #claiming: Promise<void> | undefined;
  #isWoken = false;
  /** Whether the latest claim failed. */
  #hasFailed = false;
  #isClosed = false;

  constructor(options: PollingWorkerOptions<Row>) {
    this.#options = options;
    this.#timer = setInterval(() => this.wake(), options.pollMs);
    this.#timer.unref();
  }

  /** Number of rows whose work is being done by this process. */
  get running(): number {
    return this.#running.size;
  }

  /** Rows that this process claimed although a clock that was ahead had put them off. */
  get capped(): number {
    return this.#capped;
  }

  /** Looks for due rows now. */
  wake(): void {
    this.#isWoken = true;
    if (this.#isClosed || this.#claiming) return;
    this.#claiming = this.#claimAll()
      .catch((error) => {
        this.#isWoken = false;
        // Polls go on while the database is down. One line in the log tells.
        if (!this.#hasFailed) this.#options.onError(error);
        this.#hasFailed = true;
      })
      .finally(() => {
        this.#claiming = undefined;
        if (this.#isWoken && this.#running.size < this.#options.concurrency) this.wake();
      });
  }

  /** Claims no more rows, and waits for the work that has begun. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#claiming;
    await Promise.all(this.#running);
  }

  /** Claims rows until none is due or all places are taken; each work that ends claims again. */
  async #claimAll(): Promise<void> {
    const { claim, concurrency } = this.#options;
    while (this.#isWoken && !this.#isClosed) {
      const places = concurrency - this.#running.size;
      if (places === 0) return;
      this.#isWoken = false;
      const rows = await claim(places);
      this.#hasFailed = false;
      for (const row of rows) this.#begin(row);
      // There may be more.
      if (rows.length === places) this.#isWoken = true;
    }
  }

  #begin(row: Row): void {
    const { work, isCapped, onError } = this.#options;
    if (isCapped?.(row)) this.#capped += 1;
    const running = work(row)
      .catch(onError)
      .then(() => {
        this.#running.delete(running);
        this.wake();
      });
    this.#running.add(running);
  }
}
