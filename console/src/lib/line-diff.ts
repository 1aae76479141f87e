export interface DiffLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/**
 * Most added and removed lines that are matched with as few changes as possible: this takes steps in proportion to their
 * number times that of the lines, and memory in proportion to its square. All lines after them are one replaced block.
 */
const MOST_CHANGES = 1_000;

/** Compares two texts line by line, with as few changed lines as possible (Myers, "An O(ND) Difference Algorithm"). */
export function diffLines(old: readonly string[], now: readonly string[]): DiffLine[] {
  const room = Math.min(old.length, now.length);
  let start = 0;
  while (start < room && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < room - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return [
    ...old.slice(0, start).map(same),
    ...diffMiddle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...old.slice(old.length - end).map(same),
  ];
}

const same = (text: string): DiffLine => ({ kind: 'same', text });
const removed = (text: string): DiffLine => ({ kind: 'removed', text });
const added = (text: string): DiffLine => ({ kind: 'added', text });

/** A number of lines of each text. */
type Point = readonly [old: number, now: number];

function diffMiddle(old: readonly string[], now: readonly string[]): DiffLine[] {
  const blocks: DiffLine[][] = [];
  let [i, j] = [0, 0];
  for (const [[iEnd, jEnd], length] of [
    ...commonRuns(numbered(old, now)),
    [[old.length, now.length], 0] as const,
  ]) {
    blocks.push(old.slice(i, iEnd).map(removed), now.slice(j, jEnd).map(added));
    blocks.push(old.slice(iEnd, iEnd + length).map(same));
    [i, j] = [iEnd + length, jEnd + length];
  }
  return blocks.flat();
}

/** Returns both texts with a number for each different line, so that comparing long lines is cheap. */
function numbered(...texts: readonly [readonly string[], readonly string[]]): [number[], number[]] {
  const numbers = new Map<string, number>();
  const numberOf = (line: string) => {
    const number = numbers.get(line) ?? numbers.size;
    numbers.set(line, number);
    return number;
  };
  return [texts[0].map(numberOf), texts[1].map(numberOf)];
}

/** Finds the lines that stay, as runs with the point at which each begins, in their order. */
function commonRuns([old, now]: readonly [number[], number[]]): [from: Point, length: number][] {
  // For each number of changes, by diagonal (old minus now): how many old lines the longest path covers.
  const reached: Int32Array[] = [];
  const most = Math.min(MOST_CHANGES, old.length + now.length);
  for (let changes = 0; changes <= most; changes += 1) {
    const before = reached.at(-1);
    const paths = new Int32Array(2 * changes + 1);
    reached.push(paths);
    for (let k = -changes; k <= changes; k += 2) {
      let i = startOf(before, changes, k);
      while (i < old.length && i - k < now.length && old[i] === now[i - k]) i += 1;
      paths[k + changes] = i;
      if (i >= old.length && i - k >= now.length) return runsOf(reached, k);
    }
  }
  return runsOf(reached, farthest(reached.at(-1)));
}

/** Number of old lines before the lines that stay, on a diagonal after one change more. */
function startOf(before: Int32Array | undefined, changes: number, k: number): number {
  if (!before) return 0;
  const at = (diagonal: number) => before[diagonal + changes - 1] ?? -1;
  return isAddition(before, changes, k) ? at(k + 1) : at(k - 1) + 1;
}

/** Tells whether the longest path to a diagonal ends with an added line, and not with a removed one. */
function isAddition(before: Int32Array, changes: number, k: number): boolean {
  const at = (diagonal: number) => before[diagonal + changes - 1] ?? -1;
  return k === -changes || (k !== changes && at(k - 1) < at(k + 1));
}

/** Diagonal whose path covers the most lines of both texts. */
function farthest(paths: Int32Array = new Int32Array(1)): number {
  const changes = (paths.length - 1) / 2;
  const covered = (k: number) => 2 * (paths[k + changes] ?? 0) - k;
  let best = -changes;
  for (let k = -changes; k <= changes; k += 2) if (covered(k) > covered(best)) best = k;
  return best;
}

/** Walks a path backwards, from its last diagonal. */
function runsOf(reached: readonly Int32Array[], last: number): [from: Point, length: number][] {
  const runs: [Point, number][] = [];
  let k = last;
  for (let changes = reached.length - 1; changes >= 0; changes -= 1) {
    const before = reached[changes - 1];
    const start = startOf(before, changes, k);
    const length = (reached[changes]?.[k + changes] ?? 0) - start;
    if (length > 0) runs.push([[start, start - k], length]);
    if (before) k += isAddition(before, changes, k) ? 1 : -1;
  }
  return runs.reverse();
}
