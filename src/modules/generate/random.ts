/** A seeded source of numbers: the same seed gives the same sequence on every machine. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** @param stream tells apart sequences of one seed. */
  constructor(seed: number, stream: number) {
    this.#a = hash(seed, stream);
    this.#b = hash(seed, stream + 0x1000);
    this.#c = hash(seed, stream + 0x2000);
    for (let round = 0; round < 12; round += 1) this.next();
  }

  /** The next 32 bits (sfc32, from Chris Doty-Humphrey's PractRand). */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** From 0 to below 1. */
  unit(): number {
    return this.next() / 2 ** 32;
  }

  /** A whole number from 0 to below `limit`. */
  below(limit: number): number {
    return Math.floor(this.unit() * limit);
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  pick<T>(items: readonly [T, ...T[]]): T {
    return items[this.below(items.length)] ?? items[0];
  }

  /** Exponentially distributed around `mean`: many small numbers, few large ones. */
  exponential(mean: number): number {
    return -Math.log(1 - this.unit()) * mean;
  }
}

/** 32 well mixed bits of two whole numbers (the finalizer of MurmurHash3, twice). */
export function hash(a: number, b: number): number {
  return mix(mix(a | 0) ^ Math.imul(b | 0, 0x9e3779b1));
}

function mix(bits: number): number {
  let mixed = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/**
 * Draws from a Zipf-like distribution over ranks 0, 1, 2, …: few ranks come often, most seldom.
 *
 * @param exponent how steep; 1 is Zipf's law.
 */
export function createZipf(ranks: number, exponent: number): (random: Random) => number {
  const cumulated = new Float64Array(ranks);
  let total = 0;
  for (let rank = 0; rank < ranks; rank += 1) {
    // Shifted, as in Mandelbrot's form, so that the first rank does not take half of everything.
    total += 1 / (rank + 3) ** exponent;
    cumulated[rank] = total;
  }
  return (random) => {
    const point = random.unit() * total;
    let low = 0;
    let high = ranks - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((cumulated[middle] ?? total) > point) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
