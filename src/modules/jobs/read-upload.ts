import { setImmediate } from 'node:timers/promises';
import { Fault, invalidValue } from '../../lib/fault.ts';
import { isNestedBeyond, type JsonObject, MAX_JSON_DEPTH } from '../../lib/json.ts';
import type { Declaration } from '../fields/declarations.ts';
import type { InvalidField } from '../import/fields.ts';
import { isHeader, NO_HEADER } from '../import/formats/delimited.ts';
import { type ImportFormat, SNIFFED_BYTES, sniffFormat } from '../import/formats/format.ts';
import { type ObjectSink, readObjects } from '../import/formats/ndjson.ts';
import { type RecordSink, readRecords } from '../import/formats/records.ts';
import { peek } from '../import/formats/zstd.ts';
import type { LineEncoding } from '../import/read-lines.ts';
import { guessColumns, SampledColumns } from './columns.ts';
import type { JobColumn } from './job.ts';
import { ChunkBuilder, type InputChunk } from './upload-chunks.ts';

/** Formats of files, by their media types. */
export const UPLOAD_FORMATS = { 'text/csv': 'csv', 'application/x-ndjson': 'ndjson' } as const;
type MediaType = keyof typeof UPLOAD_FORMATS;
export type UploadFormat = (typeof UPLOAD_FORMATS)[MediaType];

/** Bytes that are parsed in one turn of the event loop: a few milliseconds. */
const BLOCK_BYTES = 64 * 1024;
/** JSON is UTF-8 (RFC 8259). */
const NDJSON_LINES = { blockBytes: BLOCK_BYTES };

/** Encoding of a file that its bytes tell. */
export const GUESSED = 'guessed';

/**
 * Reads the name of an encoding, such as `latin1` (WHATWG Encoding).
 *
 * @returns `guessed` for none and for ASCII, which files with other characters are called as well; undefined for one that nobody knows.
 */
export function encodingOf(charset: string | undefined): string | undefined {
  if (charset === undefined || /^(?:us-)?ascii$/.test(charset)) return GUESSED;
  try {
    return new TextDecoder(charset).encoding;
  } catch {
    return undefined;
  }
}

/** Reads a file into chunks of rows. */
export class UploadReader {
  readonly #source: AsyncIterable<Buffer>;
  readonly #format: UploadFormat;
  readonly #encoding: LineEncoding;
  readonly #chunks: ChunkBuilder;
  readonly #columns = new SampledColumns();

  private constructor(
    source: AsyncIterable<Buffer>,
    { format, encoding }: { format: UploadFormat; encoding: LineEncoding },
    maxRows: number,
  ) {
    this.#source = source;
    this.#format = format;
    this.#encoding = encoding;
    this.#chunks = new ChunkBuilder(maxRows);
  }

  /**
   * Begins to read a file.
   *
   * @param encoding `guessed`, or a name of WHATWG. A byte order mark of the file is right, whatever it says. @param maxRows rows that
   *   a file may have.
   * @throws Fault unsupported_media_type for a file of another format
   */
  static async open(
    source: AsyncIterable<Buffer>,
    { format, encoding }: { format: UploadFormat; encoding: string },
    maxRows: number,
  ): Promise<UploadReader> {
    const sent = await peek(source, SNIFFED_BYTES);
    const known = markedEncodingOf(sent.head) ?? encoding;
    const isRead = isLineEncoding(known);
    const { head, whole } = isRead ? sent : await peek(decode(sent.whole, known), SNIFFED_BYTES);
    requireFormat(format, head);
    return new UploadReader(whole, { format, encoding: isRead ? known : 'utf-8' }, maxRows);
  }

  /** Rows that were read. */
  get rows(): number {
    return this.#chunks.count;
  }

