import { guard } from '../../../src/lib/formula-guard.ts';

const NEEDS_QUOTES = /[",\r\n]/;

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = guard(value);
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Returns rows as CSV (RFC 4180), each with its line break. Texts that a spreadsheet would run as a formula begin with an
 * apostrophe.
 */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

/** Separators of cells that spreadsheets write. */
const SEPARATORS = [',', ';', '\t'] as const;

/** Returns the separator that is the most frequent in the first line. */
function separatorOf(text: string): string {
  const [line = ''] = text.split(/\r?\n/, 1);
  const countOf = (separator: string) => line.split(separator).length;
  return SEPARATORS.reduce((best, each) => (countOf(each) > countOf(best) ? each : best));
}

/**
 * Reads CSV leniently: a quote that never ends takes the rest of the text.
 *
 * @param keepsBlank whether blank lines are rows; they are left out unless given.
 * @returns rows of cells, which can differ in length.
 */
export function parseCsv(text: string, separator = separatorOf(text), keepsBlank = false): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at <= text.length) {
    const [cell, end] = text[at] === '"' ? quotedCell(text, at, separator) : plainCell(text, at, separator);
    row.push(cell);
    if (text[end] !== separator) {
      if (keepsBlank || row.some((each) => each !== '')) rows.push(row);
      row = [];
    }
    at = text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1;
  }
  return rows;
}

function plainCell(text: string, from: number, separator: string): [cell: string, end: number] {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return [text.slice(from, end), end];
}

/** Reads a cell in quotes. Characters between its last quote and the separator belong to it. */
function quotedCell(text: string, from: number, separator: string): [cell: string, end: number] {
  let cell = '';
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return [cell + text.slice(at), text.length];
    cell += text.slice(at, quote);
    if (text[quote + 1] !== '"') {
      const [rest, end] = plainCell(text, quote + 1, separator);
      return [cell + rest, end];
    }
    cell += '"';
    at = quote + 2;
  }
}
