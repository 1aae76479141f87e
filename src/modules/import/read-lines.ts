import { isUtf8 } from 'node:buffer';

/** Maximum length of a line in bytes. Longer lines are rejected without being kept in memory. */
export const MAX_LINE_BYTES = 1024 * 1024;

/** Bytes of a block: enough for an efficient look-up of domains, few enough to keep PostgreSQL busy. */
const BLOCK_BYTES = 1024 * 1024;
const EXCERPT_BYTES = 4000;
const NEWLINE = 0x0a;

/** Consecutive lines of a file. */
export interface LineBlock {
  /** Number of the first line. Lines are counted from 1, including blank ones. */
  firstLine: number;
  /** Lines without their ends; excerpts of invalid lines. */
  texts: string[];
  /** Reasons why lines are invalid, by index in `texts`. */
  invalid: Map<number, string>;
}

/**
 * Splits bytes into lines, which end in LF or CRLF. The last end is optional; a byte order mark is skipped.
 *
 * @param blockBytes bytes of a block.
 */
export async function* readLines(
  source: AsyncIterable<Buffer>,
  blockBytes = BLOCK_BYTES,
): AsyncGenerator<LineBlock> {
  const splitter = new LineSplitter();
  for await (const bytes of gather(source, blockBytes)) {
    const block = splitter.push(bytes);
    if (block.texts.length > 0) yield block;
  }
  const rest = splitter.end();
  if (rest.texts.length > 0) yield rest;
}

/** Joins small chunks, of 64 KiB from a pipe, to buffers of about `size` bytes. */
async function* gather(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= size) {
      yield chunks.length === 1 ? chunk : Buffer.concat(chunks, length);
      chunks = [];
      length = 0;
    }
  }
  if (length > 0) yield Buffer.concat(chunks, length);
}

class LineSplitter {
  #nextLine = 1;
  #tail = Buffer.alloc(0);
  /** Beginning of a line that is too long and whose end was not read yet. */
  #overlong: Buffer | undefined;

  push(bytes: Buffer): LineBlock {
    const block: LineBlock = { firstLine: this.#nextLine, texts: [], invalid: new Map() };
    const rest = this.#overlong === undefined ? bytes : this.#skipOverlong(bytes, this.#overlong, block);
    const end = rest.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      addLines(
        block,
        this.#tail.length > 0 ? Buffer.concat([this.#tail, rest.subarray(0, end)]) : rest.subarray(0, end),
      );
      this.#tail = Buffer.from(rest.subarray(end));
    } else if (rest.length > 0) {
      this.#tail = Buffer.concat([this.#tail, rest]);
    }
    if (this.#tail.length > MAX_LINE_BYTES) {
      this.#overlong = Buffer.from(this.#tail.subarray(0, EXCERPT_BYTES));
      this.#tail = Buffer.alloc(0);
    }
    this.#nextLine += block.texts.length;
    return block;
  }

  end(): LineBlock {
    const block: LineBlock = { firstLine: this.#nextLine, texts: [], invalid: new Map() };
    if (this.#overlong !== undefined) addInvalid(block, this.#overlong, TOO_LONG);
    else if (this.#tail.length > 0) addLines(block, Buffer.concat([this.#tail, Buffer.from('\n')]));
    return block;
  }

  #skipOverlong(bytes: Buffer, excerpt: Buffer, block: LineBlock): Buffer {
    const end = bytes.indexOf(NEWLINE);
    if (end < 0) return bytes.subarray(bytes.length);
    addInvalid(block, excerpt, TOO_LONG);
    this.#overlong = undefined;
    return bytes.subarray(end + 1);
  }
}

const TOO_LONG = `is longer than ${MAX_LINE_BYTES} bytes`;

/** Adds the lines of `bytes`, which ends in a newline. UTF-8 is validated at once; lines only when that fails. */
function addLines(block: LineBlock, bytes: Buffer): void {
  if (!isUtf8(bytes)) {
    addLinesOneByOne(block, bytes);
    return;
  }
  const text = bytes.toString('utf8');
  const lengthsDiffer = text.length !== bytes.length;
  let start = block.firstLine === 1 && block.texts.length === 0 && text.startsWith('\uFEFF') ? 1 : 0;
  for (let end = text.indexOf('\n', start); end >= 0; end = text.indexOf('\n', start)) {
    const line = text.slice(start, end);
    start = end + 1;
    const length = lengthsDiffer && line.length * 3 > MAX_LINE_BYTES ? Buffer.byteLength(line) : line.length;
    if (length > MAX_LINE_BYTES) addInvalid(block, Buffer.from(line.slice(0, EXCERPT_BYTES)), TOO_LONG);
    else block.texts.push(line);
  }
}

/** Spreadsheets save CSV in the encoding of the machine, unless they are told otherwise. */
export const NOT_UTF8 =
  'is not valid UTF-8; save the file as "CSV UTF-8", or convert it: iconv -f WINDOWS-1252 -t UTF-8';

function addLinesOneByOne(block: LineBlock, bytes: Buffer): void {
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    const line = bytes.subarray(start, end + 1);
    start = end + 1;
    if (isUtf8(line)) addLines(block, line);
    else addInvalid(block, line.subarray(0, -1), NOT_UTF8);
  }
}

function addInvalid(block: LineBlock, excerpt: Buffer, reason: string): void {
  block.invalid.set(block.texts.length, reason);
  block.texts.push(excerpt.subarray(0, EXCERPT_BYTES).toString('utf8'));
}
