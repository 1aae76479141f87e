import { dropIndexesOfEmpty } from '../../database/bulk-load.ts';
import type { PoolClient } from '../../database/client.ts';
import { CopyBuffer, CopyStream } from '../../database/copy-buffer.ts';
import { excerpt } from './problems.ts';

/** A table whose primary key is two ids, with a count and two times. */
export interface KeyedTable {
  name: string;
  /** Columns of the primary key. */
  key: readonly [string, string];
  /** Columns of the count, the first and the last time. */
  values: readonly [string, string, string];
}

/** Counts with a meaning of their own. Counts of rows are positive. */
export const DELETED = -1;
export const PRESENT = 0;

/** A row for a keyed table. */
export interface KeyedRow {
  /** Line in the file, from 1. */
  line: number;
  /** Ids of the primary key. */
  left: number;
  right: number;
  /** DELETED for a row that retires its key, PRESENT for a refused row of a snapshot. */
  count: number;
  /** Times in milliseconds since 1970. */
  first: number;
  last: number;
  /** The line itself. */
  text: string;
}

const STAGING_TABLE = `
  CREATE TEMP TABLE import_staged (
    line integer NOT NULL, a integer NOT NULL, b integer NOT NULL,
    n integer NOT NULL, first timestamptz NOT NULL, last timestamptz NOT NULL, row_text text
  ) ON COMMIT DROP`;

/** Buffered bytes at which COPY switches to the other table. */
const SWITCH_BYTES = 8 * 1024 * 1024;

/**
 * Upserts rows into a keyed table. When rows have the same key, the last line wins.
 *
 * A row whose key is greater than all keys stored and sent so far is copied directly into the table. The index then
 * grows at its right edge, which is fastest, and a first load of sorted files needs no second pass. The index of an empty
 * table is built after the rows. All other rows are copied into a staging table and merged at the end, and so are all rows
 * of a snapshot.
 */
export class KeyedWriter {
  readonly #client: PoolClient;
  readonly #table: KeyedTable;
  readonly #isSnapshot: boolean;
  /** Builds the index of an empty table after its rows; undefined if the table keeps its index. */
  #buildIndex: (() => Promise<void>) | undefined;
  readonly #direct = new CopyBuffer();
  readonly #staged = new CopyBuffer();
  #open: { buffer: CopyBuffer; stream: CopyStream } | undefined;
  /** Largest key before the import. Rows with greater keys are new. */
  start: readonly [number, number] = [0, 0];
  /** Largest key so far. */
  #lastLeft = 0;
  #lastRight = 0;
  #stagedRows = 0;
  #anyDeleted = false;
  #isRetiring = false;
  #carriedOver: KeyedRow[] = [];

  constructor(client: PoolClient, table: KeyedTable, isSnapshot: boolean) {
    this.#client = client;
    this.#table = table;
    this.#isSnapshot = isSnapshot;
  }

  /** Creates the staging table and reads the largest stored key. Called once, before all other methods. */
  async open(): Promise<void> {
    const { name, key } = this.#table;
    const [a, b] = key;
    await this.#client.query(STAGING_TABLE);
    const { rows } = await this.#client.query<{ a: number; b: number }>(
      `SELECT ${a} AS a, ${b} AS b FROM ${name} ORDER BY ${a} DESC, ${b} DESC LIMIT 1`,
    );
    const [largest] = rows;
    if (largest) {
      this.start = [largest.a, largest.b];
      [this.#lastLeft, this.#lastRight] = this.start;
    } else this.#buildIndex = await dropIndexesOfEmpty(this.#client, [name]);
  }

  /**
   * Sends rows, which may be in any order.
   *
   * @param isWanted completes the key of a row. False leaves the row out.
   */
  async write<Row extends KeyedRow>(added: readonly Row[], isWanted: (row: Row) => boolean): Promise<void> {
    const rows = this.#carriedOver;
    for (const row of added) if (isWanted(row)) rows.push(row);
    rows.sort(compareRows);
    // The next batch may have more rows of the last company.
    const last = rows.at(-1)?.left;
    let end = rows.length;
    while (end > 0 && rows[end - 1]?.left === last) end -= 1;
    this.#carriedOver = rows.splice(end);
    this.#encode(rows);
    await this.#send(SWITCH_BYTES);
  }

