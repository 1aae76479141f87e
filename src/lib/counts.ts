/** Counts by name, each with a maximum, in this process or for several processes together. */
export interface Counts {
  /** Counts one more. @returns false, and counts nothing, if the maximum is reached. */
  take(name: string, max: number): boolean | Promise<boolean>;
  /** Counts one less. */
  give(name: string): void;
}

/** Creates counts of this process. */
export function createCounts(): Counts {
  const counts = new Map<string, number>();
  return {
    take(name, max) {
      const count = counts.get(name) ?? 0;
      if (count >= max) return false;
      counts.set(name, count + 1);
      return true;
    },
    give(name) {
      const count = counts.get(name) ?? 0;
      if (count > 1) counts.set(name, count - 1);
      else counts.delete(name);
    },
  };
}
