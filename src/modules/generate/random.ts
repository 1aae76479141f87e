/** Seeded random number generator. A seed gives the same sequence on every machine. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** @param stream distinguishes sequences of the same seed. */
  constructor(seed: number, stream: number) {
    this.#a = hash(seed, stream);
    this.#b = hash(seed, stream + 0x1000);
    this.#c = hash(seed, stream + 0x2000);
    for (let round = 0; round < 12; round += 1) this.next();
  }

  /** Returns the next 32 bits (sfc32, from Chris Doty-Humphrey's PractRand). */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  unit(): number {
    return this.next() / 2 ** 32;
  }

  /** Returns a whole number from 0 (inclusive) to `limit` (exclusive). */
  below(limit: number): number {
    return Math.floor(this.unit() * limit);
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  pick(words: readonly string[]): string {
    return words[this.below(words.length)] ?? '';
  }

  /** Draws from an exponential distribution: many small numbers, few large ones. */
  exponential(mean: number): number {
    return -Math.log(1 - this.unit()) * mean;
  }
}

/** Hashes two whole numbers to 32 bits (the finalizer of MurmurHash3, twice). */
export function hash(a: number, b: number): number {
  return mix(mix(a | 0) ^ Math.imul(b | 0, 0x9e3779b1));
}

function mix(bits: number): number {
  let mixed = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/**
 * Creates a Zipf-like distribution over the ranks 0, 1, 2, …: a few ranks are frequent, most are rare.
 *
 * @param exponent steepness; 1 is Zipf's law.
 */
export function createZipf(ranks: number, exponent: number): (random: Random) => number {
  const cumulated = new Float64Array(ranks);
  let total = 0;
  for (let rank = 0; rank < ranks; rank += 1) {
    // Mandelbrot's shift keeps the first rank from taking half of all draws.
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

/** Creates a draw of indexes in proportion to their weights, in constant time (alias method of Walker and Vose). */
export function createWeighted(weights: readonly number[]): (random: Random) => number {
  const { length } = weights;
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / length;
  const shares = Float64Array.from(weights, (weight) => weight / mean);
  const aliases = Uint16Array.from(weights, (_, index) => index);
  const small = [...shares.keys()].filter((index) => (shares[index] ?? 0) < 1);
  const large = [...shares.keys()].filter((index) => (shares[index] ?? 0) >= 1);
  while (small.length > 0 && large.length > 0) {
    const less = small.pop() ?? 0;
    const more = large.pop() ?? 0;
    aliases[less] = more;
    shares[more] = (shares[more] ?? 0) + (shares[less] ?? 0) - 1;
    ((shares[more] ?? 0) < 1 ? small : large).push(more);
  }
  // The rest differs from 1 by rounding only.
  for (const index of [...small, ...large]) shares[index] = 1;
  return (random) => {
    const point = random.unit() * length;
    const index = Math.floor(point);
    return point - index < (shares[index] ?? 1) ? index : (aliases[index] ?? index);
  };
}

/** Shuffles bytes in the same way on every machine (Fisher and Yates). */
export function createShuffled(bytes: Uint8Array): Uint8Array {
  const shuffled = Uint8Array.from(bytes);
  const random = new Random(0, 1);
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = random.below(last + 1);
    const moved = shuffled[last] ?? 0;
    shuffled[last] = shuffled[other] ?? 0;
    shuffled[other] = moved;
  }
  return shuffled;
}
