import { isAscii, isUtf8 } from 'node:buffer';

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

export interface LineOptions {
  /** Bytes of a block. */
  blockBytes?: number;
  /** By default UTF-8. */
  encoding?: LineEncoding;
}

/**
 * How bytes are read. "guessed" is for spreadsheets, whose "CSV" is Windows-1252: a line that is not UTF-8 has this encoding, unless
 * an earlier one certainly is UTF-8.
 */
export type LineEncoding = 'utf-8' | 'windows-1252' | 'guessed';

/** Splits bytes into lines, which end in LF or CRLF. The last end is optional; a byte order mark is skipped. */
export async function* readLines(
  source: AsyncIterable<Buffer>,
  { blockBytes = BLOCK_BYTES, encoding = 'utf-8' }: LineOptions = {},
): AsyncGenerator<LineBlock> {
  const splitter = new LineSplitter(encoding);
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
  #encoding: LineEncoding;
  /** Whether a line was Windows-1252. */
  #hasWindows1252 = false;

  constructor(encoding: LineEncoding) {
    this.#encoding = encoding;
  }

  push(bytes: Buffer): LineBlock {
    const block: LineBlock = { firstLine: this.#nextLine, texts: [], invalid: new Map() };
    const rest = this.#overlong === undefined ? bytes : this.#skipOverlong(bytes, this.#overlong, block);
    const end = rest.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      const lines = rest.subarray(0, end);
      this.#addLines(block, this.#tail.length > 0 ? Buffer.concat([this.#tail, lines]) : lines);
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
    else if (this.#tail.length > 0) this.#addLines(block, Buffer.concat([this.#tail, Buffer.from('\n')]));
    return block;
  }

  #skipOverlong(bytes: Buffer, excerpt: Buffer, block: LineBlock): Buffer {
    const end = bytes.indexOf(NEWLINE);
    if (end < 0) return bytes.subarray(bytes.length);
    addInvalid(block, excerpt, TOO_LONG);
    this.#overlong = undefined;
    return bytes.subarray(end + 1);
  }

  /** Adds the lines of `bytes`, which ends in a newline. UTF-8 is validated at once; lines only when that fails. */
  #addLines(block: LineBlock, bytes: Buffer): void {
    if (this.#encoding !== 'windows-1252' && !this.#hasWindows1252 && isUtf8(bytes)) {
      const text = addLines(block, bytes);
      if (this.#encoding === 'guessed' && text.length !== bytes.length && isCertainlyUtf8(text))
        this.#encoding = 'utf-8';
      return;
    }
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      this.#addLine(block, bytes.subarray(start, end + 1));
      start = end + 1;
    }
  }

  /** Adds a line that ends in a newline. */
  #addLine(block: LineBlock, line: Buffer): void {
    if (isAscii(line)) addLines(block, line);
    else if (this.#encodingOf(line) === 'windows-1252') addWindows1252(block, line);
    else if (isUtf8(line)) addLines(block, line);
    else addInvalid(block, line.subarray(0, -1), NOT_UTF8);
  }

  /** Returns the encoding of a line that is no ASCII, and remembers what it shows of those that follow. */
  #encodingOf(line: Buffer): 'utf-8' | 'windows-1252' {
    if (this.#encoding !== 'guessed') return this.#encoding;
    if (isCertainlyUtf8(line.toString('utf8'))) {
      if (!this.#hasWindows1252) this.#encoding = 'utf-8';
      return 'utf-8';
    }
    if (!this.#hasWindows1252 && isUtf8(line)) return 'utf-8';
    this.#hasWindows1252 = true;
    return 'windows-1252';
  }
}

const TOO_LONG = `is longer than ${MAX_LINE_BYTES} bytes`;

/** Spreadsheets save CSV in the encoding of the machine, unless they are told otherwise. */
export const NOT_UTF8 =
  'is not valid UTF-8; save the file as "CSV UTF-8", or convert it: iconv -f WINDOWS-1252 -t UTF-8';

/** Adds the lines of UTF-8. @returns their text */
function addLines(block: LineBlock, bytes: Buffer): string {
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
  return text;
}

function addInvalid(block: LineBlock, excerpt: Buffer, reason: string): void {
  block.invalid.set(block.texts.length, reason);
  block.texts.push(excerpt.subarray(0, EXCERPT_BYTES).toString('utf8'));
}

/** Bytes of Windows-1252 that follow a letter: quotes, dashes, signs and the no-break space. */
const PUNCTUATION = new Set([
  ...[0x80, 0x82, 0x84, 0x85, 0x8b, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99, 0x9b],
  ...[0xa0, 0xa7, 0xab, 0xae, 0xb0, 0xb2, 0xb3, 0xb4, 0xb7, 0xbb],
]);

/**
 * Whether a text that was read as UTF-8 has a character beyond ASCII that can hardly be Windows-1252. A letter with punctuation behind
 * it, as the end of `„Spaß“`, has the bytes of another character in UTF-8. `Â` and `Ã` are left out, since few words end in them.
 */
function isCertainlyUtf8(text: string): boolean {
  for (const [character] of text.matchAll(/[^\0-\x7F\uFFFD]/gu)) {
    const [lead = 0, ...others] = Buffer.from(character);
    if (lead < 0xc4 || lead >= 0xf0 || !others.every((byte) => PUNCTUATION.has(byte))) return true;
  }
  return false;
}

/** Adds a line of Windows-1252 that ends in a newline. */
function addWindows1252(block: LineBlock, line: Buffer): void {
  if (line.length > MAX_LINE_BYTES) addInvalid(block, line, TOO_LONG);
  else block.texts.push(decodeWindows1252(line.subarray(0, -1)));
}

/** Characters of the bytes 0x80 to 0x9F, in which Windows-1252 differs from Latin-1 (WHATWG Encoding). */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ';

/** Decodes Windows-1252. TextDecoder takes it for Latin-1 in Node.js 20. */
function decodeWindows1252(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\x80-\x9F]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? character);
}
