export const say = (line) => process.stdout.write(`${line}\n`);

/** Runs a task and prints its time in milliseconds. */
export async function timed(work) {
  const start = performance.now();
  const value = await work();
  return { value, ms: performance.now() - start };
}

export const digits = (value) =>
  value >= 1000 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3);

/** A line of a summary: a value with the maximum `target`, or one that is only shown. */
export function line(name, value, unit, target) {
  const met = target === undefined || value <= target;
  const verdict = target === undefined ? '' : `at most ${target}: ${met ? 'met' : 'MISSED'}`;
  return { met, cells: [name, `${digits(value)}${unit ? ` ${unit}` : ''}`, verdict] };
}

/** Prints rows of texts as a Markdown table. */
export function printCells(title, head, rows) {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column].length), 3));
  const print = (cells) => say(`| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`);
  say(`\n${title}\n`);
  print(head);
  print(widths.map((width) => '-'.repeat(width)));
  for (const cells of rows) print(cells);
}

/** Prints the summary of a section. @returns whether all targets were met. */
export function summarize(title, lines) {
  printCells(
    title,
    ['', 'measured', 'target'],
    lines.map(({ cells }) => cells),
  );
  return lines.every(({ met }) => met);
}