  /**
   * Reads the rows, and gives chunks of them. Faults of rows are parts of the chunks.
   *
   * @throws Fault validation_error for a header that cannot be read and for a file without rows, body_too_large for too many
   *   rows.
   */
  async *read(): AsyncGenerator<InputChunk> {
    const blocks =
      this.#format === 'csv'
        ? readRecords(this.#source, undefined, new RecordTable(this.#chunks, this.#columns), {
            blockBytes: BLOCK_BYTES,
            encoding: this.#encoding,
          })
        : readObjects(this.#source, new ObjectTable(this.#chunks, this.#columns), NDJSON_LINES);
    for await (const _ of blocks) {
      yield* this.#chunks.take();
      await setImmediate();
    }
    if (this.rows === 0) throw invalidValue('', this.#whyEmpty());
    yield* this.#chunks.end();
  }

  /**
   * Returns the columns of the file, once it is read, with the fields that they seem to have.
   *
   * @param own fields of the organization that columns can have as well.
   */
  columns(own: readonly Declaration[]): JobColumn[] {
    return guessColumns(this.#columns.columns, own);
  }

  #whyEmpty(): string {
    if (this.#columns.columns.length > 0) return 'the file has a header, but no rows';
    return this.#format === 'csv' ? 'the file is empty; its first row must be a header' : 'the file is empty';
  }
}

const HOW_TO_SAVE =
  'In Excel, choose File, Save As, "CSV UTF-8". In Google Sheets, choose File, Download, "Comma-separated values".';

/** Beginnings, in hexadecimal, of ZIP files, which workbooks are, and of earlier formats of Excel. A header may begin with `PK` as well. */
const WORKBOOK = /^(?:504b0[1-8]|d0cf11e0)/;
/** Beginnings of PNG, JPEG, GIF, PDF and ZSTD, in hexadecimal. Windows-1252 has characters for all of their bytes. */
const OTHER = /^(?:89504e47|ffd8ff|47494638|25504446|28b52ffd)/;
const GZIP = Buffer.from([0x1f, 0x8b]);

const MEDIA_TYPE_OF: Readonly<Record<ImportFormat, MediaType | undefined>> = {
  csv: 'text/csv',
  tsv: 'text/csv',
  ndjson: 'application/x-ndjson',
  parquet: undefined,
};

/** @throws Fault unsupported_media_type for a file that begins as none of its format does */
function requireFormat(format: UploadFormat, head: Buffer): void {
  const beginning = head.toString('hex', 0, 4);
  if (WORKBOOK.test(beginning))
    throw refused(`The file is a workbook or an archive. Save its table as CSV. ${HOW_TO_SAVE}`);
  if (OTHER.test(beginning))
    throw refused(
      'The file is a picture, a PDF or compressed with zstd. Send CSV, perhaps compressed with gzip.',
    );
  if (head.subarray(0, GZIP.length).equals(GZIP))
    throw refused('The file is compressed with gzip. Send it with the header Content-Encoding: gzip.');
  const { fault, format: found } = sniffFormat(head);
  if (fault !== undefined) throw refused(`The file ${fault}.`);
  if (found === undefined || found === format) return;
  const mediaType = MEDIA_TYPE_OF[found];
  if (mediaType === undefined) throw refused('The file is Parquet. Send CSV, or newline-delimited JSON.');
  if (UPLOAD_FORMATS[mediaType] !== format)
    throw refused(
      `The content is not what Content-Type says. If it is right, send Content-Type: ${mediaType}.`,
    );
}

function refused(message: string): Fault {
  return new Fault('unsupported_media_type', message);
}

/** Makes rows of the records of delimited text. The first record with a text is the header. */
class RecordTable implements RecordSink {
  readonly #chunks: ChunkBuilder;
  readonly #columns: SampledColumns;
  /** Number of columns; 0 before the header. */
  #width = 0;

  constructor(chunks: ChunkBuilder, columns: SampledColumns) {
    this.#chunks = chunks;
    this.#columns = columns;
  }

  record(line: number, cells: readonly string[], text: string): void {
    if (this.#width === 0) {
      this.#readHeader(line, cells);
      return;
    }
    const row = withoutBlankEnd(cells, this.#width);
    if (row.length > this.#width) {
      this.#chunks.reject(`has ${cells.length} cells, but the header has ${this.#width}`, text);
      return;
    }
    this.#columns.sample(row);
    this.#chunks.add(row, text);
  }

  reject(line: number, reason: string, text: string): void {
    if (this.#width === 0) throw invalidValue('', `line ${line}, the header, ${reason}`);
    this.#chunks.reject(reason, text);
  }

  #readHeader(line: number, cells: readonly string[]): void {
    if (cells.every((cell) => cell.trim() === '')) return;
    if (!isHeader(cells)) throw invalidValue('', `line ${line} ${NO_HEADER}`);
    for (const cell of cells) this.#columns.add(cell);
    this.#width = cells.length;
  }
}

/** Leaves out empty cells at the end of a row, and blank ones that are in no column. */
function withoutBlankEnd(cells: readonly string[], width: number): readonly string[] {
  let length = cells.length;
  while (length > 0) {
    const last = cells[length - 1] ?? '';
    if (last !== '' && (length <= width || last.trim() !== '')) break;
    length -= 1;
  }
  return length === cells.length ? cells : cells.slice(0, length);
}

/** Makes rows of JSON objects. A key becomes a column where it first occurs. */
class ObjectTable implements ObjectSink {
  readonly #chunks: ChunkBuilder;
  readonly #columns: SampledColumns;
  readonly #indexes = new Map<string, number>();

  constructor(chunks: ChunkBuilder, columns: SampledColumns) {
    this.#chunks = chunks;
    this.#columns = columns;
  }

  object(_line: number, object: JsonObject, text: string): void {
    if (isNestedBeyond(object, MAX_JSON_DEPTH)) {
      this.#chunks.reject(`is nested deeper than ${MAX_JSON_DEPTH} levels`, text);
      return;
    }
    const row: unknown[] = [];
    let exact: JsonObject | undefined;
    for (const key in object) {
      const index = this.#indexOf(key);
      // A null of the file clears a value, and a key that is missing says nothing.
      while (row.length < index) row.push('');
      const value = object[key];
      const isInexact = typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
      if (isInexact) exact ??= withTexts(text);
      row[index] = isInexact ? exact?.[key] : value;
    }
    this.#columns.sample(row);
    this.#chunks.add(row, text);
  }

  reject(_line: number, { reason }: InvalidField, text: string): void {
    this.#chunks.reject(reason, text);
  }

  #indexOf(key: string): number {
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    const index = this.#columns.add(key);
    this.#indexes.set(key, index);
    return index;
  }
}

/** Strings of JSON, and numbers. */
const SCALARS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** Reads an object with its numbers as texts: ids of 17 digits are no doubles. */
function withTexts(text: string): JsonObject {
  return JSON.parse(text.replace(SCALARS, (scalar) => (scalar.startsWith('"') ? scalar : `"${scalar}"`)));
}

/** Byte order marks, in hexadecimal. Spreadsheets write those of UTF-16 before "Unicode text". */
const MARKS = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
] as const;

/** Returns the encoding that a byte order mark shows; undefined for any other beginning. */
function markedEncodingOf(head: Buffer): string | undefined {
  const beginning = head.toString('hex', 0, 3);
  return MARKS.find(([mark]) => beginning.startsWith(mark))?.[1];
}

const isLineEncoding = (encoding: string): encoding is LineEncoding =>
  ['utf-8', 'windows-1252', GUESSED].includes(encoding);

/** Converts a file to UTF-8 as it arrives, without its mark. Halves of characters, which cut cells have, become U+FFFD. */
async function* decode(source: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding);
  for await (const bytes of source) yield Buffer.from(decoder.decode(bytes, { stream: true }));
  yield Buffer.from(decoder.decode());
}
