/** Longer words are compared by their beginnings: the time of a comparison grows with the product of both lengths. */
const MAX_COMPARED = 40;
const ROW = MAX_COMPARED + 1;
const rows = [new Uint8Array(ROW), new Uint8Array(ROW), new Uint8Array(ROW)] as const;

/**
 * Counts the typing errors between two words: letters that are missing, added, wrong, or swapped with their neighbour
 * (optimal string alignment, a restricted form of the distance of Damerau and Levenshtein).
 *
 * @returns a count above `max` as `max` + 1.
 */
export function typingErrors(a: string, b: string, max: number): number {
  if (a === b) return 0;
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let start = 0;
  const shorter = Math.min(a.length, b.length);
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  let end = 0;
  while (end < shorter - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end))
    end++;
  const left = a.slice(start, Math.min(a.length - end, start + MAX_COMPARED));
  const right = b.slice(start, Math.min(b.length - end, start + MAX_COMPARED));
  return Math.min(distance(left, right, max), max + 1);
}

function distance(a: string, b: string, max: number): number {
  let [beforeLast, last, current] = rows as readonly Uint8Array[] as [Uint8Array, Uint8Array, Uint8Array];
  for (let j = 0; j <= b.length; j++) last[j] = j;
  for (let i = 1; i <= a.length; i++) {
    current[0] = i;
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const isEqual = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min(at(last, j) + 1, at(current, j - 1) + 1, at(last, j - 1) + (isEqual ? 0 : 1));
      const isSwapped =
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (isSwapped) cost = Math.min(cost, at(beforeLast, j - 2) + 1);
      current[j] = cost;
      if (cost < least) least = cost;
    }
    // Later rows can only be greater, except for a swap, which adds one to the row before.
    if (least > max + 1) return least;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return at(last, b.length);
}

const at = (row: Uint8Array, index: number): number => row[index] ?? 0;
