import { parseCsv } from '../../../lib/csv.ts';

/** Text that looks like a domain, or like a web or e-mail address. */
const DOMAIN_LIKE = /^(?:[a-z]+:\/\/)?(?:[^\s@/]+@)?[^\s@/.,]+(?:\.[^\s@/.,]+)+(?:[/?#].*)?$/i;

/** Cells of a column that are looked at when a column is chosen. */
const SAMPLE = 200;

/** A table with the column that looks most like domains. */
export interface Table {
  readonly rows: readonly (readonly string[])[];
  /** Names of the columns: the cells of the first row if that is a heading, else their numbers from 1. */
  readonly columns: readonly string[];
  readonly hasHeading: boolean;
  /** Index of the column that looks most like domains. */
  readonly best: number;
}

/**
 * Reads a text as a table, if it is one with more than one column.
 *
 * @returns undefined for a text of one column, or whose columns all hold domains, or none does.
 */
export function readTable(text: string): Table | undefined {
  const rows = parseCsv(text);
  const width = rows.slice(0, SAMPLE).reduce((most, { length }) => Math.max(most, length), 0);
  if (rows.length < 2 || width < 2) return undefined;
  const shares = Array.from({ length: width }, (_, column) => shareOfDomains(rows, column));
  const best = shares.indexOf(Math.max(...shares));
  const areDomains = shares.map((share) => share > 0.5);
  if (areDomains.every(Boolean) || !areDomains.some(Boolean)) return undefined;
  const [first = []] = rows;
  const hasHeading = !DOMAIN_LIKE.test((first[best] ?? '').trim());
  const columns = shares.map((_, column) => (hasHeading && first[column]?.trim()) || String(column + 1));
  return { rows, columns, hasHeading, best };
}

/** Returns the filled cells of a column below the heading. */
export function columnOf({ rows, hasHeading }: Table, column: number): string[] {
  return rows.slice(hasHeading ? 1 : 0).flatMap((row) => row[column]?.trim() || []);
}

/** Share of the filled cells that look like domains, between 0 and 1. E-mail addresses count little more than half. */
function shareOfDomains(rows: readonly (readonly string[])[], column: number): number {
  const cells = rows.slice(0, SAMPLE).map((row) => (row[column] ?? '').trim());
  const filled = cells.filter((cell) => cell !== '');
  const score = filled.reduce((sum, cell) => sum + scoreOf(cell), 0);
  return filled.length === 0 ? 0 : score / filled.length;
}

function scoreOf(cell: string): number {
  if (!DOMAIN_LIKE.test(cell)) return 0;
  return cell.includes('@') ? 0.6 : 1;
}
