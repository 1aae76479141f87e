/** The target is a ratio of medians, ours to the peer's: a maximum for times, a minimum for throughput. */
export function row(name, unit, result, target) {
  const { ours, peer, ratio, least, greatest } = result;
  const met = target && (target.atMost !== undefined ? ratio <= target.atMost : ratio >= target.atLeast);
  return {
    met: met ?? true,
    cells: [
      name,
      `${digits(ours)} ${unit}`,
      `${digits(peer)} ${unit}`,
      ratio.toFixed(2),
      `${least.toFixed(2)} to ${greatest.toFixed(2)}`,
      target ? `${describe(target)}: ${met ? 'met' : 'MISSED'}` : '',
    ],
  };
}

const digits = (value) => (value >= 1000 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3));

const describe = ({ atMost, atLeast }) =>
  atMost !== undefined ? `at most ${atMost}` : `at least ${atLeast}`;

/** Prints rows as a Markdown table. */
export function printTable(title, rows) {
  const head = ['', 'ours', 'peer', 'ratio', 'of the rounds', 'target'];
  const lines = [head, ...rows.map(({ cells }) => cells)];
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column].length), 3));
  const print = (cells) =>
    process.stdout.write(`| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |\n`);
  process.stdout.write(`\n${title}\n\n`);
  print(head);
  print(widths.map((width) => '-'.repeat(width)));
  for (const cells of lines.slice(1)) print(cells);
}
