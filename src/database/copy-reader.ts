import { to as copyTo } from 'pg-copy-streams';
import type { PoolClient } from './client.ts';

/** Signature and flags; then comes the length of an extension (PostgreSQL manual, COPY, "Binary Format"). */
const HEADER_BYTES = 19;
const END_OF_ROWS = -1;

/** One row of a COPY in binary format. It is a view: valid until the callback that got it returns. */
export class CopyRow {
  #data: Buffer = Buffer.alloc(0);
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];

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

  /** The bytes themselves, not copied; empty when NULL. */
  bytes(column: number): Buffer {
    return this.#data.subarray(this.#start(column), this.#start(column) + Math.max(0, this.#length(column)));
  }

  /** Points at the row that begins at `start`. @returns where the next one begins, or how many bytes it lacks, negated. */
  locate(data: Buffer, start: number): number {
    this.#data = data;
    const columns = data.readInt16BE(start);
    let at = start + 2;
    for (let column = 0; column < columns; column += 1) {
      if (at + 4 > data.length) return data.length - at - 4;
      const length = data.readInt32BE(at);
      at += 4;
      this.#starts[column] = at;
      this.#lengths[column] = length;
      at += Math.max(0, length);
      if (at > data.length) return data.length - at;
    }
    return at;
  }

  #start(column: number): number {
    return this.#starts[column] ?? 0;
  }

  #length(column: number): number {
    return this.#lengths[column] ?? -1;
  }
}

/**
 * Runs a query as COPY in binary format and hands each row to `take`: bytea and integers arrive as they are, and a
 * result of any size needs no more memory than its largest row.
 *
 * @param query complete SQL: COPY takes no parameters, so values in it must be literals of our own.
 */
export async function copyRows(
  client: PoolClient,
  query: string,
  take: (row: CopyRow) => void,
): Promise<void> {
  const stream = client.query(copyTo(`COPY (${query}) TO STDOUT (FORMAT binary)`));
  const row = new CopyRow();
  let held: Buffer[] = [];
  let bytes = 0;
  let needed = HEADER_BYTES;
  let begun = false;
  for await (const chunk of stream) {
    held.push(chunk);
    bytes += chunk.length;
    if (bytes < needed) continue;
    const data = held.length === 1 ? chunk : Buffer.concat(held, bytes);
    let at = begun ? 0 : HEADER_BYTES;
    begun = true;
    needed = 2;
    while (at + 2 <= data.length && data.readInt16BE(at) !== END_OF_ROWS) {
      const next = row.locate(data, at);
      if (next < 0) {
        needed = data.length - at - next;
        break;
      }
      take(row);
      at = next;
    }
    held = at < data.length ? [data.subarray(at)] : [];
    bytes = data.length - at;
  }
}
