import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { StartupError } from '../../lib/fault.ts';
import { dropIndexes } from '../bulk-load.ts';
import { withClient } from '../connect.ts';
import { databaseReason } from '../errors.ts';
import { migrate } from '../migrate.ts';
import { withBaseline } from '../migrations/baseline.ts';
import { finishedNames } from '../migrations/check.ts';
import { migrationNames } from '../migrations/files.ts';
import { readHistory } from '../migrations/history.ts';
import { readSequences } from '../sequences.ts';
import { beginEpoch, type Epoch, type EpochOptions } from './begin-epoch.ts';
import {
  damaged,
  type Header,
  type OrderedTable,
  readTables,
  summarize,
  type TableColumns,
  targetOf,
  USE_CANONICAL_TEXT,
} from './format.ts';
import { type BackupContents, type BackupVisitor, readBackup } from './read-backup.ts';

/** Tables that have rows in every database that was used. A new schema has rows in others. */
const USED_TABLES = ['organization', 'company', 'technology'];
const LOCK_TIMEOUT = '10s';

/**
 * Loads an uncompressed backup into the empty database at `url`, then reads every table back and compares it with its
 * checksum. The schema gets the migrations that the backup was made with. The caller applies later ones.
 *
 * All rows appear in one transaction: after a failure the database is empty.
 *
 * @param epoch what ends with the state of the backup, in the same transaction.
 * @param options.signal ends it before the commit. `checksum` of the backup, if the caller knows it.
 * @throws StartupError in one line: the database has data or another schema, or the backup is damaged or newer than this
 * version.
 */
export async function restoreBackup(
  url: string,
  source: AsyncIterable<Buffer>,
  epoch: Omit<EpochOptions, 'reason'>,
  { signal, checksum }: { signal?: AbortSignal; checksum?: string | undefined } = {},
): Promise<BackupContents & { epoch: Epoch }> {
  try {
    return await withClient(url, signal, async (client) => {
      await refuseUsed(client);
      const load = new Load(client, url);
      const contents = await readBackup(source, load, checksum);
      return { ...contents, epoch: await load.finish(contents, { ...epoch, reason: 'restored' }) };
    });
  } catch (error) {
    if (signal?.aborted) throw new StartupError('interrupted; nothing was restored', { cause: error });
    if (error instanceof StartupError) throw error;
    throw new StartupError(`cannot restore the backup: ${databaseReason(error)}; nothing was restored`, {
      cause: error,
    });
  }
}

/** @throws StartupError if the database has data. */
async function refuseUsed(client: pg.Client): Promise<void> {
  for (const table of USED_TABLES) {
    const { rows } = await client.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [
      table,
    ]);
    if (!rows[0]?.exists) continue;
    const { rowCount } = await client.query(`SELECT FROM ${pg.escapeIdentifier(table)} LIMIT 1`);
    if (rowCount === 0) continue;
    throw new StartupError(
      'the database has data, which a backup would replace: set DATABASE_URL to a new database, or DATA_DIR to a new folder',
    );
  }
}

/** Makes the schema that a backup was made with. @throws StartupError if the database has another one. */
async function prepareSchema(client: pg.Client, url: string, header: Header): Promise<void> {
  const known = await migrationNames();
  const migrations = withBaseline(header.migrations, known, 'the backup');
  const present = withBaseline([...finishedNames(await readHistory(client))], known, 'the database');
  const later = present.find((name) => !migrations.includes(name));
  if (later !== undefined) {
    throw new StartupError(
      `the database is newer than the backup: it has the migration ${later}; ` +
        'restore into a database that nothing has migrated, and restore applies the later migrations',
    );
  }
  await migrate(url, { only: migrations });
}

/** Loads rows into tables without indexes, in a transaction that ends with the connection unless `finish` commits it. */
class Load implements BackupVisitor {
  readonly #client: pg.Client;
  readonly #url: string;
  readonly #columns = new Map<string, string[]>();
  readonly #values = new Map<string, number>();
  #stored: OrderedTable[] = [];
  #buildIndexes = async (): Promise<void> => undefined;

  constructor(client: pg.Client, url: string) {
    this.#client = client;
    this.#url = url;
  }

  async begin(header: Header, names: readonly string[]): Promise<void> {
    const client = this.#client;
    await prepareSchema(client, this.#url, header);
    await client.query('BEGIN');
    await client.query(USE_CANONICAL_TEXT);
    await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    const tables = names.map(pg.escapeIdentifier);
    // The first rows of the backup may have come long after the first check.
    await client.query(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`);
    await refuseUsed(client);
    // Rows of tables that this transaction emptied need no later pass that freezes them.
    await client.query(`TRUNCATE ${tables.join(', ')}`);
    this.#stored = await readTables(client);
    this.#buildIndexes = await dropIndexes(client, tables);
  }

  async table(table: TableColumns, rows: AsyncIterable<Buffer>): Promise<void> {
    // Their order is that of the migrations that the database once had.
    if (!isSame(table.columns, this.#stored.find((each) => each.table === table.table)?.columns))
      throw damaged(`${table.table} has other columns than its schema`);
    const stream = this.#client.query(copyFrom(`COPY ${targetOf(table)} FROM STDIN (FREEZE)`));
    await pipeline(Readable.from(rows), stream);
    this.#columns.set(table.table, table.columns);
  }

  async sequence(name: string, value: number): Promise<void> {
    this.#values.set(name, value);
  }

  /**
   * Builds the indexes, reads every table back, begins a new epoch, and commits.
   *
   * @throws StartupError if a table differs from the backup.
   */
  async finish({ tables }: BackupContents, options: EpochOptions): Promise<Epoch> {
    const client = this.#client;
    await this.#buildIndexes();
    for (const { table, rows, sha256 } of tables) {
      const [found, columns] = [this.#stored.find((each) => each.table === table), this.#columns.get(table)];
      const summary = found && columns && (await summarize(client, { ...found, columns }));
      if (summary?.sha256 === sha256 && summary.rows === rows) continue;
      throw new StartupError(`${table} differs from the backup after it was restored; nothing was restored`);
    }
    await this.#setSequences();
    // It adds rows, whose ids come from the sequences.
    const epoch = await beginEpoch(client, options);
    await client.query('COMMIT');
    return epoch;
  }

  /** Sets the sequences as in the backup, but to no value below an id that is stored. Late, because it cannot be undone. */
  async #setSequences(): Promise<void> {
    const all = await readSequences(this.#client);
    const sequences = all.filter(({ table }) => this.#columns.has(table));
    const unknown = [...this.#values.keys()].find(
      (name) => !sequences.some(({ sequence }) => sequence === name),
    );
    if (unknown !== undefined) throw damaged(`the sequence ${unknown} is none of its schema`);
    for (const { sequence, largest } of sequences) {
      const value = Math.max(this.#values.get(sequence) ?? 0, largest ?? 0);
      if (value > 0)
        await this.#client.query('SELECT setval($1::text::regclass, $2)', [
          pg.escapeIdentifier(sequence),
          value,
        ]);
    }
  }
}

function isSame(names: readonly string[], others: readonly string[] = []): boolean {
  return JSON.stringify([...names].sort()) === JSON.stringify([...others].sort());
}
