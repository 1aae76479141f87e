/** A source of random choices, determined by a seed. */
export interface Random {
  /** Returns a whole number from 0 to one below the bound. */
  below(bound: number): number;
  chance(share: number): boolean;
  pick<T>(values: readonly T[]): T;
  times<T>(count: number, make: (index: number) => T): T[];
}

/** mulberry32: small, fast, and sufficient to choose requests. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    below,
    chance: (share) => next() < share,
    pick: <T>(values: readonly T[]): T => {
      const index = below(values.length);
      if (index >= values.length) throw new Error('nothing to pick from');
      return values[index] as T;
    },
    times: (count, make) => Array.from({ length: count }, (_, index) => make(index)),
  };
}
