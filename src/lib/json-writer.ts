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
