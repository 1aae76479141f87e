import { parseCsv } from './csv.ts';
import { type PastedDomain, parsePastedDomain, REASONS } from './pasted-domain.ts';

/** One entry of a pasted text. */
export interface Entry {
  /** Text of the entry, which is sent to the service. */
  input: string;
  parsed: PastedDomain;
  /** Name beside an address: `Jane Doe` of `Jane Doe <jane@acme.com>`. */
  person?: string;
}

/** A row of a table, by the names of its columns. */
export type PastedRow = Readonly<Record<string, string>>;

/** Columns of CSV, and entries in one line. Quotes keep a separator in a cell, also before an address. */
const CELLS = /("[^"]*"\s*<[^<>\s]+>)|"((?:[^"]|"")*)"|([^,;\t]+)/g;
/** Address in an e-mail client's form: `Jane Doe <jane@acme.com>`. */
const ADDRESS = /^(.*?)<([^<>\s]+@[^<>\s]+)>/;
const EMAIL = /^(?:mailto:)?[^\s@/]+@[^\s@/]+$/i;
/** Cells of these reasons are other columns of a CSV file when their line has a domain. */
const OTHER_COLUMN: readonly (string | undefined)[] = [
  REASONS.blank,
  REASONS.noDot,
  REASONS.notHostName,
  // Profiles and personal addresses beside the company's own domain.
  REASONS.shared,
];
/** Legal forms behind a comma, which belong to the name: `Acme, Inc.` */
const LEGAL_FORM = /^(?:ag|bv|co|corp|gmbh|inc|kg|limited|llc|llp|ltd|nv|plc|sa|se|spa|srl)\b\.?/i;
/** Headings of columns that identify a company. */
const HEADING =
  /^(?:account|companies|company|customer|domain|e-?mail|firma|name|organi[sz]ation|unternehmen|url|web ?site|website)(?:[ _-]?(?:name|address))?s?$/i;

/**
 * Splits what was pasted into entries: lines, cells of CSV, texts between commas or blanks. In a line with a domain,
 * cells that cannot be one (a name, a city) count as other columns.
 */
export function readPaste(text: string): Entry[] {
  return linesOf(text).flatMap((line) => {
    const entries = entriesOf(line);
    if (entries.length < 2 || !entries.some(isDomain)) return entries;
    return entries.filter(({ parsed }) => !OTHER_COLUMN.includes(parsed.reason));
  });
}

/** Returns the first entry of each domain, and of each text without one. */
export function distinct(entries: readonly Entry[]): Entry[] {
  const nameOf = ({ input, parsed }: Entry) => parsed.domain ?? `\0${input}`;
  const firsts = new Map(entries.toReversed().map((entry) => [nameOf(entry), entry]));
  return entries.filter((entry) => firsts.get(nameOf(entry)) === entry);
}

/**
 * Reads what was pasted as rows of companies. A table whose first line has headings keeps its columns. Otherwise each line
 * decides by itself what it has of `name`, `domain` and `email`; the rest of it is its `note`.
 */
export function readRows(text: string): PastedRow[] {
  return readTable(text) ?? linesOf(text).flatMap(rowsOf);
}

/** Tells whether the first line of a file has headings. Otherwise it would be lost as the header. */
export function beginsWithData(text: string): boolean {
  return (
    !text.startsWith('{') &&
    entriesOf(linesOf(text)[0] ?? '').some((entry) => isIdentifier(entry) || isCompany(entry))
  );
}

/** Writes rows as newline-delimited JSON. Each row has all columns, so that they stand in one order. */
export function toNdjson(rows: readonly PastedRow[]): string {
  const used = new Set(rows.flatMap((row) => Object.keys(row)));
  const columns = new Set([...COLUMNS.filter((name) => used.has(name)), ...used]);
  const lines = rows.map((row) => Object.fromEntries([...columns].map((name) => [name, row[name] ?? ''])));
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

const COLUMNS = ['name', 'domain', 'email'];

const linesOf = (text: string): string[] =>
  text
    .replace(/^\ufeff/, '')
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

function entriesOf(line: string): Entry[] {
  const cells = [...line.matchAll(CELLS)].map(([, addressed, quoted, plain]) =>
    (addressed ?? quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
  );
  return cells.filter((cell) => cell !== '').flatMap(entriesOfCell);
}

function entriesOfCell(cell: string): Entry[] {
  const [, person = '', address] = ADDRESS.exec(cell) ?? [];
  if (address !== undefined) return [{ ...entryOf(address), person: person.replaceAll('"', '').trim() }];
  const words = cell.split(/\s+/).map(entryOf);
  return words.length > 1 && words.every(isDomain) ? words : [entryOf(cell)];
}

const entryOf = (input: string): Entry => ({ input, parsed: parsePastedDomain(input) });
const isDomain = ({ parsed }: Entry): boolean => parsed.domain !== undefined;
const isEmail = ({ input }: Entry): boolean => EMAIL.test(input);
/** Whether a text ends in a legal form, as `Acme GmbH` does and the heading of a column does not. */
const isCompany = ({ input }: Entry): boolean => LEGAL_FORM.test(/\s(\S+)$/.exec(input)?.[1] ?? '');
const isIdentifier = (entry: Entry): boolean => isDomain(entry) || isEmail(entry);

function readTable(text: string): PastedRow[] | undefined {
  const [headings = [], ...rows] = parseCsv(text.replace(/^\ufeff/, '').trim());
  const names = headings.map((heading) => heading.trim());
  const isHeader = names.some((name) => HEADING.test(name)) && !names.map(entryOf).some(isIdentifier);
  if (!isHeader || rows.length === 0) return undefined;
  const unique = names.map((name, index) =>
    name === '' || names.indexOf(name) < index ? `${name || 'column'}_${index + 1}` : name,
  );
  return rows.map((cells) =>
    Object.fromEntries(unique.map((name, index) => [name, cells[index]?.trim() ?? ''])),
  );
}

/** Returns the rows of a line. Several domains without a name are as many companies. */
function rowsOf(line: string): PastedRow[] {
  const entries = entriesOf(line);
  if (entries.length === 0) return [];
  const emails = entries.filter(isEmail);
  const domains = entries.filter((entry) => isDomain(entry) && !isEmail(entry));
  const texts = entries.filter((entry) => !isIdentifier(entry)).map(({ input }) => input);
  const notes = entries.flatMap(({ person }) => person || []);
  if (texts.length === 0 && (domains.length > 1 || emails.length > 1))
    return entries.map((entry) =>
      rowOf({ [isEmail(entry) ? 'email' : 'domain']: entry.input, note: entry.person }),
    );
  const names = texts.filter((text) => /\p{L}/u.test(text) && !text.includes('/'));
  // "Goldhof; Kupferwald" are two names. Behind a comma or a tab stands something else of the company.
  if (entries.length === names.length && /^[^,\t"]*;/.test(line)) return names.map((name) => rowOf({ name }));
  const [name, form = ''] = names;
  const hasForm = LEGAL_FORM.test(form) && line.includes(',');
  const used = [name, hasForm && form];
  return [
    rowOf({
      name: hasForm ? `${name}, ${form}` : name,
      domain: domains[0]?.input,
      email: emails[0]?.input,
      note: [
        ...[...notes, ...texts.filter((text) => !used.includes(text))],
        ...[...domains.slice(1), ...emails.slice(1)].map(({ input }) => input),
      ].join(', '),
    }),
  ];
}

/** A row of the cells that are filled. */
function rowOf(cells: Readonly<Record<string, string | undefined>>): PastedRow {
  return Object.fromEntries(Object.entries(cells).flatMap(([name, cell]) => (cell ? [[name, cell]] : [])));
}
