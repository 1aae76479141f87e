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
  const parser = new RowParser(take);
  // Rows are taken as they arrive: an iterator would wait a turn for each chunk, which small results notice.
  stream.on('data', (chunk: Buffer) => {
    try {
      parser.push(chunk);
    } catch (error) {
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  });
  await new Promise<void>((resolve, reject) => {
    stream.on('end', resolve);
    stream.on('error', reject);
    stream.on('close', () => reject(new Error('a COPY broke off')));
  });
}

/** Cuts what arrives into rows, wherever its chunks end. */
class RowParser {
  readonly #take: (row: CopyRow) => void;
  readonly #row = new CopyRow();
  #held: Buffer[] = [];
  #bytes = 0;
  #needed = HEADER_BYTES;
  #begun = false;

  constructor(take: (row: CopyRow) => void) {
    this.#take = take;
  }

  push(chunk: Buffer): void {
    this.#held.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes < this.#needed) return;
    const data = this.#held.length === 1 ? chunk : Buffer.concat(this.#held, this.#bytes);
    let at = this.#begun ? 0 : HEADER_BYTES;
    this.#begun = true;
    this.#needed = 2;
    while (at + 2 <= data.length && data.readInt16BE(at) !== END_OF_ROWS) {
      const next = this.#row.locate(data, at);
      if (next < 0) {
        this.#needed = data.length - at - next;
        break;
      }
      this.#take(this.#row);
      at = next;
    }
    this.#held = at < data.length ? [data.subarray(at)] : [];
    this.#bytes = data.length - at;
  }
}
