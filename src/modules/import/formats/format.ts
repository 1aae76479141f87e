import { StartupError } from '../../../lib/fault.ts';

/** Formats of import files (contract, section 8). */
export const IMPORT_FORMATS = ['ndjson', 'csv', 'tsv', 'parquet'] as const;

export type ImportFormat = (typeof IMPORT_FORMATS)[number];

const FORMAT_OF_EXTENSION: Readonly<Record<string, ImportFormat>> = {
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  json: 'ndjson',
  csv: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  parquet: 'parquet',
};

const COMPRESSION = /\.(gz|zst|zstd)$/i;

/** Removes the extensions of compression and format from a file name. */
export function stemOfFile(fileName: string): string {
  const name = fileName.replace(COMPRESSION, '');
  return formatOfFile(name) === undefined
    ? name.replace(/\.txt$/i, '')
    : name.slice(0, name.lastIndexOf('.'));
}

/** Returns the format that the extension of a file name states; undefined for any other extension. */
export function formatOfFile(fileName: string): ImportFormat | undefined {
  const extension = /\.([a-z]+)$/i.exec(fileName.replace(COMPRESSION, ''))?.[1];
  return extension === undefined ? undefined : FORMAT_OF_EXTENSION[extension.toLowerCase()];
}

export const PARQUET_MAGIC = Buffer.from('PAR1');
/** Bytes from the beginning of a file that decide its format. */
export const SNIFFED_BYTES = 4096;

/** Beginnings of files that are no import files, with advice. */
const FOREIGN: readonly [magic: readonly number[], advice: string][] = [
  [[0xff, 0xfe], 'is UTF-16; convert it to UTF-8'],
  [[0xfe, 0xff], 'is UTF-16; convert it to UTF-8'],
  [[0x50, 0x4b, 0x03, 0x04], 'is a ZIP archive or a spreadsheet; save its table as CSV'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'is a spreadsheet; save its table as CSV'],
  [[0x42, 0x5a, 0x68], 'is compressed with bzip2; use gzip or zstd'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'is compressed with xz; use gzip or zstd'],
];

/** What the beginning of a file shows: why it cannot be read, or its format if it is certain. */
type Sniffed =
  | { fault: string; format?: undefined }
  | { fault?: undefined; format: ImportFormat | undefined };

/** @param head first bytes after decompression, up to SNIFFED_BYTES. */
export function sniffFormat(head: Buffer): Sniffed {
  const foreign = FOREIGN.find(([magic]) => magic.every((byte, index) => head[index] === byte));
  if (foreign) return { fault: foreign[1] };
  if (head.subarray(0, PARQUET_MAGIC.length).equals(PARQUET_MAGIC)) return { format: 'parquet' };
  const text = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (/^\[\s*(\{|$)/.test(text))
    return { fault: "is a JSON array; convert it to one object a line (jq -c '.[]')" };
  if (isSpreadObject(text)) return { fault: `begins with a JSON object over several lines; ${ONE_A_LINE}` };
  return { format: guessTextFormat(text) };
}

/**
 * Decides the format of a file by its stated format, and by its content if none is stated.
 *
 * @param head first bytes after decompression, up to SNIFFED_BYTES.
 * @throws StartupError when the content contradicts the stated format, or has none of the formats.
 */
export function decideFormat(path: string, stated: ImportFormat | undefined, head: Buffer): ImportFormat {
  const { fault, format: found } = sniffFormat(head);
  if (fault !== undefined) throw new StartupError(`${path}: ${fault}`);
  if (stated === undefined) return found ?? 'csv';
  if (found !== undefined && contradicts(stated, found)) {
    throw new StartupError(`${path}: is not ${NAMES[stated]}: its content is ${NAMES[found]}; see --format`);
  }
  if (stated === 'parquet' && found !== 'parquet')
    throw new StartupError(`${path}: is not Parquet: it does not begin with PAR1`);
  return stated;
}

/** Tells whether the first line begins an object, and the next one goes on with a property of it. */
function isSpreadObject(text: string): boolean {
  return /^\{[ \t]*\r?\n\s*"(?:[^"\\\n]|\\.)*"\s*:/.test(text);
}

const NAMES: Readonly<Record<ImportFormat, string>> = {
  ndjson: 'newline-delimited JSON',
  csv: 'delimited text',
  tsv: 'delimited text',
  parquet: 'Parquet',
};

/** Returns undefined for an empty text, and for one that may be a damaged line of JSON as well as a header. */
function guessTextFormat(text: string): ImportFormat | undefined {
  if (text.startsWith('{')) return 'ndjson';
  const [firstLine = ''] = text.split('\n', 1);
  return /[,;\t|]/.test(firstLine) && !/[{}]/.test(firstLine) ? 'csv' : undefined;
}

function contradicts(stated: ImportFormat, found: ImportFormat): boolean {
  const isDelimited = (format: ImportFormat) => format === 'csv' || format === 'tsv';
  return stated !== found && !(isDelimited(stated) && isDelimited(found));
}

/** Advice for JSON that is not one object a line. */
export const ONE_A_LINE = 'convert the file to one object a line (jq -c .)';

/** A line of a JSON file, with the reason why it cannot be read if there is one. */
export interface JsonLine {
  line: number;
  text: string;
  reason: string | undefined;
}

/** Lines and characters of an object over several lines, from which on its lines are read one by one. */
const MAX_LINES = 10_000;
const MAX_CHARACTERS = 1024 * 1024;
/** Attempts to read the lines as one object. */
const MAX_ATTEMPTS = 100;

/** Finds JSON objects that extend over several lines, as `jq .` writes them. Their lines wait until the object ends. */
export class SpreadObject {
  #lines: JsonLine[] = [];
  #length = 0;
  #attempts = 0;

  /** @returns an object that the line ends, and lines that are read one by one. */
  take(line: JsonLine): {
    spread?: { line: number; lines: number; text: string };
    rest: readonly JsonLine[];
  } {
    const [first] = this.#lines;
    if (first === undefined && !isOpening(line)) return { rest: [line] };
    this.#lines.push(line);
    this.#length += line.text.length;
    if (first === undefined) return { rest: [] };
    if (this.#isLost(line)) return { rest: this.giveUp() };
    if (!line.text.trimEnd().endsWith('}')) return { rest: [] };
    this.#attempts += 1;
    const text = this.#lines.map((each) => each.text).join('\n');
    if (!isJson(text)) return { rest: [] };
    const lines = this.#lines.length;
    this.giveUp();
    return { spread: { line: first.line, lines, text }, rest: [] };
  }

  /** Tells whether the object is too long, or ended without its brace, as the line is a row by itself. */
  #isLost({ text, reason }: JsonLine): boolean {
    const isRow = text.startsWith('{') && text.trimEnd().endsWith('}') && isJson(text);
    const isLong = this.#lines.length > MAX_LINES || this.#length > MAX_CHARACTERS;
    return reason !== undefined || isRow || isLong || this.#attempts >= MAX_ATTEMPTS;
  }

  /** Returns the lines that wait, which are then no object. */
  giveUp(): readonly JsonLine[] {
    const lines = this.#lines;
    this.#lines = [];
    this.#length = 0;
    this.#attempts = 0;
    return lines;
  }
}

/** Tells whether a line begins an object and does not end it: `{`, `{"name": "Acme",`. */
function isOpening({ text, reason }: JsonLine): boolean {
  return (
    reason === undefined && !text.trimEnd().endsWith('}') && text.trimStart().startsWith('{') && !isJson(text)
  );
}

function isJson(text: string): boolean {
  return parseJson(text) !== undefined;
}

/** @returns undefined for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
