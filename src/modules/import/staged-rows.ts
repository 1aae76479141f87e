import type { PoolClient } from '../../database/client.ts';
import { CopyBuffer } from '../../database/copy-buffer.ts';

/** A temporary table to which rows of a file are copied. */
interface StagedTable {
  name: string;
  /** Types by name: `text` or `integer`, with `NOT NULL` where each row has a value. */
  columns: Readonly<Record<string, string>>;
}

/** Returns the SQL that creates a table, which goes with the transaction. */
export function createStaged({ name, columns }: StagedTable): string {
  const types = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  return `CREATE TEMP TABLE ${name} (${types.join(', ')}) ON COMMIT DROP`;
}

/** Rows on their way to a staged table. */
export class StagedRows {
  readonly #target: string;
  readonly #rows = new CopyBuffer();

  constructor({ name, columns }: StagedTable) {
    this.#target = `${name} (${Object.keys(columns).join(', ')})`;
  }

  /** Buffered bytes. */
  get pending(): number {
    return this.#rows.bytes;
  }

  /** Buffers a row. @param values one for each column; undefined for NULL. */
  add(...values: readonly (string | number | undefined)[]): void {
    this.#rows.row(values.length);
    for (const value of values) {
      if (typeof value === 'number') this.#rows.int4(value);
      else this.#rows.text(value);
    }
  }

  /** Sends the buffered rows. */
  async flush(client: PoolClient): Promise<void> {
    await this.#rows.send(client, this.#target);
  }
}
