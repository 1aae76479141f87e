/** A line of two texts: in both, or in one of them. */
export interface DiffLine {
  sign: ' ' | '+' | '-';
  text: string;
}

/** Compares two texts line by line, by their longest common sequence. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const width = after.length + 1;
  // Length of the longest common sequence of the lines from here on.
  const rest = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number) => rest[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      rest[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [old, now] = [before[row], after[column]];
    if (old !== undefined && old === now) {
      lines.push({ sign: ' ', text: old });
      row += 1;
      column += 1;
    } else if (old !== undefined && (now === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ sign: '-', text: old });
      row += 1;
    } else {
      lines.push({ sign: '+', text: now ?? '' });
      column += 1;
    }
  }
  return lines;
}
