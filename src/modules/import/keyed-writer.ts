import type { PoolClient } from '../../database/client.ts';
import { CopyBuffer } from './copy-buffer.ts';

/** A bulk table keyed by two ids, with a count and two times. */
export interface KeyedTable {
  name: string;
  /** The two columns of the primary key. */
  key: readonly [string, string];
  /** The count, the first and the last time. */
  values: readonly [string, string, string];
}

/** One row for such a table, from one line of a file. */
export interface KeyedRow {
  line: number;
  left: number;
  right: number;
  count: number;
  first: number;
  last: number;
}

const STAGING_TABLE = `
  CREATE TEMP TABLE import_staged (
    line integer NOT NULL, a integer NOT NULL, b integer NOT NULL,
    n integer NOT NULL, first timestamptz NOT NULL, last timestamptz NOT NULL
  ) ON COMMIT DROP`;

/**
 * Upserts rows into a keyed table; of several rows with one key the last line wins.
 *
 * A row whose key is beyond every key that the table held and was sent goes straight into the table: the index then
 * grows at its right edge, which is the cheapest way there is, and a first load of ordered files needs no second
 * pass. Every other row goes through a staging table and is merged at the end.
 */
export class KeyedWriter {
  readonly #client: PoolClient;
  readonly #table: KeyedTable;
  readonly #direct = new CopyBuffer();
  readonly #staged = new CopyBuffer();
  #lastLeft = 0;
  #lastRight = 0;
  /** The largest key before the import: what lies beyond was written by it. */
  #start: readonly [number, number] = [0, 0];
  #stagedRows = 0;

  constructor(client: PoolClient, table: KeyedTable) {
    this.#client = client;
    this.#table = table;
  }

  async prepare(): Promise<void> {
    const [a, b] = this.#table.key;
    await this.#client.query(STAGING_TABLE);
    const { rows } = await this.#client.query<{ a: number; b: number }>(
      `SELECT ${a} AS a, ${b} AS b FROM ${this.#table.name} ORDER BY ${a} DESC, ${b} DESC LIMIT 1`,
    );
    this.#start = [rows[0]?.a ?? 0, rows[0]?.b ?? 0];
    [this.#lastLeft, this.#lastRight] = this.#start;
  }

  /** Sends rows given in any order. */
  async write(rows: KeyedRow[]): Promise<void> {
    rows.sort((x, y) => x.left - y.left || x.right - y.right || x.line - y.line);
    for (const [index, row] of rows.entries()) {
      const next = rows[index + 1];
      const repeated = next !== undefined && next.left === row.left && next.right === row.right;
      if (!repeated) this.#add(row);
    }
    const columns = [...this.#table.key, ...this.#table.values].join(', ');
    this.#stagedRows += this.#staged.rows;
    await this.#direct.send(this.#client, `${this.#table.name} (${columns})`);
    await this.#staged.send(this.#client, 'import_staged (line, a, b, n, first, last)');
  }

  #add(row: KeyedRow): void {
    const beyond = row.left > this.#lastLeft || (row.left === this.#lastLeft && row.right > this.#lastRight);
    const buffer = beyond ? this.#direct : this.#staged;
    if (beyond) {
      this.#lastLeft = row.left;
      this.#lastRight = row.right;
      buffer.row(5);
    } else {
      buffer.row(6);
      buffer.int4(row.line);
    }
    buffer.int4(row.left);
    buffer.int4(row.right);
    buffer.int4(row.count);
    buffer.timestamptz(row.first);
    buffer.timestamptz(row.last);
  }

  /** Merges the staged rows, and leaves the keys of all rows that are new or now differ in `import_key (a, b)`. */
  async merge(): Promise<void> {
    const { name, key } = this.#table;
    await this.#client.query(
      `CREATE TEMP TABLE import_key ON COMMIT DROP AS
       SELECT ${key[0]} AS a, ${key[1]} AS b FROM ${name} WHERE (${key[0]}, ${key[1]}) > (${this.#start.join(', ')})`,
    );
    if (this.#stagedRows > 0) await this.#mergeStaged();
  }

  async #mergeStaged(): Promise<void> {
    const { name, key, values } = this.#table;
    await this.#client.query('ANALYZE import_staged');
    // Rows that say what is stored already are left out, so that a repeated import writes nothing.
    await this.#client.query(`
      WITH latest AS (
        SELECT DISTINCT ON (a, b) a, b, n, first, last FROM import_staged ORDER BY a, b, line DESC
      ), merged AS (
        INSERT INTO ${name} (${key.join(', ')}, ${values.join(', ')})
        SELECT s.a, s.b, s.n, s.first, s.last
        FROM latest s LEFT JOIN ${name} t ON t.${key[0]} = s.a AND t.${key[1]} = s.b
        WHERE t.${key[0]} IS NULL
           OR (t.${values[0]}, t.${values[1]}, t.${values[2]}) IS DISTINCT FROM (s.n, s.first, s.last)
        ORDER BY s.a, s.b
        ON CONFLICT (${key.join(', ')}) DO UPDATE
        SET ${values.map((column) => `${column} = EXCLUDED.${column}`).join(', ')}
        RETURNING ${key.join(', ')}
      )
      INSERT INTO import_key SELECT * FROM merged`);
  }
}
