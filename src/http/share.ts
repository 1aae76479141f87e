/** Amount that is shared by callers, of which each caller gets a bounded part. */
export class Share {
  readonly #max: number;
  readonly #maxPerCaller: number;
  readonly #byCaller = new Map<string, number>();
  #taken = 0;

  constructor(max: number, maxPerCaller: number) {
    this.#max = max;
    this.#maxPerCaller = maxPerCaller;
  }

  get taken(): number {
    return this.#taken;
  }

  /** @returns whether there was enough left. */
  take(caller: string, amount: number): boolean {
    const own = (this.#byCaller.get(caller) ?? 0) + amount;
    if (this.#taken + amount > this.#max || own > this.#maxPerCaller) return false;
    this.#taken += amount;
    this.#byCaller.set(caller, own);
    return true;
  }

  give(caller: string, amount: number): void {
    this.#taken -= amount;
    const own = (this.#byCaller.get(caller) ?? 0) - amount;
    if (own > 0) this.#byCaller.set(caller, own);
    else this.#byCaller.delete(caller);
  }
}
