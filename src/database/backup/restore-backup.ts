import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { StartupError } from '../../lib/fault.ts';
import { withClient } from '../connect.ts';
import { databaseReason } from '../errors.ts';
import { migrate } from '../migrate.ts';
import { finishedNames } from '../migrations/check.ts';
import { migrationNames } from '../migrations/files.ts';
import { readHistory } from '../migrations/history.ts';
import { dropDefinitions, readDefinitions } from '../table-definitions.ts';
import type { Header, TableColumns } from './format.ts';
import { type BackupContents, type BackupVisitor, readBackup } from './read-backup.ts';
import { quoteName, readTables, summarize, targetOf, useCanonicalText } from './tables.ts';

/** Tables that have rows in every database that was used. A new schema has rows in others. */
const USED_TABLES = ['organization', 'company', 'technology'];
const LOCK_TIMEOUT = '10s';

/**
 * Loads an uncompressed backup into the empty database at `url`, then reads every table back and compares it with its
 * checksum. The schema gets the migrations that the backup was made with. The caller applies later ones.
 *
 * All rows appear in one transaction: after a failure the database is empty.
 *
 * @param signal ends it before the commit.
 * @throws StartupError in one line: the database has data or another schema, or the backup is damaged or newer than this
 * version.
 */
export async function restoreBackup(
  url: string,
  source: AsyncIterable<Buffer>,
  signal?: AbortSignal,
): Promise<BackupContents> {
  try {
    return await withClient(url, signal, async (client) => {
      await refuseUsed(client);
      const load = new Load(client, url);
      const contents = await readBackup(source, load);
      await load.finish(contents);
      return contents;
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
    const { rowCount } = await client.query(`SELECT FROM ${quoteName(table)} LIMIT 1`);
    if (rowCount === 0) continue;
    throw new StartupError(
      'the database has data, which a backup would replace: set DATABASE_URL to a new database, or DATA_DIR to a new folder',
    );
  }
}

/** Makes the schema that a backup was made with. @throws StartupError if the database has another one. */
async function prepareSchema(client: pg.Client, url: string, { migrations, version }: Header): Promise<void> {
  const known = await migrationNames();
  const unknown = migrations.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new StartupError(
      `the backup has a newer schema than this version of company-data: it has the migration ${unknown}; ` +
        `restore it with a release that has this migration (the backup was written by version ${version})`,
    );
  }
  const present = finishedNames(await readHistory(client));
  const later = [...present].find((name) => !migrations.includes(name));
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
  #definitions: string[] = [];

  constructor(client: pg.Client, url: string) {
    this.#client = client;
    this.#url = url;
  }

  async begin(header: Header): Promise<void> {
    const client = this.#client;
    await prepareSchema(client, this.#url, header);
    await client.query('BEGIN');
    await useCanonicalText(client);
    await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    const tables = (await readTables(client)).map(({ table }) => quoteName(table));
    // The first rows of the backup may have come long after the first check.
    await client.query(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`);
    await refuseUsed(client);
    // Rows of tables that this transaction emptied need no later pass that freezes them.
    await client.query(`TRUNCATE ${tables.join(', ')}`);
    this.#definitions = await readDefinitions(client, tables);
    await dropDefinitions(client, tables);
  }

  async table(table: TableColumns, rows: AsyncIterable<Buffer>): Promise<void> {
    const stream = this.#client.query(copyFrom(`COPY ${targetOf(table)} FROM STDIN (FREEZE)`));
    await pipeline(Readable.from(rows), stream);
    this.#columns.set(table.table, table.columns);
  }

  async sequence(name: string, value: number): Promise<void> {
    await this.#client.query('SELECT setval($1::text::regclass, $2)', [quoteName(name), value]);
  }

  /** Builds the indexes, reads every table back, and commits. @throws StartupError if a table differs from the backup. */
  async finish({ tables }: BackupContents): Promise<void> {
    const client = this.#client;
    await client.query(`SET LOCAL maintenance_work_mem = '256MB'`);
    for (const definition of this.#definitions) await client.query(definition);
    const stored = await readTables(client);
    for (const { table, rows, sha256 } of tables) {
      const [found, columns] = [stored.find((each) => each.table === table), this.#columns.get(table)];
      const summary = found && columns && (await summarize(client, { ...found, columns }));
      if (summary?.sha256 === sha256 && summary.rows === rows) continue;
      throw new StartupError(`${table} differs from the backup after it was restored; nothing was restored`);
    }
    await client.query('COMMIT');
  }
}
