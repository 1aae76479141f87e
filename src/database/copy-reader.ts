import type { default as pg } from 'pg';
import type { JsonWriter } from '../lib/json-writer.ts';
import type { Queryable } from './client.ts';
import { SubmittedStatement } from './driver/statement.ts';
import { type RunsOn, runRouted } from './replicas/routing.ts';

/** Signature, flags, and the length of an empty extension (PostgreSQL manual, COPY, "Binary Format"). */
const HEADER_BYTES = 19;
const END_OF_ROWS = -1;
/** Upper halves of microseconds below this are exact as numbers. */
const EXACT_HIGH = 2 ** 21;

/** One row of a COPY in binary format. It is a view: valid until the callback that receives it returns. */
export class CopyRow {
  #data: Buffer = Buffer.alloc(0);
  #from = 0;
  #to = 0;
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];

  /** Bytes of the row. */
  get size(): number {
    return this.#to - this.#from;
  }

  /** Copies the row into `target`, where `locate` finds it again. */
  copyTo(target: Buffer, at: number): void {
    this.#data.copy(target, at, this.#from, this.#to);
  }

  isNull(column: number): boolean {
    return this.#length(column) < 0;
  }

  int4(column: number): number {
    return this.#data.readInt32BE(this.#start(column));
  }

  int2(column: number): number {
    return this.#data.readInt16BE(this.#start(column));
  }

  text(column: number): string {
    return this.#data.toString('utf8', this.#start(column), this.#start(column) + this.#length(column));
  }

  /** Writes a text as the inside of a JSON string, into the room that was made. */
  writeText(column: number, out: JsonWriter): void {
    const start = this.#start(column);
    out.inString(this.#data, start, start + this.#length(column));
  }

  /** Returns a timestamptz in ISO 8601 with milliseconds. */
  timestamp(column: number): string {
    const start = this.#start(column);
    const high = this.#data.readInt32BE(start);
    // Outside of the years 1715 to 2285, numbers do not hold microseconds exactly.
    const microseconds =
      Math.abs(high) < EXACT_HIGH
        ? high * 2 ** 32 + this.#data.readUInt32BE(start + 4)
        : Number(this.#data.readBigInt64BE(start) / 1000n) * 1000;
    return fromPostgresMicroseconds(microseconds);
  }

  /** Returns the bytes without copying them; empty when NULL. */
  bytes(column: number): Buffer {
    return this.#data.subarray(this.#start(column), this.#start(column) + Math.max(0, this.#length(column)));
  }

  /** Moves the view to the row that begins at `start`. @returns where the next row begins. */
  locate(data: Buffer, start: number): number {
    this.#data = data;
    const columns = data.readInt16BE(start);
    let at = start + 2;
    for (let column = 0; column < columns; column += 1) {
      const length = data.readInt32BE(at);
      at += 4;
      this.#starts[column] = at;
      this.#lengths[column] = length;
      at += Math.max(0, length);
    }
    this.#from = start;
    this.#to = at;
    return at;
  }

  #start(column: number): number {
    return this.#starts[column] ?? 0;
  }

  #length(column: number): number {
    return this.#lengths[column] ?? -1;
  }
}

/** A query for COPY, and where it may run. */
export interface CopyQuery {
  text: string;
  /** Absent: on the primary. */
  runsOn?: RunsOn;
}

/**
 * Runs a query as COPY in binary format and calls `take` with each row. bytea and integers are not converted to text, and
 * a result of any size needs no more memory than its largest row.
 *
 * @param query complete SQL. COPY takes no parameters, so values in it must be literals of this code, not of callers.
 * @throws what `take` throws, after the last row has arrived.
 */
export function copyRows(db: Queryable, query: string | CopyQuery, take: (row: CopyRow) => void) {
  const statement = typeof query === 'string' ? { text: query } : query;
  return runRouted(db, statement, new CopyOut(statement.text, take));
}

class CopyOut extends SubmittedStatement<Buffer> {
  readonly text: string;
  readonly #takeRow: (row: CopyRow) => void;
  readonly #row = new CopyRow();
  #begun = false;

  constructor(query: string, take: (row: CopyRow) => void) {
    super();
    this.text = `COPY (${query}) TO STDOUT (FORMAT binary)`;
    this.#takeRow = take;
  }

  protected send(connection: pg.Connection): void {
    this.#begun = false;
    connection.query(this.text);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.receive(chunk);
  }

  /** Reads complete rows (PostgreSQL manual, "Message Formats", CopyData). The first message begins with the header. */
  protected take(chunk: Buffer): number {
    let at = this.#begun ? 0 : HEADER_BYTES;
    this.#begun = true;
    let rows = 0;
    for (; at < chunk.length && chunk.readInt16BE(at) !== END_OF_ROWS; rows += 1) {
      at = this.#row.locate(chunk, at);
      this.#takeRow(this.#row);
    }
    return rows;
  }
}

/**
 * Turns `2024-03-01 00:00:00+00`, a timestamptz of PostgreSQL in a UTC session, into ISO 8601 as `Date` prints it, with
 * milliseconds: `2024-03-01T00:00:00.000Z`. PostgreSQL leaves out trailing zeros of a second. Slicing the string takes a
 * tenth of the time of creating and printing a Date. Each partnership has two of them.
 */
export function toIsoTimestamp(text: string): string {
  if (!text.endsWith('+00')) return new Date(text).toISOString();
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`;
}

/** PostgreSQL counts from 2000-01-01 in binary results. */
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);
/** About 150 bytes each. */
const MAX_TEXTS = 20_000;
/** Texts by milliseconds since 2000: the timestamps of a catalogue are mostly the midnights of a few thousand days. */
const texts = new Map<number, string>();

/**
 * Turns microseconds since 2000-01-01, a timestamptz of PostgreSQL in binary format, into ISO 8601 as `Date` prints it.
 * Parts of a millisecond are cut off.
 */
export function fromPostgresMicroseconds(microseconds: number): string {
  const ms = Math.floor(microseconds / 1000);
  let text = texts.get(ms);
  if (text === undefined) {
    text = new Date(POSTGRES_EPOCH_MS + ms).toISOString();
    if (texts.size >= MAX_TEXTS) texts.clear();
    texts.set(ms, text);
  }
  return text;
}
