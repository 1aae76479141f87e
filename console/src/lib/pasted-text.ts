import { type PastedDomain, parsePastedDomain, REASONS } from './pasted-domain.ts';

/** One entry of a pasted text. */
export interface Entry {
  /** Text of the entry, which is sent to the service. */
  input: string;
  parsed: PastedDomain;
}

/** Columns of CSV, and entries in one line. Quotes keep a separator in a cell. */
const CELLS = /"((?:[^"]|"")*)"|([^,;\t]+)/g;
/** Address in an e-mail client's form: `Jane Doe <jane@acme.com>`. */
const ADDRESS = /<([^<>\s]+@[^<>\s]+)>/;
/** Cells of these reasons are other columns of a CSV file when their line has a domain. */
const OTHER_COLUMN: readonly (string | undefined)[] = [
  REASONS.blank,
  REASONS.noDot,
  REASONS.notHostName,
  // Profiles and personal addresses beside the company's own domain.
  REASONS.shared,
];

/**
 * Splits what was pasted into entries: lines, cells of CSV, texts between commas or blanks. In a line with a domain,
 * cells that cannot be one (a name, a city) count as other columns.
 */
export function readPaste(text: string): Entry[] {
  return text.split(/[\r\n]+/).flatMap((line) => entriesOf(line.trim()));
}

/** Returns the first entry of each domain, and of each text without one. */
export function distinct(entries: readonly Entry[]): Entry[] {
  const nameOf = ({ input, parsed }: Entry) => parsed.domain ?? `\0${input}`;
  const firsts = new Map(entries.toReversed().map((entry) => [nameOf(entry), entry]));
  return entries.filter((entry) => firsts.get(nameOf(entry)) === entry);
}

function entriesOf(line: string): Entry[] {
  if (line === '') return [];
  const cells = [...line.matchAll(CELLS)].map(([, quoted, plain]) => (quoted ?? plain ?? '').trim());
  const entries = cells.filter((cell) => cell !== '').flatMap(entriesOfCell);
  if (entries.length < 2 || !entries.some(isDomain)) return entries;
  return entries.filter(({ parsed }) => !OTHER_COLUMN.includes(parsed.reason));
}

function entriesOfCell(cell: string): Entry[] {
  const input = ADDRESS.exec(cell)?.[1] ?? cell;
  const words = input.split(/\s+/).map(entryOf);
  return words.length > 1 && words.every(isDomain) ? words : [entryOf(input)];
}

/** Reads one entry, such as a cell of a table. */
export const entryOf = (input: string): Entry => ({ input, parsed: parsePastedDomain(input) });
const isDomain = ({ parsed }: Entry): boolean => parsed.domain !== undefined;
