import { setImmediate as nextTurn } from 'node:timers/promises';

/** Shorter lists have texts that one step can write. */
const LONG_LIST = 20;

/** Returns whether a value has a long list in its outermost objects, so that its text may be worth writing in pieces. */
export function hasLongList(value: unknown, depth = 3): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.length >= LONG_LIST;
  if (depth === 0) return false;
  for (const inner of Object.values(value)) if (hasLongList(inner, depth - 1)) return true;
  return false;
}

/**
 * Serializes a value like JSON.stringify, as bytes in UTF-8. Other requests run between two pieces: a text of megabytes
 * would hold the thread for tens of milliseconds.
 *
 * @param value objects and lists; must not be undefined
 * @param maxBytes the work ends when the text has more.
 * @returns the pieces; undefined if the text has more bytes than that.
 */
export async function toJsonPieces(value: unknown, maxBytes: number): Promise<Buffer[] | undefined> {
  const out = new JsonWriter();
  let finished = 0;
  for (const _ of write(value, out)) {
    if (out.pieces.length === finished) continue;
    finished = out.pieces.length;
    if (out.bytes > maxBytes) return undefined;
    await nextTurn();
  }
  out.finish();
  return out.bytes > maxBytes ? undefined : out.pieces;
}

/** Writes a value. Yields after each part of about a piece or less, unless a single item of a list is longer. */
function* write(value: unknown, out: JsonWriter): Generator<void> {
  if (Array.isArray(value)) yield* writeList(value, out);
  else if (value instanceof JsonSource) yield* value.writeTo(out);
  else if (isPlain(value)) yield* writeObject(value, out);
  else {
    out.text(JSON.stringify(value) ?? 'null');
    yield;
  }
}

function* writeObject(object: Readonly<Record<string, unknown>>, out: JsonWriter): Generator<void> {
  let before = '{';
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined || typeof value === 'function' || typeof value === 'symbol') continue;
    out.text(`${before}${JSON.stringify(key)}:`);
    yield* write(value, out);
    before = ',';
  }
  out.text(before === '{' ? '{}' : '}');
}

function* writeList(items: readonly unknown[], out: JsonWriter): Generator<void> {
  out.text('[');
  yield* items.some(holdsSource) ? writeEach(items, out) : writeTogether(items, out);
  out.text(']');
}

function holdsSource(item: unknown): boolean {
  if (!isPlain(item)) return false;
  for (const key in item) if (item[key] instanceof JsonSource) return true;
  return false;
}

function* writeEach(items: readonly unknown[], out: JsonWriter): Generator<void> {
  for (const [index, item] of items.entries()) {
    if (index > 0) out.text(',');
    yield* write(item, out);
  }
}

/** Writes as many items at once as fill a piece if they are like those before them. */
function* writeTogether(items: readonly unknown[], out: JsonWriter): Generator<void> {
  let written = 0;
  let length = 0;
  while (written < items.length) {
    const perPiece = length === 0 ? 1 : Math.floor((PIECE * written) / length);
    const next = Math.min(items.length, written + Math.max(1, perPiece));
    const text = JSON.stringify(items.slice(written, next)).slice(1, -1);
    out.text(written === 0 ? text : `,${text}`);
    yield;
    length += text.length;
    written = next;
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !('toJSON' in value);
}

/** Bytes of a piece. Serializing and encoding so many takes a millisecond or two. */
export const PIECE = 128 * 1024;
/** A text has at most so many bytes of UTF-8 for each of its UTF-16 code units. */
const MOST_BYTES = 3;
/** JSON writes a byte of UTF-8 as at most so many, such as `\u001f`. */
export const MOST_ESCAPED_BYTES = 6;
const [QUOTE, BACKSLASH, SPACE] = [0x22, 0x5c, 0x20];

/** A value that writes its own JSON, without becoming objects and texts first. */
export abstract class JsonSource {
  /** Estimated characters of the text, for limits. */
  abstract readonly characters: number;

  /** Writes the text. @returns yields after each piece, so that the caller can let others run. */
  abstract writeTo(out: JsonWriter): Generator<void>;

  /** Returns an equal value for `JSON.stringify`. */
  abstract toJSON(): unknown;
}

/** Writes JSON as bytes in UTF-8, in pieces of about `PIECE` bytes. */
export class JsonWriter {
  readonly pieces: Buffer[] = [];
  /** Bytes of the finished pieces. */
  bytes = 0;
  #piece = Buffer.allocUnsafeSlow(PIECE);
  #length = 0;

  /** Makes room for so many bytes, which the calls that follow may write. @returns whether that finished a piece. */
  reserve(bytes: number): boolean {
    if (this.#length + bytes <= this.#piece.length) return false;
    this.finish();
    if (bytes > this.#piece.length) this.#piece = Buffer.allocUnsafeSlow(bytes);
    return true;
  }

  /** Writes a text as it is, and makes room for it. */
  text(text: string): void {
    const most = text.length * MOST_BYTES;
    if (most <= PIECE) {
      this.reserve(most);
      this.#length += this.#piece.write(text, this.#length);
      return;
    }
    this.finish();
    this.#add(Buffer.from(text));
  }

  /** Writes bytes as they are, into the room that was made. */
  raw(bytes: Uint8Array): void {
    this.#piece.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Writes a text of ASCII characters as it is, into the room that was made. */
  ascii(text: string): void {
    const piece = this.#piece;
    const at = this.#length;
    for (let index = 0; index < text.length; index += 1) piece[at + index] = text.charCodeAt(index);
    this.#length = at + text.length;
  }

  /** Writes a part of `source`, which is UTF-8, as the inside of a JSON string into the room that was made. */
  inString(source: Buffer, start: number, end: number): void {
    const piece = this.#piece;
    const shift = this.#length - start;
    for (let index = start; index < end; index += 1) {
      const byte = source[index] as number;
      if (byte < SPACE || byte === QUOTE || byte === BACKSLASH) {
        const escaped = JSON.stringify(source.toString('utf8', start, end)).slice(1, -1);
        this.#length += piece.write(escaped, this.#length);
        return;
      }
      piece[shift + index] = byte;
    }
    this.#length += end - start;
  }

  /** Ends the current piece. */
  finish(): void {
    if (this.#length === 0) return;
    const written = this.#piece.subarray(0, this.#length);
    this.#length = 0;
    // Room that stays empty is not counted while a client leaves the piece unread. So such a piece is copied.
    const isFull = written.length > (this.#piece.length * 3) / 4;
    this.#add(isFull ? written : Buffer.from(written));
    if (isFull) this.#piece = Buffer.allocUnsafeSlow(PIECE);
  }

  #add(piece: Buffer): void {
    this.bytes += piece.length;
    this.pieces.push(piece);
  }
}

/** A key of an object in an answer, and the property of a row that it shows. */
export type SelectedKey = readonly [key: string, property: string];

/** Rows that stay in the format of the database until they are read as objects, or written as JSON. */
export abstract class RowList<Row> implements Iterable<Row> {
  abstract readonly length: number;

  abstract [Symbol.iterator](): Iterator<Row>;

  /** Returns the list of objects with these keys. A property that rows do not have is null. */
  abstract select(keys: readonly SelectedKey[]): JsonSource;
}

/** Rows as objects, or in the format of the database. */
export type Rows<Row> = readonly Row[] | RowList<Row>;
