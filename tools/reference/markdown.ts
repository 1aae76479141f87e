export const code = (text: string) => `\`${text}\``;

/** Returns a table. @param rows cells in Markdown, as many as `heads`. A `|` in a cell is escaped. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, ...rows].map((cells) => `|${cells.map(pad).join('|')}|`);
  lines.splice(1, 0, `|${heads.map(() => '---').join('|')}|`);
  return `${lines.join('\n')}\n`;
}

const pad = (cell: string) => (cell === '' ? ' ' : ` ${cell.replaceAll('|', '\\|')} `);