  /** Sends all buffered rows and ends the COPY, so that the connection is free for other statements. */
  async settle(): Promise<void> {
    this.#encode(this.#carriedOver);
    this.#carriedOver = [];
    await this.#send(1);
    await this.#open?.stream.end();
    this.#open = undefined;
  }

  /**
   * Sends buffered rows. A COPY stays open over many batches, so that PostgreSQL does not wait between them. Rows for
   * the other table are kept until they reach `minSwitchBytes`.
   */
  async #send(minSwitchBytes: number): Promise<void> {
    for (const buffer of [this.#direct, this.#staged]) {
      const mustWait =
        this.#open !== undefined && this.#open.buffer !== buffer && buffer.bytes < minSwitchBytes;
      if (buffer.rows === 0 || mustWait) continue;
      if (buffer === this.#staged) this.#stagedRows += buffer.rows;
      const stream = await this.#streamFor(buffer);
      await stream.write(buffer.take());
    }
  }

  async #streamFor(buffer: CopyBuffer): Promise<CopyStream> {
    if (this.#open?.buffer === buffer) return this.#open.stream;
    await this.#open?.stream.end();
    const { name, key, values } = this.#table;
    const target =
      buffer === this.#direct
        ? `${name} (${[...key, ...values].join(', ')})`
        : 'import_staged (line, a, b, n, first, last, row_text)';
    const isNew = buffer === this.#direct && this.#buildIndex !== undefined;
    const stream = new CopyStream(this.#client, target, isNew);
    this.#open = { buffer, stream };
    return stream;
  }

  /** Buffers rows that are in the order of `compareRows`. */
  #encode(rows: readonly KeyedRow[]): void {
    for (const [index, row] of rows.entries()) {
      const next = rows[index + 1];
      const isRepeated = next?.left === row.left && next.right === row.right;
      if (!isRepeated || next.count === PRESENT) this.#add(row);
    }
  }

  #add({ line, left, right, count, first, last, text }: KeyedRow): void {
    const beyond = left > this.#lastLeft || (left === this.#lastLeft && right > this.#lastRight);
    const isDirect = beyond && count > 0 && !this.#isSnapshot;
    const buffer = isDirect ? this.#direct : this.#staged;
    // A deleted key counts as well: a later row with it must be staged, or the merge would delete it.
    if (beyond) [this.#lastLeft, this.#lastRight] = [left, right];
    if (isDirect) {
      buffer.row(5);
    } else {
      this.#anyDeleted ||= count === DELETED;
      buffer.row(7);
      buffer.int4(line);
    }
    buffer.int4(left);
    buffer.int4(right);
    buffer.int4(count);
    buffer.timestamptz(first);
    buffer.timestamptz(last);
    if (!isDirect) buffer.text(count === DELETED ? excerpt(text) : undefined);
  }

  /** Merges the staged rows and records their keys for `changedKeys`. Warns of deletes of keys that are not stored. */
  async merge(): Promise<void> {
    const { name, key, values } = this.#table;
    await this.#client.query(
      'CREATE TEMP TABLE import_key (a integer NOT NULL, b integer NOT NULL, is_new boolean NOT NULL) ON COMMIT DROP',
    );
    await this.#client.query(
      'CREATE TEMP TABLE import_deleted (a integer NOT NULL, b integer NOT NULL) ON COMMIT DROP',
    );
    await this.#buildIndex?.();
    if (this.#stagedRows === 0) return;
    const same = `t.${key[0]} = s.a AND t.${key[1]} = s.b`;
    await this.#client.query(LATEST);
    await this.#client.query('ANALYZE import_latest');
    if (this.#isSnapshot)
      await this.#client.query('INSERT INTO import_present_key SELECT a, b FROM import_latest');
    if (this.#anyDeleted) await this.#delete();
    // Skips rows that are stored already, so that a repeated import writes nothing.
    await this.#client.query(`
      WITH changed AS (
        UPDATE ${name} t SET ${values[0]} = s.n, ${values[1]} = s.first, ${values[2]} = s.last
        FROM import_latest s
        WHERE ${same} AND s.n > 0 AND (t.${values.join(', t.')}) IS DISTINCT FROM (s.n, s.first, s.last)
        RETURNING s.a, s.b
      )
      INSERT INTO import_key SELECT a, b, false FROM changed`);
    await this.#client.query(`
      WITH added AS (
        INSERT INTO ${name} (${[...key, ...values].join(', ')})
        SELECT a, b, n, first, last FROM import_latest s
        WHERE s.n > 0 AND NOT EXISTS (SELECT FROM ${name} t WHERE ${same})
        ORDER BY a, b
        RETURNING ${key.join(', ')}
      )
      INSERT INTO import_key SELECT *, true FROM added`);
  }

  /** Deletes the stored rows of deleted keys. A row that an earlier batch of this import has added was never stored before. */
  async #delete(): Promise<void> {
    const { name, key } = this.#table;
    await this.#client.query(`
      WITH deleted AS (
        DELETE FROM ${name} t USING import_latest s
        WHERE s.n = ${DELETED} AND t.${key[0]} = s.a AND t.${key[1]} = s.b
        RETURNING s.a, s.b
      )
      INSERT INTO import_deleted SELECT a, b FROM deleted WHERE (a, b) <= (${this.start.join(', ')})`);
    await this.#client.query(`
      INSERT INTO import_problem
      SELECT s.line, 'warning', 'deleted', 'nothing is stored that the row could delete', s.row_text
      FROM import_latest s
      WHERE s.n = ${DELETED} AND NOT EXISTS (SELECT FROM import_deleted d WHERE d.a = s.a AND d.b = s.b)`);
  }

  /** Finds the keys that no row of a snapshot names. @returns their number */
  async findMissing(): Promise<number> {
    const { name, key } = this.#table;
    const { rowCount } = await this.#client.query(`
      CREATE TEMP TABLE import_missing ON COMMIT DROP AS
      SELECT ${key[0]} AS a, ${key[1]} AS b FROM ${name}
      EXCEPT SELECT a, b FROM import_present_key`);
    return rowCount ?? 0;
  }

  /** Deletes the keys that `findMissing` found. */
  async deleteMissing(): Promise<void> {
    const { name, key } = this.#table;
    this.#isRetiring = true;
    await this.#client.query('TRUNCATE import_key, import_deleted');
    await this.#client.query(`
      DELETE FROM ${name} t USING import_missing m WHERE t.${key[0]} = m.a AND t.${key[1]} = m.b`);
    await this.#client.query('INSERT INTO import_deleted SELECT a, b FROM import_missing');
  }

  /** SQL of the keys `a, b` of all new, changed and deleted rows, possibly with duplicates. */
  get changedKeys(): string {
    const { name, key } = this.#table;
    if (this.#isRetiring) return 'SELECT a, b FROM import_deleted';
    return `SELECT ${key[0]} AS a, ${key[1]} AS b FROM ${name} WHERE (${key.join(', ')}) > (${this.start.join(', ')})
      UNION ALL SELECT a, b FROM import_key UNION ALL SELECT a, b FROM import_deleted`;
  }
}

/** Orders rows by their keys and lines. */
function compareRows(a: KeyedRow, b: KeyedRow): number {
  return a.left - b.left || a.right - b.right || a.line - b.line;
}

const LATEST = `
  CREATE TEMP TABLE import_latest ON COMMIT DROP AS
  SELECT DISTINCT ON (a, b) a, b, n, first, last, line, row_text FROM import_staged ORDER BY a, b, n = ${PRESENT}, line DESC`;
