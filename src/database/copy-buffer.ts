import { once } from 'node:events';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import type { PoolClient } from './client.ts';

/** PostgreSQL counts timestamps in microseconds from 2000-01-01. */
const POSTGRES_EPOCH_MS = 946_684_800_000;
const TWO_TO_32 = 2 ** 32;
const INITIAL_BYTES = 64 * 1024;
const MAX_FIXED_FIELD = 12;
/** The length that stands for NULL. */
const NULL_LENGTH = -1;

/**
 * Rows in the binary format of COPY, of which PostgreSQL parses no text. Call `row`, then write a value for each column.
 */
export class CopyBuffer {
  #bytes: Buffer = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  #length = 0;
  #rows = 0;

  get rows(): number {
    return this.#rows;
  }

  get bytes(): number {
    return this.#length;
  }

  row(columns: number): void {
    this.#reserve(2);
    this.#length = this.#bytes.writeInt16BE(columns, this.#length);
    this.#rows += 1;
  }

  int4(value: number | undefined): void {
    this.#reserve(MAX_FIXED_FIELD);
    this.#int4(value === undefined ? NULL_LENGTH : 4);
    if (value !== undefined) this.#int4(value);
  }

  /** @param time milliseconds since 1970. */
  timestamptz(time: number): void {
    const microseconds = (time - POSTGRES_EPOCH_MS) * 1000;
    const high = Math.floor(microseconds / TWO_TO_32);
    this.#reserve(MAX_FIXED_FIELD);
    this.#int4(8);
    this.#int4(high);
    this.#length = this.#bytes.writeUInt32BE(microseconds - high * TWO_TO_32, this.#length);
  }

  text(value: string | undefined): void {
    const content = value ?? '';
    this.#reserve(4 + content.length * 3);
    const written = this.#bytes.write(content, this.#length + 4, 'utf8');
    this.#int4(value === undefined ? NULL_LENGTH : written);
    this.#length += written;
  }

  bytea(value: Uint8Array | null): void {
    this.#reserve(4 + (value?.length ?? 0));
    this.#int4(value?.length ?? NULL_LENGTH);
    if (value === null) return;
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  int2(value: number): void {
    this.#reserve(MAX_FIXED_FIELD);
    this.#int4(2);
    this.#length = this.#bytes.writeInt16BE(value, this.#length);
  }

  /** Returns the rows and empties the buffer. */
  take(): Buffer {
    const rows = this.#bytes.subarray(0, this.#length);
    this.#bytes = Buffer.allocUnsafeSlow(Math.max(INITIAL_BYTES, this.#length));
    this.#length = 0;
    this.#rows = 0;
    return rows;
  }

  /** Sends the rows to `target`, a table with its columns, and empties the buffer. Does nothing without rows. */
  async send(client: PoolClient, target: string): Promise<void> {
    if (this.#rows === 0) return;
    const rows = this.take();
    const stream = new CopyStream(client, target);
    await stream.write(rows);
    await stream.end();
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }

  /** Writes 32 bits, big-endian. The caller has reserved them. */
  #int4(value: number): void {
    this.#length = this.#bytes.writeInt32BE(value, this.#length);
  }
}

/** Signature, flags and an empty header extension (PostgreSQL manual, COPY, "Binary Format"). */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const TRAILER = Buffer.from([0xff, 0xff]);
const WRITE_BYTES = 256 * 1024;

/** An open COPY in binary format. Until it has ended, its connection runs nothing else. */
export class CopyStream {
  readonly #stream: CopyStreamQuery;
  readonly #finished: Promise<unknown>;
  #failure: unknown;

  /**
   * @param target a table with the columns of each row.
   * @param isNew whether the transaction emptied the table: its rows need no later pass that freezes them.
   */
  constructor(client: PoolClient, target: string, isNew = false) {
    const options = isNew ? 'FORMAT binary, FREEZE' : 'FORMAT binary';
    const stream = client.query(copyFrom(`COPY ${target} FROM STDIN (${options})`));
    this.#stream = stream;
    stream.on('error', (error) => {
      this.#failure = error;
    });
    this.#finished = once(stream, 'finish');
    // The next write, or end, throws the failure. Until then it must not count as an unhandled rejection.
    this.#finished.catch(() => undefined);
    stream.write(HEADER);
  }

  /** Sends rows. Resolves when PostgreSQL is ready for more. */
  async write(rows: Buffer): Promise<void> {
    for (let start = 0; start < rows.length; start += WRITE_BYTES) {
      if (this.#failure !== undefined) throw this.#failure;
      const flowing = this.#stream.write(rows.subarray(start, start + WRITE_BYTES));
      if (!flowing) await once(this.#stream, 'drain');
    }
  }

  /** Resolves when PostgreSQL has taken every row. */
  async end(): Promise<void> {
    if (this.#failure === undefined) this.#stream.end(TRAILER);
    await this.#finished;
  }
}
