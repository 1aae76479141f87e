import { once } from 'node:events';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import type { PoolClient } from './client.ts';

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
